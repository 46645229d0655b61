/** Texts of an item's page. */

export const texts = {
  title: 'Item',
  why: 'Only the owners of an item can see where it came from.',

  history: 'History',
  steps: 'Movements, oldest first',
  showMore: 'Show more',
  notFound: 'Item not found',
  notFoundText:
    'It does not exist, or it was never yours. Only current and past owners can see the history of an item.',
  yourItems: 'Your items',

  whereNow: 'Where it is now',
  price: 'Current price',

  asset: {
    title: 'Steam asset',
    none:
      'This item has no Steam asset of its own. When you withdraw it, we send one of the same name from our stock, ' +
      'if we have one.',
    game: 'Game',
    id: 'Asset ID',
    context: 'Context',
    note: 'It is in our Steam account. Asset IDs change with each trade; the history shows both.',
    copy: (name: string) => `Copy ${name}`,
  },

  step: {
    check: (round: string) => `Check ${round}`,
    /** Before and after the value. */
    worth: 'worth',
    worthAfter: 'in that round',
    sender: 'Sent by our account',
    asset: 'Asset',
    became: 'became',
    trade: 'Steam trade',
    order: 'Order',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    otherOwner: (order: string) => `${order} by the owner at that time`,
  },

  round: {
    unknown: 'a round',
    name: (game: string, number: number) => `${game} #${number}`,
    game: 'Round',
  },

  moves: {
    deposited: 'Deposited by Steam trade',
    stocked: 'Added to our stock',
    added: 'Added to a site inventory',
    staked: (round: string) => `Staked in ${round}`,
    returned: (round: string) => `Returned from ${round}`,
    won: (round: string) => `Won in ${round}`,
    fee: (round: string) => `Taken as the fee of ${round}`,
    bought: 'Bought on the marketplace',
    depositHeld: 'Reserved until the trade is final',
    withdrawalHeld: 'Reserved for a withdrawal',
    depositReleased: 'The trade is final: free to use',
    withdrawalReturned: 'Returned: the withdrawal did not complete',
    depositReversed: 'Removed: the deposit was reversed on Steam',
    withdrawn: 'Withdrawn to Steam',
    sold: 'Credited as balance: the house has it',
  },

  places: {
    AVAILABLE: 'In a site inventory',
    STAKED: 'At stake in a round',
    WAITS: 'Reserved for a Steam trade',
    WITHDRAWN: 'Withdrawn to Steam',
    HOUSE: 'With the house',
    GONE: 'No longer yours',
  },
  ownPlaces: {
    site: 'In your site inventory',
    steam: 'In your Steam inventory',
    reserved: (until: string) => `Reserved until ${until}`,
  },
  meanings: {
    available: 'It can be staked, or withdrawn on the withdraw page.',
    staked: 'Its round decides who gets it. If the round ends without a result, it is returned.',
    reserved: 'It is reserved until the trade completes. If the trade fails, it is returned.',
    reservedUntil: 'Its trade can be reversed on Steam until then. After that it is free to use, automatically.',
    withdrawn: 'Its Steam asset left with the trade shown here.',
    withdrawnUntil: (until: string) => `Steam protects the trade until ${until}; then it is final.`,
    house: 'It belongs to the site.',
    gone: 'Only its later owners can see what happened to it afterwards.',
  },
} as const;
