/** Texts of the market. Those of the page about prices are in `prices/texts.ts`, the spec's own in messages.ts, refusals in the contract. */

import type { MarketCategory } from '@fairpot/contract/market/calls';

export const texts = {
  title: 'Marketplace',
  why: 'Items you buy go to your account.',
  lead: 'Buy items from our own stock with your balance. They reach your inventory instantly.',

  howPrices: 'How prices are set',
  /** On a tile and in the cart: why an item is not sold. */
  priceChecked: 'Checking price',
  sources: {
    skinport: 'Skinport',
    skinportsales: 'Skinport sales',
    marketcsgo: 'Market.CSGO',
    waxpeer: 'Waxpeer',
    steam: 'Steam market',
  },
  /** How easily an item resells, inside a sentence. */
  liquidity: {
    liquid: 'sells within hours',
    usual: 'sells within days',
    slow: 'sells slowly',
    thin: 'is thinly traded',
  },

  categories: {
    knife: 'Knives',
    glove: 'Gloves',
    rifle: 'Rifles',
    pistol: 'Pistols',
    smg: 'SMGs',
    heavy: 'Heavy',
    bow: 'Bows',
    agent: 'Agents',
    sticker: 'Stickers',
    case: 'Cases',
    tool: 'Tools',
    clothing: 'Clothing',
    door: 'Doors',
    furniture: 'Furniture',
    weapon: 'Weapons',
    head: 'Head',
    shoulders: 'Shoulders',
    back: 'Back',
    offhand: 'Off-hand',
    courier: 'Couriers',
    summon: 'Summons',
    other: 'Other',
  } satisfies Record<MarketCategory, string>,

  list: {
    label: 'Items on sale',
    /** By where prices come from. */
    prices: {
      catalogue: (spread: string) =>
        `Prices include a ${spread} spread. Demo prices: from the catalogue, for play money.`,
      opening: (spread: string) =>
        `Prices include a ${spread} spread and follow two market sources. ` +
        'Until both agree on an item, its list price applies.',
      sources: (spread: string) => `Prices include a ${spread} spread.`,
    },
    noMatch: 'No items match these filters.',
    soldOut: 'Everything is sold out. Check back later.',
    cartKept: 'Your cart is kept.',
    count: (n: number, more: boolean) => (more ? `More than ${n} items` : `${n} items`),
    sold: 'Sold',
    add: (name: string, price: string) => `${name}, ${price}: add to cart`,
    added: (name: string, price: string) => `${name}, ${price}: in your cart`,
    copies: (count: number) => `×${count}`,
    chosenOf: (chosen: number, copies: number) => `${chosen} of ${copies}`,
    about: (copies: number, chosen: number) => `, ${copies} on sale${chosen > 0 ? `, ${chosen} in your cart` : ''}`,
  },

  filters: {
    search: 'Search the market',
    game: 'Game',
    allGames: 'All games',
    suggestions: 'Suggestions',
    category: 'Category',
    allCategories: 'All categories',
    ofGame: (game: string, category: string) => `${game}: ${category}`,
    withCount: (name: string, items: number) => `${name} (${items.toLocaleString('en-US')})`,
    onSale: (items: number) => `${items.toLocaleString('en-US')} on sale`,
    range: (category: string, items: number, min: string, max: string) =>
      `${category}: ${items.toLocaleString('en-US')} on sale, ` + (min === max ? min : `${min} to ${max}`),
    type: 'Name',
    allTypes: 'All names',
    sort: 'Sort',
    wear: 'Wear',
    price: 'Price in dollars',
    minPrice: 'Minimum price',
    maxPrice: 'Maximum price',
    min: 'Min',
    max: 'Max',
    clear: 'Clear filters',
    /** 'Clear filters' in two parts: narrow screens show the first alone. */
    clearParts: ['Clear', ' filters'],
  },

  cart: {
    title: 'Cart',
    empty: 'Your cart is empty. Press + to add items. You buy all of them in one step, or none.',
    full: (max: number) => `The cart holds at most ${max} items`,
    balance: 'Balance',
    total: 'Total',
    depositMissing: (sum: string) => `Deposit ${sum} or more`,
    balanceAfter: 'Balance after',
    buy: 'Buy',
    buySum: (sum: string) => `Buy for ${sum}`,
    sold: 'Sold to someone else',
  },

  item: {
    similar: 'Similar items',
    noSimilar: 'None of its category is on sale right now.',
    more: (category: string) => `All ${category}`,
    price: 'Price',
    youPay: 'You pay',
    wePay: 'We pay',
    youPayText: (spread: string) => `You pay the highest price that sources agree on, plus ${spread}.`,
    /** Before and after the price in dollars. */
    wePayText: 'We pay the lowest cash price,',
    wePayAfter: (haircut: string, liquidity: string) =>
      `, less ${haircut}: this item ${liquidity}. It is worth that in every game.`,
    speed: 'What we pay follows a rising market slowly and a falling one at once.',
    checked: 'This price is being checked. Until then the item cannot be bought, deposited or staked.',
    /** Before the wear's name, and after it. */
    wear: 'Wear:',
    wearRank: (rank: number) => `, number ${rank} of 5 from the best`,
    owned: (count: number) => `You have ${count.toLocaleString('en-US')}`,
    noneOnSale: 'None on sale right now.',
    count: (n: number, more: boolean) => `${n}${more ? ' and more' : ''}`,
    onSale: 'on sale',
    inCart: (n: number) => `${n} in your cart`,
    add: 'Add to cart',
    addAnother: 'Add another',
    remove: 'Remove one',
    noQuotes: 'No source has answered yet.',
    quotes: {
      catalogue: 'Demo prices: from the catalogue, for play money.',
      opening: 'Until two sources agree on this item, its list price applies.',
    },
    steamWeight: (percent: string) => `Steam prices count at ${percent}: Steam money cannot be cashed out.`,
    /** Instead, for a phase: Steam has one price for all phases. */
    noSteam: 'Steam has no price for this item.',
    soldPerDay: 'sold per day',
    soldLately: 'sold lately',
    offers: 'offers',
    phaseOpen: 'Its phase is not known: you may get any. Each phase is also sold as an item of its own.',
  },

  /** Copies on sale whose asset is known. */
  copies: {
    title: 'Exact items on sale',
    all: 'You get exactly the item you choose.',
    some: 'These exact items are among them.',
    add: 'Add',
    inCart: 'In cart',
  },

  chart: {
    title: '30 days',
    asChart: 'Show as chart',
    asTable: 'Show as table',
    none: 'No prices in the last 30 days.',
    note: 'What we pay, at the end of each day (UTC).',
    simulated: ' Simulated for this demo.',
    table: 'Prices by day',
    day: 'Day',
    price: 'Price',
    summary: (days: readonly [string, string], prices: readonly [string, string], range: readonly [string, string]) =>
      `Price from ${days[0]} to ${days[1]}: ${prices[0]} at first, ${prices[1]} at last, ` +
      `between ${range[0]} and ${range[1]}`,
  },
} as const;
