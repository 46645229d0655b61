/**
 * Trade orders under one key: from two nodes at once, by a script that changes its mind, and interrupted between the claim of the key and
 * the commit.
 */
import { depositBySteam, listTradeOrders, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { blockedStatement, attemptResult, raceIn, times } from '../../testing/races.ts';
import type { WorldNode } from '../../testing/world.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { lockTradeSums } from '../withdrawals/front.ts';

let desk: TradeDesk;
let nodes: readonly WorldNode[];
beforeAll(async () => {
  desk = await makeTradeDesk();
  nodes = times(2, () => desk.world.node(desk.world.clock));
});
afterAll(() => desk.close());

const runnerOf = (n: number) => nodes[n % nodes.length]?.runner ?? desk.world.runner;
const ordersOf = async (player: Actor) => (await desk.world.run(listTradeOrders, player, {})).orders;
const receiptsUnder = async (key: string) =>
  (await desk.world.db.one<{ n: number }>(sql`select count(*) as n from receipts where key = ${key}`)).n;

/** Two assets on offer, each enough for a deposit. */
async function offered() {
  const player = await desk.player();
  const assets = desk.assets([1_000, 1_000]);
  await desk.world.clock.advance(6 * 60_000);
  const order = (key: string, n: number, which = 0, convertToBalance = true) =>
    runnerOf(n).execute(
      depositBySteam,
      player,
      { steamItems: assets.slice(which, which + 1), convertToBalance },
      { key },
    );
  return { player, order };
}

test('one deposit, sent to two nodes at once, is one order with one answer', async () => {
  const { player, order } = await offered();
  const answers = await Promise.all(times(8, (n) => order('same', n)));
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect((await ordersOf(player)).map(({ id }) => id)).toEqual([answers[0]?.orderId]);
});

test('two deposits under one key on two nodes at once: only one runs, the other never under that key', async () => {
  const { player, order } = await offered();
  const ends = await raceIn(
    desk.world,
    times(8, (n) => () => order('other', n, n % 2)),
  );
  expect(ends).toEqual({ ok: 4, KEY_REUSED: 4 });
  expect(await ordersOf(player)).toHaveLength(1);
  const [{ toBalance } = { toBalance: false }] = await ordersOf(player);
  expect(toBalance).toBe(true);
  expect(await Promise.all([0, 1].map((which) => attemptResult(order('other', 0, which, false))))).toEqual([
    'KEY_REUSED',
    'KEY_REUSED',
  ]);
});

test('a withdrawal under one key on two nodes at once is one order; its items leave once', async () => {
  const player = await desk.player();
  const [brought, more] = [await desk.deposit(player, [1_000]), await desk.deposit(player, [1_000])];
  for (const id of [brought, more]) {
    await desk.sent(id);
    await desk.complete(id);
    await desk.settle(id);
  }
  await desk.world.sweepAll();
  const items = (await ordersOf(player)).flatMap(({ items: of }) => of.flatMap(({ itemId }) => itemId ?? []));
  const take = (n: number) => () =>
    runnerOf(n).execute(withdrawBySteam, player, { inventoryIds: items.slice(n % 2, (n % 2) + 1) }, { key: 'out' });
  const ends = await raceIn(desk.world, times(6, take));
  expect([ends['ok'], Object.keys(ends).sort()]).toEqual([3, ['KEY_REUSED', 'ok']]);
  expect((await ordersOf(player)).filter(({ kind }) => kind === 'WITHDRAWAL')).toHaveLength(1);
});

test('interrupted between the claim of its key and the commit, it leaves no trace; a retry is one order', async () => {
  const { player, order } = await offered();
  const { db } = desk.world;
  let cut: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await lockTradeSums(tx, player.id);
    // It has claimed its key, and waits for the player's sums.
    cut = attemptResult(order('cut', 0));
    await blockedStatement(db, 'trade_sums');
    await db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%trade_sums%'
        and pid <> pg_backend_pid()`);
    expect(await cut).not.toBe('ok');
  });
  expect([await receiptsUnder('cut'), await ordersOf(player)]).toEqual([0, []]);
  const [one, two] = [await order('cut', 1), await order('cut', 0)];
  expect(one).toEqual(two);
  expect((await ordersOf(player)).map(({ id }) => id)).toEqual([one.orderId]);
});
