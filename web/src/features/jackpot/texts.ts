/** Texts of the jackpot, apart from those of the specification (messages.ts). */

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

export const texts = {
  page: {
    title: 'Jackpot',
    lead: 'One pot. Every cent is one ticket. Your chance is your share.',
    openPot: 'Open pot',
    lockedPot: 'Locked pot',
    watchOnly: 'Watch only',
    join: 'Join with items',
    paused: 'The current round finishes. New entries open when play resumes.',
    opening: 'The next round opens in a moment.',
    tabs: 'Entries and history',
    entries: (count: number) => (count > 0 ? `Entries (${count})` : 'Entries'),
    history: 'History',
    current: 'Current pot',
    notFound: 'Round not found',
    notFoundText: 'No jackpot round has this address.',
  },

  /** Titles of the windows. */
  windows: {
    round: (number: number | null) => (number === null ? 'Jackpot round' : `Jackpot round ${number}`),
    join: 'Join the jackpot',
    joinSteam: 'Jackpot steam deposit',
    fairplay: 'Fairplay',
  },

  entries: {
    empty: 'The pot is empty',
    emptyText: 'Be the first to join. One cent is one ticket.',
    label: 'Entries, newest first',
    tickets: 'Tickets',
    noTickets: 'No tickets: no draw',
    winning: 'Winning entry',
    chosen: 'Chosen by staff',
  },

  history: {
    empty: 'No finished rounds yet',
    older: 'Older rounds',
    won: 'Won',
    with: (chance: string, ticket: string) => `with ${chance}, ticket ${ticket}`,
    counts: (players: number, entries: number, items: number) =>
      `${counted(players, 'player')}, ${entries === 1 ? '1 entry' : `${entries} entries`}, ${counted(items, 'item')}`,
    noFee: 'No fee',
    fee: 'Fee',
    check: (number: number) => `Check round ${number}`,
  },

  lastRound: {
    round: (number: number) => `Round ${number}`,
    voided: 'Voided, all items returned',
    late: 'Result delayed, all items stay in the pot',
    won: 'won',
    result: (chance: string, ticket: string) => `${chance}%, ticket ${ticket}`,
  },

  players: {
    label: 'Players by share',
    you: 'YOU',
    won: 'WON',
    seat: 'Seat',
    setWinner: 'Set as winner',
  },

  join: {
    rule: (min: string) => `Stake more than ${min} in total.`,
    fee: (rate: string) => `Fee: at most ${rate} of the pot, kept by Fairpot as whole items, never the winner’s own.`,
    pot: 'Pot',
    select: 'Select items to see your chance',
    chanceNow: 'Your chance now',
    chanceWith: (count: number) => `Your chance with ${count === 1 ? 'this item' : `these ${count} items`}`,
    now: (chance: string) => `now ${chance}%`,
    button: 'Join the pot',
    sendOffer: 'Send trade offer',
    then: 'They then enter this pot if it is still open. Your chance counts from then.',
    steamNote:
      'Your bet counts once the trade completes and your items are in the pot. If the pot locks first, they stay in ' +
      'your site inventory.',
  },

  ring: {
    landedOn: (seat: number, name: string) => `The pointer shows seat ${seat}, ${name}`,
    empty: 'An empty pot',
    seat: (seat: number, name: string, part: string) => `seat ${seat} ${name} ${part}`,
    percent: (chance: string) => `${chance} percent`,
    shares: (parts: readonly string[], more: number) =>
      `Shares of the pot: ${parts.join(', ')}${more > 0 ? `, and ${counted(more, 'more player')}` : ''}`,
    round: (number: number) => `Round ${number}`,
    nextOpen: (number: number) => `Round ${number} is open:`,
    inPot: 'in the pot',
    next: 'Next round',
    joinNext: 'Join next round',
    rules: [
      'Every cent you stake is one ticket, in order of entry. Your chance is your share of the pot.',
      'The clock starts when two different players are in. Then the stakes lock and a public beacon, unknown until ' +
        'then, decides.',
      'One ticket is drawn. The pointer stops at that ticket, and its proof appears on this panel.',
    ],
  },

  centre: {
    pot: 'Pot',
    counts: (items: number, players: number) => `${counted(items, 'item')}, ${counted(players, 'player')}`,
    waiting: 'Waiting for players',
    waitingForSecond: 'Waiting for player 2',
    locking: 'Locking',
    closing: 'Closing',
    staffChose: 'Winner chosen by staff',
    drawn: 'Ticket drawn',
    turning: 'Turning',
    turningToTicket: 'Turning to the ticket',
    voided: 'Voided, all returned',
    awaiting: 'Awaiting the beacon',
    beaconDueIn: (seconds: number) => `Beacon due in ${seconds} s`,
    beaconDue: 'Beacon due now',
    wins: 'wins',
    withChance: 'with a chance of',
    countdown: 'Draw',
    extended: (seconds: number) => `+${seconds} s`,
  },

  note: {
    opened: (name: string) => `${name} wins the pot`,
    scripted:
      'Staff chose the winner, so there is no draw. Only staff and house personas take part; everyone can watch.',
    waiting: 'The clock starts when two different players are in.',
    countdown: (minLeft: number, longest: number) =>
      `A late entry extends the clock to at least ${minLeft} seconds; ${longest} in total at most.`,
    closing: 'The stakes are being locked into one record.',
    turning: 'The pointer turns to the drawn ticket, at the same time for everyone.',
    voidedAlone: 'No one else joined within 24 hours, so there was no draw. Every item was returned to its owner.',
    voided:
      'The beacon did not respond for 24 hours, so there was no draw. Every item was returned to its owner. The next ' +
      'round opens when the beacon responds again.',
    locked: 'Locked. A public beacon decides next.',
    decidedBy: 'Locked. Decided by',
    named: ', named before it existed:',
    simulated: 'play money only, this site signs it.',
    real: 'no one knows it yet, not even Fairpot.',
  },

  result: {
    label: 'Result',
    youWon: 'You won this pot',
    won: 'won this pot',
    takes: 'Takes',
    chance: 'Chance',
    ticket: 'Ticket',
    lies: (ticket: string, entry: number, entries: number, from: string, to: string) =>
      `Ticket ${ticket} is in entry ${entry} of ${entries}: tickets ${from} to ${to}.`,
    noFee: 'No fee: no item fits its limit.',
    fee: 'Fee',
    feeItems: (count: number) => `${counted(count, 'item')} from the losing stakes`,
    feeLabel: 'Items taken as the fee',
  },

  proof: {
    label: 'Proof',
    round: (number: number) => `Round ${number}.`,
    scripted: 'The secret stays sealed.',
    fixed: 'Hash fixed before any stake.',
    fairplay: 'FAIR PLAY',
    undrawn: 'Not revealed: there was no draw',
    sealed: 'Revealed when the pointer lands',
    page: 'Provably Fair page',
    over: 'This round is over.',
    steps: (beacon: string) => [
      'The hash of a secret was shown here before the first entry, so the secret can no longer be changed.',
      `When the countdown ends, the lock record fixes every entry and names a round of the ${beacon} that does not ` +
        'exist yet.',
      'That round, the secret and the lock record determine the ticket. One cent is one ticket, in order of entry.',
      'Then the secret is revealed, and your browser recomputes the ticket itself.',
    ],
    beacon: 'drand beacon',
    simulatedBeacon: 'simulated beacon',
  },

  spoken: {
    joined: (stake: string, chance: string, draw: string) => `You are in. ${stake}, chance ${chance} percent, ${draw}`,
    drawWaits: 'the draw starts when a second player is in',
    drawIn: (seconds: number) => `draw in ${seconds} seconds`,
    result: (name: string, amount: string) => `${name} won the jackpot and takes ${amount}`,
    own: (result: string, name: string) => `${result}. ${name} won the jackpot`,
  },
} as const;
