/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as market from './calls.ts';
import { LIQUIDITY, PRICE_SOURCES } from './sources.ts';
import { command, query } from '../wire/call.schemas.ts';
import { ItemId } from '../wire/ids.schemas.ts';
import { ItemDetails, Skin } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PriceDoubt } from '../inventory/prices.schemas.ts';

/** One item for sale. */
export const MarketItem = z.object({
  id: ItemId,
  /** The full market name; `item` has its parts. */
  name: z.string(),
  appId: z.number().int(),
  /** Its price. */
  priceUsd: UsdSchema,
  /** 5 (best, and items without a wear) to 1. */
  itemTypeLvl: z.number().int().min(1).max(5),
  /** Its `id` names the item type, its price is the asked price. */
  item: Skin,
  /** If set, the item is shown but not sold. */
  doubt: PriceDoubt.nullable(),
  /** When the price was last confirmed, epoch ms. */
  pricedAt: z.number().int(),
  /** Of the very asset that the buyer gets; missing for stock without an asset of its own. */
  details: ItemDetails.optional(),
});
export type MarketItem = z.infer<typeof MarketItem>;

/** The new asked price of an item type. */
export const NewPrice = z.object({
  /** The item type: `item.id` of a listing. */
  id: z.string(),
  askUsd: UsdSchema,
  doubt: PriceDoubt.nullable(),
  pricedAt: z.number().int(),
});
export type NewPrice = z.infer<typeof NewPrice>;

/** Facts on topic 'market': items sold, new prices (in one or several facts), and a notice that more has changed. */
export const MarketFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('market.priced'), prices: z.array(NewPrice) }),
  z.object({ type: z.literal('market.sold'), itemIds: z.array(ItemId) }),
  z.object({ type: z.literal('market.changed') }),
]);
export type MarketFact = z.infer<typeof MarketFact>;

/**
 * Source of the prices shown. 'catalogue': no source, for play money. 'opening': sources are being read item by item,
 * and some prices are still the catalogue's. 'sources': two sources agree on every price.
 */
const PricesFrom = z.enum(['catalogue', 'opening', 'sources']);

const AppId = z.coerce.number().pipe(z.union([z.literal(730), z.literal(252490), z.literal(570)]));
const Category = z.enum(market.MARKET_CATEGORIES);
const Price = z.coerce.number().min(0).max(10_000_000).multipleOf(0.01);

export const listMarket = query({
  ...market.listMarket,
  summary:
    `Items on sale, most expensive first unless \`sort\` says lowToHigh; at most ${market.MARKET_PAGE}, ` +
    '`after` pages by keyset',
  permission: 'session',
  input: z.strictObject({
    /** The name contains every word of it. */
    search: z.string().max(market.MARKET_SEARCH_MAX).optional(),
    appId: AppId.optional(),
    category: Category.optional(),
    /** Wear levels, such as '5,4'. */
    wear: z
      .string()
      .regex(/^[1-5](,[1-5]){0,4}$/)
      .optional(),
    /** The name before the pipe, exactly: 'AK-47'. */
    type: z.string().min(1).max(200).optional(),
    minUsd: Price.optional(),
    maxUsd: Price.optional(),
    sort: z.string().max(20).optional(),
    /** `next` of the previous page. */
    after: z.string().max(300).optional(),
  }),
  output: z.object({
    items: z.array(MarketItem),
    next: z.string().nullable(),
    spreadBps: z.number().int(),
    prices: PricesFrom,
  }),
});

/** What is on sale in a category of a game. */
export const MarketGroup = z.object({
  appId: z.number().int(),
  category: Category,
  /** Items on sale. */
  items: z.number().int().positive(),
  /** The lowest and the highest asked price. */
  minUsd: UsdSchema,
  maxUsd: UsdSchema,
  /** Names before the pipe with items on sale, most items first. */
  types: z.array(z.object({ name: z.string(), items: z.number().int().positive() })),
});
export type MarketGroup = z.infer<typeof MarketGroup>;

export const listMarketTypes = query({
  ...market.listMarketTypes,
  summary: 'Names before the pipe in a game, by number of item types; what is on sale, by category',
  permission: 'session',
  input: z.strictObject({ appId: AppId.optional() }),
  output: z.object({ types: z.array(z.string()), groups: z.array(MarketGroup) }),
});

const Source = z.enum(PRICE_SOURCES);

export const MarketQuote = z.object({
  source: Source,
  priceUsd: UsdSchema,
  quantity: z.number().int(),
  /** Epoch ms. */
  quotedAt: z.number().int(),
});
export type MarketQuote = z.infer<typeof MarketQuote>;

export const MarketDay = z.object({
  /** 'YYYY-MM-DD', UTC. */
  day: z.string(),
  priceUsd: UsdSchema,
  /** Made up for the demo. */
  simulated: z.boolean(),
});
export type MarketDay = z.infer<typeof MarketDay>;

/** An item type: its price, what the site pays for it, the basis of both, and its listings. */
export const MarketItemPage = z.object({
  name: z.string(),
  item: Skin,
  appId: z.number().int(),
  category: Category,
  itemTypeLvl: z.number().int(),
  /** What the site asks: the highest trusted price plus the spread. */
  askUsd: UsdSchema,
  spreadBps: z.number().int(),
  /** What the site pays, and the item's value in a stake: the base price minus the haircut. */
  payUsd: UsdSchema,
  haircutBps: z.number().int(),
  liquidity: z.enum(LIQUIDITY),
  /** The lowest cash price, with its rises capped. */
  baseUsd: UsdSchema,
  /** Steam's price of an item of this game in basis points of its cash price. */
  steamBps: z.number().int(),
  doubt: PriceDoubt.nullable(),
  prices: PricesFrom,
  /** When the price was last confirmed, epoch ms. */
  pricedAt: z.number().int(),
  quotes: z.array(MarketQuote),
  /** Oldest first; days without a price are missing. */
  history: z.array(MarketDay),
  /** On sale now, at most ${MARKET_OFFERED}. */
  items: z.array(MarketItem),
  /** More than those are on sale. */
  more: z.boolean(),
  /** Items of this type that the player has and can stake, return or withdraw. */
  owned: z.number().int(),
  /** Other types of the category that are on sale, nearest in price first; one item each, at most ${MARKET_SIMILAR}. */
  similar: z.array(MarketItem),
});
export type MarketItemPage = z.infer<typeof MarketItemPage>;

export const getMarketItem = query({
  ...market.getMarketItem,
  summary: 'One item type: buying and selling price, sources, the last 30 days, and its listings',
  permission: 'session',
  input: z.strictObject({ id: z.string().min(1).max(120) }),
  output: MarketItemPage,
  refusals: ['NO_ITEM_TYPE'],
});

/** By liquidity, best first. */
const ByLiquidity = z.object({
  liquidity: z.enum(LIQUIDITY),
  /** Discount of the site's buying price from the lowest cash price, in basis points. */
  haircutBps: z.number().int(),
  /** Maximum number of items of a type on sale; then the site accepts no more. */
  stock: z.number().int(),
});

export const PriceTerms = z.object({
  /** The market's margin over the highest trusted price. */
  spreadBps: z.number().int(),
  tiers: z.array(ByLiquidity),
  /** Maximum rise of the buying price of an item in an hour, a day and a week. */
  riseBps: z.object({ hour: z.number().int(), day: z.number().int(), week: z.number().int() }),
  /** A thinly traded item above this is not accepted. */
  thinMostUsd: UsdSchema,
  /** Per game, Steam's prices in basis points of cash prices. */
  steam: z.array(z.object({ appId: z.number().int(), bps: z.number().int() })),
  /** The sources that this site reads; empty when the catalogue's prices apply. */
  sources: z.array(z.enum(PRICE_SOURCES)),
});
export type PriceTerms = z.infer<typeof PriceTerms>;

export const getPriceTerms = query({
  ...market.getPriceTerms,
  summary: 'Price rules: what the site pays and asks, by liquidity, and how fast prices can rise',
  permission: 'public',
  input: z.strictObject({}),
  output: PriceTerms,
});

export const buyFromMarket = command({
  ...market.buyFromMarket,
  summary: 'Buy items for balance, all of them or none',
  permission: 'play',
  // When no coin is available, items are the way out of a balance.
  whileClosing: true,
  input: z.strictObject({
    itemIds: z
      .array(ItemId)
      .min(1)
      .max(market.MARKET_CART_MAX)
      .refine((ids) => new Set(ids).size === ids.length, 'each item once'),
    /** The total the player saw. Refused if it has changed; without it, the current price is paid. */
    totalUsd: UsdSchema.optional(),
  }),
  output: z.object({ orderId: z.string(), itemIds: z.array(ItemId), totalUsd: UsdSchema }),
  refusals: [
    ...(['ITEM_SOLD', 'ITEM_NOT_SOLD', 'MARKET_PRICE_CHANGED', 'NOT_ENOUGH_BALANCE', 'STAFF_DO_NOT_PLAY'] as const),
    ...(['TAKING_BREAK', 'SELF_EXCLUDED'] as const),
  ],
});

/** Imports the item types and their prices into the market's list. System only. */
export const importItemTypes = command({
  name: 'market.takeTypes',
  path: '/system/market/take-types',
  summary: 'Import the item types into the market',
  permission: 'system',
  input: z.strictObject({}),
  output: z.object({ types: z.number().int() }),
});

/** Puts fees of games and items that the house bought on sale, in batches. System only. */
export const restockMarket = command({
  name: 'market.restock',
  path: '/system/market/restock',
  summary: 'Put fees and bought items of the house on sale',
  permission: 'system',
  input: z.strictObject({}),
  output: z.object({ items: z.number().int() }),
});

/** Demo: stock for the house, put on sale. Once per origin. System only. */
export const seedMarket = command({
  name: 'market.stock',
  path: '/system/market/stock',
  summary: 'Demo only: put new stock of the house on sale',
  permission: 'system',
  input: z.strictObject({
    origin: z.string().regex(/^demo:[a-z0-9:_-]{1,60}$/),
    items: z.array(z.strictObject({ slug: z.string(), count: z.number().int().min(1).max(1_000) })).max(100_000),
    /** Days of made-up prices before today, so that charts are not empty. */
    history: z.array(z.strictObject({ slug: z.string(), cents: z.array(z.number().int().positive()).max(400) })),
  }),
  output: z.object({ items: z.number().int() }),
});

/** Prices of item types from one source. System only. */
export const storeQuotes = command({
  name: 'market.takeQuotes',
  path: '/system/market/take-quotes',
  summary: 'Store prices from a source, and decide which prices are trusted',
  permission: 'system',
  input: z.strictObject({
    source: Source,
    quotes: z
      .array(
        z.strictObject({
          slug: z.string(),
          cents: z.number().int().positive(),
          quantity: z.number().int().min(0),
          quotedAt: z.number().int(),
        }),
      )
      .max(100_000),
  }),
  output: z.object({ believed: z.number().int(), doubted: z.number().int() }),
});
