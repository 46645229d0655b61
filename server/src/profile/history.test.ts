/** The history: every movement once, in book order, with the balance after it, by pages and filters. */
import { listHistory, type Movement } from '@fairpot/contract/profile/schemas';
import { centsFromUsd, cents } from '@fairpot/contract/wire/money';
import { HISTORY_PAGE } from '@fairpot/contract/profile/calls';
import { listUserItemMoves } from '@fairpot/contract/staff/users/schemas';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, balancesOf, transfer, transferAll } from '../ledger/ledger.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { unstake, stakeItems } from '../vault/items.ts';
import { makeProfileWorld, type ProfileWorld } from '../../testing/profile/profile-world.fixture.ts';

let house: ProfileWorld;
beforeAll(async () => {
  house = await makeProfileWorld();
});
afterAll(() => house.close());

type HistoryFilter = CallInput<typeof listHistory>;

/** The whole history, page by page. */
async function whole(player: Actor, filter: HistoryFilter = {}): Promise<Movement[]> {
  const found: Movement[] = [];
  let before: string | undefined;
  do {
    const page = await house.world.run(listHistory, player, { ...filter, ...(before !== undefined && { before }) });
    expect(page.movements.length).toBeLessThanOrEqual(HISTORY_PAGE);
    found.push(...page.movements);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

/** Fails unless each balance is the previous one plus the change, up to the current balance. */
async function isChained(player: Actor, movements: readonly Movement[]): Promise<void> {
  const { available, hold } = await balancesOf(house.world.db, player.id);
  for (const [half, last] of [
    ['balance', available],
    ['held', hold],
  ] as const) {
    let expected = 0;
    for (const movement of movements.toReversed()) {
      const moved = movement[half];
      if (moved === null) continue;
      expected += centsFromUsd(moved.changeUsd);
      expect(centsFromUsd(moved.afterUsd), `${half} after ${movement.code}`).toBe(expected);
    }
    expect(expected).toBe(last);
  }
}

/** Fails unless each count of items is the previous one plus the change, up to the current items. */
async function isCounted(player: Actor, movements: readonly Movement[]): Promise<void> {
  const { n } = await house.world.db.one<{ n: number }>(sql`
    select count(*) as n from item_positions where holder_kind = 'player' and holder_id = ${player.id}`);
  let expected = 0;
  for (const { item, code } of movements.toReversed()) {
    if (item === null) continue;
    expected += { came: 1, went: -1, stays: 0 }[item.way];
    expect(item.ownedAfter, `items after ${code}`).toBe(expected);
  }
  expect(expected).toBe(n);
}

const uncounted = (movement: Movement): Movement =>
  movement.item === null ? movement : { ...movement, item: { ...movement.item, ownedAfter: null } };

const labelsOf = (movements: readonly Movement[]) => movements.map(({ kind, code }) => `${kind} ${code}`);

test('a battle, a deposit and a withdrawal: each movement with its balance and a link to its cause', async () => {
  const { world, arena } = house;
  const player = await house.player();
  await house.pay(player, 1_000);
  const { id: round, players } = await arena.started();
  const battle = await arena.create(player);
  await world.clock.advance(1_000);
  const deposit = await house.deposit(player, [600, 1_000], true);
  await house.sent(deposit);
  await house.complete(deposit);
  await world.sweepAll();
  await house.settle(deposit);
  await world.sweepAll();
  const movements = await whole(player);
  await isChained(player, movements);
  await isCounted(player, movements);
  expect(movements.filter(({ item }) => item?.way === 'went').length).toBeGreaterThan(1);
  expect(labelsOf(movements).filter((line) => line.includes('HOLD') || line.includes('DEPOSIT'))).toContain(
    'DEPOSIT HOLD_RELEASE',
  );
  const held = movements.find(({ code }) => code === 'BATTLE_HOLD');
  expect(held).toMatchObject({
    kind: 'GAME',
    balance: { changeUsd: -1.7, afterUsd: 8.3 },
    held: { changeUsd: 1.7, afterUsd: 1.7 },
    link: { kind: 'round', id: battle },
  });
  const item = movements.find(({ code }) => code === 'MINT');
  expect(item).toMatchObject({ kind: 'DEPOSIT', balance: null, item: { way: 'came' }, link: { kind: 'item' } });
  expect(movements.find(({ code }) => code === 'TRADE_SELL')).toMatchObject({
    item: { way: 'went' },
    link: { kind: 'trade', id: deposit },
  });
  // What a battle paid and took, for its players.
  await arena.finish(round);
  for (const each of players) await isChained(each, await whole(each));
  const ends = (await Promise.all(players.map((each) => whole(each)))).flat();
  expect(labelsOf(ends)).toContain('GAME ESCROW_SETTLE');
});

test('pages and filters lose nothing and repeat nothing', async () => {
  const { world } = house;
  const player = await house.player();
  for (let n = 0; n < 70; n++) {
    // Several at one instant, money and items.
    if (n % 3 === 0) await world.clock.advance(1_000);
    await house.pay(player, n + 1);
    await house.gift(player, 600);
  }
  const all = await whole(player);
  expect(all).toHaveLength(140);
  expect(new Set(all.map(({ id }) => id)).size).toBe(140);
  await isChained(player, all);
  await isCounted(player, all);
  const ats = all.map(({ at }) => at);
  expect(ats).toEqual(ats.toSorted((a, b) => b - a));
  expect(await whole(player, { what: 'money' })).toEqual(all.filter(({ item }) => item === null));
  expect(await whole(player, { what: 'items' })).toEqual(all.filter(({ item }) => item !== null));
  expect(await whole(player, { kind: 'OTHER' })).toEqual(all.filter(({ kind }) => kind === 'OTHER'));
  expect(await whole(player, { kind: 'GAME' })).toEqual([]);
  const [from, until] = [ats[100]!, ats[20]!];
  // A filter that omits movements in between shows no count; one that only cuts off the oldest does.
  expect(await whole(player, { from, until })).toEqual(all.filter(({ at }) => at >= from && at < until).map(uncounted));
  expect(await whole(player, { from })).toEqual(all.filter(({ at }) => at >= from));
  const bought = await whole(player, { kind: 'DEPOSIT' });
  expect(bought.length).toBeGreaterThan(0);
  expect(bought.every(({ item }) => item?.ownedAfter === null)).toBe(true);
  expect(await whole(await house.player())).toEqual([]);
  expect(await world.refused(listHistory, player, { before: 'x' })).toBe('BAD_INPUT');
  expect((await world.run(listHistory, player, { before: `${ats[0]! + 1}.m.0` })).movements).toHaveLength(HISTORY_PAGE);
});

test('an item that was won is neither listed nor counted before its round has ended on the screen', async () => {
  const { world } = house;
  const [player, other] = [await house.player(), await house.player()];
  const [own, staked] = [await house.gift(player, 600), await house.gift(other, 600)];
  await world.clock.advance(60 * 60_000);
  const round = world.deps.ids.next('round');
  await world.db.transaction(async (tx) => {
    await stakeItems(tx, [{ id: staked, playerId: other.id, roundId: round, at: world.clock.now() }]);
    await unstake(tx, [{ item: staked, round, code: 'WIN', to: player.id }], world.clock.now());
  });
  const seen = async () => (await whole(player)).map(({ item }) => [item?.id, item?.ownedAfter]);
  expect(await seen()).toEqual([[own, 1]]);
  await world.clock.advance(60_000);
  expect(await seen()).toEqual([
    [staked, 2],
    [own, 1],
  ]);
});

test('each movement has a link: without a round, trade, coins or item, to its transaction', async () => {
  const player = await house.player();
  await house.pay(player, 100);
  await house.gift(player, 600);
  const [movement] = await whole(player, { what: 'money' });
  const { transfer: id } = await house.world.db.one<{ transfer: string }>(sql`
    select transfer_id as transfer from ledger_history where player_id = ${player.id}`);
  expect(movement?.link).toEqual({ kind: 'transaction', id });
});

test('at the desk: a player’s items, page by page as the player sees them, and no one else’s', async () => {
  const { world } = house;
  const [player, support] = [await house.player(), world.actor({ status: 'SUPPORT' })];
  for (let n = 0; n < HISTORY_PAGE + 5; n++) {
    if (n % 3 === 0) await world.clock.advance(1_000);
    await house.pay(player, n + 1);
    await house.gift(player, 600);
  }
  await house.gift(await house.player(), 600);
  const first = await world.run(listUserItemMoves, support, { userId: player.id });
  expect(first.movements).toHaveLength(HISTORY_PAGE);
  const second = await world.run(listUserItemMoves, support, { userId: player.id, before: first.next ?? undefined });
  expect(second.next).toBeNull();
  expect([...first.movements, ...second.movements]).toEqual(await whole(player, { what: 'items' }));
  expect(await world.refused(listUserItemMoves, player, { userId: player.id })).toBe('FORBIDDEN');
});

test('concurrent transfers, by nodes whose clocks are apart, still form one chain', async () => {
  const { world } = house;
  const player = await house.player();
  await house.pay(player, 10_000);
  const now = world.clock.now();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      world.db.transaction((tx) => {
        const id = world.deps.ids.next('transfer');
        const out = cents(n % 2 === 0 ? -100 - n : 50 + n);
        const postings = [
          { account: account.cash(player.id), cents: out },
          { account: n % 3 === 0 ? account.hold(player.id) : account.house, cents: cents(0 - out) },
        ];
        // The clocks of two nodes, a minute apart.
        const at = now + (n % 4 < 2 ? -60_000 : 0);
        if (n % 3 === 0 && out > 0) postings[1] = { account: account.world, cents: cents(0 - out) };
        return transfer(tx, { id, key: id, code: 'TEST', ref: 'test', at, postings });
      }),
    ),
  );
  const movements = await whole(player);
  expect(movements).toHaveLength(21);
  await isChained(player, movements);
});

test('many transfers of one account in one statement: each has the balance after it', async () => {
  const { world } = house;
  const player = await house.player();
  const at = world.clock.now();
  const transfers = [300, -120, 50, -30].map((sum) => {
    const id = world.deps.ids.next('transfer');
    const postings = [
      { account: account.cash(player.id), cents: cents(sum) },
      { account: account.house, cents: cents(0 - sum) },
    ];
    return { id, key: id, code: 'TEST', ref: 'test', at, postings };
  });
  await world.db.transaction((tx) => transferAll(tx, transfers));
  const movements = await whole(player);
  expect(movements.map(({ balance }) => balance?.afterUsd)).toEqual([2, 2.3, 1.8, 3]);
  await world.checkInvariants();
});

test('booked rows cannot be changed', async () => {
  for (const change of ['update ledger_history set cash_after = 1', 'delete from ledger_history']) {
    await expect(house.world.db.run({ text: change, values: [] })).rejects.toThrow(/append-only/);
    await expect(house.world.deps.db.run({ text: change, values: [] })).rejects.toThrow(/permission denied/);
  }
});
