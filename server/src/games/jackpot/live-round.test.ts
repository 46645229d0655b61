/**
 * Which round is the live one when numbers and time disagree: a failed opening returns its number, and by then another node may
 * have opened, and ended, the round with the next number.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import { sweepOnRestartedNode } from '../../../testing/restarted-node.ts';
import { blockedStatement } from '../../../testing/races.ts';
import { jackpotFeature } from './jackpot.feature.ts';
import { openRounds } from '../kit/open.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';
import { openRound } from './sweeps.ts';

let table: PotTable;
beforeEach(async () => {
  table = await makePotTable();
});
afterEach(() => table.world.close());

class Rollback extends Error {}

/** Two nodes open at once: the first takes number 2 and fails, the second opens number 3 meanwhile. */
async function openAhead(): Promise<void> {
  const { id: first } = await table.lockedRound();
  await table.world.clock.advance(9_000);
  const reveal = table.world.features.flatMap((f) => f.sweeps ?? []).find((s) => s.name === 'jackpot.reveal');
  await reveal?.run(new AbortController().signal);
  expect(await table.state()).toMatchObject({ game: { id: first, phase: 'SETTLED' } });

  const { deps, databaseUrl, db } = table.world;
  const other = openPool({ url: databaseUrl, maxConnections: 2 });
  // An opening that has its number and its row, and is rolled back while another one waits for it.
  let opening: Promise<number> = Promise.resolve(0);
  await db
    .transaction(async (tx) => {
      await openRounds(tx, deps, 'jackpot', [{ id: deps.ids.next('round'), feeBps: 500, at: deps.clock.now() }]);
      opening = openRound({ ...deps, db: other });
      await blockedStatement(db, 'round_take_numbers');
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  expect(await opening).toBe(1);
  await other.close();
  expect(await table.round()).toMatchObject({ phase: 'WAITING', fair: { number: 3 } });
}

async function playOn(): Promise<string> {
  const { id } = await table.lockedRound();
  await table.pass(9_000);
  expect(await table.roundOf(id)).toMatchObject({ id, phase: 'SETTLED' });
  await table.verify(id);
  return id;
}

test('an opening fails next to another: the next live round gets its number, the table continues', async () => {
  await openAhead();
  const watcher = await Watcher.from(table);
  const three = await playOn();
  expect(await table.round(), 'the open round').toMatchObject({ phase: 'WAITING', fair: { number: 2 } });
  expect((await table.state()).last).toMatchObject({ id: three, fair: { number: 3 } });
  await watcher.follow();
  expect(watcher.state).toEqual(await table.state());
  const two = await playOn();
  expect(await table.state()).toMatchObject({
    game: { phase: 'WAITING', fair: { number: 4 } },
    last: { id: two, fair: { number: 2 } },
  });
  await watcher.follow();
  expect(watcher.state).toEqual(await table.state());
});

test('a table that is behind a higher number continues when a new version starts', async () => {
  await openAhead();
  const three = await table.lockedRound();
  await table.world.clock.advance(9_000);
  // The state that a node of the old version left: number 3 has ended, number 2 is open with entries in it.
  await sweepOnRestartedNode(table.world, jackpotFeature);
  expect((await table.roundOf(three.id)).phase).toBe('SETTLED');
  const { db } = table.world;
  const rows = await db.many(sql`
    select number, phase from rounds where game = 'jackpot' and phase in ('open', 'settled') order by number desc`);
  expect(rows).toMatchObject([
    { number: 3, phase: 'settled' },
    { number: 2, phase: 'open' },
    { number: 1, phase: 'settled' },
  ]);
  await table.entered([500]);
  await table.entered([700]);
  await sweepOnRestartedNode(table.world, jackpotFeature);
  expect(await table.round()).toMatchObject({ phase: 'COUNTDOWN', fair: { number: 2 } });
  await table.world.clock.advance(60_000);
  await sweepOnRestartedNode(table.world, jackpotFeature);
  await table.world.clock.advance(9_000);
  await sweepOnRestartedNode(table.world, jackpotFeature);
  expect(await table.state()).toMatchObject({
    game: { phase: 'WAITING', fair: { number: 4 } },
    last: { phase: 'SETTLED', fair: { number: 2 } },
  });
});
