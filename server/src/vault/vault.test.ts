/** Items against a real database: minting, listing, guarded moves, and invariants that fire on planted faults. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { artUrl } from '@fairpot/catalogue/art';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvariantBroken } from '../platform/runner/refused.ts';
import { sql, type Sql } from '../platform/database/sql.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import {
  countInventory,
  listAvailable,
  lockAvailable,
  mintItems,
  stakeableOf,
  stakeItems,
  unstake,
  type NewItem,
} from './items.ts';
import { itemTypes, upsertItemTypes } from './types.ts';
import { vaultFeature } from './vault.feature.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [vaultFeature] });
  await upsertItemTypes(world.db, ITEM_TYPES, 0);
});
afterAll(() => world.close());

const mostExpensive = [...ITEM_TYPES].sort((a, b) => b.priceCents - a.priceCents);
const AK = 'ak-47-redline-field-tested';
const priceOf = (slug: string) => ITEM_TYPES.find((type) => type.slug === slug)?.priceCents ?? 0;

function owned(playerId: string, slugs: readonly string[]): NewItem[] {
  return slugs.map((itemType) => ({
    id: world.deps.ids.next('item'),
    itemType,
    playerId,
    kind: 'DEPOSIT' as const,
    origin: 'test',
  }));
}

async function playerWith(slugs: readonly string[]): Promise<{ id: string; items: string[] }> {
  const id = world.deps.ids.next('player');
  const items = owned(id, slugs);
  await mintItems(world.db, items, 1);
  return { id, items: items.map((item) => item.id) };
}

class Refusal extends Error {}

/** Locks and moves like a stake; throws Refusal when the items are not all available to the player. */
function stake(player: string, items: readonly string[], round = 'rnd_1'): Promise<void> {
  return world.db.transaction(async (tx) => {
    const available = await lockAvailable(tx, items, 0);
    if (available.filter((item) => item.playerId === player).length < items.length) throw new Refusal();
    await stakeItems(
      tx,
      items.map((id) => ({ id, playerId: player, roundId: round, at: 2 })),
    );
  });
}

describe('the list', () => {
  test('shows what is available, most expensive first, in wire format', async () => {
    const { id, items } = await playerWith([AK, mostExpensive[0]?.slug ?? '', 'ak-47-redline-well-worn']);
    const list = (await world.run(siteInventory, { ...world.actor(), id }, {})).items;
    expect(list.map((each) => each.item.priceUsd)).toEqual(
      [mostExpensive[0]?.priceCents ?? 0, priceOf(AK), priceOf('ak-47-redline-well-worn')].map((c) => c / 100),
    );
    const ak = list.find((each) => each.item.id === AK);
    expect(ak).toMatchObject({
      type: 'DEPOSIT',
      item: { name: 'AK-47', itemName: 'Redline', itemType: 'Field-Tested', appId: 730, icon: artUrl(AK) },
    });
    await stake(id, [items[0] ?? '']);
    expect((await listAvailable(world.db, id, world.clock.now())).map((each) => each.id)).not.toContain(items[0]);
    expect(await countInventory(world.db, id)).toBe(2);
    await world.checkInvariants();
  });

  test('5,000 items are listed by the holder’s index alone, without touching other holders’', async () => {
    const slugs = Array.from({ length: 5_000 }, (_, i) => ITEM_TYPES[i % ITEM_TYPES.length]?.slug ?? '');
    const { id } = await playerWith(slugs);
    for (let n = 0; n < 4; n += 1) await playerWith(slugs);
    await world.db.run(sql`analyze item_positions`);
    await world.db.run(sql`analyze items`);
    const list = await listAvailable(world.db, id, world.clock.now());
    expect(list).toHaveLength(5_000);
    const prices = list.map((each) => each.item.priceUsd);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const plan = await world.db.many<{ 'QUERY PLAN': string }>(
      sql`explain select item_id from item_positions where holder_id = ${id} and state = 'available'`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('item_positions_available');
  }, 60_000);

  test('of a bot’s stakeable items leaves out prizes, and items too cheap or too expensive', async () => {
    const { id, items } = await playerWith([AK, mostExpensive[0]?.slug ?? '']);
    const prize = owned(id, [AK]).map((item) => ({ ...item, kind: 'PRIZE_PROMO' as const }));
    await mintItems(world.db, prize, 1);
    const found = await stakeableOf(world.db, [id], world.clock.now(), {
      minCents: 100,
      maxCents: priceOf(AK),
      most: 10,
    });
    expect(found.get(id)?.map((item) => item.id)).toEqual([items[0]]);
    expect((await stakeableOf(world.db, [], 0, { minCents: 1, maxCents: 2, most: 3 })).size).toBe(0);
  });
});

describe('types', () => {
  test('are imported again with new prices, and none is lost', async () => {
    const type = ITEM_TYPES.find((each) => each.slug === AK);
    if (!type) throw new Error(`the catalogue has no ${AK}`);
    await upsertItemTypes(world.db, [{ ...type, priceCents: 4_242 }], 5);
    const { id } = await playerWith([AK]);
    expect((await listAvailable(world.db, id, world.clock.now()))[0]?.item.priceUsd).toBe(42.42);
    await upsertItemTypes(world.db, [type], 6);
    expect((await itemTypes(world.db, [AK, AK])).size).toBe(1);
    await expect(itemTypes(world.db, ['no-such-type'])).rejects.toThrow('unknown item type');
  });
});

describe('stakes', () => {
  test('are refused whole when one item is missing or not available', async () => {
    const { id, items } = await playerWith([AK, AK]);
    const other = await playerWith([AK]);
    const bad: (() => Promise<void>)[] = [
      () => stake(id, [...items, other.items[0] ?? '']),
      () => stake(id, [...items, 'itm_unknown']),
      () => stake(other.id, items),
      () => stake(id, [items[0] ?? '', items[0] ?? '']),
    ];
    for (const attempt of bad) await expect(attempt()).rejects.toBeInstanceOf(Refusal);
    expect(await listAvailable(world.db, id, world.clock.now())).toHaveLength(2);
    await stake(id, items);
    await expect(stake(id, items)).rejects.toBeInstanceOf(Refusal);
    await world.checkInvariants();
  });

  test('of another holder’s item, or with a differing number of items, roll back the transaction', async () => {
    const { id, items } = await playerWith([AK]);
    const { id: other } = await playerWith([AK]);
    const move = (playerId: string) =>
      world.db.transaction((tx) => stakeItems(tx, [{ id: items[0] ?? '', playerId, roundId: 'rnd_1', at: 2 }]));
    await expect(move(other)).rejects.toBeInstanceOf(InvariantBroken);
    expect(await listAvailable(world.db, id, world.clock.now())).toHaveLength(1);
    await world.checkInvariants();
  });

  test('20 at once of one item: one succeeds', async () => {
    const { id, items } = await playerWith([AK]);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => stake(id, items, `rnd_${i}`)));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
    await world.checkInvariants();
  });

  test('end by return, win and fee; a won item becomes WIN; each leaves its round once', async () => {
    const { id, items } = await playerWith([AK, AK, AK]);
    await stake(id, items, 'rnd_end');
    const [back = '', won = '', fee = ''] = items;
    const winner = world.deps.ids.next('player');
    const round = 'rnd_end';
    const moves = [
      { item: back, round, code: 'RETURN' as const, to: id },
      { item: won, round, code: 'WIN' as const, to: winner },
      { item: fee, round, code: 'FEE' as const, to: '' },
    ];
    const strayed = [{ item: back, round: 'rnd_other', code: 'RETURN' as const, to: id }];
    await expect(world.db.transaction((tx) => unstake(tx, strayed, 3))).rejects.toThrow('not in the round');
    await world.db.transaction((tx) => unstake(tx, moves, 3));
    await expect(world.db.transaction((tx) => unstake(tx, moves, 3))).rejects.toThrow('not in the round');
    expect((await listAvailable(world.db, id, world.clock.now())).map((each) => [each.id, each.type])).toEqual([
      [back, 'DEPOSIT'],
    ]);
    expect((await listAvailable(world.db, winner, world.clock.now())).map((each) => [each.id, each.type])).toEqual([
      [won, 'WIN'],
    ]);
    expect(await world.db.one(sql`select state, holder_kind from item_positions where item_id = ${fee}`)).toEqual({
      state: 'forfeited',
      holder_kind: 'house',
    });
    await world.checkInvariants();
  });
});

describe('what cannot be written', () => {
  test('an item in two places, in a state that does not fit its holder, or a changed history', async () => {
    const { items } = await playerWith([AK]);
    const [item] = items;
    const bad: Sql[] = [
      sql`insert into item_positions select * from item_positions where item_id = ${item}`,
      sql`update item_positions set state = 'staked' where item_id = ${item}`,
      sql`update item_positions set holder_kind = 'house' where item_id = ${item}`,
      sql`update item_moves set to_id = 'x' where item_id = ${item}`,
      sql`delete from item_moves where item_id = ${item}`,
      sql`insert into item_moves select * from item_moves where item_id = ${item}`,
    ];
    for (const statement of bad) await expect(world.db.run(statement)).rejects.toThrow();
    await expect(mintItems(world.db, [{ ...owned('ply_x', [AK])[0], id: item } as NewItem], 1)).rejects.toThrow();
    await world.checkInvariants();
  });

  test('and the invariants detect what a constraint cannot', async () => {
    const hurt = await makeWorld({ features: [vaultFeature] });
    await upsertItemTypes(hurt.db, ITEM_TYPES, 0);
    await mintItems(hurt.db, owned('ply_a', [AK, AK]), 1);
    await hurt.checkInvariants();
    await hurt.db.run(sql`update item_positions set holder_id = 'ply_b', version = version + 1`);
    await expect(hurt.checkInvariants()).rejects.toThrow(/I3 each item has exactly one position/);
    await hurt.db.run(sql`update item_positions set holder_id = 'ply_a', version = version + 1`);
    await hurt.db.run(sql`delete from item_positions where item_id in (select id from items limit 1)`);
    await expect(hurt.checkInvariants()).rejects.toThrow(/has no position/);
    await hurt.close();
  });
});

test('items are staked by their key alone, even when the planner has old statistics of the table: among 20,000 available ones', async () => {
  const young = await makeWorld({ features: [vaultFeature] });
  try {
    await upsertItemTypes(young.db, ITEM_TYPES, 0);
    await mintItems(young.db, owned('ply_a', [AK, AK, AK]), 1);
    await young.db.run(sql`analyze item_positions`);
    const items = Array.from({ length: 20 }, (_, n) => owned(`ply_${n}`, Array<string>(1_000).fill(AK)));
    for (const each of items) await mintItems(young.db, each, 1);
    const chosen = items.map(([first], n) => ({ id: first?.id ?? '', playerId: `ply_${n}`, roundId: 'rnd_1', at: 2 }));
    const read = await young.db.transaction(async (tx) => {
      // The counts of the connection may still have what it did before.
      const count = async () =>
        (
          await tx.one<{ rows: number }>(sql`
            select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'item_positions'`)
        ).rows;
      const before = await count();
      await lockAvailable(
        tx,
        chosen.map(({ id }) => id),
        young.clock.now(),
      );
      await stakeItems(tx, chosen);
      return (await count()) - before;
    });
    expect(read).toBeLessThan(10 * chosen.length);
  } finally {
    await young.close();
  }
});
