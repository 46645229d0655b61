import { describe, expect, test } from 'vitest';
import { checkAnswer, control, login, ROOKBOLT, signedIn, started } from '../testing/harness.ts';

const still = { now: () => 1_790_000_000_000 };

async function send(...args: Parameters<typeof control>) {
  const response = await control(...args);
  return { status: response.status, body: await response.json() };
}

describe('access', () => {
  test('needs the token, and is not served on other ports', async () => {
    const sims = await started({ controlToken: 'correct-horse' });
    const call = (token?: string) =>
      fetch(`${sims.control.baseUrl}/_sim/users`, { headers: token === undefined ? {} : { 'x-sim-token': token } });
    expect((await call()).status).toBe(401);
    expect((await call('correct-hors')).status).toBe(401);
    expect((await call('correct-horse')).status).toBe(200);
    for (const base of [sims.steam.baseUrl, sims.drand.baseUrl, ...sims.eos.baseUrls]) {
      const elsewhere = await fetch(`${base}/_sim/users`, { headers: { 'x-sim-token': 'correct-horse' } });
      expect(elsewhere.status).toBe(404);
    }
  });

  test('answers 400 with the reason to invalid requests', async () => {
    const sims = await started();
    expect(await send(sims, 'POST', '/clock', { advanceMs: -1 })).toMatchObject({ status: 400 });
    expect(await send(sims, 'POST', '/clock', { advanceMs: 1, more: 2 })).toMatchObject({ status: 400 });
    expect(await send(sims, 'POST', '/users', { name: 'x', steamId: '12' })).toMatchObject({ status: 400 });
    const garbled = await fetch(`${sims.control.baseUrl}/_sim/clock`, {
      method: 'POST',
      headers: { 'x-sim-token': sims.control.token },
      body: '{',
    });
    expect(garbled.status).toBe(400);
  });
});

describe('clock', () => {
  test('is one for all services: advancing it makes rounds and blocks', async () => {
    const sims = await started({ clock: still });
    const latest = async () => {
      const response = await fetch(`${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/latest`);
      return ((await response.json()) as { round: number }).round;
    };
    const before = await latest();
    expect(await send(sims, 'POST', '/clock', { advanceMs: 30_000 })).toEqual({
      status: 200,
      body: { nowMs: 1_790_000_030_000 },
    });
    expect(await latest()).toBe(before + 10);
  });

  test('follows the base clock it was given, from where it was moved', async () => {
    let base = 1_790_000_000_000;
    const sims = await started({ clock: { now: () => base } });
    const moved = async (advanceMs: number) => (await send(sims, 'POST', '/clock', { advanceMs })).body;
    base += 500;
    expect(await moved(0)).toEqual({ nowMs: 1_790_000_000_500 });
    await moved(1_000);
    base += 7;
    expect(await moved(0)).toEqual({ nowMs: 1_790_000_001_507 });
  });
});

describe('faults', () => {
  test('are set, listed and cleared by service and name', async () => {
    const sims = await started();
    await send(sims, 'POST', '/faults', { service: 'steam', fault: 'check-403', times: 2 });
    await send(sims, 'POST', '/faults', { service: 'drand', fault: 'late', params: { seconds: 5 } });
    expect((await send(sims, 'GET', '/faults')).body).toEqual({
      faults: [
        { service: 'steam', fault: 'check-403', params: {}, remaining: 2 },
        { service: 'drand', fault: 'late', params: { seconds: 5 }, remaining: null },
      ],
    });
    expect((await send(sims, 'DELETE', '/faults?service=drand')).body).toEqual({ cleared: 1 });
    expect((await checkAnswer(sims, await signedIn(sims))).status).toBe(403);
    expect((await send(sims, 'DELETE', '/faults')).body).toEqual({ cleared: 1 });
    expect((await checkAnswer(sims, await signedIn(sims))).status).toBe(200);
  });

  test.each([
    [{ service: 'moon', fault: 'late' }, 'no service "moon"'],
    [{ service: 'drand', fault: 'early' }, 'has no fault "early"'],
    [{ service: 'drand', fault: 'toString' }, 'has no fault "toString"'],
    [{ service: 'drand', fault: 'late', params: { minutes: 1 } }, 'no parameter "minutes"'],
  ])('refuses %j', async (setting, reason) => {
    const sims = await started();
    const { status, body } = await send(sims, 'POST', '/faults', setting);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(reason).slice(1, -1));
  });
});

describe('users', () => {
  test('are created, renamed, and can receive and lose items', async () => {
    const sims = await started();
    const steamId = '76561198000000777';
    expect((await send(sims, 'POST', '/users', { name: 'Guest', group: 'staff', steamId })).status).toBe(201);
    expect((await send(sims, 'POST', '/users', { name: 'Twin', steamId })).status).toBe(409);
    expect((await send(sims, 'PATCH', `/users/${steamId}`, { name: 'Host' })).body).toMatchObject({ name: 'Host' });
    const gift = { appId: 570, marketHashName: 'Golden Basher Blades', count: 2 };
    const given = (await send(sims, 'POST', `/users/${steamId}/items`, gift)).body as { items: { assetId: string }[] };
    expect(given.items).toHaveLength(2);
    const path = `/users/${steamId}/items/${given.items[0]?.assetId}`;
    expect((await send(sims, 'DELETE', path)).status).toBe(200);
    expect((await send(sims, 'DELETE', path)).status).toBe(404);
    expect(await (await login(sims)).text()).toContain('Host');
  });

  test('that do not exist are 404, and so are gifts of unknown items', async () => {
    const sims = await started();
    const missing = '/users/76561198099999999';
    expect((await send(sims, 'GET', missing)).status).toBe(404);
    expect((await send(sims, 'PATCH', missing, { name: 'x' })).status).toBe(404);
    const gift = { appId: 730, marketHashName: 'No Such Thing' };
    expect((await send(sims, 'POST', `/users/${ROOKBOLT}/items`, gift)).status).toBe(404);
  });
});

describe('request log', () => {
  test('shows requests and answers, without keys, by service, bounded', async () => {
    const sims = await started({ clock: still });
    await fetch(`${sims.steam.baseUrl}/ISteamUser/GetPlayerSummaries/v2/?key=hush&steamids=${ROOKBOLT}`);
    await fetch(`${sims.eos.baseUrls[1]}/v1/chain/get_block_info`, {
      method: 'POST',
      body: '{"block_num":5}',
      headers: { origin: 'http://site.test', referer: 'http://site.test/x' },
    });
    const { body } = await send(sims, 'GET', '/requests');
    expect(body).toMatchObject({
      requests: [
        { service: 'steam', path: '/ISteamUser/GetPlayerSummaries/v2/', query: { steamids: ROOKBOLT }, status: 200 },
        {
          service: 'eos2',
          method: 'POST',
          atMs: 1_790_000_000_000,
          body: '{"block_num":5}',
          origin: 'http://site.test',
          referer: 'http://site.test/x',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('hush');
    expect((await send(sims, 'GET', '/requests?service=drand')).body).toEqual({ requests: [] });
    for (let i = 0; i < 1_100; i += 1) await fetch(`${sims.drand.baseUrl}/nothing`);
    expect(sims.log.list()).toHaveLength(1_000);
    await send(sims, 'DELETE', '/requests');
    expect((await send(sims, 'GET', '/requests')).body).toEqual({ requests: [] });
  });
});
