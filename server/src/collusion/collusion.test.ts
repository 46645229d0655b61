/** Signs of collusion from results and withdrawals: planted pairs and rings are found, honest friends are not, and each result counts once. */
import { listCollusionSigns, reviewCollusionSign } from '@fairpot/contract/operations/collusion/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { insertSession } from '../accounts/sessions.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { collusionFeature } from './collusion.feature.ts';
import { noteWithdrawal } from '../withdrawals/front.ts';
import { checkResults, checkWithdrawals, forget } from './sweeps.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const WHY = 'Looked at their rounds';

let desk: TradeDesk;
let staff: Actor;
beforeAll(async () => {
  desk = await makeTradeDesk({ features: [collusionFeature] });
  staff = await newPlayer(desk.world, { status: 'MODERATOR' });
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.world.db.run(sql`delete from collusion_signs`);
  await desk.world.db.run(sql`delete from collusion_withdrawals`);
});

const signs = async () => (await desk.world.run(listCollusionSigns, staff, {})).signs;

/** A settled coinflip of $50 a side. */
async function duel(winner: Actor, loser: Actor, cents = 5_000): Promise<void> {
  const { ids, clock } = desk.world.deps;
  const round = { game: 'coinflip' as const, at: clock.now(), roundId: ids.next('round'), stakedCents: cents };
  await desk.world.db.transaction((tx) =>
    insertResults(
      tx,
      [
        { ...round, playerId: winner.id, won: true, wonCents: cents * 2, feeCents: 0 },
        { ...round, playerId: loser.id, won: false, wonCents: 0, feeCents: 0 },
      ],
      10,
    ),
  );
}

/** Counted as a deposit for limits, without a trade. */
const deposited = (player: Actor, cents: number) =>
  desk.world.db.run(sql`
    insert into protection_hours (player_id, kind, hour, cents)
    values (${player.id}, 'deposit', protection_hour(), ${cents})`);
const withdrew = (player: Actor, cents: number, isRefund = false) =>
  desk.world.db.transaction((tx) =>
    noteWithdrawal(tx, { playerId: player.id, cents, isRefund }, desk.world.clock.now()),
  );

async function check(): Promise<void> {
  await desk.world.clock.advance(2 * MINUTE);
  while ((await checkResults(desk.world.deps)) > 0);
}

const times = (n: number) => Array.from({ length: n });

describe('accounts that work together', () => {
  test('one that loses its deposit to another, which withdraws it, is shown with the figures', async () => {
    const [mule, main] = [await desk.player(), await desk.player()];
    await deposited(mule, 45_000);
    await withdrew(main, 30_000);
    for (const _ of times(8)) await duel(main, mule);
    await check();
    const [sign, ...others] = await signs();
    expect(others).toEqual([]);
    expect(sign).toMatchObject({
      sign: 'VALUE_MOVED',
      user: { id: main.id },
      others: [{ id: mule.id }],
      figures: { movedUsd: 400, backUsd: 0, roundsTogether: 8, loserDepositedUsd: 450, winnerWithdrewUsd: 300 },
      looked: null,
    });
    // Raised once, though they go on.
    await duel(main, mule);
    await check();
    expect(await signs()).toHaveLength(1);
  });

  test('friends who win and lose in turn, and a lucky evening against a regular, show none', async () => {
    const [anna, bert, regular] = [await desk.player(), await desk.player(), await desk.player()];
    await deposited(anna, 50_000);
    await withdrew(bert, 30_000);
    for (const n of times(20).keys()) await (n % 5 < 3 ? duel(bert, anna) : duel(anna, bert));
    await deposited(regular, 50_000);
    for (const _ of times(9)) await duel(bert, regular);
    for (const _ of times(10)) await duel(await desk.player(), regular, 100);
    await check();
    expect(await signs()).toEqual([]);
  });

  test('two of one network that play each other one way are shown without a withdrawal', async () => {
    const [one, other] = [await desk.player(), await desk.player()];
    const { db, clock } = desk.world;
    for (const [n, { id }] of [one, other].entries()) {
      await db.transaction((tx) =>
        insertSession(tx, { id: String(n).repeat(64), playerId: id, userAgent: 'test', ipHash: 'ab' }, clock.now()),
      );
    }
    for (const _ of times(8)) await duel(one, other);
    await check();
    expect(await signs()).toMatchObject([{ sign: 'LINKED_ACCOUNTS', user: { id: one.id }, figures: { linked: 1 } }]);
  });

  test('several that feed one are a ring', async () => {
    const sink = await desk.player();
    const feeders = [await desk.player(), await desk.player(), await desk.player()];
    await withdrew(sink, 40_000);
    for (const feeder of feeders) for (const _ of times(3)) await duel(sink, feeder);
    await check();
    expect(await signs()).toMatchObject([
      {
        sign: 'RING',
        user: { id: sink.id },
        others: feeders.map(({ id }) => ({ id })),
        figures: { accounts: 3, movedUsd: 450, winnerWithdrewUsd: 400 },
      },
    ]);
  });
});

describe('withdrawals', () => {
  test('of what was only deposited show a sign; those who played show none', async () => {
    const [passer, player, winner] = [await desk.player(), await desk.player(), await desk.player()];
    await withdrew(passer, 60_000, true);
    await withdrew(player, 60_000, true);
    await desk.world.db.run(sql`
      insert into protection_hours (player_id, kind, hour, cents)
      values (${player.id}, 'stake', protection_hour(), 6001)`);
    await withdrew(winner, 60_000, false);
    expect(await checkWithdrawals(desk.world.deps)).toBe(1);
    expect(await checkWithdrawals(desk.world.deps)).toBe(0);
    expect(await signs()).toMatchObject([
      { sign: 'PASS_THROUGH', user: { id: passer.id }, others: [], figures: { refundedUsd: 600, stakedUsd: 0 } },
    ]);
  });

  test('to one address from two accounts show a sign for both', async () => {
    const { db, clock } = desk.world;
    const [one, other] = [await desk.player(), await desk.player()];
    for (const { id } of [one, other]) {
      await db.run(sql`insert into crypto_players (player_id) values (${id})`);
      await db.run(sql`
        insert into crypto_addresses (id, player_id, network, address, label, added_at, usable_at)
        values (${`adr_${id.slice(4)}`}, ${id}, 'tron', ${ADDRESS}, '', ${clock.now()}, ${clock.now()})`);
    }
    expect(await checkWithdrawals(desk.world.deps)).toBe(2);
    expect((await signs()).map(({ sign, user }) => [sign, user.id]).sort()).toEqual([
      ['SHARED_ADDRESS', one.id],
      ['SHARED_ADDRESS', other.id],
    ]);
  });

  test('are counted by the call that orders them', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await desk.settle(id);
    await desk.world.sweepAll();
    const items = (await desk.order(player, id)).items.map((item) => item.itemId ?? '');
    await desk.world.run(withdrawBySteam, player, { inventoryIds: items });
    expect(
      await desk.world.db.many(sql`
        select cents, refund_cents as refund from collusion_withdrawals where player_id = ${player.id}`),
    ).toEqual([{ cents: 1_000, refund: 1_000 }]);
  });
});

test('a result counts once, whichever of two nodes reads it and whenever one is cut off', async () => {
  const { world } = desk;
  const [a, b] = [await desk.player(), await desk.player()];
  for (const _ of times(5)) await duel(a, b, 100);
  await world.clock.advance(2 * MINUTE);
  await Promise.all([checkResults(world.deps), checkResults(world.deps), checkResults(world.deps)]);
  await check();
  const broken = { ...world.deps, db: { ...world.deps.db, transaction: () => Promise.reject(new Error('cut off')) } };
  await duel(a, b, 100);
  await world.clock.advance(2 * MINUTE);
  await expect(checkResults(broken as never)).rejects.toThrow('cut off');
  await check();
  expect(await world.db.many(sql`select cents, rounds from collusion_pairs where to_id = ${a.id}`)).toEqual([
    { cents: 600, rounds: 6 },
  ]);
});

test('a review closes the sign, is no one’s own, and the same sign rests for a week', async () => {
  const { world } = desk;
  const [mule, main] = [await newPlayer(world, { status: 'MODERATOR' }), await desk.player()];
  await deposited(mule, 45_000);
  await withdrew(main, 30_000);
  for (const _ of times(8)) await duel(main, mule);
  await check();
  const [sign] = await signs();
  const signId = sign?.id ?? 0;
  expect(await world.refused(reviewCollusionSign, mule, { signId, why: WHY })).toBe('FORBIDDEN');
  expect((await world.run(reviewCollusionSign, staff, { signId, why: WHY })).looked).toMatchObject({ why: WHY });
  expect(await world.refused(reviewCollusionSign, staff, { signId, why: WHY })).toBe('NOT_FOUND');
  await duel(main, mule);
  await check();
  expect(await signs()).toEqual([]);
  await world.clock.advance(8 * DAY);
  await duel(main, mule);
  await check();
  expect(await signs()).toHaveLength(1);
});

test('sums are forgotten after 60 days', async () => {
  const { world } = desk;
  await withdrew(await desk.player(), 100);
  expect(await forget(world.deps)).toBe(0);
  await world.clock.advance(70 * DAY);
  expect(await forget(world.deps)).toBeGreaterThan(0);
  expect(await world.db.many(sql`select 1 from collusion_pairs union all select 1 from collusion_withdrawals`)).toEqual(
    [],
  );
});
