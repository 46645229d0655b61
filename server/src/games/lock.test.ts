/**
 * When was it locked? A node with a wrong clock, and a database connection that holds things back, for each game: such a clock
 * makes no lock, and no lock commits late (protocol fp/2, section 3).
 */
import { joinCasebattle } from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterAll, describe, expect, test } from 'vitest';
import { clockTrouble } from '../platform/process/beacon-clock.ts';
import { openPool } from '../platform/database/db.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { makeRunner } from '../platform/runner/command.ts';
import type { Clock } from '../platform/process/ports.ts';
import { roleUrls } from '../platform/database/roles.ts';
import { sql } from '../platform/database/sql.ts';
import { pinoLog, systemClock } from '../platform/process/system-ports.ts';
import { TEST_CHAIN } from '../../testing/beacon.ts';
import { openStallingProxy, type StallPoint, type StallingProxy } from '../../testing/stalling-proxy.ts';
import { attemptResult } from '../../testing/races.ts';
import type { World } from '../../testing/world.ts';
import { makeArena } from '../../testing/games/casebattle/arena.fixture.ts';
import { casebattleFeature } from './casebattle/casebattle.feature.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { makeTable } from '../../testing/games/coinflip/table.fixture.ts';
import { makePotTable } from '../../testing/games/jackpot/pot.fixture.ts';
import { tableSweep } from './jackpot/sweeps.ts';
import { ensureWindow } from './kit/beacon/windows.ts';

const quiet = { log: pinoLog('silent') };
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A round that one more step locks, by this node; `lock` returns how the step ended. */
interface RoundReadyToLock {
  readonly deps: Deps;
  /** The world's database, for checks. */
  readonly databaseUrl: string;
  lock(node: Deps): Promise<string>;
  /** The round as seen from outside; nothing of it may change when the step is refused. */
  seen(): Promise<unknown>;
  isLocked(): Promise<boolean>;
  checkInvariants(): Promise<void>;
}

const GAMES: Record<string, () => Promise<RoundReadyToLock>> = {
  coinflip: async () => {
    const table = await makeTable(quiet);
    closing.push(() => table.world.close());
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const { actor, items } = await table.playerWith([2_000]);
    // Made ahead: otherwise the first load finds no window, and the second is decided on.
    await ensureWindow(table.world.deps, 'coinflip');
    const input = { gameId, side: 2, inventoryIds: items };
    return {
      ...partsOf(table.world),
      lock: (node) => attemptResult(makeRunner(node, [coinflipFeature(node)]).execute(joinCoinflip, actor, input)),
      seen: async () => [await table.game(gameId), await table.inventory(actor)],
      isLocked: async () => (await table.game(gameId)).phase === 'COUNTDOWN',
    };
  },
  jackpot: async () => {
    const table = await makePotTable(quiet);
    closing.push(() => table.world.close());
    await table.entered([500]);
    await table.entered([700]);
    await table.world.clock.advance(60_000);
    return {
      ...partsOf(table.world),
      // A pot is not locked by a join but by the sweep, which returns how many it locked.
      lock: async (node) => {
        const locked = await attemptResult(tableSweep(node).run(new AbortController().signal).then(requireOne));
        return locked === 'Error: not locked' ? 'BEACON_UNKNOWN' : locked;
      },
      seen: () => table.state(),
      isLocked: async () => (await table.round()).phase === 'FINISHING',
    };
  },
  casebattle: async () => {
    const arena = await makeArena(quiet);
    closing.push(() => arena.world.close());
    const [creator, second] = (await arena.players(2)) as [Actor, Actor];
    const id = await arena.create(creator);
    const input = { teamId: teamIdOf(id, 1) };
    return {
      ...partsOf(arena.world),
      lock: (node) => attemptResult(makeRunner(node, [casebattleFeature(node)]).execute(joinCasebattle, second, input)),
      seen: async () => [await arena.battle(id), await arena.balances(second)],
      isLocked: async () => (await arena.battle(id)).status === 'STARTED',
    };
  },
};

function partsOf(world: World): Pick<RoundReadyToLock, 'deps' | 'databaseUrl' | 'checkInvariants'> {
  return { deps: world.deps, databaseUrl: world.databaseUrl, checkInvariants: () => world.checkInvariants() };
}

function requireOne(done: number): void {
  if (done !== 1) throw new Error('not locked');
}

const off = (clock: Clock, seconds: number): Clock => ({
  now: () => clock.now() + seconds * 1_000,
  sleep: (ms, stop) => clock.sleep(ms, stop),
});

// Side by side, each in a world of its own: most of the time is waiting for a database's 4 s to pass.
describe.concurrent.each(Object.keys(GAMES))('%s', (game) => {
  const ready = (): Promise<RoundReadyToLock> => {
    const make = GAMES[game];
    if (!make) throw new Error('no such game');
    return make();
  };

  test('a node whose clock is 10 s off or more locks nothing and takes no stake; within 3 s it does', async ({
    expect,
  }) => {
    const round = await ready();
    const before = await round.seen();
    // A pot's countdown ends by the clock that asks: by slower ones it is not due at all.
    const seconds = game === 'jackpot' ? [10, 30, 60] : [-60, -30, -10, 10, 30, 60];
    for (const by of seconds) {
      expect([by, await round.lock({ ...round.deps, clock: off(round.deps.clock, by) })]).toEqual([
        by,
        'BEACON_UNKNOWN',
      ]);
      expect(await round.seen()).toEqual(before);
    }
    await round.checkInvariants();
    expect(await round.lock({ ...round.deps, clock: off(round.deps.clock, 3) })).toBe('ok');
    expect(await round.isLocked()).toBe(true);
  });

  test('a node that hears a beacon ahead of its clock, as if its output were known, locks nothing', async () => {
    const round = await ready();
    const { beacons } = round.deps.gateways;
    const ahead = {
      ...round.deps.gateways,
      beacons: { ...beaconsByValue(beacons), newest: async (s: AbortSignal) => ((await beacons.newest(s)) ?? 0) + 2 },
    };
    expect(await round.lock({ ...round.deps, gateways: ahead })).toBe('BEACON_UNKNOWN');
    expect(await round.isLocked()).toBe(false);
  });

  const FIRST = 'database_ms';
  const WRITE = `set phase = 'locked'`;
  const cases: [string, StallPoint, string][] = [
    ['its write', 'statement', WRITE],
    ['the answer to its load', 'answer', FIRST],
    ['its COMMIT', 'statement', 'commit'],
  ];

  test.each(cases)('no lock is committed when %s was held back for more than 4 s', async (_name, what, text) => {
    const round = await ready();
    const { node, line } = await through(round);
    if (text === 'commit') {
      // The COMMIT of the transaction that locks, not of an earlier one.
      const wrote = line.hold('answer', WRITE);
      const ended = round.lock(node);
      await wrote;
      const commits = line.hold('statement', 'commit');
      line.release();
      await commits;
      await expectNoLock(round, line, ended);
      return;
    }
    const held = line.hold(what, text);
    const ended = round.lock(node);
    await held;
    await expectNoLock(round, line, ended);
  });
});

/** Lets more than 4 s pass in the database; then the step continues, and its decision is too old. */
async function expectNoLock(round: RoundReadyToLock, line: StallingProxy, ended: Promise<string>): Promise<void> {
  const owner = openPool({ url: round.databaseUrl, maxConnections: 1 });
  const now = async () => (await owner.one<{ now: number }>(sql`select database_ms() as now`)).now;
  const since = await now();
  while ((await now()) - since <= 4_100) await systemClock.sleep(50);
  line.release();
  await ended;
  const late = await owner.many(
    sql`select id from rounds where locked_at is not null and loaded_at < ${since + 1_000}`,
  );
  await owner.close();
  expect(late).toEqual([]);
  await round.checkInvariants();
}

/** A node whose database connection can be held. */
async function through(round: RoundReadyToLock): Promise<{ node: Deps; line: StallingProxy }> {
  const line = await openStallingProxy(roleUrls(round.databaseUrl).app);
  const db = openPool({ url: line.url, maxConnections: 4 });
  closing.push(async () => {
    await db.close();
    await line.close();
  });
  return { node: { ...round.deps, db }, line };
}

/** The calls of a gateway, by value. */
function beaconsByValue(beacons: Deps['gateways']['beacons']): Deps['gateways']['beacons'] {
  return {
    drand: (...of) => beacons.drand(...of),
    newest: (...of) => beacons.newest(...of),
    finalBlock: () => beacons.finalBlock(),
    follow: (...of) => beacons.follow(...of),
  };
}

test('the verdict on a clock, and a beacon that does not answer', () => {
  const at = TEST_CHAIN.genesisMs + 3_000_000;
  expect(clockTrouble(1_001, at, TEST_CHAIN)).toBeNull();
  expect(clockTrouble(1_000, at, TEST_CHAIN)).toBeNull();
  expect(clockTrouble(1_002, at, TEST_CHAIN)).toBeNull();
  expect(clockTrouble(1_011, at, TEST_CHAIN)).toBe('this clock is about 30 s behind the beacon');
  expect(clockTrouble(991, at, TEST_CHAIN)).toBe('this clock is about 30 s ahead of the beacon');
  expect(clockTrouble(null, at, TEST_CHAIN)).toBe('the beacon does not answer');
});
