/** A desk for tests of trades: players with a Steam inventory, and the worker's part played by its own functions and role. */
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { depositBySteam, getTradeOrder, type TradeOrder } from '@fairpot/contract/trades/schemas';
import { setTradeToken } from '../../src/accounts/people.ts';
import { account, transfer } from '../../src/ledger/ledger.ts';
import { cents } from '@fairpot/contract/wire/money';
import type { ClosablePool } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Random } from '../../src/platform/process/ports.ts';
import type { SteamGateway, SteamInventoryItem } from '../../src/platform/process/steam-port.ts';
import type { Actor, MakeFeature } from '../../src/platform/runner/feature.ts';
import { SITE_SETTINGS } from '../../src/platform/runner/settings.ts';
import { writeSetting } from '../settings.ts';
import { itemTypeAt, slugOf } from '../item-types.ts';
import { newPlayer } from '../stages/players.ts';
import { makeWorld, type World } from '../world.ts';
import { mintItems } from '../../src/vault/items.ts';
import { upsertItemTypes } from '../../src/vault/types.ts';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { ledgerFeature } from '../../src/ledger/ledger.feature.ts';
import { vaultFeature } from '../../src/vault/vault.feature.ts';
import { tradesFeature } from '../../src/trades/trades.feature.ts';

/** Prices of the item types of these tests, in cents. */
export const PRICES = [50, 100, 600, 1_000, 5_000] as const;

export interface TradeDesk {
  readonly world: World;
  /** Signed in as the trade worker. */
  readonly trader: ClosablePool;
  /** What Steam shows of any inventory; `away` makes it unavailable. */
  readonly steam: { items: SteamInventoryItem[]; away: boolean };
  player(token?: string): Promise<Actor>;
  /** A deposit of one new asset per price. Returns the order's id. */
  deposit(player: Actor, prices: readonly number[], toBalance?: boolean): Promise<string>;
  /** Adds new assets to every Steam inventory, by price; `over`: what else Steam shows of them. */
  assets(prices: readonly number[], over?: Partial<SteamInventoryItem>): CallInput<typeof depositBySteam>['steamItems'];
  order(player: Actor, id: string): Promise<TradeOrder>;
  /** Moves the order as the worker does; true when it moved. */
  move(id: string, from: readonly string[], change: object): Promise<boolean>;
  /** The offer is sent, with this number. */
  sent(id: string): Promise<void>;
  /** The trade is complete at Steam, and can be reversed until `settlesAt`. */
  complete(id: string, options?: { readonly without?: number }): Promise<void>;
  settle(id: string): Promise<void>;
  /** A site item of a player that no trade brought. */
  gift(player: Actor, price: number): Promise<string>;
  pay(player: Actor, amount: number): Promise<void>;
  close(): Promise<void>;
}

export interface DeskOptions {
  /** Features besides trades. */
  readonly features?: readonly MakeFeature[];
  /** The items' game. */
  readonly appId?: 730 | 570;
  readonly prices?: readonly number[];
  readonly random?: Random;
}

export async function makeTradeDesk({
  features = [],
  appId = 730,
  prices = PRICES,
  random,
}: DeskOptions = {}): Promise<TradeDesk> {
  const steam: TradeDesk['steam'] = { items: [], away: false };
  const world = await makeWorld({
    features: [
      ...[ledgerFeature, vaultFeature, ...features],
      (deps, execute) => accountsFeature(deps, execute),
      tradesFeature,
    ],
    steam: steamOf(steam),
    ...(random && { random }),
  });
  const trader = world.pool('trader', 8);
  const { db, clock, deps } = world;
  await upsertItemTypes(
    db,
    prices.map((price) => ({ ...itemTypeAt(price), appId })),
    clock.now(),
  );
  await writeSetting(db, SITE_SETTINGS, 'global.appid', appId, clock.now());
  let assetIds = 1_000;
  let tradeIds = 0;
  const assets: TradeDesk['assets'] = (prices, over = {}) =>
    prices.map((price) => {
      const assetId = String((assetIds += 1));
      const { marketHashName } = itemTypeAt(price);
      steam.items.push({ assetId, contextId: '2', appId, marketHashName, ...over });
      return { assetid: assetId, contextid: '2', appid: appId };
    });
  const move: TradeDesk['move'] = async (id, from, change) => {
    const { moved } = await trader.one<{ moved: boolean }>(sql`
      select trade_move(${id}, ${from}::text[], null, ${JSON.stringify(change)}::jsonb, ${clock.now()}) as moved`);
    return moved;
  };
  const sent: TradeDesk['sent'] = async (id) => {
    await move(id, ['CREATED'], { state: 'SENDING' });
    await move(id, ['SENDING'], { state: 'SENT', offerId: String((tradeIds += 1)) });
  };
  return {
    world,
    trader,
    steam,
    assets,
    move,
    sent,
    player: async (token = 'abcdefgh') => {
      const player = await newPlayer(world);
      await db.transaction((tx) => setTradeToken(tx, player.id, token));
      return player;
    },
    deposit: async (player, prices, toBalance = false) => {
      const steamItems = assets(prices);
      await world.clock.advance(6 * 60_000); // the inventory is read again
      const { orderId } = await world.run(depositBySteam, player, { steamItems, convertToBalance: toBalance });
      return orderId;
    },
    order: (player, id) => world.run(getTradeOrder, player, { id }),
    complete: async (id, { without = 0 } = {}) => {
      const tradeId = String((tradeIds += 1));
      const items = await trader.many<{ asset: string; kind: string }>(sql`
        select coalesce(i.asset_id, '') as asset, o.kind from trade_order_items i
        join trade_orders o on o.id = i.order_id
        where o.id = ${id} order by i.no`);
      const moves = items.slice(without).map(({ asset, kind }) => ({
        assetId: asset,
        contextId: '2',
        newAssetId: String((assetIds += 1)),
        newContextId: appId === 730 ? '16' : '2',
        direction: kind === 'DEPOSIT' ? 'IN' : 'OUT',
      }));
      await trader.run(sql`select trade_record(${id}, ${tradeId}, ${JSON.stringify(moves)}::jsonb, ${clock.now()})`);
      const settlesAt = clock.now() + 8 * 24 * 60 * 60_000;
      await move(id, ['SENT', 'EXPIRED'], { state: 'ACCEPTED', tradeId, tradeStatus: 3, settlesAt });
    },
    settle: async (id) => void (await move(id, ['ACCEPTED'], { state: 'SETTLED' })),
    gift: async (player, price) => {
      const id = deps.ids.next('item');
      const item = { id, itemType: slugOf(price), playerId: player.id, kind: 'WIN' as const, origin: 'test' };
      await mintItems(db, [item], clock.now());
      return id;
    },
    pay: async (player, amount) => {
      const id = deps.ids.next('transfer');
      const postings = [
        { account: account.world, cents: cents(-amount) },
        { account: account.cash(player.id), cents: cents(amount) },
      ];
      await db.transaction((tx) => transfer(tx, { id, key: id, code: 'TEST', ref: 'test', at: clock.now(), postings }));
    },
    close: async () => {
      await trader.close();
      await world.close();
    },
  };
}

function steamOf(steam: TradeDesk['steam']): SteamGateway {
  const away = () => Promise.resolve({ kind: 'unavailable' as const, why: 'not part of this test' });
  return {
    signInUrl: () => 'http://127.0.0.1:9/openid/login',
    verifySignIn: away,
    profiles: away,
    inventory: () => (steam.away ? away() : Promise.resolve({ kind: 'ok', value: [...steam.items] })),
    avatar: () => '/art/blank.svg',
  };
}
