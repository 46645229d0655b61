/**
 * Window keys: for each coming drand round, a random key encrypted to that round. It seals the secrets of the rounds
 * that name it (protocol fp/2, sections 2 and 7). Keys are made ahead of time, so no stake waits for one. A stake that
 * may lock a round asks here first.
 *
 * Invariants: no lock is made while this node's clock and the beacon's latest round contradict each other. One key per chain and round, whichever node makes it first. The settler writes it; only the database
 * function `round_seals` reads it.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { drandRoundAt, drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import { anyOpenStakeSql } from '../../../accounts/open-stakes.ts';
import { clockTrouble } from '../../../platform/process/beacon-clock.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Sweep } from '../../../platform/runner/feature.ts';
import { sql, type Sql } from '../../../platform/database/sql.ts';

/** Makes the window key of a round. Takes tens of milliseconds of CPU time, so not on the server's main thread. */
export interface WindowMaker {
  make(round: number): Promise<NewWindow>;
}

export interface NewWindow {
  /** 32 random bytes. */
  readonly windowKey: Uint8Array;
  /** Hex of 160 bytes, as locks carry it. */
  readonly sealKey: string;
}

/** Covers the window that a lock made now would name, and the half minute after it. */
const NEAREST_MS = 3_000;
const FARTHEST_MS = 36_000;
const KEEP_MS = 24 * 60 * 60 * 1000;
const FORGET_ROWS = 5_000;
const MAX_KNOWN = 10_000;

type WindowDeps = Pick<Deps, 'db' | 'settler' | 'clock' | 'drandChain' | 'windowMaker'>;

/** Rounds known to have a window, by node. */
const known = new WeakMap<WindowDeps['windowMaker'], Map<number, Promise<void>>>();

/** Makes sure these rounds have a window. Returns 0 when all had one, else how many were missing from the cache. */
export async function ensureWindows(deps: WindowDeps, rounds: readonly number[]): Promise<number> {
  const there = known.get(deps.windowMaker) ?? new Map<number, Promise<void>>();
  known.set(deps.windowMaker, there);
  if (there.size > MAX_KNOWN) there.clear();
  const missing = rounds.filter((round) => !there.has(round));
  for (const round of missing) {
    const made = makeOne(deps, round);
    there.set(round, made);
    made.catch(() => there.delete(round)); // wakes the callers that wait for it below
  }
  await Promise.all(rounds.map((round) => there.get(round) ?? Promise.resolve()));
  return missing.length;
}

async function makeOne({ db, settler, clock, drandChain, windowMaker }: WindowDeps, round: number): Promise<void> {
  const chain = drandChain.chainHash;
  const found = await db.maybe(sql`select 1 from window_keys where chain = ${chain} and round = ${round}`);
  if (found !== undefined) return;
  const { windowKey, sealKey } = await windowMaker.make(round);
  await settler.run(sql`
    insert into window_keys (chain, round, window_key, seal_key, made_at)
    values (${chain}, ${round}, ${Buffer.from(windowKey)}, ${sealKey}, ${clock.now()}) on conflict do nothing`);
}

/**
 * Runs before a stake that may lock a round, never inside a transaction: checks this node's clock against the beacon, and
 * makes the beacon's window. Returns the problem with the clock, or null.
 */
export async function prepareLock(deps: Deps, game: ProvableGame): Promise<string | null> {
  const [trouble] = await Promise.all([checkClock(deps), ensureWindow(deps, game)]);
  return trouble;
}

async function checkClock(deps: Deps): Promise<string | null> {
  const newest = await deps.gateways.beacons.newest(new AbortController().signal);
  const why = clockTrouble(newest, deps.clock.now(), deps.drandChain);
  if (why !== null) deps.log.warn({ why }, 'stakes refused');
  return why;
}

/** The windows that a lock of this game could name right now. */
export async function ensureWindow(deps: WindowDeps, game: ProvableGame): Promise<void> {
  const { genesisMs, periodMs } = deps.drandChain;
  const named = drandRoundFor({ lockedAt: deps.clock.now(), game, genesisMs, periodMs });
  await ensureWindows(deps, [named, named + 1]);
}

/** A lock may be near, or a stake that starts a round: someone is here, or waits for others. Each run costs tens of milliseconds of CPU time. */
const mayPlaySoonSql = (_now: number, attended: boolean): Sql => (attended ? sql`true` : anyOpenStakeSql);

/** Makes the windows of the next half minute. */
export function windowSweep(deps: WindowDeps): Sweep {
  return {
    name: 'fair.windows',
    everyMs: 1_000,
    due: mayPlaySoonSql,
    isUpkeep: true,
    run: async () => {
      const now = deps.clock.now();
      const first = drandRoundAt(now + NEAREST_MS, deps.drandChain);
      const last = drandRoundAt(now + FARTHEST_MS, deps.drandChain);
      return ensureWindows(
        deps,
        Array.from({ length: last - first + 1 }, (_, n) => first + n),
      );
    },
  };
}

/** Deletes keys whose round is long past: the round's signature opens what they sealed. */
export function windowRetention({ settler, clock, drandChain }: WindowDeps): Sweep {
  return {
    name: 'fair.windows.retention',
    everyMs: 60_000,
    run: () => {
      const before = drandRoundAt(Math.max(clock.now() - KEEP_MS, drandChain.genesisMs), drandChain);
      return settler.run(sql`
        delete from window_keys where chain = ${drandChain.chainHash} and round in (
          select round from window_keys where chain = ${drandChain.chainHash} and round < ${before}
          order by round limit ${FORGET_ROWS}::integer)`);
    },
  };
}

/** Follows the beacons, so that their latest rounds and blocks are at hand when a stake needs them. */
export function followSweep({ gateways, log }: Pick<Deps, 'gateways' | 'log'>): Sweep {
  let lastLogged = '';
  return {
    name: 'fair.follow',
    everyMs: 2_000,
    due: mayPlaySoonSql,
    isUpkeep: true,
    run: async (signal) => {
      const text = (await gateways.beacons.follow(signal)).join('; ');
      if (text !== lastLogged && text !== '') log.warn({ why: text }, 'rounds start without a block');
      lastLogged = text;
      return 0;
    },
  };
}
