import type { SuccessResponse, RefusalResponse } from '@fairpot/contract/wire/call';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { getUser } from '@fairpot/contract/user/schemas';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { coinflipFeature } from '../../games/coinflip/coinflip.feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { vaultFeature } from '../../vault/vault.feature.ts';
import { accountsFeature } from '../accounts.feature.ts';
import { signInStage, type Browser, type SignInStage } from '../../../testing/accounts/sign-in/browser.fixture.ts';
import { ownOrigin } from './sign-in-routes.ts';
import { notificationsOf } from '../../../testing/notifications.ts';

const ROOKBOLT = '76561198000000101';
const OKONKWO = '76561198000000102';

let stage: SignInStage;
beforeAll(async () => {
  stage = await signInStage([accountsFeature, vaultFeature, coinflipFeature]);
});
afterAll(() => stage.close());
afterEach(() => stage.sim.faults.clear());

const user = async (browser: Browser) => {
  const answer = (await (await browser.get('/api/user')).json()) as SuccessResponse<CallOutput<typeof getUser>>;
  return answer.response.user;
};
const message = async (response: Response) => ((await response.json()) as RefusalResponse).message;
const sessions = async () => (await stage.world.db.one<{ n: number }>(sql`select count(*) as n from sessions`)).n;

/** Asserts that the visit ended on the page for failures and created no session. */
async function expectNoSession(browser: Browser, response: Response, reason = 'failed') {
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`/?signin=${reason}`);
  expect(browser.cookies.has('fp_session')).toBe(false);
  expect((await browser.get('/api/user')).status).toBe(401);
}

describe('signing in', () => {
  test('begins at this site’s own address and is bound to this browser', async () => {
    const browser = stage.browser();
    const begun = await browser.get('/api/auth?hint=76561198000000101');
    expect(begun.status).toBe(302);
    const location = begun.headers.get('location') ?? '';
    expect(location.startsWith('/sim/steam/openid/login?')).toBe(true);
    const asked = new URLSearchParams(location.slice(location.indexOf('?')));
    const returnTo = new URL(asked.get('openid.return_to') ?? '');
    expect(asked.get('openid.realm')).toBe(stage.server.url);
    expect(`${returnTo.origin}${returnTo.pathname}`).toBe(`${stage.server.url}/api/auth/return`);
    expect([...returnTo.searchParams.keys()]).toEqual(['state']);
    expect(asked.get('login_hint')).toBe(ROOKBOLT);
    const [set = ''] = begun.headers.getSetCookie();
    expect(set).toMatch(/^fp_signin=[A-Za-z0-9_.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(set).toContain(returnTo.searchParams.get('state'));
    expect((await browser.get(location)).status).toBe(200);
  });

  test('ends signed in, on the requested page, and the profile follows', async () => {
    const browser = stage.browser();
    expect((await browser.get('/api/user')).status).toBe(401);
    const back = await stage.signIn(browser, ROOKBOLT, '?next=%2Fcoinflip%3Fx%3D1');
    expect([back.status, back.headers.get('location')]).toEqual([302, '/coinflip?x=1']);
    expect(browser.cookies.has('fp_signin')).toBe(false);
    const set = back.headers.getSetCookie().find((cookie) => cookie.startsWith('fp_session'));
    expect(set).toMatch(/^fp_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const mark = back.headers.getSetCookie().find((cookie) => cookie.startsWith('fp_signed_in'));
    expect(mark, 'the page can see it').toBe('fp_signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax');
    expect(await user(browser)).toMatchObject({ steamid: ROOKBOLT, ageConfirmed: false });
    await vi.waitFor(async () => expect((await user(browser)).name).toBe('rookbolt'));
    expect((await user(browser)).avatar).toMatch(/^\/sim\/steam\/avatars\/[0-9a-f]{40}\.svg$/);
  });

  test('returns to the page with the link when none is requested', async () => {
    const browser = stage.browser();
    await browser.get('/api/auth', { referer: `${stage.server.url}/fairplay?game=coinflip` });
    const cookie = browser.cookies.get('fp_signin') ?? '';
    expect(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()).toBe('/fairplay?game=coinflip');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%0d%0aSet-Cookie:a=b',
    '/@evil',
    '/api/auth/logout',
  ])('never leaves the site for next=%s', async (next) => {
    const browser = stage.browser();
    const back = await stage.signIn(browser, ROOKBOLT, `?next=${encodeURIComponent(next)}`);
    const to = back.headers.get('location') ?? '';
    expect(new URL(to, stage.server.url).origin).toBe(stage.server.url);
    expect(to).toBe(next === '/@evil' ? '/@evil' : '/');
  });

  test('works while the Web API is down', async () => {
    stage.sim.faults.set('steam', 'summaries-503');
    const browser = stage.browser();
    expect((await stage.signIn(browser, '76561198000000105')).headers.get('location')).toBe('/');
    expect((await user(browser)).name).toBe('Player 0105');
    stage.sim.faults.clear();
    stage.sim.faults.set('steam', 'summaries-hang');
    expect((await stage.signIn(stage.browser(), '76561198000000105')).headers.get('location')).toBe('/');
  });
});

describe('creates no session for', () => {
  test('a used answer, even where the provider accepts it twice', async () => {
    stage.sim.faults.set('steam', 'check-second-use');
    const browser = stage.browser();
    const answer = await stage.answer(browser, ROOKBOLT);
    const state = browser.cookies.get('fp_signin') ?? '';
    const before = await sessions();
    expect((await browser.get(answer)).headers.get('location')).toBe('/');
    const thief = stage.browser();
    thief.cookies.set('fp_signin', state);
    await expectNoSession(thief, await thief.get(answer));
    expect(await sessions()).toBe(before + 1);
  });

  test('an answer in another browser than the one that began (login CSRF)', async () => {
    const attacker = stage.browser();
    const answer = await stage.answer(attacker, ROOKBOLT);
    const victim = stage.browser();
    await expectNoSession(victim, await victim.get(answer));
    const begun = stage.browser();
    await begun.get('/api/auth');
    await expectNoSession(begun, await begun.get(answer));
  });

  test('a made-up state', async () => {
    const browser = stage.browser();
    const answer = await stage.answer(browser, ROOKBOLT);
    for (const forged of ['', 'x', '.', `${'A'.repeat(32)}.`, `${'A'.repeat(32)}.Lw`, 'A'.repeat(4_000)]) {
      browser.cookies.set('fp_signin', forged);
      await expectNoSession(browser, await browser.get(answer));
    }
  });

  test('a next that was changed in the cookie', async () => {
    const browser = stage.browser();
    const answer = await stage.answer(browser, ROOKBOLT);
    const [state = ''] = (browser.cookies.get('fp_signin') ?? '').split('.');
    browser.cookies.set('fp_signin', `${state}.${Buffer.from('//evil.example').toString('base64url')}`);
    expect((await browser.get(answer)).headers.get('location')).toBe('/');
  });

  test('an answer made for another name of this site', async () => {
    const browser = stage.browser();
    const answer = await stage.answer(browser, ROOKBOLT);
    const { port } = new URL(stage.server.url);
    const elsewhere = await fetch(`http://localhost:${port}${answer}`, {
      redirect: 'manual',
      headers: { cookie: `fp_signin=${browser.cookies.get('fp_signin')}` },
    }).catch(() => null);
    // If localhost resolves to another address family than the server's, the answer does not even arrive.
    if (elsewhere !== null) expect(elsewhere.headers.get('location')).toBe('/?signin=failed');
  });

  test('tampered, cancelled or missing answers', async () => {
    const browser = stage.browser();
    const tamper: ((path: string) => string)[] = [
      (path) => path.replaceAll(ROOKBOLT, '76561198000000202'),
      (path) => `${path}&openid.ns=x`,
      (path) => path.replace('id_res', 'cancel'),
      (path) => path.replace(/state=[^&]+/, `state=${'B'.repeat(32)}`),
      () => '/api/auth/return',
      () => '/api/auth/return?openid.mode=cancel',
    ];
    for (const change of tamper) {
      const answer = await stage.answer(browser, ROOKBOLT);
      await expectNoSession(browser, await browser.get(change(answer)));
    }
  });

  test.each(['check-403', 'check-503', 'check-html', 'check-truncated'])(
    'a provider that is down: %s',
    async (fault) => {
      const browser = stage.browser();
      const answer = await stage.answer(browser, ROOKBOLT);
      stage.sim.faults.set('steam', fault);
      await expectNoSession(browser, await browser.get(answer), 'unavailable');
    },
  );

  test('an invalid Host header', async () => {
    for (const host of ['evil.example/x', 'a@b', 'a b', 'x:99999', '', 'a\\b', '[::1', undefined]) {
      expect(() => ownOrigin({ publicOrigin: null }, host)).toThrow('Host');
    }
    expect(ownOrigin({ publicOrigin: null }, 'LOCALHOST:3000')).toBe('http://localhost:3000');
    expect(ownOrigin({ publicOrigin: null }, '[::1]:3000')).toBe('http://[::1]:3000');
    expect(ownOrigin({ publicOrigin: 'https://fairpot.example' }, 'evil.example')).toBe('https://fairpot.example');
  });
});

describe('sessions', () => {
  test("each sign-in creates a new id and ends the browser's previous session", async () => {
    const browser = stage.browser();
    browser.cookies.set('fp_session', 'A'.repeat(43));
    await stage.signIn(browser, ROOKBOLT);
    const first = browser.cookies.get('fp_session') ?? '';
    expect(first).not.toBe('A'.repeat(43));
    const held = stage.browser();
    held.cookies.set('fp_session', first);
    expect((await held.get('/api/user')).status).toBe(200);
    await stage.signIn(browser, OKONKWO);
    expect(browser.cookies.get('fp_session')).not.toBe(first);
    expect((await held.get('/api/user')).status).toBe(401);
    expect((await user(browser)).steamid).toBe(OKONKWO);
  });

  test('a new browser notifies all screens; the very first one, and the same one again, do not', async () => {
    const steamid = '76561198000000103';
    const agents = [{ 'user-agent': 'first' }, { 'user-agent': 'first' }, { 'user-agent': 'second' }];
    const counts: number[] = [];
    for (const agent of agents) {
      const browser = stage.browser();
      await stage.signIn(browser, steamid, '', agent);
      const { id } = await user(browser);
      counts.push((await notificationsOf(stage.world.db, { id }, 'security')).length);
    }
    expect(counts).toEqual([0, 0, 1]);
  });

  test('playing requires a confirmed age', async () => {
    const browser = stage.browser();
    await stage.signIn(browser, '76561198000000104');
    const stake = { inventoryIds: [`itm_${'0'.repeat(26)}`], side: 1 };
    const refused = await browser.post('/api/coinflip/create/inventory', stake);
    expect([refused.status, await message(refused)]).toEqual([403, 'ERR_AGE_UNCONFIRMED']);
    expect((await browser.get('/api/user/inventory/site')).status).toBe(200);
    expect((await browser.post('/api/user/confirm-age', { adult: true })).status).toBe(200);
    const admitted = await browser.post('/api/coinflip/create/inventory', stake);
    expect(await message(admitted)).toBe('ERR_ITEM_NOT_AVAILABLE');
  });
});

describe('signing out', () => {
  const same = { 'sec-fetch-site': 'same-origin' };
  const signedIn = async () => {
    const browser = stage.browser();
    await stage.signIn(browser, ROOKBOLT);
    const copy = stage.browser();
    copy.cookies.set('fp_session', browser.cookies.get('fp_session') ?? '');
    return { browser, copy };
  };

  test('by a link on this site ends the session in every tab', async () => {
    const { browser, copy } = await signedIn();
    const out = await browser.get('/api/auth/logout', same);
    expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
    expect(browser.cookies.has('fp_session')).toBe(false);
    expect(browser.cookies.has('fp_signed_in')).toBe(false);
    expect((await copy.get('/api/user')).status).toBe(401);
  });

  test('by POST from this site too, and never from another', async () => {
    const { browser, copy } = await signedIn();
    const crossed = await copy.post('/api/auth/logout', {}, { origin: 'https://evil.example' });
    expect(crossed.status).toBe(403);
    expect((await copy.get('/api/user')).status).toBe(200);
    expect((await browser.post('/api/auth/logout', {}, same)).status).toBe(303);
    expect((await copy.get('/api/user')).status).toBe(401);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an old browser without a Referer', {}],
    ['an old browser on another page', { referer: 'https://evil.example/' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
  ])('asks first when the click came from %s', async (_where, headers) => {
    const { browser } = await signedIn();
    const page = await browser.get('/api/auth/logout', headers);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const text = await page.text();
    expect(text).toContain('Log out of Fairpot?');
    expect(text, 'the colour of every action').toContain('background:#c8f04a');
    expect((await browser.get('/api/user')).status).toBe(200);
  });

  test('trusts the Referer of an old browser on a page of this site', async () => {
    const { browser } = await signedIn();
    const out = await browser.get('/api/auth/logout', { referer: `${stage.server.url}/coinflip` });
    expect(out.status).toBe(303);
  });

  test('cuts the sockets of the session at once', async () => {
    const { browser } = await signedIn();
    const socket: Socket = io(stage.server.url, {
      path: '/api/socket.io',
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie: `fp_session=${browser.cookies.get('fp_session')}` },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    await browser.get('/api/auth/logout', same);
    await cut;
    socket.close();
  });
});

test('answers are limited per address, because each costs a call to the provider', async () => {
  const limited = await signInStage([accountsFeature], { rateLimits: true });
  const browser = limited.browser();
  const ends: (string | null)[] = [];
  for (let i = 0; i < 22; i += 1) ends.push((await browser.get('/api/auth/return')).headers.get('location'));
  expect(ends.filter((end) => end === '/?signin=failed')).toHaveLength(20);
  expect(ends.slice(20)).toEqual(['/?signin=unavailable', '/?signin=unavailable']);
  await limited.close();
});

test('over https the cookie names bind them to the host', async () => {
  const secure = await signInStage([accountsFeature], { publicOrigin: 'https://fairpot.example' });
  const begun = await secure.browser().get('/api/auth');
  expect(begun.headers.getSetCookie()[0]).toMatch(/^__Host-fp_signin=.*; Path=\/; .*; Secure$/);
  const asked = new URLSearchParams((begun.headers.get('location') ?? '').split('?')[1]);
  expect(asked.get('openid.realm')).toBe('https://fairpot.example');
  await secure.close();
});
