/** A trade desk with games that take item stakes, for tests of bets from Steam: the steps that most of them repeat. */
import type { Call, CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { getJackpot, joinJackpot } from '@fairpot/contract/jackpot/schemas';
import type { PlacedOrder, SteamBet } from '@fairpot/contract/trades/schemas';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { invariant } from '../../../src/platform/runner/refused.ts';
import { makeTradeDesk, type TradeDesk } from '../desk.fixture.ts';
import { coinflipFeature } from '../../../src/games/coinflip/coinflip.feature.ts';
import { jackpotFeature } from '../../../src/games/jackpot/jackpot.feature.ts';
import { fairFeature } from '../../../src/games/kit/fair.feature.ts';
import { notificationsOf } from '../../notifications.ts';

/** The most expensive exceeds every window here; 99 is below every minimum stake. */
const PRICES = [99, 100, 1_100, 2_000, 2_100, 9_000];
/** From the order until a bet is too late. */
export const WAITS_MS = 20 * 60_000;

export class BetDesk {
  readonly desk: TradeDesk;

  constructor(desk: TradeDesk) {
    this.desk = desk;
  }

  get world(): TradeDesk['world'] {
    return this.desk.world;
  }

  /** A jackpot of its own, and Steam inventories without cache. */
  async fresh(): Promise<void> {
    this.world.beacons.outage = false;
    await this.world.clock.advance(10 * 60_000);
    await this.world.sweepAll();
    await this.world.clock.advance(60_000);
    await this.world.sweepAll();
  }

  /** Adds new assets to Steam's inventories, which are then read again. */
  async assets(prices: readonly number[]): Promise<string[]> {
    const assets = this.desk.assets(prices);
    await this.world.clock.advance(6 * 60_000);
    await this.world.sweepAll();
    return assets.map((asset) => asset.assetid);
  }

  /** Orders a bet. Returns the order's id. */
  async ordered<C extends Call>(call: C, player: Actor, input: CallInput<C>): Promise<string> {
    return ((await this.world.run(call, player, input)) as CallOutput<C> & PlacedOrder).orderId;
  }

  /** The player accepts, and Steam reports the trade complete and final. Not yet booked. */
  async accepted(id: string, without = 0): Promise<void> {
    await this.desk.sent(id);
    await this.desk.complete(id, { without });
    await this.desk.settle(id);
  }

  /** The same, plus everything that follows. */
  async came(id: string): Promise<void> {
    await this.accepted(id);
    await this.world.sweepAll();
  }

  /** The same, up to the release of the items; the bet is not processed yet. */
  async credited(id: string): Promise<void> {
    await this.accepted(id);
    await this.books();
  }

  async books(): Promise<void> {
    const books = this.world.features.flatMap((f) => f.sweeps ?? []).find((sweep) => sweep.name === 'trades.books');
    await books?.run(new AbortController().signal);
  }

  async bet(player: Actor, id: string): Promise<SteamBet | null> {
    return (await this.desk.order(player, id)).bet;
  }

  async items(player: Actor): Promise<{ id: string; usd: number }[]> {
    const { items } = await this.world.run(siteInventory, player, {});
    return items.map(({ id, item }) => ({ id, usd: item.priceUsd }));
  }

  /** Texts of the player's notifications. */
  async notifications(player: Actor): Promise<string[]> {
    return (await notificationsOf(this.world.db, player, 'bet')).map(({ text }) => text);
  }

  gift(player: Actor, prices: readonly number[]): Promise<string[]> {
    return Promise.all(prices.map((price) => this.desk.gift(player, price)));
  }

  /** A waiting coinflip of 20.00, and its creator. */
  async waiting(): Promise<{ gameId: string; creator: Actor }> {
    const creator = await this.desk.player();
    const inventoryIds = await this.gift(creator, [2_000]);
    const { gameId } = await this.world.run(createCoinflip, creator, { inventoryIds, side: 1 });
    return { gameId, creator };
  }

  async jackpot(): Promise<JackpotRound> {
    const { game } = await this.world.run(getJackpot, null, {});
    invariant(game, 'a round is open');
    return game;
  }

  /** Two players are in the jackpot: its countdown runs. */
  async running(): Promise<string> {
    for (const player of [await this.desk.player(), await this.desk.player()])
      await this.world.run(joinJackpot, player, { inventoryIds: await this.gift(player, [100]) });
    return (await this.jackpot()).id;
  }

  /** The countdown is over: the result is out, and the next round is open. */
  async nextJackpot(): Promise<void> {
    await this.world.clock.advance(60_000);
    await this.world.sweepAll();
    await this.world.clock.advance(60_000);
    await this.world.sweepAll();
  }

  async close(): Promise<void> {
    await this.desk.close();
  }
}

export async function makeBetDesk(): Promise<BetDesk> {
  return new BetDesk(
    await makeTradeDesk({ features: [fairFeature, coinflipFeature, jackpotFeature], appId: 570, prices: PRICES }),
  );
}
