/** One round of each kind, really played, and one of everything else that leaves rows: what `history.ts` makes copies of. */
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { askAdjustment } from '@fairpot/contract/operations/schemas';
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { banFromChat, createMessage, unbanFromChat } from '@fairpot/contract/chat/schemas';
import { addUserNote } from '@fairpot/contract/staff/users/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { setCasebattleWinner } from '@fairpot/contract/casebattle/schemas';
import { setCoinflipWinner } from '@fairpot/contract/coinflip/schemas';
import { setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import { buyFromMarket, listMarket, stockMarket, takeMarketTypes } from '@fairpot/contract/market/schemas';
import { startExport } from '@fairpot/contract/profile/schemas';
import { activatePromocode, createPromocode } from '@fairpot/contract/promo/schemas';
import { seePlay, setLimit } from '@fairpot/contract/protection/schemas';
import { listTradeOrders } from '@fairpot/contract/trades/schemas';
import { recordResults } from '../../accounts/front.ts';
import { chooseNotifications } from '@fairpot/contract/notifications/schemas';
import { answerTicket, createTicket, listTickets } from '@fairpot/contract/support/schemas';
import { knowBrowser } from '../../accounts/browsers.ts';
import { claimNonce, insertSession } from '../../accounts/sessions.ts';
import { forgetSteamInventories, standingOf } from '../../accounts/steam-looks.ts';
import { Arena, CASES, WORTH } from '../../games/casebattle/arena.fixture.ts';
import { PotTable } from '../../games/jackpot/pot.fixture.ts';
import { freeze } from '../../trades/freezes.ts';
import { SYSTEM } from '../../platform/runner/command.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { itemTypeAt, slugOf } from '../item-types.ts';
import { bookedDeposit, PARTNER } from './traded.ts';
import { sql } from '../../platform/database/sql.ts';
import { paidOrder, paidWithdrawal } from './crypted.ts';
import type { World } from '../world.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** Ids of the rounds that were played, by how they went. */
export interface Played {
  readonly ended: {
    readonly coinflip: string;
    readonly jackpot: string;
    readonly battle: string;
    readonly scriptedCoinflip: string;
    readonly scriptedJackpot: string;
    readonly scriptedBattle: string;
    readonly cancelled: string;
    readonly voided: string;
  };
  /** Still open when the playing was over: a coinflip, and a battle. */
  readonly openCoinflip: string;
  readonly openBattle: string;
  /** Was in the coinflip, the jackpot and the chat, so that most of the history is theirs. */
  readonly player: Actor;
  readonly admin: Actor;
  readonly sessionId: string;
  /** Of the player, answered. */
  readonly ticket: string;
  /** Came to the player by a trade. */
  readonly tradedItem: string;
  /** The asset that it was at Steam before that trade. */
  readonly tradedAsset: string;
  /** An export that the player asked for. */
  readonly exportId: string;
}

/** Runs the sweep of this name once. */
export async function sweepOnce(
  features: World['features'],
  name: string,
  signal = new AbortController().signal,
): Promise<number> {
  const sweep = features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
  invariant(sweep, `there is no sweep ${name}`);
  return sweep.run(signal);
}

/** Plays them by plain calls: what every call keeps to is held by the tests of the features, over small tables. */
export async function playOneOfEach(given: World): Promise<Played> {
  let keys = 0;
  const run: World['run'] = (call, actor, input) =>
    given.runner.execute(call, actor, input, { key: `key-${(keys += 1)}` });
  const world: World = { ...given, run };
  const { db, clock, features } = world;
  const table = new PotTable(world);
  const arena = new Arena(world);
  await upsertItemTypes(db, WORTH.map(itemTypeAt), clock.now());
  for (const each of Object.values(CASES)) await world.run(publishCase, SYSTEM, { ...each, items: [...each.items] });
  const admin = await arena.player(100_000, { status: 'ADMIN' });
  const player = await arena.player();
  const rival = await arena.player();
  const personas = [
    await arena.player(100_000, { isBot: true }),
    await arena.player(100_000, { isBot: true }),
  ] as const;
  const item = (of: Actor) => table.give(of, [1_100]);
  const sweep = (name: string) => sweepOnce(features, name);
  const after = async (ms: number, ...names: readonly string[]) => {
    await clock.advance(ms);
    for (const name of names) await sweep(name);
  };

  const flip = async (by: Actor, other: Actor, scripted = false) => {
    const id = await table.create(by, await item(by));
    if (scripted) await world.run(setCoinflipWinner, admin, { gameId: id, userId: by.id });
    await table.join(other, id, await item(other));
    return id;
  };
  const pot = async (by: Actor, other: Actor, scripted = false) => {
    await sweep('jackpot.table');
    const { id } = await table.round();
    await table.enter(by, await item(by));
    if (scripted) await world.run(setJackpotWinner, admin, { gameId: id, userId: by.id });
    await table.enter(other, await item(other));
    await after(60 * SECOND, 'jackpot.table');
    return id;
  };
  const battle = async (by: Actor, other: Actor, scripted = false) => {
    const id = await arena.create(by);
    const wish = { userId: by.id, teamId: teamIdOf(id, 0), deviationAmountUsd: 0.05 };
    if (scripted) await world.run(setCasebattleWinner, admin, wish);
    await arena.join(other, id, 1);
    return id;
  };

  const coinflip = await flip(player, rival);
  // Of a round that a bot would have lost, for its books.
  const lost = { won: false, stakedCents: 100, wonCents: 0, feeCents: 0 };
  await db.transaction((tx) =>
    recordResults(tx, [{ playerId: personas[0].id, roundId: coinflip, game: 'coinflip', at: clock.now(), ...lost }]),
  );
  const scriptedCoinflip = await flip(...personas, true);
  const fought = await battle(player, rival);
  const scriptedBattle = await battle(...personas, true);
  await after(24 * SECOND, 'coinflip.reveal', 'coinflip.scripted', 'casebattle.reveal', 'casebattle.scripted');
  const jackpot = await pot(player, rival);
  await after(12 * SECOND, 'jackpot.reveal');
  const scriptedJackpot = await pot(...personas, true);
  await after(12 * SECOND, 'jackpot.scripted', 'casebattle.pay');
  const cancelled = await table.create(player, await item(player));
  await table.cancel(player, cancelled);
  const voided = await flip(player, rival);
  world.beacons.outage = true;
  await after(DAY + 24 * SECOND, 'coinflip.reveal');
  world.beacons.outage = false;
  await after(24 * SECOND, 'coinflip.reveal', 'jackpot.table');
  const openCoinflip = await table.create(player, await item(player));
  const openBattle = await arena.create(player);
  const sessionId = await leaveTheRest(world, player, admin);
  await leaveProtection(world, player, admin);
  const ended = {
    coinflip,
    jackpot,
    battle: fought,
    scriptedCoinflip,
    scriptedJackpot,
    scriptedBattle,
    cancelled,
    voided,
  };
  const tradedItem = await tradedItemOf(world, player);
  const { asset_id: tradedAsset } = await world.db.one<{ asset_id: string }>(
    sql`select asset_id from trade_moves where direction = 'IN' limit 1`,
  );
  const { exportId } = await world.run(startExport, { ...player, signedInAt: world.clock.now() }, {});
  const { tickets } = await world.run(listTickets, player, {});
  const ticket = tickets[0]?.id ?? '';
  return { ended, openCoinflip, openBattle, player, admin, sessionId, tradedItem, tradedAsset, ticket, exportId };
}

async function tradedItemOf(world: World, player: Actor): Promise<string> {
  const { orders } = await world.run(listTradeOrders, player, {});
  const id = orders[0]?.items[0]?.itemId;
  invariant(id, 'the deposit became an item');
  return id;
}

/** What the market sells in these tests. */
export const ON_SALE = slugOf(1_100);

async function goShopping(world: World): Promise<void> {
  await world.run(takeMarketTypes, SYSTEM, {});
  const items = [{ slug: ON_SALE, count: 3 }];
  await world.run(stockMarket, SYSTEM, { origin: 'demo:plans', items, history: [] });
  const buyer = await new Arena(world).player();
  const listed = await world.run(listMarket, buyer, { search: itemTypeAt(1_100).marketHashName });
  await world.run(buyFromMarket, buyer, { itemIds: listed.items.slice(0, 1).map(({ id }) => id) });
}

async function leaveTheRest(world: World, player: Actor, admin: Actor): Promise<string> {
  const now = world.clock.now();
  const id = 'ab'.repeat(32);
  await world.run(createMessage, player, { message: 'good luck' });
  const { id: ticketId } = await world.run(createTicket, player, { message: 'Where is my item?' });
  await world.run(answerTicket, admin, { ticketId, message: 'It is there', replaced: 0 });
  await world.run(chooseNotifications, player, { off: ['bet'] });
  await world.db.transaction((tx) => knowBrowser(tx, player.id, 'ab'.repeat(16), now));
  await goShopping(world);
  await world.run(banFromChat, admin, { userId: player.id });
  await world.run(unbanFromChat, admin, { userId: player.id });
  await world.run(addUserNote, admin, { userId: player.id, note: 'asked about a deposit' });
  const why = 'as a test';
  await world.run(setPause, admin, { system: 'chat', paused: true, why });
  await world.run(setPause, admin, { system: 'chat', paused: false, why });
  await world.run(askAdjustment, admin, { userId: player.id, amountUsd: 1, why });
  const tradeId = await bookedDeposit(world, player, 1_100);
  await standingOf(world.db, { id: player.id, steamid: PARTNER, tradeToken: 'abcdefgh' }, 730, now);
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
  return id;
}

/** A limit that stops nothing, a visit, a promo code that was used. */
async function leaveProtection(world: World, player: Actor, admin: Actor): Promise<void> {
  for (const kind of ['deposit', 'stake', 'loss'] as const) {
    await world.run(setLimit, player, { kind, span: 'month', limitUsd: 10_000_000 });
  }
  await world.run(seePlay, player, { read: false });
  await world.db.run(sql`
    insert into protection_flags (player_id, signal, at, figures) values (${player.id}, 'CHASING', 1, '{}'::jsonb)`);
  await world.db.run(sql`
    insert into barred_people (hash, key_id, until_at) values (sha256('somebody'), ${'ab'.repeat(8)}, 1)`);
  const { code } = await world.run(createPromocode, admin, { amountUsd: 1, uses: 5, why: 'a code of the plan tests' });
  await world.run(activatePromocode, player, { code });
}
