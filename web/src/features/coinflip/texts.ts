/** Texts of the coinflip, apart from those of the specification (messages.ts). */

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);
const skins = (count: number): string => (count === 1 ? '1 skin' : `${count} skins`);

export const texts = {
  page: {
    title: 'Coinflip',
    lead: 'Two players, one coin. Your chance is your share of the pot.',
    tabs: 'Coinflip games',
    live: 'Live',
    history: 'History',
    all: 'All coinflips',
    notFound: 'Coinflip not found',
    notFoundText: 'The link may be incomplete.',
  },

  /** Titles of the windows, as the specification names them. */
  windows: {
    view: 'Coinflip',
    create: 'Create coinflip',
    join: 'Join coinflip',
    createSteam: 'Create steam coinflip',
    joinSteam: 'Join steam coinflip',
  },

  side: {
    red: 'Red',
    blue: 'Blue',
    named: (name: string) => `${name} side`,
    free: (name: string) => `${name} is free`,
    waiting: 'Waiting for a player',
    skins,
    deposited: (count: number) => `${skins(count)} deposited`,
    items: 'Items',
    totalValue: 'Total value',
    chance: 'Chance',
    winner: 'WINNER',
    fee: 'Fee',
    setWinner: 'Set as winner side',
  },

  list: {
    label: 'Games',
    fits: 'Fits my inventory',
    paused: 'Running games finish. New games open when play resumes.',
    open: 'open',
    waiting: 'waiting to be matched',
    running: 'running',
    noneFits: 'No open game fits your items',
    none: 'No open games',
    createFitting: 'Create one with the items you have.',
    createFirst: 'Create one: pick a side and stake your items.',
    create: 'Create game',
    game: 'game',
  },

  row: {
    own: 'Your game',
    against: (name: string) => `against ${name}`,
    waitingFor: (side: string) => `waiting for ${side}`,
    label: (name: string, side: string, against: string, pot: string) => `${name} on ${side}, ${against}, pot ${pot}`,
    countdown: 'Flip',
    joinWith: 'Join with',
    awaiting: 'Awaiting the beacon',
    flipping: 'Flipping',
    cancelled: 'Cancelled, items returned',
    voided: 'Voided, items returned',
    won: (side: string) => `${side} won`,
    view: 'VIEW',
    viewLabel: (name: string) => `View ${name}’s game`,
    join: 'JOIN',
    joinLabel: (name: string, range: string) => `Join ${name}’s game, ${range}`,
  },

  history: {
    empty: 'No finished games yet',
    older: 'Older games',
    noFee: 'No fee',
    fee: 'Fee',
    won: 'Won',
    lost: 'Lost',
    in: (count: number) => `in ${items(count)}`,
    view: 'VIEW',
    check: (winner: string, loser: string) => `Check the game of ${winner} and ${loser}`,
  },

  stake: {
    side: 'Your side',
    opponent: 'Opponent',
    rule: (min: string, example: string) =>
      `Stake more than ${min} in total. Your opponent stakes between 90% and 110% of your total${example}, ` +
      'and each chance is the share of the pot.',
    example: (range: string) => ` (${range})`,
    fee: (rate: string) =>
      `Fee: at most ${rate} of the pot, taken as whole items from the losing stake. If no item fits, there is no fee.`,
    again: 'Same stake again',
    createOn: (side: string) => `Create on ${side}`,
    joinOn: (side: string) => `Join on ${side}`,
    sendOffer: (side: string) => `Send trade offer, play ${side}`,
    thenOpens: 'Your game then opens for others to join.',
    thenJoins: 'You then join this game, unless someone joins first.',
    createNote: 'Your game opens when the trade completes, at the prices at that time.',
    joinNote:
      'Your seat is not reserved: you join when the trade completes. If someone joins first, or prices leave the ' +
      'range, your items stay in your site inventory.',
    cancelled: 'This coinflip was cancelled',
    in: (count: number) => `in ${items(count)}`,
    versus: 'VS',
    youPlay: (side: string) => `You play ${side}`,
    stake: 'Stake',
    range: (from: string, to: string) => `${from} to ${to}`,
  },

  view: {
    coinFlipping: 'The coin is in the air',
    coinUntossed: 'A coin with a red and a blue side',
    coinShows: (side: string) => `The coin shows ${side}`,
    staffChose: 'Winner chosen by staff, no draw',
    drawn: 'The ticket is drawn',
    soon: 'The coin flips in a moment, at the same time for everyone.',
    flipping: 'Flipping',
    cancelled: 'Cancelled. All items were returned.',
    voided: 'Voided: the beacon did not respond. All items were returned.',
    chosenSoon: 'The chosen winner is shown in a moment',
    awaiting: 'Awaiting the beacon',
    waiting: 'Waiting for a player',
    joinWith: 'Join with',
    join: 'JOIN',
    callBot: 'Call a bot',
    cancel: 'Cancel game',
    expiry: 'If no one joins within 24 hours, the game is cancelled and your items are returned.',
    countdown: 'Flip',
    decidedBy: 'Decided by',
    dueIn: (seconds: number) => `due in ${seconds} s.`,
    dueNow: 'due now.',
    namedSimulated: 'It was named at the lock, before it existed. Play money only: this site signs it.',
    named: 'It was named at the lock, before it existed: no one knows it yet, not even Fairpot.',
    won: (side: string) => `${side} won`,
    takes: (count: number) => `takes ${items(count)} from a pot of`,
    noFeeScripted: 'Scripted games take no fee.',
    noFee: 'No fee: no item fits its limit.',
    fee: 'Fee',
    feeItems: (count: number) => `${items(count)} from the losing stake.`,
  },

  proof: {
    round: (number: number) => `Coinflip round ${number}.`,
    scripted: 'The secret stays sealed: a scripted game has no draw.',
    fixed: 'The hash was fixed before any stake; the secret is revealed afterwards and matches it.',
    sealedScripted: 'Not revealed: a scripted round has no draw',
    sealedWaiting: 'Revealed with the result',
    sealedUndrawn: 'Not revealed: there was no draw',
    sealed: 'Revealed when the coin lands',
    sealedFor: (seconds: number) => `Revealed in ${seconds} s`,
  },

  spoken: {
    joined: (stake: string, chance: string) => `You are in. ${stake}, chance ${chance} percent. Draw in 20 seconds`,
    result: (side: string, winner: string, amount: string) => `${side} won. ${winner} takes ${amount}`,
    own: (result: string, side: string, winner: string) => `${result}. ${side} won: ${winner}`,
  },

  faq: {
    question: 'How does a coinflip work?',
    answer: (seconds: number) =>
      'One player stakes items on red (side 1) or blue (side 2). A second player joins with a total strictly between ' +
      `90% and 110% of that and gets the other side. After ${seconds} seconds the coin lands, and the winner takes ` +
      'both stakes less the fee.',
  },
} as const;
