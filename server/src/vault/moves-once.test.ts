/** A move of an item is recorded once: its item and its number are the key, however many are written at once. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { blockedStatement } from '../../testing/races.ts';
import { playerMoves } from './history.ts';
import { mintItems, stakeItems, unstake } from './items.ts';
import { lastVisibleMove, movesOf } from './moves.ts';
import { upsertItemTypes } from './types.ts';
import { vaultFeature } from './vault.feature.ts';

const PLAYER = 'ply_x';
const ROUND = 'rnd_x';
/** The middle of a month: no move needs to know which. */
const inMonth = (ahead: number) => Date.UTC(2026, ahead, 15);

let world: World;
let item: string;
beforeEach(async () => {
  world = await makeWorld({ features: [vaultFeature] });
  await upsertItemTypes(world.db, ITEM_TYPES, 0);
  item = world.deps.ids.next('item');
  const itemType = 'ak-47-redline-field-tested';
  await mintItems(world.deps.db, [{ id: item, itemType, playerId: PLAYER, kind: 'DEPOSIT', origin: 'x' }], inMonth(0));
});
afterEach(() => world.close());

const stake = (tx: Tx, ahead: number) =>
  stakeItems(tx, [{ id: item, playerId: PLAYER, roundId: ROUND, at: inMonth(ahead) }]);
const giveBack = (tx: Tx, ahead: number) =>
  unstake(tx, [{ item, round: ROUND, code: 'RETURN', to: PLAYER }], inMonth(ahead));
const recorded = async () => {
  const { n } = await world.db.one<{ n: number }>(sql`select count(*) as n from item_moves where item_id = ${item}`);
  return n;
};

/** Records a move without moving the item. */
const record = (db: Pick<Db, 'run'>, version: number, ahead: number) =>
  db.run(sql`
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    values (${item}, ${version}, 'STAKE', 'player', ${PLAYER}, 'round', ${ROUND}, ${ROUND}, ${inMonth(ahead)})`);

test('an item’s page and a player’s history have all moves of all months', async () => {
  await world.deps.db.transaction((tx) => stake(tx, 1));
  await world.deps.db.transaction((tx) => giveBack(tx, 2));
  await world.deps.db.transaction((tx) => stake(tx, 3));
  const { db } = world.deps;
  expect((await movesOf(db, item, 0, 9, 9)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(await lastVisibleMove(db, item, PLAYER)).toBe(5);
  const codes = ['MINT', 'STAKE', 'RETURN'] as const;
  const query = { codes, from: 0, until: inMonth(9), wonBefore: inMonth(9), limit: 9 };
  const seen = await playerMoves(db, PLAYER, query, null);
  expect(seen.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  const [, second] = seen;
  const older = await playerMoves(db, PLAYER, query, second ?? null);
  expect(older.map(({ version }) => version)).toEqual([2, 1]);
  await world.checkInvariants();
});

test('a move is recorded once, whatever its instant', async () => {
  await world.deps.db.transaction((tx) => stake(tx, 1));
  for (const ahead of [0, 1, 2])
    for (const version of [1, 2])
      await expect(record(world.deps.db, version, ahead), `${version} in month ${ahead}`).rejects.toThrow(
        'item_moves_pkey',
      );
  await expect(
    world.deps.db.transaction(async (tx) => {
      await giveBack(tx, 1);
      await tx.run(sql`
        insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
        select item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at + 1 from item_moves
        where item_id = ${item} and version = 3`);
    }),
  ).rejects.toThrow('item_moves_pkey');
  await world.checkInvariants();
});

test('an item whose number was set back cannot move', async () => {
  await world.deps.db.transaction((tx) => stake(tx, 1));
  await world.deps.db.run(sql`update item_positions set version = 1 where item_id = ${item}`);
  await expect(world.checkInvariants()).rejects.toThrow('was moved after its position');
  await expect(world.deps.db.transaction((tx) => giveBack(tx, 2))).rejects.toThrow('item_moves_pkey');
});

test('a transaction that waits for another one’s move cannot record it again', async () => {
  let second: Promise<unknown> = Promise.resolve();
  await world.deps.db.transaction(async (tx) => {
    await stake(tx, 1);
    second = record(world.deps.db, 2, 2).then(
      () => 'recorded',
      (error: unknown) => String(error),
    );
    await blockedStatement(world.db, 'insert into item_moves');
  });
  expect(await second).toContain('item_moves_pkey');
  await world.checkInvariants();
});

test('twenty transactions that stake one item record one move', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => world.deps.db.transaction((tx) => stake(tx, i % 3))),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await recorded()).toBe(2);
  await world.checkInvariants();
});

test('a savepoint may record its move, and no second one after it', async () => {
  await world.db.transaction(async (tx) => {
    await tx.run(sql`savepoint a`);
    await stake(tx, 0);
    await tx.run(sql`release savepoint a`);
    await giveBack(tx, 1);
    await tx.run(sql`savepoint b`);
    await expect(record(tx, 2, 2)).rejects.toThrow('item_moves_pkey');
    await tx.run(sql`rollback to savepoint b`);
  });
  expect(await recorded()).toBe(3);
  await world.checkInvariants();
});
