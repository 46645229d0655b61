/** A world with the market in it: players with money, stock of a few item types, and steps that most tests repeat. */
import {
  buyFromMarket,
  listMarket,
  seedMarket,
  importItemTypes,
  type MarketItem,
} from '@fairpot/contract/market/schemas';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { cents } from '@fairpot/contract/wire/money';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { account, balancesOf, transfer } from '../../src/ledger/ledger.ts';
import { ledgerFeature } from '../../src/ledger/ledger.feature.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { newPlayer } from '../stages/players.ts';
import { makeWorld, type World, type WorldOptions } from '../world.ts';
import { upsertItemTypes, type NewItemType } from '../../src/vault/types.ts';
import { vaultFeature } from '../../src/vault/vault.feature.ts';
import { marketFeature } from '../../src/market/market.feature.ts';

/** Names of every shape that a market has, with the spec's parts: name, item name, wear, level. */
export const SHAPES = [
  ['AK-47 | Redline (Field-Tested)', 'AK-47', 'Redline', 'Field-Tested', 3],
  ['G3SG1 | New Roots (Battle-Scarred)', 'G3SG1', 'New Roots', 'Battle-Scarred', 1],
  ['Sticker | Natus Vincere (Holo) | Katowice 2015', 'Sticker', 'Natus Vincere (Holo) | Katowice 2015', '', 5],
  ['★ StatTrak™ Karambit | Doppler (Factory New)', '★ StatTrak™ Karambit', 'Doppler', 'Factory New', 5],
  ['M4A4 | 龍王 (Dragon King) (Minimal Wear)', 'M4A4', '龍王 (Dragon King)', 'Minimal Wear', 4],
  ["'The Doctor' Romanov | Sabre", "'The Doctor' Romanov", 'Sabre', '', 5],
  ['Clutch Case', 'Clutch Case', '', '', 5],
  ['Sawed-Off | Kiss♥Love (Well-Worn)', 'Sawed-Off', 'Kiss♥Love', 'Well-Worn', 2],
] as const;

export const slugAt = (n: number): string => `shape-${n}`;

/** The shape's type, at 10.00 plus 1.00 for each one after the first. */
export function typeAt(n: number): NewItemType {
  return {
    slug: slugAt(n),
    appId: 730,
    marketHashName: SHAPES[n]?.[0] ?? `Made Up | Number ${n} (Field-Tested)`,
    rarity: 'Covert',
    rarityColor: '#ff6b6b',
    pips: 6,
    priceCents: 1_000 + 100 * n,
  };
}

export class Shop {
  readonly world: World;
  #deliveries = 0;

  constructor(world: World) {
    this.world = world;
  }

  async player(money = 1_000_000, over: Partial<Actor> = {}): Promise<Actor> {
    const actor = await newPlayer(this.world, over);
    if (money > 0) {
      await this.world.db.transaction((tx) =>
        transfer(tx, {
          id: this.world.deps.ids.next('transfer'),
          key: `gift:${actor.id}`,
          code: 'DEMO_GRANT',
          ref: 'test',
          at: 1,
          postings: [
            { account: account.world, cents: cents(-money) },
            { account: account.cash(actor.id), cents: cents(money) },
          ],
        }),
      );
    }
    return actor;
  }

  /** Lists `count` items of the type. */
  async stock(slug: string, count = 1): Promise<void> {
    this.#deliveries += 1;
    const origin = `demo:delivery:${this.#deliveries}`;
    await this.world.run(seedMarket, SYSTEM, { origin, items: [{ slug, count }], history: [] });
  }

  async list(actor: Actor, input: CallInput<typeof listMarket> = {}): Promise<MarketItem[]> {
    return (await this.world.run(listMarket, actor, input)).items;
  }

  buy(actor: Actor, items: readonly { readonly id: string }[], totalUsd?: number) {
    const itemIds = items.map(({ id }) => id);
    return this.world.run(buyFromMarket, actor, totalUsd === undefined ? { itemIds } : { itemIds, totalUsd });
  }

  async balance(actor: Actor): Promise<number> {
    return (await balancesOf(this.world.db, actor.id)).available;
  }
}

/** Without stock: eight types, one of each shape, unless others are given. */
export async function openShop({
  types = SHAPES.map((_, n) => typeAt(n)),
  ...options
}: WorldOptions & { readonly types?: readonly NewItemType[] } = {}): Promise<Shop> {
  const features = [ledgerFeature, vaultFeature, accountsFeature, marketFeature];
  const world = await makeWorld({ ...options, features });
  await upsertItemTypes(world.db, types, world.clock.now());
  await world.run(importItemTypes, SYSTEM, {});
  return new Shop(world);
}
