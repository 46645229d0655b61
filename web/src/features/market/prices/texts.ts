/** Texts of the page about prices. */

export const texts = {
  title: 'How prices are set',
  lead: 'Each item has two prices: what we pay and what you pay. Both follow other markets by the rules below.',
  demo: 'This demo uses catalogue prices, for play money. The rules below apply where market sources are connected.',

  wePay: 'What we pay',
  wePayText: (markets: string) =>
    `The lowest price on the cash markets${markets}, less what it may cost us to sell the item again. ` +
    'An item is worth this in a deposit and in every stake, for all players.',
  cashMarkets: (names: string) => ` (${names})`,
  youPay: 'What you pay',
  youPayText: (spread: string) =>
    `The highest price that the sources agree on, plus ${spread}. Items in the marketplace cost this.`,
  steam: 'Steam is a check',
  steamText: (games: string) =>
    `Money on Steam cannot be withdrawn, so Steam prices are above cash prices: ${games}. ` +
    'We subtract that before we compare, and never pay by Steam prices.',
  steamGame: (percent: string, game: string) => `${percent} in ${game}`,

  single: {
    title: 'Items that are worth more than their name',
    text:
      'Each phase of a Doppler is an item of its own: Phase 2, Ruby or Emerald has its own price, from sales on ' +
      'Skinport and offers on Waxpeer. Steam shows us the phase of your item. If it does not, or if a very low float ' +
      'or a sticker may make the item worth more, we do not buy it. In the site inventory it stays yours. ' +
      'The marketplace shows float, phase and stickers of the item that you get.',
  },

  tiers: {
    title: 'What we pay for a $100 item',
    text:
      'It depends on how easily the item resells: how many are offered and how many are sold per day. ' +
      'Items above $1,000 count as one step slower. Per hour we accept as many as would fill our stock in a day.',
    item: 'An item that …',
    wePay: 'We pay',
    youPay: 'You pay',
    stock: 'Until we have',
    offers: {
      liquid: '50 offers and 20 sales a day',
      usual: '20 offers and 5 sales a day',
      slow: '10 offers',
      thin: 'fewer',
    },
  },

  /** A sentence with three rates in it. */
  speed: {
    title: 'Up slowly, down at once',
    before: 'When a price falls, what we pay falls with it. When it rises, what we pay rises by at most',
    hour: (percent: string) => `${percent} in an hour`,
    day: (percent: string) => `${percent} in a day`,
    and: 'and',
    week: (percent: string) => `${percent} in a week`,
    after:
      ', and by less for rarely traded items. So no one can push up a price on a small market and sell to us. ' +
      'We do not accept thinly traded items above',
  },

  credit: {
    title: 'When a deposit becomes balance',
    text:
      'We look at the prices again some minutes after Steam has completed the trade. For CS2 and Rust that is after ' +
      'the week in which it can be reversed. For each item we credit the lower of the price at your order and the ' +
      'price then. So no one can sell us an item whose price has fallen elsewhere already. ' +
      'The trade shows both values.',
    unconfirmed:
      'We do not buy an item whose price is still being checked an hour later: it becomes yours in the site ' +
      'inventory. Items that you deposit to the site inventory stay the same items, whatever their prices do.',
  },

  checked: {
    title: 'When a price is being checked',
    text:
      'Meanwhile the item cannot be staked, deposited or bought. It is safe, its owner can always withdraw it, ' +
      'and open rounds keep the prices they started with. A price is checked when:',
  },

  /** A paragraph with the time, the fall and the daily sum in it. */
  coins: {
    title: 'How long a crypto rate is locked',
    before: 'A deposit locks its rate for',
    unless: 'and for the sum that you enter, unless the market falls by more than',
    daily: '. One rate per coin can be locked at a time, up to',
    after:
      'in 24 hours. A payment counts once it is in a block; a later one is credited at the rate at confirmation. ' +
      'A withdrawal that is not signed within 15 minutes is requoted, within the limits you saw when you requested it.',
    noRate: 'No rate right now: deposits wait, and nothing is lost.',
    /** Before the credited rate; before the market's. */
    credit: 'We credit',
    market: (rate: string) => `, the market rate is ${rate}`,
  },
} as const;
