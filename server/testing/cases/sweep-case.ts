/** Cases of sweeps: prepares work, and runs the sweep. */
import { createHash } from 'node:crypto';
import { addPlayer, demoGrant, signIn } from '@fairpot/contract/system/schemas';
import { DEMO_PEOPLE } from '../../src/demo/people.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { slugOf } from '../item-types.ts';
import type { World } from '../world.ts';
import type { PlanCase, PlanStage } from './case.ts';

type Parts = Omit<PlanCase, 'about' | 'run'> & {
  readonly prepare?: (stage: PlanStage) => Promise<unknown>;
  /** The minimum that the run must report as done. */
  readonly does?: number;
  readonly stopAfter?: 'first';
};

/** Runs the sweep after `prepare`; it must do at least `does` things (1). */
export function sweepCase(about: string, { prepare, does = 1, stopAfter, ...parts }: Parts): PlanCase {
  return {
    about,
    ...parts,
    run: async (stage) => {
      await prepare?.(stage);
      invariant(does === 0 || (await stage.asked(about)) !== false, `${about} says that it is not due, and it is`);
      const done = await stage.sweep(about, stopAfter);
      invariant(done >= does, `${about} did ${done}, not ${does}: the case proves nothing`);
    },
  };
}

/** Coinflip's check of its waiting rounds against today's prices: it reads their stakes, and finds all as they were. */
export function repriceCase(game: string): PlanCase {
  return sweepCase(`${game}.reprice`, { limit: 200, does: 0 });
}

/** Thousands of rounds of the game that no player filled in time. */
export function expiryCase(game: string, ms: number): PlanCase {
  return sweepCase(`${game}.expire`, {
    limit: 100,
    does: 100,
    crowd: async (db) => {
      await db.run(sql`
        insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time)
        select 'rnd_8' || lpad(n::text, 25, '0'), ${game}, 5000000 + n, 'open', 1,
          md5('o' || n) || md5('p' || n), 500, n, false
        from generate_series(1, 5000) n`);
    },
    prepare: ({ clock }) => clock.advance(ms),
  });
}

/** A run of demo bots: each does one thing, after a random wait. */
export function botCase(about: string): PlanCase {
  return sweepCase(about, {
    limit: 200,
    prepare: async ({ clock, sweep }) => {
      await sweep(about);
      await clock.advance(45_000);
    },
  });
}

/** The first rounds of a demo person, who has items. */
export function pastCase(): PlanCase {
  return sweepCase('demo.past', {
    limit: 200,
    prepare: async ({ execute }) => {
      const person = DEMO_PEOPLE.find(({ past }) => past !== undefined);
      invariant(person, 'a demo person has a past');
      const { steamid, name, status, isFake } = person;
      const shown = { steamid, name, status, isFake, avatarHash: null, ageConfirmed: false };
      const { playerId } = await execute(addPlayer, SYSTEM, shown);
      const items = [{ slug: slugOf(1_100), kind: 'DEPOSIT' as const, count: 40 }];
      await execute(demoGrant, SYSTEM, { playerId, origin: 'demo:seed', cents: 0, items });
    },
  });
}

/** The trade of a demo person who has just signed in. Steam is not part of these plans, so none is ordered. */
export function pendingTradeCase(): PlanCase {
  return sweepCase('demo.trade', {
    limit: 200,
    does: 0,
    prepare: async ({ clock, execute }) => {
      const person = DEMO_PEOPLE.find(({ trades }) => trades === true);
      invariant(person, 'a demo person has a trade');
      const { steamid, name, status, isFake } = person;
      await execute(addPlayer, SYSTEM, { steamid, name, status, isFake, avatarHash: null, ageConfirmed: true });
      const sessionId = createHash('sha256').update(steamid).digest('hex');
      const nonce = `${new Date(clock.now()).toISOString()}plans`;
      await execute(signIn, SYSTEM, { steamid, nonce, sessionId, userAgent: '', address: '' });
    },
  });
}

/** What a sweep answers when it is asked whether it is due; null: it is not asked. */
export async function isDue(
  { db, clock }: PlanStage['deps'],
  features: World['features'],
  name: string,
): Promise<boolean | null> {
  const due = features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name)?.due;
  if (due === undefined) return null;
  return (await db.one<{ due: boolean }>(sql`select ${due(clock.now(), true)} as due`)).due;
}

/** Runs the sweep of this name once. */
export async function sweepOnce(
  features: World['features'],
  name: string,
  signal = new AbortController().signal,
): Promise<number> {
  const sweep = features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
  invariant(sweep, `there is no sweep ${name}`);
  return sweep.run(signal);
}
