import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkAnswer,
  IMPATIENCE_MS,
  control,
  login,
  loginParams,
  ROOKBOLT,
  scratchDir,
  signedIn,
  started,
} from '../testing/harness.ts';

const NS = 'http://specs.openid.net/auth/2.0';

describe('the sign-in page', () => {
  test('offers every account, asks for no password and needs nothing from elsewhere', async () => {
    const sims = await started();
    const response = await login(sims);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<title>Simulated identity provider</title>');
    for (const name of ['rookbolt', 'Okonkwo', 'sable.fm', 'newcomer', 'Hollis (moderator)', 'Vesna (admin)']) {
      expect(html).toContain(name);
    }
    expect(html).not.toMatch(/password"|<script|https?:\/\/(?!site\.test|www\.w3\.org|specs\.openid\.net)/i);
    expect(html.match(/(href|src|action)="(?!\.\.\/|login")[^"]*"/g)).toBeNull();
  });

  test('gives every button a form to send', async () => {
    const sims = await started();
    const html = await (await login(sims, { login_hint: ROOKBOLT })).text();
    const outside = html.replace(/<form[^]*?<\/form>/g, '');
    const names = [...outside.matchAll(/<button[^>]* form="([^"]+)"/g)].map((match) => match[1]);
    expect(names).toEqual(['pick']);
    expect(outside.match(/<button/g)).toHaveLength(1);
    expect(html).toContain('<form id="pick" ');
  });

  test('works behind a folder of another site: all its addresses stay below that folder', async () => {
    const sims = await started();
    const html = await (await login(sims, { login_hint: ROOKBOLT })).text();
    const seenAt = 'http://shop.test/sim/steam/openid/login?x=1';
    const targets = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(
      (match) => new URL(match[1] ?? '', seenAt),
    );
    expect(targets.length).toBeGreaterThan(10);
    for (const { origin, pathname } of targets) {
      expect(origin + pathname).toMatch(/^http:\/\/shop\.test\/sim\/steam\//);
      const response = await fetch(
        `${sims.steam.baseUrl}${pathname.replace('/sim/steam', '')}?${loginParams().toString()}`,
      );
      expect(response.status).toBe(200);
    }
  });

  test('has a policy that lets exactly its own style sheet through and the redirect back to the site', async () => {
    const sims = await started();
    const response = await login(sims);
    const style = /<style>([^]*)<\/style>/.exec(await response.text())?.[1] ?? '';
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).toContain("form-action 'self' http://site.test:3000;");
  });

  test('puts the hinted account first, once, with its own button', async () => {
    const sims = await started();
    const html = await (await login(sims, { login_hint: '76561198000000102' })).text();
    expect(html).toContain('autofocus>Sign in as Okonkwo</button>');
    expect(html.split('value="76561198000000102"')).toHaveLength(2);
    expect(html.indexOf('Okonkwo')).toBeLessThan(html.indexOf('rookbolt'));
    expect(await (await login(sims, { login_hint: '1' })).text()).not.toContain('autofocus');
  });

  test('escapes what comes from outside', async () => {
    const sims = await started();
    await control(sims, 'POST', '/users', { name: '<img src=x onerror=1>' });
    const html = await (await login(sims, { 'openid.extra': '"><b id=evil>' })).text();
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<b id=evil');
  });

  test.each([
    ['return_to on another host', { 'openid.return_to': 'http://evil.test/auth' }],
    ['return_to on another port', { 'openid.return_to': 'http://site.test:3001/auth' }],
    ['return_to with another scheme', { 'openid.return_to': 'https://site.test:3000/auth' }],
    [
      'return_to beside the realm path',
      { 'openid.realm': 'http://site.test:3000/app', 'openid.return_to': 'http://site.test:3000/apple' },
    ],
    ['return_to with user info', { 'openid.return_to': 'http://site.test:3000@evil.test/' }],
    ['return_to that is a script', { 'openid.return_to': 'javascript:alert(1)', 'openid.realm': undefined }],
    ['return_to with a fragment', { 'openid.return_to': 'http://site.test:3000/auth#x' }],
    ['return_to with a line break', { 'openid.return_to': 'http://site.test:3000/a\nresponse_nonce:x' }],
    ['no return_to', { 'openid.return_to': undefined }],
    ['a wildcard realm', { 'openid.realm': 'http://*.test:3000' }],
    ['another protocol version', { 'openid.ns': 'http://openid.net/signon/1.1' }],
    ['a fixed identity', { 'openid.identity': 'http://somebody.test' }],
    ['an unknown mode', { 'openid.mode': 'id_res' }],
    ['an unknown account', { 'sim.account': '76561198099999999' }],
  ])('refuses %s', async (_what, change) => {
    const sims = await started();
    const response = await login(sims, change);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  test('refuses a parameter that comes twice', async () => {
    const sims = await started();
    const more = 'openid.return_to=http%3A%2F%2Fevil.test';
    const url = `${sims.steam.baseUrl}/openid/login?${loginParams().toString()}&${more}`;
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);
  });

  test('sends a cancelling player back without an identity', async () => {
    const sims = await started();
    const cancelled = new URL((await login(sims, { 'sim.cancel': '1' })).headers.get('location') ?? '');
    expect(Object.fromEntries(cancelled.searchParams)).toEqual({
      state: 's1',
      'openid.ns': NS,
      'openid.mode': 'cancel',
    });
  });

  test('no one can sign in as a trade bot, and none is offered', async () => {
    const sims = await started();
    const bot = sims.steam.bots[0];
    const page = await (await login(sims, { login_hint: bot?.steamId })).text();
    expect(page).toContain('rookbolt');
    expect(page).not.toContain(bot?.name);
    expect((await login(sims, { 'sim.account': bot?.steamId })).status).toBe(400);
  });

  test('creates one account per page, however often it is sent', async () => {
    const sims = await started();
    const create = { 'sim.name': '  Fresh\u0007   face ', 'sim.page': 'page-1' };
    const first = new URL((await login(sims, create)).headers.get('location') ?? '');
    const again = new URL((await login(sims, create)).headers.get('location') ?? '');
    const other = new URL((await login(sims, { ...create, 'sim.page': 'page-2' })).headers.get('location') ?? '');
    const id = first.searchParams.get('openid.claimed_id');
    expect(id).toMatch(/\/openid\/id\/76561198000001001$/);
    expect(again.searchParams.get('openid.claimed_id')).toBe(id);
    expect(other.searchParams.get('openid.claimed_id')).not.toBe(id);
    const made = await (await control(sims, 'GET', '/users/76561198000001001')).json();
    expect(made).toMatchObject({ name: 'Fresh face', group: 'player' });
  });

  test('remembers created accounts across a restart', async () => {
    const dataDir = scratchDir();
    const first = await started({ dataDir });
    await login(first, { 'sim.name': 'Lasting', 'sim.page': 'p' });
    await first.stop();
    expect(await (await login(await started({ dataDir }))).text()).toContain('Lasting');
  });
});

describe('the answer to the site', () => {
  test('has the fields, order and form of the real one', async () => {
    const sims = await started();
    const base = sims.steam.baseUrl;
    const answer = await signedIn(sims);
    expect(answer.origin + answer.pathname).toBe('http://site.test:3000/auth/steam/return');
    const fields = Object.fromEntries(answer.searchParams);
    expect(fields).toMatchObject({
      state: 's1',
      'openid.ns': NS,
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${base}/openid/login`,
      'openid.claimed_id': `${base}/openid/id/${ROOKBOLT}`,
      'openid.identity': `${base}/openid/id/${ROOKBOLT}`,
      'openid.return_to': 'http://site.test:3000/auth/steam/return?state=s1',
      'openid.assoc_handle': '1234567890',
      'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    });
    expect(fields['openid.response_nonce']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ.{10,}$/);
    expect(fields['openid.sig']).toMatch(/^[A-Za-z0-9+/]{27}=$/);
  });

  test('names the canonical base whatever host the browser used', async () => {
    const sims = await started();
    const port = new URL(sims.steam.baseUrl).port;
    const url = `http://localhost:${port}/openid/login?${loginParams({ 'sim.account': ROOKBOLT }).toString()}`;
    const location = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('openid.op_endpoint')).toBe(`${sims.steam.baseUrl}/openid/login`);
  });

  test('checks out once, in key-value form', async () => {
    const sims = await started();
    const answer = await signedIn(sims);
    const first = await checkAnswer(sims, answer);
    expect(first.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await first.text()).toBe(`ns:${NS}\nis_valid:true\n`);
    expect(await (await checkAnswer(sims, answer)).text()).toBe(`ns:${NS}\nis_valid:false\n`);
  });

  test.each([
    ['another account', { 'openid.claimed_id': 'http://127.0.0.1/openid/id/76561198000000202' }],
    ['another return address', { 'openid.return_to': 'http://evil.test/' }],
    ['another signature', { 'openid.sig': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['no signature', { 'openid.sig': '' }],
    ['fewer signed fields', { 'openid.signed': 'signed,op_endpoint' }],
    [
      'a signed field that is not there',
      { 'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle,x' },
    ],
  ])('does not check out with %s', async (_what, change) => {
    const sims = await started();
    expect(await (await checkAnswer(sims, await signedIn(sims), change)).text()).toContain('is_valid:false');
  });

  test('does not check out at another provider or after a restart', async () => {
    const [mine, other] = [await started(), await started()];
    expect(await (await checkAnswer(other, await signedIn(mine))).text()).toContain('is_valid:false');
  });
});

describe('faults of the check', () => {
  test.each([
    ['check-403', 403, /Access Denied/],
    ['check-503', 503, /Unavailable/],
    ['check-html', 200, /^<html>/],
    ['check-invalid', 200, /is_valid:false/],
    ['check-truncated', 200, /is_va$/],
  ] as const)('%s, and then it works again', async (fault, status, body) => {
    const sims = await started();
    const answer = await signedIn(sims);
    sims.faults.set('steam', fault, {}, 1);
    const failed = await checkAnswer(sims, answer);
    expect(failed.status).toBe(status);
    expect(await failed.text()).toMatch(body);
    const after = await (await checkAnswer(sims, answer)).text();
    // A truncated answer was a checked one: the nonce is spent, as it would be at the real service.
    expect(after).toContain(`is_valid:${fault !== 'check-truncated'}`);
  });

  test('check-truncated with drop breaks the connection', async () => {
    const sims = await started();
    const answer = await signedIn(sims);
    sims.faults.set('steam', 'check-truncated', { drop: 1 });
    await expect(checkAnswer(sims, answer).then((response) => response.text())).rejects.toThrow();
  });

  test('check-hang never answers, and stopping is still quick', async () => {
    const sims = await started();
    sims.faults.set('steam', 'check-hang');
    await expect(checkAnswer(sims, await signedIn(sims), {}, IMPATIENCE_MS)).rejects.toThrow(/timeout|aborted/i);
    const pending = checkAnswer(sims, await signedIn(sims)).catch(() => 'cut');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sims.stop();
    expect(await pending).toBe('cut');
  });

  test('check-slow answers late', async () => {
    const sims = await started();
    const answer = await signedIn(sims);
    sims.faults.set('steam', 'check-slow', { ms: 300 });
    const began = performance.now();
    expect(await (await checkAnswer(sims, answer)).text()).toContain('is_valid:true');
    expect(performance.now() - began).toBeGreaterThanOrEqual(295);
  });

  test('nonce-expired and clock-skew date the nonce wrongly, in a valid answer', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const sims = await started({ clock: { now: () => now } });
    sims.faults.set('steam', 'nonce-expired', {}, 1);
    const old = await signedIn(sims);
    expect(old.searchParams.get('openid.response_nonce')).toMatch(/^2026-03-01T11:50:00Z/);
    expect(await (await checkAnswer(sims, old)).text()).toContain('is_valid:true');
    sims.faults.set('steam', 'clock-skew', { aheadMs: 3_600_000 }, 1);
    const ahead = await signedIn(sims);
    expect(ahead.searchParams.get('openid.response_nonce')).toMatch(/^2026-03-01T13:00:00Z/);
    expect((await signedIn(sims)).searchParams.get('openid.response_nonce')).toMatch(/^2026-03-01T12:00:00Z/);
  });

  test('check-second-use accepts a spent answer, but not an altered one', async () => {
    const sims = await started();
    const answer = await signedIn(sims);
    await checkAnswer(sims, answer);
    sims.faults.set('steam', 'check-second-use');
    expect(await (await checkAnswer(sims, answer)).text()).toContain('is_valid:true');
    const altered = await checkAnswer(sims, answer, { 'openid.claimed_id': 'http://evil.test/' });
    expect(await altered.text()).toContain('is_valid:false');
  });
});
