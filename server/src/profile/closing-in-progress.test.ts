/**
 * Closing while something is in progress: coins out and in, refused, failed, rejected by staff; money that returns, an order being created,
 * and a kill in the middle of the start.
 */
import { eraseAccount, getClosing, startClosing } from '@fairpot/contract/profile/schemas';
import { excludeSelf } from '@fairpot/contract/protection/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf, publicUsers } from '../accounts/front.ts';
import { insertSession } from '../accounts/sessions.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  fund,
  newReviewer,
  payoutStored,
  type Reviewer,
} from '../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import type { ClosablePool } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { protectionFeature } from '../protection/protection.feature.ts';
import { hold } from '../protection/store.ts';
import { blockedStatement, raceIn } from '../../testing/races.ts';
import { notificationsOf } from '../../testing/notifications.ts';
import { lockCoins, lockTradeSums } from '../withdrawals/front.ts';
import { tradesFeature } from '../trades/trades.feature.ts';
import { profileFeature } from './profile.feature.ts';

const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const DAY_MS = 86_400_000;
const usdt = (amountUsd: number) => ({ coin: 'USDT', address: ADDRESS, amountUsd }) as const;

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewers: readonly Reviewer[];
beforeAll(async () => {
  till = await makeTill({}, [tradesFeature, protectionFeature, (deps, execute) => profileFeature(deps, execute)]);
  signer = till.world.pool('signer', 10);
  calls = withdrawalCalls(till.world);
  reviewers = [await newReviewer(till.world), await newReviewer(till.world)];
});
afterAll(async () => {
  await signer.close();
  await till.close();
});

const now = () => till.world.clock.now();

/** Current rates, and a signer that sends USDT. */
async function open(): Promise<void> {
  await till.sweep();
  const keys = reviewers.map(({ key }) => key);
  const ways = [{ coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: keys }];
  await signer.run(sql`select payout_advertise(${JSON.stringify(ways)}::jsonb, ${now()})`);
}

/** A player at level 0 with this many cents, who requested the closing; as their next requests find them. */
async function closer(sum: number): Promise<Actor> {
  const { world } = till;
  const player = await till.player();
  if (sum > 0) await fund(world, player, sum);
  const { name } = (await publicUsers(world.db, [player.id])).get(player.id)!;
  await world.run(startClosing, { ...player, signedInAt: now() }, { name });
  return { ...player, ...(await actorOf(world.db, player.id)) };
}

const waits = async (player: Actor) =>
  (await till.world.run(getClosing, player, {})).waits
    .filter(({ kind }) => kind !== 'REST')
    .map(({ kind, usd }) => [kind, usd]);

const isErased = async ({ id }: Actor) =>
  (
    await till.world.db.one<{ erased: boolean }>(
      sql`select erased_at is not null as erased from players where id = ${id}`,
    )
  ).erased;

/** The waiting period is over, and the sweeps have run. */
async function rest(): Promise<void> {
  await till.world.clock.advance(DAY_MS);
  await till.world.sweepAll();
}

let made = 0;
/** The signer signs it. Then nothing (`SIGNED`), or the chain confirms it for good, or it never will. */
async function signed(id: string, state: 'SIGNED' | 'CONFIRMED' | 'FAILED'): Promise<string> {
  made += 1;
  const txid = made.toString(16).padStart(64, '0');
  const payout = { txid, raw: 'aa', expiresAt: null, nonce: null, inputs: [] };
  await signer.one(payoutStored(id, payout, '99999999999999', now()));
  if (state === 'CONFIRMED') await signer.run(sql`select payout_done(${id}, ${txid}, 7, ${now()})`);
  if (state === 'FAILED') await signer.run(sql`select payout_dead(${id}, ${txid}, 'REVERTED', ${now()})`);
  return txid;
}

test('waits for coins in progress and shows their sum; when they are final on the chain, the account closes', async () => {
  await open();
  const player = await closer(1_300);
  expect(await waits(player)).toEqual([['BALANCE', 13]]);
  const { id } = await calls.ask(player, usdt(13));
  expect(await waits(player)).toEqual([
    ['COINS', 13],
    ['HELD', 13],
  ]);
  const txid = await signed(id, 'SIGNED');
  await rest();
  expect(await waits(player), 'a sent transaction is still in progress').toHaveLength(2);
  expect(await isErased(player)).toBe(false);
  await signer.run(sql`select payout_done(${id}, ${txid}, 7, ${now()})`);
  await till.world.sweepAll();
  await rest();
  expect(await isErased(player)).toBe(true);
  await till.world.checkInvariants();
});

test('a payout can fail at the signer, on the chain or by staff: the money returns, and the closing waits for the balance and says so', async () => {
  const { world } = till;
  await open();
  const player = await closer(150_000);
  const back = async (end: (id: string) => Promise<unknown>, sum: number): Promise<void> => {
    await open();
    const { id } = await calls.ask(player, usdt(sum));
    expect((await waits(player))[0]).toEqual(['COINS', sum]);
    await end(id);
    await world.sweepAll();
    expect((await calls.last(player)).status).toBe('REFUNDED');
    expect(await waits(player)).toEqual([['BALANCE', 1_500]]);
  };
  await back((id) => signer.run(sql`select payout_refuse(${id}, 'ADDRESS', ${now()})`), 100);
  await back((id) => signed(id, 'FAILED'), 100);
  await back((id) => calls.reject(reviewers[0]!.actor, id), 1_500);
  await rest();
  expect(await isErased(player)).toBe(false);
  expect((await notificationsOf(world.db, player, 'withdrawal')).length, 'each is notified').toBeGreaterThanOrEqual(3);
  // And then it works.
  await open();
  const last = await calls.ask(player, usdt(1_500));
  for (const reviewer of reviewers) await calls.approve(reviewer, last.id);
  await signed(last.id, 'CONFIRMED');
  await world.sweepAll();
  await rest();
  expect(await isErased(player)).toBe(true);
});

test('money that returns while the erasure starts is noticed: it is balance before the start, or the erasure waits', async () => {
  const { world } = till;
  await open();
  const player = await closer(1_300);
  const { id } = await calls.ask(player, usdt(13));
  await signed(id, 'FAILED');
  await world.clock.advance(DAY_MS);
  const refund = world.features.flatMap(({ sweeps = [] }) => sweeps).find(({ name }) => name === 'crypto.withdrawals')!;
  const ends = await raceIn(
    world,
    Array.from({ length: 10 }, (_, n) => () => (n === 4 ? refund.run(new AbortController().signal) : erase(player))),
  );
  expect(ends).toEqual({ ok: 10 });
  expect(await isErased(player)).toBe(false);
  expect(await waits(player)).toEqual([['BALANCE', 13]]);
});

test('waits for a coin deposit that was seen; once credited, it is balance', async () => {
  await open();
  const player = await till.player();
  const order = await till.order(player, 'USDT', 20);
  await till.show('USDT', order.wallet, 20_000_000n);
  const { name } = (await publicUsers(till.world.db, [player.id])).get(player.id)!;
  await till.world.run(startClosing, { ...player, signedInAt: now() }, { name });
  const closing = { ...player, ...(await actorOf(till.world.db, player.id)) };
  expect(await waits(closing)).toEqual([['COINS', null]]);
  await rest();
  expect(await isErased(player)).toBe(false);
  await till.confirm('tron', 200, 200);
  await till.sweep();
  expect(await waits(closing)).toEqual([['BALANCE', 20]]);
  await rest();
  expect(await isErased(player), 'until it is withdrawn').toBe(false);
});

/** A closing past its waiting period with nothing left, and with its rows of protection in place. */
async function due(): Promise<Actor> {
  const player = await closer(0);
  await till.world.clock.advance(DAY_MS);
  await till.world.db.transaction((tx) => hold(tx, player.id));
  return player;
}

const erase = ({ id: playerId }: Actor) => till.world.runner.execute(eraseAccount, SYSTEM, { playerId });

test('detects under the locks what arrives between the first check and the locks', async () => {
  const { world } = till;
  const player = await due();
  let erased: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (tx) => {
    await hold(tx, player.id);
    erased = erase(player);
    await blockedStatement(world.db, 'protection_hold');
    await fund(world, player, 500);
  });
  expect(await erased).toEqual({ state: 'WAITS' });
  expect(await isErased(player)).toBe(false);
});

test.each([
  ['trades', lockTradeSums, 'trade_sums'],
  ['coins', lockCoins, 'crypto_players'],
] as const)('waits for an order of %s that is being created', async (_, lock, text) => {
  const { world } = till;
  const player = await due();
  await world.db.transaction(async (tx) => void (await lock(tx, player.id)));
  let erased: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (tx) => {
    await lock(tx, player.id);
    erased = erase(player);
    await blockedStatement(world.db, text);
  });
  expect(await erased).toEqual({ state: 'BEGUN' });
});

test("a kill in the middle of the erasure's start changes nothing, and the next attempt succeeds", async () => {
  const { world } = till;
  const player = await due();
  await world.run(excludeSelf, player, { months: 6, sure: true });
  const session = { id: '5e'.repeat(32), playerId: player.id, userAgent: '', ipHash: '' };
  await world.db.transaction((tx) => insertSession(tx, session, now()));
  const standing = () =>
    world.db.one<object>(sql`
      select (select count(*) from barred_people) as barred,
        (select count(*) from sessions where player_id = ${player.id}) as sessions,
        steamid is null as erased from players where id = ${player.id}`);
  expect(await standing()).toEqual({ barred: 0, sessions: 1, erased: false });
  await world.db.transaction(async (tx) => {
    await tx.run(sql`select id from sessions where player_id = ${player.id} for update`);
    const killed = erase(player).catch(() => 'killed');
    // By then the hash of the SteamID is written, and the account is anonymised.
    await blockedStatement(world.db, 'delete from sessions');
    await world.db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from sessions%'`);
    expect(await killed).toBe('killed');
  });
  expect(await standing()).toEqual({ barred: 0, sessions: 1, erased: false });
  await world.sweepAll();
  expect(await standing()).toEqual({ barred: 1, sessions: 0, erased: true });
});
