/** Texts of the page of one battle. */

export const texts = {
  page: {
    region: 'Battle',
    number: (number: number) => `Battle ${number}`,
    perSeat: 'per seat',
    inTotal: 'in total',
    expectedReturn: (cases: string) => `${cases}, expected return`,
    fairness: 'Battle fairness',
  },

  team: {
    winner: 'WINNER',
    tied: 'Tied',
    leads: 'Leads',
    setWinner: 'Set as winner',
    isFree: (seat: string) => `${seat} is free`,
    free: (seat: string) => `${seat} free`,
    joinOn: (seat: string) => `Join on ${seat}`,
    join: 'JOIN',
    callBotFor: (seat: string) => `Call a bot for ${seat}`,
    callBot: 'Call bot',
    waiting: 'Waiting for a player',
  },

  reel: {
    drew: (seat: string, item: string, price: string) => `${seat} drew ${item}, ${price}`,
    opens: (seat: string, name: string) => `${seat} opens ${name}`,
    aCase: 'a case',
  },

  rail: {
    label: 'Cases in order',
    replay: (round: number, name: string) => `Replay from round ${round}, ${name}`,
    drops: (round: number, name: string, price: string) => `Round ${round}: ${name}, ${price}, drops and chances`,
  },

  drops: {
    title: 'Drops',
    rounds: (opened: number, all: number) => `${opened} of ${all} rounds`,
    ticket: (item: string, ticket: string) => `${item}, ticket ${ticket}`,
    cell: (seat: string, item: string) => `${seat}: ${item} `,
  },

  band: {
    replay: 'Replay',
    allSeats: 'All seats are taken',
    allDrawn: 'All drops are drawn',
    reelsStart: 'The reels start',
    in: 'in',
    reelsStartLabel: 'Reels start',
    cancelled: 'Cancelled',
    cancelledText: 'Every player was refunded.',
    voided: 'Voided',
    voidedText: 'The named beacon round did not arrive for 24 hours. Every player was refunded in full.',
    seatsFree: (count: number) => (count === 1 ? 'One seat is free' : `${count} seats are free`),
    scriptedSeats: 'Only staff and house personas can join; everyone can watch.',
    lastSeat: (rule: string) => `The last seat starts the battle. ${rule}`,
    scriptedStart: 'There is no draw. The reels start in a moment.',
    locked: 'The seats are locked',
    awaiting: 'Awaiting',
    theBeacon: 'the beacon',
    namedSimulated: ', named by the lock; this site signs it, play money only',
    named: ', named by the lock: no one can know it yet',
    dueIn: 'Due in',
    dueLabel: 'Drops due',
    orLater: ' or a little later',
    round: 'Round',
    ofRounds: (count: number) => ` of ${count}`,
    firstReels: 'The first reels are turning',
    leads: (names: string, count: number, total: string) =>
      count === 1 ? `${names} leads with ${total}` : `${names} are tied at ${total}`,
    wins: (team: string) => `${team} wins`,
    fromTie: (count: number) => `, drawn from a tie of ${count} with equal chances`,
    winnings: 'Winnings',
    winsPot: (team: string, pot: string) => `${team} wins ${pot}`,
    paid: 'Paid to your balance.',
  },

  tie: {
    goesTo: (team: string) => `The tie goes to ${team}`,
    drawing: 'The tie is being drawn',
    at: (total: string) => `A tie at ${total}`,
    chances: (names: string, count: number) => `${names}: 1 in ${count} each, drawn from the same sealed randomness.`,
  },

  actions: {
    replay: 'Replay',
    skip: 'Skip to the result',
    join: 'Join battle',
    confirmCancel: 'Cancel this battle?',
    keep: 'Keep battle',
    cancelBattle: 'Cancel battle',
    cancel: 'Cancel',
    fill: 'Fill with bots',
    leave: 'Leave battle',
    recreate: 'Recreate',
    spokenCancelled: 'Battle cancelled, every player refunded',
    spokenLeft: 'You left the battle and were refunded',
  },

  fairness: {
    inputs: (beacon: string, note: string) =>
      'Every drop is computed from three inputs: a secret whose hash was shown before the first seat was taken, the ' +
      `lock record of seats and cases, and a ${beacon} round that the lock named before it existed. ${note}`,
    beacon: 'beacon',
    drand: 'drand',
    real: 'No one can know that round before it is out, not even Fairpot, and nothing is chosen after it.',
    simulated:
      'In this demo the site runs the beacon itself and could know it early; with the real beacon no one can. ' +
      'Nothing is chosen after it.',
    noBlockScripted: 'None: there is no draw',
    noBlockYet: 'Recorded when the last seat is taken',
    noBlock: 'No block: no two EOS nodes agreed on one at the lock',
    id: 'Battle ID',
    blockNumber: 'EOS block number',
    blockId: 'EOS block ID',
    hash: 'Hash',
    block:
      'The block was the newest irreversible EOS block when the last seat was taken. It shows that the lock was not ' +
      'written before that block. No result depends on it: without a block the battle still starts.',
    page: 'Provably Fair page',
  },

  proof: {
    label: 'Proof',
    undrawn: 'Not revealed: there was no draw',
    sealed: 'Revealed when the reels have shown the winner',
    fairness: 'Battle fairness',
    scripted: 'A demonstration of the game. It makes no fairness claim and counts nowhere.',
    noDraw: 'There was no draw, so there is nothing to prove. Every player was refunded.',
    unseen: 'Your browser has not checked this battle yet.',
  },
} as const;
