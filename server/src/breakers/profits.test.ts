/** The profit of a player and of linked accounts: judged for each order, also between two sweeps. */
import { createHash } from 'node:crypto';
import { listBreakerTrips, resetBreaker } from '@fairpot/contract/operations/breakers/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { cryptoFeature } from '../crypto/crypto.feature.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../../testing/settings.ts';
import { times } from '../../testing/races.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { breakersFeature } from './breakers.feature.ts';
import { BREAKER_SETTINGS } from './settings.ts';
import { checkProfits } from './sweeps.ts';

const LIMIT = 10_000;
const WHY = 'Checked with the players';

let desk: TradeDesk;
let admin: Actor;
beforeAll(async () => {
  desk = await makeTradeDesk({ features: [breakersFeature, cryptoFeature] });
  const { db, clock } = desk.world;
  admin = await newPlayer(desk.world, { status: 'ADMIN' });
  await writeSetting(db, BREAKER_SETTINGS, 'breaker.profitCents', LIMIT, clock.now());
});
afterAll(() => desk.close());
afterEach(async () => {
  const { db } = desk.world;
  await db.run(sql`delete from breaker_trips`);
  await db.run(sql`delete from protection_hours where kind in ('won', 'stake')`);
});

const trips = async () => (await desk.world.run(listBreakerTrips, admin, {})).trips;

interface Winner {
  readonly player: Actor;
  readonly item: string;
}

/** A player at Level 10 with an item that they won, and this profit in the last 24 hours. */
async function winner(profit: number): Promise<Winner> {
  const { world } = desk;
  const player = await desk.player();
  const { ids, clock } = world.deps;
  const result = { game: 'coinflip' as const, at: clock.now(), won: false, wonCents: 0, feeCents: 0 };
  const played = { ...result, playerId: player.id, roundId: ids.next('round'), stakedCents: 100_000 };
  await world.db.transaction((tx) => insertResults(tx, [played], 10));
  await gain(player, profit);
  return { player, item: await desk.gift(player, 100) };
}

const gain = (player: Actor, profit: number) =>
  desk.world.db.run(sql`
    insert into protection_hours as h (player_id, kind, hour, cents)
    values (${player.id}, ${profit < 0 ? 'stake' : 'won'}, protection_hour(), ${Math.abs(profit)})
    on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents`);

const withdraw = ({ player, item }: Winner) => desk.world.run(withdrawBySteam, player, { inventoryIds: [item] });
const refused = ({ player, item }: Winner) => desk.world.refused(withdrawBySteam, player, { inventoryIds: [item] });

let sessions = 0;
/** A session from this network, last seen so many days ago. */
async function signIn({ player }: Pick<Winner, 'player'>, network: string, days = 0): Promise<void> {
  const at = desk.world.clock.now() - days * 86_400_000;
  const id = createHash('sha256')
    .update(`session ${(sessions += 1)}`)
    .digest('hex');
  await desk.world.db.run(sql`
    insert into sessions (id, player_id, created_at, last_seen_at, expires_at, user_agent, ip_hash)
    values (${id}, ${player.id}, ${at}, ${at}, ${at + 60 * 86_400_000}, 'test', ${network})`);
}

async function payTo({ player }: Winner, address: string): Promise<void> {
  const { db, clock, deps } = desk.world;
  const at = clock.now();
  await db.run(sql`insert into crypto_players (player_id) values (${player.id}) on conflict do nothing`);
  await db.run(sql`
    insert into crypto_addresses (id, player_id, network, address, label, added_at, usable_at)
    values (${deps.ids.next('cryptoAddress')}, ${player.id}, 'tron', ${address}, '', ${at}, ${at})`);
}

test('an order is refused before any sweep has recorded the trip, and at the limit it passes', async () => {
  const lucky = await winner(LIMIT);
  await withdraw(lucky);
  const item = await desk.gift(lucky.player, 100);
  await gain(lucky.player, 1);
  expect(await refused({ ...lucky, item })).toBe('WITHDRAW_CHECKED');
  expect(await trips()).toEqual([]);
  expect(await checkProfits(desk.world.deps)).toBe(1);
  expect(await trips()).toMatchObject([{ breaker: 'PROFIT', figures: { profitUsd: 100.01, accounts: 1 } }]);
});

test('accounts of one network are one: their profits add up, one trip shows it, and its reset frees all of them', async () => {
  const { world } = desk;
  const [one, two, three] = [await winner(5_000), await winner(4_000), await winner(3_000)];
  for (const each of [one, two, three]) await signIn(each, 'home');
  const stranger = await winner(4_000);
  await signIn(stranger, 'elsewhere');
  for (const each of [one, two, three]) expect(await refused(each)).toBe('WITHDRAW_CHECKED');
  await withdraw(stranger);
  expect(await checkProfits(world.deps)).toBe(1);
  expect(await checkProfits(world.deps)).toBe(0);
  const [trip] = await trips();
  expect(trip).toMatchObject({ user: { id: one.player.id }, figures: { profitUsd: 120, accounts: 3 } });
  await world.run(resetBreaker, admin, { tripId: trip?.id ?? 0, why: WHY });
  for (const each of [one, two, three]) await withdraw(each);
  expect(await checkProfits(world.deps)).toBe(0);
});

test('what linked accounts win from each other is no profit', async () => {
  const [up, down] = [await winner(9_000), await winner(-6_000)];
  const third = await winner(6_000);
  for (const each of [up, down, third]) await signIn(each, 'flat');
  await withdraw(up);
  await withdraw(third);
  expect(await checkProfits(desk.world.deps)).toBe(0);
});

test('a shared payout address links accounts, also one that was removed', async () => {
  const [one, two] = [await winner(6_000), await winner(6_000)];
  await payTo(one, 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH');
  await withdraw(one);
  await payTo(two, 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH');
  expect(await refused(two)).toBe('WITHDRAW_CHECKED');
  await desk.world.db.run(sql`
    update crypto_addresses set removed_at = added_at where player_id = ${one.player.id}`);
  expect(await refused(two)).toBe('WITHDRAW_CHECKED');
});

test('a public network, and one of more than a month ago, link no one', async () => {
  const [one, two] = [await winner(6_000), await winner(6_000)];
  await signIn(one, 'cafe');
  await signIn(two, 'cafe');
  for (const player of await Promise.all(times(9, () => desk.player()))) await signIn({ player }, 'cafe');
  await withdraw(one);
  const [three, four] = [await winner(6_000), await winner(6_000)];
  await signIn(three, 'old', 31);
  await signIn(four, 'old');
  await withdraw(three);
  await withdraw(four);
  // An address that is not known any more is ''.
  const [five, six] = [await winner(6_000), await winner(6_000)];
  await signIn(five, '');
  await signIn(six, '');
  await withdraw(five);
});

test('a refund of what was deposited and not played passes', async () => {
  const { world } = desk;
  const [one, two] = [await winner(20_000), await desk.player()];
  await signIn(one, 'house');
  await signIn({ player: two }, 'house');
  const id = await desk.deposit(two, [1_000]);
  await desk.sent(id);
  await desk.complete(id);
  await desk.settle(id);
  await world.sweepAll();
  const [{ itemId } = { itemId: null }] = (await desk.order(two, id)).items;
  expect(await refused(one)).toBe('WITHDRAW_CHECKED');
  await withdraw({ player: two, item: itemId ?? '' });
});
