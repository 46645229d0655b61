/** A session that ends only by its age: there is no event, but its open socket is still cut. */
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { offsetClock, ManualPace } from '../../testing/fakes.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { until } from '../../testing/until.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { accountsFeature } from './accounts.feature.ts';
import { sessionResolver, insertSession, sessionIdOf } from './sessions.ts';
import { SESSION_ABSOLUTE_MS } from './rules.ts';

const APART_MS = 30_000;
let world: World;

beforeAll(async () => {
  world = await makeWorld({ features: [ledgerFeature, (deps, execute) => accountsFeature(deps, execute)] });
});
afterAll(() => world.close());

/** Signs a new player in at the node with this clock. Returns the token. */
async function signIn(now: number): Promise<string> {
  const player = await newPlayer(world);
  const token = Buffer.from(world.deps.random.bytes(32)).toString('base64url');
  const id = sessionIdOf(token) ?? '';
  await world.db.transaction((tx) => insertSession(tx, { id, playerId: player.id, userAgent: '', ipHash: '' }, now));
  return token;
}

test('the socket of an expired session is cut at the next session check; others stay', async () => {
  const pace = new ManualPace(1_000);
  const server = await world.http({ resolveSession: sessionResolver, pace });
  const open = (token: string) => {
    const extraHeaders = { cookie: `fp_session=${token}` };
    const client = io(server.url, { path: SOCKET_PATH, transports: ['websocket'], reconnection: false, extraHeaders });
    return new Promise<typeof client>((resolve) => client.once('connect', () => resolve(client)));
  };
  /** Advances the seconds until every session has been checked again. */
  const looked = async () => {
    const before = pace.rests;
    await until(() => {
      pace.pass();
      return pace.rests > before + 35;
    });
  };
  const old = await open(await signIn(world.clock.now()));
  // An open socket counts as use.
  for (let day = 5; day < 30; day += 5) {
    await world.clock.advance(SESSION_ABSOLUTE_MS / 6);
    await looked();
  }
  const young = await open(await signIn(world.clock.now()));
  await world.clock.advance(SESSION_ABSOLUTE_MS / 6 - 1);
  await looked();
  expect([old.connected, young.connected], 'a millisecond before its end').toEqual([true, true]);
  await world.clock.advance(1);
  await until(() => {
    pace.pass();
    return old.disconnected;
  });
  expect(young.connected).toBe(true);
  young.disconnect();
});

test('nodes whose clocks are a minute apart know a session at once, and each drops it at its end', async () => {
  const resolvers = [APART_MS, -APART_MS].map((ms) => sessionResolver(world.node(offsetClock(world.clock, ms)).deps));
  const [atFast, atSlow] = resolvers;
  const token = await signIn(world.clock.now() + APART_MS);
  const known = () => Promise.all([atFast?.(token), atSlow?.(token)].map(async (found) => (await found) !== null));
  expect(await known()).toEqual([true, true]);
  // Used at each, so that it does not end by idleness.
  for (let day = 0; day < 30; day += 5) {
    expect(await known()).toEqual([true, true]);
    await world.clock.advance(SESSION_ABSOLUTE_MS / 6);
  }
  expect(await known(), 'expired at the node that opened it, a minute later at the other').toEqual([false, true]);
  await world.clock.advance(2 * APART_MS - 1);
  expect(await known()).toEqual([false, true]);
  await world.clock.advance(1);
  expect(await known()).toEqual([false, false]);
});
