/** The timer in the database against the rules; and a deadline that moves while the lock waits for its turn. */
import type { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import { blockedStatement } from '../../../testing/races.ts';
import { batchedCall } from '../../../testing/one-batch.ts';
import { takeTurn } from '../kit/rounds.ts';
import { join } from './commands.ts';
import { makePotTable, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';
import { ENTRY_RULES, timersOf, type Timer } from './rules.ts';
import { tableSweep } from './sweeps.ts';

const MAX = 24;
let table: PotTable;
let players: { actor: Actor; items: string[] }[];
beforeAll(async () => {
  table = await makePotTable();
  players = [];
  for (let n = 0; n < 3; n += 1) players.push(await table.playerWith(Array.from({ length: MAX }, () => 100)));
});
afterAll(() => table.world.close());

class Rollback extends Error {}

/** Enters one item for this player at this time, through the handler of every join. */
async function enter(tx: Tx, actor: Actor, item: string, now: number): Promise<void> {
  const call = batchedCall<typeof joinJackpot, string | null>(actor, { inventoryIds: [item] }, { now, before: null });
  const [answer] = await join(table.world.deps).runAll(tx, [call]);
  if (answer instanceof Refused) throw answer;
}

const timerIn = (db: Db, roundId: string) =>
  db.one<{ startedAt: number | null; deadlineAt: number | null }>(sql`
    select countdown_at as "startedAt", deadline_at as "deadlineAt" from jackpot_rounds where round_id = ${roundId}`);

/** The player, and how long before the deadline they enter (without a deadline: how long after the previous entry). */
const step = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  ms: fc.oneof(fc.integer({ min: 1, max: 1_500 }), fc.integer({ min: 1, max: 70_000 })),
});

test('the database and the rules keep the same timer, entry by entry, up to the cap of 120 s', async () => {
  const { id } = await table.round();
  const start = table.world.clock.now();
  let capped = 0;
  const follow = async (tx: Tx, steps: readonly { who: number; ms: number }[]) => {
    const entries: { playerId: string; at: number }[] = [];
    let timer: Timer | null = null;
    let now = start;
    for (const [n, { who, ms }] of steps.entries()) {
      const { actor, items } = players[who]!;
      now = timer === null ? now + ms : Math.max(now, timer.deadlineAt - ms);
      await enter(tx, actor, items[n]!, now);
      entries.push({ playerId: actor.id, at: now });
      timer = timersOf(entries).at(-1) ?? null;
      expect(await timerIn(tx, id)).toEqual(timer ?? { startedAt: null, deadlineAt: null });
      if (timer && timer.deadlineAt - timer.startedAt === ENTRY_RULES.longestMs) capped += 1;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: MAX }), async (steps) => {
      // Rolled back at the end, so that each run finds the round empty.
      const run = table.world.db.transaction(async (tx) => {
        await follow(tx, steps);
        throw new Rollback();
      });
      await expect(run).rejects.toBeInstanceOf(Rollback);
    }),
    { numRuns: 25, examples: [[Array.from({ length: MAX }, (_, n) => ({ who: n % 2, ms: 500 }))]] },
  );
  expect(capped, 'runs that reached the cap').toBeGreaterThan(0);
}, 60_000);

test('a timely entry moves the deadline while the lock waits for its turn: the round is not locked', async () => {
  const { world } = table;
  const { id } = await table.round();
  const [one, two, three] = players;
  await table.enter(one!.actor, [one!.items[0]!]);
  await table.enter(two!.actor, [two!.items[0]!]);
  const { deadlineAt } = await table.round();
  await world.clock.advance(60_000);
  let locking: Promise<number> = Promise.resolve(0);
  await world.db.transaction(async (tx) => {
    await takeTurn(tx, 'jackpot');
    locking = tableSweep(world.deps).run(new AbortController().signal);
    await blockedStatement(world.db, 'pg_advisory_xact_lock(hash');
    await enter(tx, three!.actor, three!.items[0]!, deadlineAt! - 1);
  });
  expect(await locking).toBe(0);
  expect(await table.round()).toMatchObject({ id, phase: 'COUNTDOWN', deadlineAt: deadlineAt! - 1 + 10_000 });
});
