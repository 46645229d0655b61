/** Signing in and being signed out, through the real sign-in library, and the phone's confirmations with their keys. */
import { request } from 'node:http';
import { EAuthTokenPlatformType, LoginSession } from 'steam-session';
import SteamTotp from 'steam-totp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bot, called, failure, LoopbackAgent, offered } from '../testing/bot.ts';
import { control, ROOKBOLT, scratchDir, started } from '../testing/harness.ts';
import { CS2, DAY_MS, gift, linkOf, ourBot, sim, updated } from '../testing/trades.ts';
import type { Simulators } from '../start.ts';

const Jwt = z.object({ sub: z.string(), aud: z.array(z.string()) });

function payload(token: string) {
  return Jwt.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
}

describe('a refresh token', () => {
  test('is exchanged for cookies of both sites, and of no other account', async () => {
    const sims = await started();
    const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
    const cookies = await us.session.getWebCookies();
    const secure = cookies.filter((cookie) => cookie.startsWith('steamLoginSecure='));
    const tokens = secure.map((cookie) => decodeURIComponent(cookie).split('||')[1]?.split(';')[0] ?? '');
    expect(
      tokens
        .map((token) => payload(token))
        .map(({ sub, aud }) => [sub, aud[0]])
        .toSorted(),
    ).toEqual([
      [us.steamId, 'web:community'],
      [us.steamId, 'web:store'],
    ]);
    expect(cookies.filter((cookie) => cookie.startsWith('sessionid=')).length).toBe(2);
  });

  test('that was revoked, belongs to another world or is forged is refused', async () => {
    const sims = await started();
    const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
    const other = await started();
    const stranger = new LoginSession(EAuthTokenPlatformType.WebBrowser, {
      agent: new LoopbackAgent(Number(new URL(sims.steam.baseUrl).port)),
    });
    stranger.refreshToken = other.steam.bots[0]?.refreshToken ?? '';
    await expect(stranger.getWebCookies()).rejects.toThrow('AccessDenied');
    await sim(sims, '/sessions/expire', { steamId: us.steamId, revoked: true });
    await expect(us.session.getWebCookies()).rejects.toThrow('AccessDenied');
  });

  test('gives access tokens for the Web API; forged and other ones are refused', async () => {
    const sims = await started();
    const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
    const [cookie = ''] = (await us.session.getWebCookies()).filter((each) => each.startsWith('steamLoginSecure='));
    const token = decodeURIComponent(cookie).split('||')[1]?.split(';')[0] ?? '';
    const offers = (access: string) =>
      fetch(`${sims.steam.baseUrl}/IEconService/GetTradeOffers/v1/?get_sent_offers=1&access_token=${access}`);
    expect((await offers(token)).status).toBe(200);
    expect((await offers(`${token.slice(0, -4)}AAAA`)).status).toBe(403);
    expect((await offers(us.session.refreshToken)).status).toBe(403);
    expect((await offers('x')).status).toBe(403);
  });

  test('and everything around it stays out of the request log', async () => {
    const sims = await started();
    const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
    await called((done) => us.manager.getOffers(3, done));
    const log = JSON.stringify(sims.log.list());
    expect(log).toContain('/jwt/finalizelogin');
    for (const secret of [us.session.refreshToken, us.identitySecret]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/access_token":"ey/);
  });
});

describe('a session', () => {
  async function deadEverywhere(sims: Simulators, us: Awaited<ReturnType<typeof ourBot>>, offerId: string) {
    const link = await linkOf(sims);
    const expired: unknown[] = [];
    us.manager.on('sessionExpired', (error) => expired.push(error));
    us.community.on('sessionExpired', (error) => expired.push(error));
    expect((await failure(offered(us, link, { take: await gift(sims, ROOKBOLT) }))).message).toBe('Not Logged In');
    expect(expired.length).toBeGreaterThan(0);
    expect((await failure(us.confirmations())).message).toBe('Not Logged In');
    expect((await failure(called((done) => us.manager.getOffer(offerId, done)))).message).toBe('HTTP error 403');
    await us.signIn();
    await called((done) => us.manager.getOffer(offerId, done));
  }

  test('ends on command, and the refresh token opens the next', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    await sim(sims, '/sessions/expire', { steamId: us.steamId });
    await deadEverywhere(sims, us, offer.id ?? '');
  });

  test('ends by itself after a day', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    sims.clock.advance(DAY_MS - 60_000);
    await updated(offer);
    sims.clock.advance(120_000);
    await deadEverywhere(sims, us, offer.id ?? '');
  });

  test('needs the session id of its cookie in every form', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const cookies = (await us.session.getWebCookies()).map((cookie) => cookie.split(';')[0]);
    const post = async (sessionid: string) => {
      const headers = { cookie: cookies.filter((cookie) => cookie?.startsWith('s')).join('; ') };
      const body = new URLSearchParams({ sessionid });
      return (await fetch(`${sims.steam.baseUrl}/tradeoffer/1/cancel`, { method: 'POST', headers, body })).status;
    };
    const own = cookies.find((cookie) => cookie?.startsWith('sessionid='))?.split('=')[1] ?? '';
    expect(await post(own)).toBe(500);
    expect(await post('0123')).toBe(401);
  });
});

describe('a confirmation', () => {
  async function waiting() {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { give: await gift(sims, us.steamId, CS2, 2) });
    const [one] = await us.confirmations();
    if (one === undefined) throw new Error('nothing waits');
    const now = () => Math.floor(sims.clock.now() / 1_000);
    const respond = (time: number, secret: string, tag = 'allow', made = tag) => {
      const key = { tag, key: SteamTotp.getConfirmationKey(secret, time, made) };
      return called((done) => us.community.respondToConfirmation(one.id, one.key, time, key, true, done));
    };
    return { sims, us, offer, one, now, respond };
  }

  test('needs a current key of this account, for this purpose', async () => {
    const { us, offer, now, respond } = await waiting();
    const foreign = Buffer.alloc(20, 7).toString('base64');
    expect((await failure(respond(now(), foreign))).message).toBe('Oh nooooooes!');
    expect((await failure(respond(now(), us.identitySecret, 'allow', 'cancel'))).message).toBe('Oh nooooooes!');
    expect((await failure(respond(now(), us.identitySecret, 'list'))).message).toBe('Oh nooooooes!');
    expect((await failure(respond(now() - 3_600, us.identitySecret))).message).toBe('Oh nooooooes!');
    expect((await updated(offer)).state).toBe(9);
    await respond(now(), us.identitySecret);
    expect((await updated(offer)).state).toBe(2);
  });

  test('takes a key once, whatever the result of its first use', async () => {
    const { us, offer, one, now, respond } = await waiting();
    const time = now();
    const key = { tag: 'allow', key: SteamTotp.getConfirmationKey(us.identitySecret, time, 'allow') };
    const wrong = called((done) => us.community.respondToConfirmation(one.id, '123', time, key, true, done));
    await failure(wrong);
    expect((await failure(respond(time, us.identitySecret))).message).toBe('Oh nooooooes!');
    await respond(time + 1, us.identitySecret);
    expect((await updated(offer)).state).toBe(2);
  });

  test('needs its nonce', async () => {
    const { us, offer, one, now } = await waiting();
    const respond = (time: number, nonce: string) => {
      const key = { tag: 'allow', key: SteamTotp.getConfirmationKey(us.identitySecret, time, 'allow') };
      return called((done) => us.community.respondToConfirmation(one.id, nonce, time, key, true, done));
    };
    await failure(respond(now() + 10, '1'));
    expect((await updated(offer)).state).toBe(9);
    await respond(now() + 11, one.key);
    expect((await updated(offer)).state).toBe(2);
  });

  test('does nothing until the notice about trade protection is acknowledged', async () => {
    const sims = await started();
    const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
    const offer = await offered(us, await linkOf(sims), { give: await gift(sims, us.steamId) });
    expect((await failure(us.answer(offer.id ?? '', true))).message).toBe('Could not act on confirmation');
    expect((await updated(offer)).state).toBe(9);
    await called((done) => us.community.acknowledgeTradeProtection(done));
    await us.answer(offer.id ?? '', true);
    expect((await updated(offer)).state).toBe(2);
  });
});

describe('hosts', () => {
  const ask = (sims: Simulators, host: string, path: string, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(sims.steam.baseUrl);
      const call = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject).end();
    });

  test('share a port, and each answers its own paths only', async () => {
    const sims = await started();
    const time = '/ITwoFactorService/QueryTime/v1/';
    expect(await ask(sims, 'api.steampowered.com', time, 'POST')).toBe(200);
    expect(await ask(sims, 'steamcommunity.com', time, 'POST')).toBe(404);
    const inventory = `/inventory/${ROOKBOLT}/730/2`;
    expect(await ask(sims, 'steamcommunity.com', inventory)).toBe(200);
    expect(await ask(sims, 'api.steampowered.com', inventory)).toBe(404);
    expect(await ask(sims, 'store.steampowered.com', '/jwt/finalizelogin', 'POST')).toBe(404);
    expect(await ask(sims, 'login.steampowered.com', '/jwt/finalizelogin', 'POST')).toBe(200);
    const { host } = new URL(sims.steam.baseUrl);
    expect([await ask(sims, host, time, 'POST'), await ask(sims, host, inventory)]).toEqual([200, 200]);
  });

  test('the time is the simulators’, in seconds', async () => {
    const sims = await started({ clock: { now: () => 1_790_000_000_500 } });
    const response = await fetch(`${sims.steam.baseUrl}/ITwoFactorService/QueryTime/v1/`, { method: 'POST' });
    expect(await response.json()).toMatchObject({ response: { server_time: '1790000000' } });
  });
});

test('sessions that were ended stay ended after a restart', async () => {
  const dataDir = scratchDir();
  const first = await started({ dataDir });
  const us = await ourBot(first);
  const token = first.steam.bots[0]?.refreshToken ?? '';
  await sim(first, '/sessions/expire', { steamId: us.steamId, revoked: true });
  await first.stop();
  const second = await started({ dataDir });
  const agent = new LoopbackAgent(Number(new URL(second.steam.baseUrl).port));
  const session = new LoginSession(EAuthTokenPlatformType.WebBrowser, { agent });
  session.refreshToken = token;
  await expect(session.getWebCookies()).rejects.toThrow('AccessDenied');
  session.refreshToken = second.steam.bots[0]?.refreshToken ?? '';
  expect((await session.getWebCookies()).length).toBeGreaterThan(0);
  agent.destroy();
  expect((await control(second, 'GET', `/users/${us.steamId}`)).status).toBe(200);
});
