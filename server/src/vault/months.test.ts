/** Moves of items are kept by month; each is recorded once, over all months, by the transaction that moves the item. */
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
const today = new Date();
const inMonth = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 15);
const nameOf = (ahead: number) => new Date(inMonth(ahead)).toISOString().slice(0, 7).replace('-', '_');

let world: World;
let item: string;
beforeEach(async () => {
  world = await makeWorld({ features: [vaultFeature], fresh: true });
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
const parts = async () =>
  (
    await world.db.many<{ part: string }>(sql`
      select tableoid::regclass::text as part from item_moves where item_id = ${item} order by version`)
  ).map(({ part }) => part.replace('partitions.item_moves_', ''));

/** Records a move without moving the item. */
const record = (db: Pick<Db, 'run'>, version: number, ahead: number) =>
  db.run(sql`
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    values (${item}, ${version}, 'STAKE', 'player', ${PLAYER}, 'round', ${ROUND}, ${ROUND}, ${inMonth(ahead)})`);

test('moves are in their month, and an item’s page and a player’s history have all of them', async () => {
  await world.deps.db.transaction((tx) => stake(tx, 1));
  await world.deps.db.transaction((tx) => giveBack(tx, 2));
  await world.deps.db.transaction((tx) => stake(tx, 3));
  expect(await parts()).toEqual(['before', nameOf(1), nameOf(2), 'rest']);
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

test('a missing month stops no move, and its moves follow when it is made', async () => {
  await world.db.run({ text: `drop table partitions.item_moves_${nameOf(1)}`, values: [] });
  await world.deps.db.transaction((tx) => stake(tx, 1));
  expect(await parts()).toEqual(['before', 'rest']);
  expect(await world.deps.db.one(sql`select round_partition_ahead() as made`)).toEqual({ made: 1 });
  expect(await parts()).toEqual(['before', nameOf(1)]);
  await world.deps.db.transaction((tx) => giveBack(tx, 1));
  await world.checkInvariants();
});

test('a move is recorded once, in whichever month', async () => {
  await world.deps.db.transaction((tx) => stake(tx, 1));
  for (const ahead of [0, 1, 2])
    for (const version of [1, 2, 3])
      await expect(record(world.deps.db, version, ahead), `${version} in month ${ahead}`).rejects.toThrow(
        /is not the one that its position makes now|_pkey/,
      );
  // In one transaction the key of the month holds it.
  await expect(
    world.deps.db.transaction(async (tx) => {
      await giveBack(tx, 1);
      await tx.run(sql`
        insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
        select item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at + 1 from item_moves
        where item_id = ${item} and version = 3`);
    }),
  ).rejects.toThrow('_pkey');
  // Nor by a later transaction that leaves the version as it is, or sets it back.
  for (const version of [0, 2, 4])
    await expect(
      world.deps.db.run(sql`update item_positions set version = ${version} where item_id = ${item}`),
    ).rejects.toThrow('goes from version 2');
  await world.checkInvariants();
});

test('a transaction that waits for another one’s move cannot record it again', async () => {
  let recorded: Promise<unknown> = Promise.resolve();
  await world.deps.db.transaction(async (tx) => {
    await stake(tx, 1);
    await expect(record(world.deps.db, 2, 2)).rejects.toThrow('is not the one that its position makes now');
    recorded = world.deps.db
      .transaction(async (other) => {
        await other.many(sql`select version from item_positions where item_id = ${item} for no key update`);
        await record(other, 2, 2);
      })
      .then(
        () => 'recorded',
        (error: unknown) => String(error),
      );
    await blockedStatement(world.db, 'for no key update');
  });
  expect(await recorded).toContain('is not the one that its position makes now');
  await world.checkInvariants();
});

test('twenty transactions that stake one item record one move', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => world.deps.db.transaction((tx) => stake(tx, i % 3))),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await parts()).toHaveLength(2);
  await world.checkInvariants();
});

test('a savepoint may record its move, and no second one after it', async () => {
  await world.db.transaction(async (tx) => {
    await tx.run(sql`savepoint a`);
    await stake(tx, 0);
    await tx.run(sql`release savepoint a`);
    await giveBack(tx, 1);
    await tx.run(sql`savepoint b`);
    await expect(record(tx, 2, 2)).rejects.toThrow('is not the one that its position makes now');
    await tx.run(sql`rollback to savepoint b`);
  });
  expect(await parts()).toEqual(['before', 'before', nameOf(1)]);
  await world.checkInvariants();
});
