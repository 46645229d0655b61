/** One played round of each kind, and one of everything else that leaves rows: the originals that `history.ts` copies. */
import { createHash } from 'node:crypto';
import { GAMES } from '@fairpot/contract/games/games';
import { proposeAdjustment } from '@fairpot/contract/operations/schemas';
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { banFromChat, createMessage, unbanFromChat } from '@fairpot/contract/chat/schemas';
import { addUserNote } from '@fairpot/contract/staff/users/schemas';
import { buyFromMarket, listMarket, seedMarket, importItemTypes } from '@fairpot/contract/market/schemas';
import { createApiKey } from '@fairpot/contract/keys/schemas';
import { startExport } from '@fairpot/contract/profile/schemas';
import { activatePromocode, createPromocode } from '@fairpot/contract/promo/schemas';
import { seePlay, setLimit } from '@fairpot/contract/protection/schemas';
import { listTradeOrders } from '@fairpot/contract/trades/schemas';
import { recordResults } from '../../src/accounts/results.ts';
import { setNotificationPreferences } from '@fairpot/contract/notifications/schemas';
import { PUSH_KINDS } from '@fairpot/contract/notifications/push/calls';
import { subscribePush } from '@fairpot/contract/notifications/push/schemas';
import { answerTicket, createTicket, listTickets } from '@fairpot/contract/support/schemas';
import { recordBrowser } from '../../src/accounts/browsers.ts';
import { push } from '../../src/notifications/front.ts';
import { claimNonce, insertSession } from '../../src/accounts/sessions.ts';
import { forgetSteamInventories, readStateOf } from '../../src/accounts/steam-inventory.ts';
import {
  finishRound,
  makeLockedRound,
  SAMPLES,
  makePlayers,
  sweepGame,
  type NamedSample,
} from '../games/samples.fixture.ts';
import { freeze } from '../../src/trades/freezes.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { itemTypeAt, slugOf } from '../item-types.ts';
import { bookedDeposit, PARTNER } from './traded.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { paidOrder, paidWithdrawal } from './crypted.ts';
import { paidPlayer } from '../stages/players.ts';
import type { World } from '../world.ts';
import type { PlayedSample } from '../cases/case.ts';
import { sweepOnce } from '../cases/sweep-case.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** An API key of the player. */
export const PLANNED_KEY = `fp_${'k'.repeat(43)}`;

/** Plays them by plain calls: the features' own tests verify the calls, over small tables. */
export async function playOneOfEach(given: World): Promise<PlayedSample> {
  let keys = 0;
  const run: World['run'] = (call, actor, input) =>
    given.runner.execute(call, actor, input, { key: `key-${(keys += 1)}` });
  const world: World = { ...given, run };
  const { db, clock } = world;
  for (const { prepare } of SAMPLES) await prepare?.(world);
  const admin = await paidPlayer(world, 100_000, { status: 'ADMIN' });
  const player = await paidPlayer(world, 100_000);
  const rounds: string[] = [];
  const others: string[] = [];
  for (const sample of SAMPLES) {
    rounds.push(await makeLockedRound(sample, world, await makePlayers(sample, world, [player])));
    await finishRound(sample, world);
    others.push(...(await endedOtherwise(sample, world, { player, admin })));
  }
  await loseAsABot(world, rounds[0] ?? '');
  others.push(...(await voided(world, player)));
  for (const { many, open } of SAMPLES) if (many) await open(world, player);
  const sessionId = await leaveTheRest(world, player, admin);
  await leaveProtection(world, player, admin);
  const tradedItem = await tradedItemOf(world, player);
  const { asset_id: tradedAsset } = await db.one<{ asset_id: string }>(
    sql`select asset_id from trade_moves where direction = 'IN' limit 1`,
  );
  const { exportId } = await world.run(startExport, { ...player, signedInAt: clock.now() }, {});
  await world.run(
    createApiKey,
    { ...player, signedInAt: clock.now() },
    { name: 'Bot', scopes: ['read', 'play'], hash: createHash('sha256').update(PLANNED_KEY).digest('hex') },
  );
  const { tickets } = await world.run(listTickets, player, {});
  const ticket = tickets[0]?.id ?? '';
  return { rounds, others, player, admin, sessionId, tradedItem, tradedAsset, ticket, exportId };
}

/** A round of personas whose winner staff chose, and one that its player cancelled, where the game has them. */
async function endedOtherwise(
  sample: NamedSample,
  world: World,
  { player, admin }: Pick<PlayedSample, 'player' | 'admin'>,
): Promise<string[]> {
  const others: string[] = [];
  if (sample.script) {
    others.push(await makeLockedRound(sample, world, await makePlayers(sample, world, [], { isBot: true }), admin));
    await finishRound(sample, world);
  }
  if (sample.cancel) {
    const id = await sample.open(world, player);
    await sample.cancel(world, id, player);
    others.push(id);
  }
  return others;
}

/** A round of each game whose beacon never arrived. */
async function voided(world: World, player: Actor): Promise<string[]> {
  const ids: string[] = [];
  for (const sample of SAMPLES)
    ids.push(await makeLockedRound(sample, world, await makePlayers(sample, world, [player])));
  world.beacons.outage = true;
  await world.clock.advance(DAY + 60 * SECOND);
  for (const { game } of SAMPLES) await sweepGame(game, world);
  world.beacons.outage = false;
  for (const sample of SAMPLES) await finishRound(sample, world);
  return ids;
}

/** Losses of a bot, for its books. */
async function loseAsABot(world: World, roundId: string): Promise<void> {
  const { id: playerId } = await paidPlayer(world, 0, { isBot: true });
  const lost = { won: false, stakedCents: 100, wonCents: 0, feeCents: 0 };
  await world.db.transaction((tx) =>
    recordResults(tx, [{ playerId, roundId, game: GAMES[0].game, at: world.clock.now(), ...lost }]),
  );
}

async function tradedItemOf(world: World, player: Actor): Promise<string> {
  const { orders } = await world.run(listTradeOrders, player, {});
  const id = orders[0]?.items[0]?.itemId;
  invariant(id, 'the deposit became an item');
  return id;
}

/** The market's stock in these tests. */
export const ON_SALE = slugOf(1_100);

async function goShopping(world: World): Promise<void> {
  await world.run(importItemTypes, SYSTEM, {});
  const items = [{ slug: ON_SALE, count: 3 }];
  await world.run(seedMarket, SYSTEM, { origin: 'demo:plans', items, history: [] });
  const buyer = await paidPlayer(world, 100_000);
  const listed = await world.run(listMarket, buyer, { search: itemTypeAt(1_100).marketHashName });
  await world.run(buyFromMarket, buyer, { itemIds: listed.items.slice(0, 1).map(({ id }) => id) });
}

async function leaveTheRest(world: World, player: Actor, admin: Actor): Promise<string> {
  const now = world.clock.now();
  const id = 'ab'.repeat(32);
  await world.run(createMessage, player, { message: 'good luck' });
  const { id: ticketId } = await world.run(createTicket, player, { message: 'Where is my item?' });
  await world.run(answerTicket, admin, { ticketId, message: 'It is there', replaced: 0 });
  await world.run(setNotificationPreferences, player, { off: ['bet'] });
  await world.db.transaction((tx) => recordBrowser(tx, player.id, 'ab'.repeat(16), now));
  await goShopping(world);
  await world.run(banFromChat, admin, { userId: player.id });
  await world.run(unbanFromChat, admin, { userId: player.id });
  await world.run(addUserNote, admin, { userId: player.id, note: 'asked about a deposit' });
  const why = 'as a test';
  await world.run(setPause, admin, { system: 'chat', paused: true, why });
  await world.run(setPause, admin, { system: 'chat', paused: false, why });
  await world.run(proposeAdjustment, admin, { userId: player.id, amountUsd: 1, why });
  const tradeId = await bookedDeposit(world, player, 1_100);
  await readStateOf(world.db, { id: player.id, steamid: PARTNER, tradeToken: 'abcdefgh' }, 730, now);
  await forgetSteamInventories(world.db, player.id);
  await sweepOnce(world.features, 'trades.bets');
  for (const name of ['crypto.rates.coingecko', 'crypto.rates.kraken']) await sweepOnce(world.features, name);
  await paidOrder(world, player);
  await sweepOnce(world.features, 'crypto.books');
  const withdrawal = await paidWithdrawal(world, player);
  await sweepOnce(world.features, 'crypto.withdrawals');
  await world.db.run(sql`
    insert into crypto_reviews (withdrawal_id, staff_id, act, why, at)
    values (${withdrawal}, ${admin.id}, 'REJECTED', '', 0)`);
  await world.db.transaction(async (tx) => {
    await insertSession(tx, { id, playerId: player.id, userAgent: 'test', ipHash: '' }, now);
    await claimNonce(tx, 'nonce', now);
    await freeze(tx, { id: tradeId, playerId: player.id }, now);
  });
  const browser = { endpoint: 'https://push.example/', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  await world.run(subscribePush, { ...player, sessionId: id }, { ...browser, kinds: [...PUSH_KINDS] });
  await world.db.transaction((tx) =>
    push(tx, { playerIds: [player.id], message: 'battleOver', path: '/casebattles', subject: 'plans' }, now),
  );
  return id;
}

/** A limit that stops nothing, a visit, a used promo code. */
async function leaveProtection(world: World, player: Actor, admin: Actor): Promise<void> {
  for (const kind of ['deposit', 'stake', 'loss'] as const) {
    await world.run(setLimit, player, { kind, span: 'month', limitUsd: 10_000_000 });
  }
  await world.run(seePlay, player, { read: false });
  await world.db.run(sql`
    insert into protection_flags (player_id, signal, at, figures) values (${player.id}, 'CHASING', 1, '{}'::jsonb)`);
  await world.db.run(sql`
    insert into collusion_pairs (from_id, to_id, day, cents, rounds)
    values (${admin.id}, ${player.id}, 1, 100, 1)`);
  await world.db.run(sql`
    insert into collusion_withdrawals (player_id, day, cents, refund_cents) values (${admin.id}, 1, 100, 100)`);
  await world.db.run(sql`
    insert into collusion_signs (sign, player_id, others, at, figures)
    values ('VALUE_MOVED', ${player.id}, array[${admin.id}]::text[], 1, '{}'::jsonb)`);
  await world.db.run(sql`
    insert into breaker_trips (breaker, way, player_id, at, figures)
    values ('PROFIT', 'player', ${player.id}, 1, '{}'::jsonb)`);
  await world.db.run(sql`
    insert into breaker_hours (way, hour, out_cents, in_cents) values ('type:plan', 1, 0, 100)`);
  await world.db.run(sql`
    insert into barred_people (hash, key_id, until_at) values (sha256('somebody'), ${'ab'.repeat(8)}, 1)`);
  const { code } = await world.run(createPromocode, admin, { amountUsd: 1, uses: 5, why: 'a code of the plan tests' });
  await world.run(activatePromocode, player, { code });
}
