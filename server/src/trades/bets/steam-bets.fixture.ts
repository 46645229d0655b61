/** A desk of trades with games whose stakes are items, for tests of bets from Steam: the few steps that most of them repeat. */
import type { Call, InputOf, OutputOf } from '@fairpot/contract/wire/call.schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { getJackpot, joinJackpot } from '@fairpot/contract/jackpot/schemas';
import type { Ordered, SteamBet } from '@fairpot/contract/trades/schemas';
import type { Actor } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { makeDesk, type Desk } from '../desk.fixture.ts';
import { coinflipFeature } from '../../games/coinflip/coinflip.feature.ts';
import { jackpotFeature } from '../../games/jackpot/jackpot.feature.ts';
import { fairFeature } from '../../games/kit/fair.feature.ts';
import { toldTo } from '../../testing/told.ts';

/** The dearest is over every window here; 99 is too little for any stake. */
const PRICES = [99, 100, 1_100, 2_000, 2_100, 9_000];
/** From the order until a bet is too late. */
export const WAITS_MS = 20 * 60_000;

export class BetDesk {
  readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get world(): Desk['world'] {
    return this.desk.world;
  }

  /** A jackpot of its own, and Steam's inventories not in memory. */
  async fresh(): Promise<void> {
    this.world.beacons.outage = false;
    await this.world.clock.advance(10 * 60_000);
    await this.world.sweepAll();
    await this.world.clock.advance(60_000);
    await this.world.sweepAll();
  }

  /** New assets in Steam's inventories, which are read again. */
  async assets(prices: readonly number[]): Promise<string[]> {
    const assets = this.desk.assets(prices);
    await this.world.clock.advance(6 * 60_000);
    await this.world.sweepAll();
    return assets.map((asset) => asset.assetid);
  }

  /** Orders a bet; the order's id. */
  async ordered<C extends Call>(call: C, player: Actor, input: InputOf<C>): Promise<string> {
    return ((await this.world.run(call, player, input)) as OutputOf<C> & Ordered).orderId;
  }

  /** The player accepts, and Steam says that the trade is complete for good. Nobody has booked it. */
  async accepted(id: string, without = 0): Promise<void> {
    await this.desk.sent(id);
    await this.desk.complete(id, { without });
    await this.desk.settle(id);
  }

  /** The same, and all that follows. */
  async came(id: string): Promise<void> {
    await this.accepted(id);
    await this.world.sweepAll();
  }

  /** The same, and the items are the player's; nobody has seen to the bet. */
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

  /** Texts of the notifications to the player. */
  async told(player: Actor): Promise<string[]> {
    return (await toldTo(this.world.db, player, 'bet')).map(({ text }) => text);
  }

  gift(player: Actor, prices: readonly number[]): Promise<string[]> {
    return Promise.all(prices.map((price) => this.desk.gift(player, price)));
  }

  /** A coinflip of 20.00 that waits, and who opened it. */
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

  /** Two people are in the jackpot: its time runs. */
  async running(): Promise<string> {
    for (const player of [await this.desk.player(), await this.desk.player()])
      await this.world.run(joinJackpot, player, { inventoryIds: await this.gift(player, [100]) });
    return (await this.jackpot()).id;
  }

  /** The jackpot's time is over; its result is out, and the next round is open. */
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
    await makeDesk({ features: [fairFeature, coinflipFeature, jackpotFeature], appId: 570, prices: PRICES }),
  );
}
