/** Guards that only an unlucky moment, or a hand in the database, ever needs: each of these dies when its guard is taken out. */
import { listStuckRounds } from '@fairpot/contract/schemas/stuck';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sweep } from '../platform/runner/feature.ts';
import { sql, type Pool } from '../platform/database/sql.ts';
import { pinoLog } from '../platform/process/system-ports.ts';
import { leaveOutput } from '../testing/beacon.ts';
import { STALE } from './kit/decide-and-write.ts';
import { coinflip } from './coinflip/coinflip.ts';
import { admitCreate } from './kit/duel/rules.ts';
import { makeTable, type Table } from './coinflip/table.fixture.ts';
import { makeDesk } from './kit/items/desk.ts';
import { writable } from './kit/items/stake.ts';
import type { DecidedStake } from './kit/items/store.ts';
import { orRefuse } from './kit/ruling.ts';
import { revealSweep } from './kit/settlement/sweeps.ts';

const DAY = 24 * 60 * 60 * 1000;
let table: Table;
beforeEach(async () => {
  table = await makeTable({ log: pinoLog('silent') });
});
afterEach(() => table.world.close());

const once = (sweep: Sweep) => sweep.run(new AbortController().signal);

test('an output that another node stores in the last moment decides the round: it is not voided', async () => {
  const { id } = await table.lockedGame();
  const { drandRound } = (await table.game(id)).fair;
  const { world } = table;
  world.beacons.outage = true;
  await world.clock.advance(DAY);
  let transactions = 0;
  // The settler has looked for what can be settled, the app is about to void: between them the other node has its answer.
  const late: Pool = {
    ...world.deps.db,
    transaction: async (fn) => {
      transactions += 1;
      if (transactions === 1) await leaveOutput(world.db, drandRound!);
      return world.deps.db.transaction(fn);
    },
  };
  expect(await once(revealSweep({ ...world.deps, db: late }, coinflip))).toBe(0);
  expect(transactions).toBe(1);
  expect((await table.game(id)).phase).toBe('COUNTDOWN');
  await world.sweepAll();
  expect((await table.game(id)).phase).toBe('SETTLED');
  await table.verify(id);
});

test('a round whose row names another output than the formula is never settled with it', async () => {
  const { id } = await table.lockedGame();
  const { drandRound } = (await table.game(id)).fair;
  const { world } = table;
  // A hand in the database picks an output that was known before the lock.
  await world.db.run(sql`update rounds set drand_round = drand_round - 10 where id = ${id}`);
  await world.clock.advance(24_000);
  await world.sweepAll();
  expect((await table.game(id)).phase).toBe('COUNTDOWN');
  const { rounds } = await world.run(listStuckRounds, world.actor({ status: 'ADMIN' }), {});
  expect(rounds.map((round) => round.roundId)).toEqual([id]);
  expect(rounds[0]?.reason).toContain(`waits for drand ${drandRound}`);
});

describe('an item that changes hands between load and write', () => {
  /** A stake that was decided on while the item was its player's; by now somebody else holds it. */
  async function overtaken(): Promise<{ stake: DecidedStake; item: string; other: string }> {
    const { deps, db } = table.world;
    const { actor, items } = await table.playerWith([2_000]);
    const { id: other } = await table.player();
    const desk = makeDesk(deps, coinflip);
    const loaded = await desk.load({ playerId: actor.id, ids: items, gameId: null });
    const at = deps.clock.now();
    const [item] = items;
    await db.run(sql`
      with moved as (
        update item_positions set holder_id = ${other}, version = version + 1 where item_id = ${item} returning version
      )
      insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
      select ${item}, version, 'WIN', 'player', ${actor.id}, 'player', ${other}, 'test', ${at}::bigint from moved`);
    const receipt = { playerId: actor.id, key: 'once', call: 'coinflip.create', inputHash: Buffer.alloc(32) };
    const stake = writable(deps, coinflip, { receipt, playerId: actor.id, now: at }, loaded, {
      kind: 'open',
      pick: 1,
      stake: orRefuse(admitCreate(items, loaded.available, loaded.terms)),
    });
    if ('missing' in stake) throw new Error('an opening needs no window');
    return { stake, item: item!, other };
  }

  test.each(['in company', 'alone'] as const)(
    'written %s: the stake is stale, and the item stays where it is',
    async (how) => {
      const { stake, item, other } = await overtaken();
      const desk = makeDesk(table.world.deps, coinflip);
      expect(await (how === 'alone' ? desk.writeAlone(stake) : desk.write(stake))).toBe(STALE);
      const position = await table.world.db.one(sql`
      select holder_kind, holder_id, state from item_positions where item_id = ${item}`);
      expect(position).toEqual({ holder_kind: 'player', holder_id: other, state: 'available' });
      await table.world.checkInvariants();
    },
  );
});
