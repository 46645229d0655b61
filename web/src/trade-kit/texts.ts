/** Texts of trades: trade orders, stakes from Steam, items at Steam. Those of order states are in the contract. */

/** '1 item', '3 items'. */
export const itemCount = (n: number): string => `${n.toLocaleString('en-US')} ${n === 1 ? 'item' : 'items'}`;

export const texts = {
  contactSupport: 'Contact support for details.',

  orders: {
    title: 'Your trades',
    list: 'Trades',
    older: 'Show older trades',
    emptyText: 'Your item deposits and withdrawals will appear here.',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    forBet: (game: string) => `for a ${game} bet`,
    toBalance: 'to balance',
    toInventory: 'to inventory',
    details: 'Details',
    itemHistory: (item: string) => `${item}: view history`,
  },

  /** The CONFIRM TRADE window. */
  confirm: {
    continues: 'The trade continues in the background.',
    canClose: 'You can close this window. The trade continues; see it in Your trades.',
    items: (n: number, game: string) => `${n} ${game} ${n === 1 ? 'item' : 'items'}`,
    total: 'Total',
    credited: 'Credited',
    demo: 'Demo: accept or decline in the browser. The real Steam client does not know this offer.',
    timeLeft: 'Time left',
    expires: 'Offer expires',
    code: 'Security code',
    copyCode: 'Copy code',
    compare:
      'The offer must show this exact code. If the code, the sender or the items differ, decline it: ' +
      'it is not from us. We never ask you to send an offer yourself.',
    sender: 'Sender',
    steamLevel: (level: number) => `Steam level ${level}`,
    onSteamSince: (day: string) => `on Steam since ${day}`,
  },

  /** Steps of an order. */
  steps: {
    label: 'Steps',
    names: ['Ordered', 'Offer sent', 'Accepted', 'Done'],
    states: { done: ': done', now: ': in progress', failed: ': failed', open: '' },
  },

  items: {
    keep: 'You keep',
    give: 'You give',
    gave: 'You gave',
    receive: 'You receive',
    received: 'You received',
  },

  /** What became of the bet that a deposit is for. */
  bet: {
    placing: 'Placing your bet',
    placingText: 'Your items have arrived and are being staked.',
    placed: 'Bet placed',
    placedText: (game: string) => `The trade is complete. Your ${game} bet counts from the moment it was placed.`,
    staked: 'Your items were staked.',
    notPlaced: 'Bet not placed',
  },

  credited: {
    /** Until the trade is final and prices are confirmed. */
    upTo: (sum: string) => `Up to ${sum} for your balance`,
    balance: (sum: string) => `${sum} is in your balance`,
    fell: (ordered: string) => `Prices fell after your order of ${ordered}`,
    unpriced: (items: string) => `${items} with a price that we cannot confirm: in your site inventory`,
    items: 'Your items are in your site inventory',
  },

  /** Where the items of a stake come from. */
  source: {
    legend: 'Stake from',
    siteLoading: 'Staked instantly.',
    siteEmpty: 'You have no items to stake yet.',
    site: (items: string, sum: string) => `${items} worth ${sum}. Staked instantly.`,
    steam: (items: string) =>
      `${items} by trade offer. Staked once the trade completes; ` +
      'if the game has ended by then, they stay in your site inventory.',
    anyItems: 'Items',
    gameItems: (game: string) => `${game} items`,
  },

  /** The question about a deposit limit before the first deposit. The text has a link at its end. */
  limitQuestion: {
    title: 'Before your first deposit',
    text:
      'Do you want a deposit limit? A lower limit applies at once, a higher one when you confirm it 24 hours later. ' +
      'You can set, change and remove limits at any time in',
    link: 'your profile',
    amount: 'Limit in dollars',
    period: 'Limit period',
    inPeriod: (period: string) => `in ${period}`,
    set: 'Set limit',
    none: 'No limit for now',
    saved: 'Your deposit limit is set',
    badAmount: 'Enter an amount in dollars, with up to two decimals',
  },

  /** The field of the trade link. */
  tradeLink: {
    needed: 'You need a trade link for this.',
    label: 'Your trade link',
    placeholder: 'https://steamcommunity.com/tradeoffer/new/?partner=…&token=…',
    hint: 'Item deposits and withdrawals use this Steam account. It must be your own.',
    save: 'Save',
    isSaved: 'Saved',
    saved: 'Your trade link is saved',
    find: 'Find your trade link',
  },

  /** The picker of items at Steam. */
  steamItems: {
    noneAccepted: (game: string) => `Your ${game} inventory on Steam has no items that we accept.`,
    empty: (game: string) =>
      `Your ${game} inventory on Steam is empty. Recently traded items can take a while to show.`,
    private: 'In Steam, open Edit Profile > Privacy Settings, set your inventory to Public, then reload.',
    searching: (game: string) =>
      `Checking for recently received ${game} items: Steam shows them only to our trading account.`,
    searchFailed: (game: string) =>
      `Steam did not show us recently received ${game} items. Your other items are here. ` +
      'Reload from Steam to try again.',
    noPrice: 'We have no price for this phase.',
    notAccepted: (items: string) => `${items} not accepted right now: see why`,
    hidden: (items: string, which: string) => `. Hidden: ${items} ${which} or without a price`,
    under: (sum: string) => `under ${sum}`,
    upTo: (sum: string) => `at or under ${sum}`,
  },
} as const;

/** Steam trades: the item picker, the CONFIRM TRADE window (section 2), the list of orders. */
export const steamTexts = {
  uncache: 'Reload from Steam',
  note: (max: number) => `Max ${max} ${max === 1 ? 'item' : 'items'} per offer`,
  offerFull: (max: number) => `An offer can hold at most ${max} ${max === 1 ? 'item' : 'items'}`,
  inOffer: 'In an open offer',
  notAccepted: 'Not accepted',
  enough: 'Overstocked',
  /** An item that may be worth more than its price: not for balance. */
  asItem: 'As item only',
  openInBrowser: 'Open in browser',
  openInClient: 'Open in Steam client',
  noOrders: 'No trades yet',
  frozen: 'Your trades are frozen because a deposit was reversed on Steam.',
  frozenShort: 'Trades are frozen',
  depositsPaused: 'Deposits are paused',
} as const;
