/** What every game says in the same words, apart from the texts of the specification (messages.ts). */
const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

export const texts = {
  /** Why a failed answer is no reason to worry. */
  safe: {
    stakes: 'Your stakes are safe.',
    items: 'Your items are untouched.',
    balance: 'Your balance is untouched.',
  },

  paused: (rest: string) => `The game is paused. ${rest}`,

  beacon: {
    simulated: 'simulated beacon',
    real: 'drand',
    round: 'round',
  },

  history: {
    emptyText: 'Finished rounds appear here, with everything you need to check them.',
  },

  items: {
    count: (count: number) => items(count),
    named: (name: string, price: string) => `${name}, ${price}`,
  },

  /** What a round paid the player who reads it; the parts are joined by spaces (own-result.ts). */
  own: {
    won: 'You won',
    back: 'You got back',
    lost: 'You lost',
    returned: 'Your stake was returned',
    net: (amount: string) => `(${amount})`,
    items: 'Items you won',
    more: (count: number) => `+${count}`,
    /** Spoken: where the winnings are. */
    home: { items: 'Your items are in your inventory', balance: 'The sum is on your balance' },
  },

  /** A demo gives play money and items to an account that cannot play. */
  demo: {
    get: 'Get demo items',
    label: 'Demo: play money, once an hour',
    /** `sum` null: no money. */
    got: (count: number, sum: string | null) =>
      `You got ${[count === 0 ? null : items(count), sum].filter((part) => part !== null).join(' and ')} to play with`,
  },

  picker: {
    choose: 'Select items to stake',
    /** The items cannot reach what this game takes. */
    tooSmall: (have: string, least: string) => `Your items reach ${have}. This game takes ${least} or more.`,
    empty: 'Deposit skins, then stake them here.',
    hidden: (count: number, price: string) => `${items(count)} under ${price} ${count === 1 ? 'is' : 'are'} hidden`,
    sort: 'Sort',
    list: 'Your items',
    clearSearch: 'Clear search',
    noMatch: (search: string) => `No items match “${search}”.`,
    ofCap: (cap: number) => `of ${cap} selected`,
    total: 'Total',
    chance: 'Chance',
    chosen: 'Selected items',
    remove: (item: string) => `Remove ${item}`,
    clear: 'Clear',
    noPrice: 'No price right now',
    autoSelect: 'Auto-select',
    noFit: 'None of your items fit this range',
    target: 'Reach $',
    targetLabel: 'Target amount in dollars',
    enterAmount: 'Enter an amount, such as 25',
    cannotReach: (amount: string) => `Your items cannot reach ${amount}`,
    spokenSelection: (count: number, cap: number, total: string) => `${count} of ${cap} selected, ${total}`,
    spokenGone: (count: number) =>
      count === 1 ? '1 selected item is no longer available' : `${count} selected items are no longer available`,
  },

  /** Float, phase, stickers of the asset behind an item. */
  details: {
    float: 'Float',
    stickers: (count: number) => (count === 1 ? '1 sticker' : `${count} stickers`),
    inspect: 'Inspect in game',
  },

  /** Between the end of the countdown and the result. */
  draw: {
    dueIn: (seconds: number) => `in ${seconds} s`,
    due: 'is due',
    receiving: 'Waiting for its signature',
    received: 'Signature received',
    verifying: 'Check in your browser',
    verified: 'Checked in your browser',
  },

  share: { copy: 'Copy link', copied: 'Link was copied' },

  proof: {
    hash: 'Hash',
    secret: 'Secret',
    ticket: 'Ticket',
    source: (total: string, beaconRound: string) => `of ${total}, beacon round ${beaconRound}.`,
    check: 'Check',
    fairplay: 'FAIR PLAY',
  },

  setWinner: {
    actions: (name: string) => `Staff actions for ${name}`,
    effect: (mark: string) => `The round is then marked “${mark}”.`,
    hasPlayer: 'A player is in this round, so its winner cannot be chosen.',
    locked: 'This round is locked and can no longer change.',
  },
} as const;
