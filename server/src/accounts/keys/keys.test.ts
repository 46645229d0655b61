/** API keys over HTTP and sockets: what a key may do, and that it may do nothing once it is revoked, beyond its scope, or where its player may not. */
import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_LIMIT, MAX_API_KEYS } from '@fairpot/contract/keys/calls';
import { createApiKey, listApiKeys, revokeApiKey } from '@fairpot/contract/keys/schemas';
import { coinflipHistory, getCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { excludeSelf, seePlay, setRealityCheck, takeBreak } from '@fairpot/contract/protection/schemas';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import type { ApiScope } from '@fairpot/contract/wire/permissions';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../../app.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import type { RunningServer } from '../../platform/process/server.ts';
import { SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql } from '../../platform/database/sql.ts';
import { giveItems, newPlayer } from '../../../testing/stages/players.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld, type HttpOptions, type World } from '../../../testing/world.ts';
import { keyResolver } from './keys.ts';
import { sessionResolver, insertSession, sessionIdOf } from '../sessions.ts';

let world: World;
let server: RunningServer;
beforeAll(async () => {
  world = await makeWorld({ features: FEATURES });
  server = await start();
});
afterAll(() => world.close());

const start = (options: HttpOptions = {}) =>
  world.http({ resolveSession: sessionResolver, resolveKey: keyResolver, ...options });

/** A player who signed in just now, and the cookie of that. */
async function signedIn(overrides: Partial<Actor> = {}): Promise<{ player: Actor; cookie: string }> {
  const player = await newPlayer(world, overrides);
  const token = randomBytes(32).toString('base64url');
  const id = sessionIdOf(token) ?? '';
  const now = world.clock.now();
  await world.db.transaction((tx) => insertSession(tx, { id, playerId: player.id, userAgent: '', ipHash: '' }, now));
  return { player: { ...player, sessionId: id, signedInAt: now }, cookie: `fp_session=${token}` };
}

const newKey = () => `fp_${randomBytes(32).toString('base64url')}`;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

async function keyOf(player: Actor, scopes: readonly ApiScope[], name = 'Bot'): Promise<{ key: string; id: string }> {
  const key = newKey();
  return { key, ...(await world.run(createApiKey, player, { name, scopes: [...scopes], hash: hashOf(key) })) };
}

async function playerWithKey(...scopes: readonly ApiScope[]) {
  const { player, cookie } = await signedIn();
  return { player, cookie, ...(await keyOf(player, scopes)) };
}

interface Sent {
  readonly status: number;
  readonly message: string;
  readonly response: Record<string, unknown>;
  readonly headers: Headers;
}

interface From {
  /** The node; `server` by default. */
  readonly at?: RunningServer;
  readonly headers?: Record<string, string>;
}

async function send(key: string, path: string, body?: object, { at = server, headers }: From = {}): Promise<Sent> {
  const answer = await fetch(`${at.url}/api${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { message = '', response = {} } = (await answer.json()) as Partial<Sent>;
  return { status: answer.status, message, response, headers: answer.headers };
}

describe('a key', () => {
  test('reads what its player reads, and is stored as a hash only', async () => {
    const { player, key, id } = await playerWithKey('read');
    const { status, response } = await send(key, '/user');
    expect([status, (response['user'] as { id: string }).id]).toEqual([200, player.id]);
    const { keys } = await world.run(listApiKeys, player, {});
    expect(keys).toMatchObject([{ id, name: 'Bot', scopes: ['read'], lastUsedAt: world.clock.now() }]);
    // Neither the row nor the answer that its idempotency key repeats has the key.
    const { found } = await world.db.one<{ found: string }>(sql`
      select concat((select json_agg(k) from api_keys k), (select json_agg(r) from receipts r),
        (select json_agg(f) from facts f)) as found`);
    expect(found).toContain(hashOf(key));
    expect(found).not.toContain(key.slice(3));
  });

  test('is refused by every node as soon as it is revoked, also for what needs no key', async () => {
    const { player, key, id } = await playerWithKey('read', 'play');
    const other = await start();
    expect((await send(key, '/user', undefined, { at: other })).status).toBe(200);
    await world.run(revokeApiKey, player, { id });
    for (const at of [server, other]) {
      for (const path of ['/user', '/coinflip']) {
        const { status, message, headers } = await send(key, path, undefined, { at });
        expect([status, message, headers.get('www-authenticate')]).toEqual([
          401,
          'ERR_API_KEY',
          'Bearer error="invalid_token"',
        ]);
      }
    }
  });

  test.each(['fp_', newKey(), `${newKey()}x`, 'x'.repeat(5_000)])('that does not exist is refused: %#', async (key) => {
    expect(await send(key, '/coinflip')).toMatchObject({ status: 401, message: 'ERR_API_KEY' });
  });

  test('of another scheme is none of ours', async () => {
    const { cookie } = await signedIn();
    const headers = { authorization: 'Basic dGVzdDp0ZXN0', cookie };
    expect((await fetch(`${server.url}/api/user`, { headers })).status).toBe(200);
  });

  test('acts alone: a cookie beside it gives it nothing more', async () => {
    const { cookie } = await signedIn();
    const { key } = await playerWithKey('play');
    expect(await send(key, '/user', undefined, { headers: { cookie } })).toMatchObject({
      status: 403,
      message: 'ERR_API_SCOPE',
    });
    expect((await fetch(`${server.url}/api/user`, { headers: { cookie } })).status).toBe(200);
  });

  test('does nothing beyond its scope', async () => {
    const { player, key } = await playerWithKey('read');
    const [item = ''] = await giveItems(world, player, [1_000]);
    const beyond = await send(key, '/coinflip/create/inventory', { inventoryIds: [item], side: 1 });
    expect(beyond).toMatchObject({ status: 403, message: 'ERR_API_SCOPE' });
    expect(beyond.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    // Nor with all scopes: to make keys, change settings, move money.
    const { key: full } = await keyOf(player, ['read', 'play']);
    const made = { name: 'x', scopes: ['read'], hash: hashOf(newKey()) };
    for (const [path, body] of [
      ['/user/keys/create', made],
      ['/user/sessions/end', { which: 'all' }],
      ['/user/limits/reality', { minutes: null }],
    ] as const)
      expect(await send(full, path, body), path).toMatchObject({ status: 403, message: 'ERR_API_SCOPE' });
    expect((await send(full, '/user/keys')).status).toBe(403);
  });

  test('is not made without a recent sign-in, by staff, twice, or as the eleventh', async () => {
    const { player } = await signedIn();
    const input = { name: 'x', scopes: ['read' as const], hash: hashOf(newKey()) };
    const { signedInAt: _, ...old } = player;
    expect(await world.refused(createApiKey, old, input)).toBe('SIGN_IN_AGAIN');
    const { player: staff } = await signedIn({ status: 'SUPPORT' });
    expect(await world.refused(createApiKey, staff, input)).toBe('API_KEY_STAFF');
    await world.run(createApiKey, player, input);
    expect(await world.refused(createApiKey, player, input)).toBe('BAD_INPUT');
    await Promise.all(Array.from({ length: MAX_API_KEYS + 3 }, () => keyOf(player, ['read']).catch(() => undefined)));
    expect((await world.run(listApiKeys, player, {})).keys).toHaveLength(MAX_API_KEYS);
    expect(await world.refused(createApiKey, player, { ...input, hash: hashOf(newKey()) })).toBe('API_KEY_LIMIT');
  });

  test('is revoked by its player only, and of a person who joined the staff it is refused', async () => {
    const { player, key, id } = await playerWithKey('read');
    const { player: stranger } = await signedIn();
    await world.run(revokeApiKey, stranger, { id });
    expect((await send(key, '/user')).status).toBe(200);
    await world.db.run(sql`update players set status = 'MODERATOR' where id = ${player.id}`);
    expect((await send(key, '/user')).status).toBe(401);
  });

  test('shows that it is used from two places', async () => {
    const { player, key } = await playerWithKey('read');
    const proxied = await start({ config: { trustedProxies: ['127.0.0.1'] } });
    const from = (address: string) =>
      send(key, '/user', undefined, { at: proxied, headers: { 'x-forwarded-for': address } });
    const seen = async () => (await world.run(listApiKeys, player, {})).keys[0];
    await from('203.0.113.1');
    expect((await seen())?.otherAddressAt).toBeNull();
    const first = world.clock.now();
    await world.clock.advance(5_000);
    await from('198.51.100.2');
    expect(await seen()).toMatchObject({ lastUsedAt: first + 5_000, otherAddressAt: first, sameAddress: false });
    const rows = JSON.stringify(await world.db.many(sql`select * from api_keys`));
    expect(rows).not.toContain('203.0.113.1');
  });

  test('reads its limits in headers, and is stopped at them', async () => {
    const limited = await start({ config: { rateLimits: true } });
    const { key } = await playerWithKey('read');
    const first = await send(key, '/coinflip', undefined, { at: limited });
    const { max } = coinflipHistory.limit;
    expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${API_KEY_LIMIT.max};w=60, "call";q=${max};w=10`);
    expect(first.headers.get('ratelimit')).toBe(`"key";r=${API_KEY_LIMIT.max - 1};t=1, "call";r=${max - 1};t=1`);
    const paths = ['/coinflip', '/casebattle/list', '/jackpot', '/user'];
    const answers = await Promise.all(
      Array.from({ length: API_KEY_LIMIT.max }, (_, n) =>
        send(key, paths[n % paths.length] ?? '', undefined, { at: limited }),
      ),
    );
    const stopped = answers.filter(({ status }) => status === 429);
    expect(stopped).toHaveLength(1);
    expect(stopped[0]?.headers.get('ratelimit')).toContain('"key";r=0;t=60');
    expect(Number(stopped[0]?.headers.get('retry-after'))).toBe(1);
    // Its player's browser has a limit of its own.
    const { player, cookie } = await signedIn();
    const { key: busy } = await keyOf(player, ['read']);
    for (let n = 0; n < max; n++) await send(busy, '/user', undefined, { at: limited });
    expect((await send(busy, '/user', undefined, { at: limited })).status).toBe(429);
    expect((await fetch(`${limited.url}/api/user`, { headers: { cookie } })).status).toBe(200);
  });
});

describe('play by a key', () => {
  async function game(cents = 1_100) {
    const made = await playerWithKey('read', 'play');
    const [item = ''] = await giveItems(world, made.player, [cents]);
    const stake = (at = server) =>
      send(made.key, '/coinflip/create/inventory', { inventoryIds: [item], side: 1 }, { at });
    return { ...made, stake };
  }

  test('is shown as API beside the name in that game, and nowhere else', async () => {
    const { player, stake, key } = await game();
    const { response } = await stake();
    const id = String(response['gameId']);
    const { player: rival } = await signedIn();
    const [item = ''] = await giveItems(world, rival, [1_100]);
    await world.run(joinCoinflip, rival, { inventoryIds: [item], side: 2, gameId: id });
    const shown = await world.run(getCoinflip, null, { id });
    expect([shown.firstUser.id, shown.firstUser.badge]).toEqual([player.id, 'API']);
    expect(shown.secondUser?.badge).toBeNull();
    expect((await send(key, '/user')).response['user']).toMatchObject({ badge: null });
  });

  test('stops at a break and an exclusion, which also ends the key', async () => {
    const { player, stake, key } = await game();
    await world.run(takeBreak, player, { hours: 24 });
    expect(await stake()).toMatchObject({ status: 403, message: 'ERR_TAKING_BREAK' });
    await world.run(excludeSelf, player, { months: 6, sure: true });
    expect((await send(key, '/user')).status).toBe(401);
  });

  test('stops at an open reality check until its player has read it on the site', async () => {
    const { player, stake } = await game();
    await world.run(setRealityCheck, player, { minutes: 15 });
    await world.db.run(sql`update protection_visits set read_at = read_at - 16 * 60000 where player_id = ${player.id}`);
    expect(await stake()).toMatchObject({ status: 409, message: 'ERR_REALITY_CHECK' });
    await world.run(seePlay, player, { read: true });
    expect((await stake()).status).toBe(200);
  });

  test('counts as a visit, so its reality check comes without any page', async () => {
    const { player, stake, key } = await game();
    await world.run(setRealityCheck, player, { minutes: 15 });
    await world.db.run(sql`delete from protection_visits where player_id = ${player.id}`);
    const gameId = String((await stake()).response['gameId']);
    await world.db.run(sql`update protection_visits set read_at = read_at - 16 * 60000 where player_id = ${player.id}`);
    const again = { inventoryIds: ['itm_00000000000000000000000000'], side: 1 };
    expect((await send(key, '/coinflip/create/inventory', again)).message).toBe('ERR_REALITY_CHECK');
    // To take the stake back is always possible.
    expect((await send(key, '/coinflip/cancel', { gameId })).status).toBe(200);
  });

  test('in live needs the setting', async () => {
    const live = { mode: 'live' as const };
    const atLive = { ...world.deps, config: { ...world.deps.config, ...live } };
    const { key } = await playerWithKey('read', 'play');
    const scopes = async () => (await keyResolver(atLive)(key, '203.0.113.1'))?.actor.apiKey?.scopes;
    expect(await scopes()).toEqual(['read']);
    await writeSetting(world.db, SITE_SETTINGS, 'api.livePlay', true, world.clock.now());
    expect(await scopes()).toEqual(['read', 'play']);
    await writeSetting(world.db, SITE_SETTINGS, 'api.livePlay', false, world.clock.now());
    expect(await scopes()).toEqual(['read']);
  });
});

describe('the live channel', () => {
  function open(key: string, at = server): Promise<Socket> {
    const extraHeaders = { authorization: `Bearer ${key}` };
    const client = io(at.url, { path: SOCKET_PATH, transports: ['websocket'], reconnection: false, extraHeaders });
    return new Promise((resolve, reject) => {
      client.once('connect', () => resolve(client));
      client.once('connect_error', reject);
    });
  }
  const heads = (client: Socket) =>
    new Promise<string[]>((resolve) => {
      client.emit('subscribe', ['player', 'coinflip'], (ack: { heads: object }) => resolve(Object.keys(ack.heads)));
    });

  test('has own events for a key that reads, and ends when it is revoked', async () => {
    const { player, key, id } = await playerWithKey('read');
    const elsewhere = await start();
    const client = await open(key, elsewhere);
    expect(await heads(client)).toEqual(['player', 'coinflip']);
    expect(elsewhere.live.presence.everyone()).toEqual([]);
    const gone = new Promise((resolve) => client.once('disconnect', resolve));
    await elsewhere.runner.execute(revokeApiKey, player, { id });
    await gone;
    await expect(open(key)).rejects.toThrow('ERR_API_KEY');
    await until(() => !elsewhere.live.busy);
  });

  test('has public topics alone for a key that plays', async () => {
    const { key } = await playerWithKey('play');
    const client = await open(key);
    expect(await heads(client)).toEqual(['coinflip']);
    client.disconnect();
  });

  test('has nothing for a key that does not exist', async () => {
    await expect(open(newKey())).rejects.toThrow('ERR_API_KEY');
  });
});
