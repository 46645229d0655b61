/** A transfer is posted once: its key, its lines, its escrow, in whichever month. */
import { cents } from '@fairpot/contract/wire/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { systemRandom, timeSortedIds } from '../platform/process/system-ports.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { holdInEscrow, openEscrow, voidEscrow } from './escrow.ts';
import { ledgerFeature } from './ledger.feature.ts';
import { stakesAfter } from './liabilities.ts';
import { account, balancesOf, openPlayerAccounts, transfer } from './ledger.ts';
import { movementsOf } from './movements.ts';

const inMonth = (ahead: number) => Date.UTC(2026, ahead, 15);
const idIn = (ahead: number) =>
  timeSortedIds({ now: () => inMonth(ahead), sleep: () => Promise.resolve() }, systemRandom).next('transfer');

let world: World;
let player: string;
beforeEach(async () => {
  world = await makeWorld({ features: [ledgerFeature] });
  player = world.deps.ids.next('player');
  await world.db.transaction((tx) => openPlayerAccounts(tx, player, 0));
});
afterEach(() => world.close());

/** Pays the player in a month after this one. */
async function pay(ahead: number, key = idIn(ahead)): Promise<string> {
  const postings = [
    { account: account.world, cents: cents(-100) },
    { account: account.cash(player), cents: cents(100) },
  ];
  return world.deps.db.transaction((tx) =>
    transfer(tx, { id: idIn(ahead), key, code: 'TEST', ref: 'test', at: inMonth(ahead), postings }),
  );
}

const newestFirst = async () => (await movementsOf(world.deps.db, player, null)).movements.map(({ id }) => id);

test('a player’s movements come from all months, the newest first', async () => {
  const paid: string[] = [];
  for (const ahead of [0, 1, 2, 3]) paid.unshift(await pay(ahead));
  expect(await newestFirst()).toEqual(paid);
  await world.checkInvariants();
});

test('one key at both ends of a month, at the same time, is one transfer', async () => {
  const key = idIn(0);
  const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => pay(i % 3, key)));
  expect(new Set(ids).size).toBe(1);
  expect(await newestFirst()).toEqual([ids[0]]);
  await world.checkInvariants();
});

test('lines sum to zero, name one account once and never change, in every month', async () => {
  const id = await pay(1);
  const other = await pay(2);
  for (const statement of [
    sql`insert into postings values (${id}, 'house', 7)`,
    sql`insert into postings values (${id}, ${account.cash(player)}, 7), (${id}, 'house', -7)`,
    sql`insert into postings values ('trf_unknown', 'world', 7), ('trf_unknown', 'house', -7)`,
    sql`update postings set transfer_id = ${other} where transfer_id = ${id}`,
    sql`delete from postings where transfer_id = ${id}`,
  ])
    await expect(world.db.run(statement), statement.text).rejects.toThrow();
  await world.checkInvariants();
});

test('an escrow that is open over months is owed and returned whole', async () => {
  const roundId = world.deps.ids.next('round');
  await pay(0);
  await world.db.transaction((tx) => openEscrow(tx, roundId, inMonth(0)));
  for (const [ahead, sum] of [
    [0, 20],
    [1, 30],
  ] as const)
    await world.db.transaction((tx) =>
      holdInEscrow(tx, {
        ...{ transferId: idIn(ahead), key: idIn(ahead), roundId, at: inMonth(ahead) },
        stakes: [{ account: account.cash(player), cents: cents(sum) }],
      }),
    );
  const owed = await stakesAfter(world.db, '', 10);
  expect(owed.map((each) => [each.roundId, each.playerId, each.cents])).toEqual([
    [roundId, player, 20],
    [roundId, player, 30],
  ]);
  await world.db.transaction((tx) => voidEscrow(tx, { transferId: idIn(2), roundId, at: inMonth(2) }));
  expect((await balancesOf(world.db, player)).available).toBe(100);
  await world.checkInvariants();
});
