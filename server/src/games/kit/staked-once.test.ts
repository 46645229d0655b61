/** An item is at stake once: a second open stake of it is refused by a key, however many stakes are written at once. */
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
beforeEach(async () => {
  table = await makeTable();
});
afterEach(() => table.world.close());

describe('an item', () => {
  const stake = (roundId: string, itemId: string) =>
    table.world.db.run(sql`
      insert into stake_items (round_id, entry_no, item_id, item_type, cents)
      values (${roundId}, 1, ${itemId}, 'x', 1)`);
  const statesOf = async (itemId: string) =>
    (
      await table.world.db.many<{ round: string }>(
        sql`select round_id as round from stake_items where item_id = ${itemId} and fate = 'open'`,
      )
    ).map(({ round }) => round);

  test('is at stake once, of five stakes that are written at once', async () => {
    const rounds = Array.from({ length: 5 }, () => table.world.deps.ids.next('round'));
    const ends = await Promise.allSettled(rounds.map((id) => stake(id, 'itm_x')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(String(end.reason)).toContain('stake_items_once');
    expect(await statesOf('itm_x')).toHaveLength(1);
  });

  test('is free when its stake is over, and at stake again when that is undone', async () => {
    const { ids } = table.world.deps;
    const [first, second] = [ids.next('round'), ids.next('round')];
    await stake(first, 'itm_y');
    const fate = (to: string, id: string) =>
      table.world.db.run(sql`update stake_items set fate = ${to} where round_id = ${id}`);
    await fate('won', first);
    expect(await statesOf('itm_y')).toEqual([]);
    await stake(second, 'itm_y');
    expect(await statesOf('itm_y')).toEqual([second]);
    await expect(fate('open', first)).rejects.toThrow('stake_items_once');
    await fate('returned', second);
    await fate('open', first);
    expect(await statesOf('itm_y')).toEqual([first]);
  });

  test('leaves with its round', async () => {
    const { actor, items } = await table.playerWith([2_000, 1_000]);
    const gameId = await table.create(actor, items);
    expect(await Promise.all(items.map(statesOf))).toEqual([[gameId], [gameId]]);
    await table.cancel(actor, gameId);
    expect(await Promise.all(items.map(statesOf))).toEqual([[], []]);
    await table.world.run(createCoinflip, actor, { inventoryIds: items, side: 1 });
  });
});
