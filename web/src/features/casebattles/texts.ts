/** Texts of case battles, apart from those of the specification (messages.ts) and of one battle's page (arena/texts.ts). */

const cases = (count: number): string => (count === 1 ? '1 case' : `${count} cases`);
const rounds = (count: number): string => (count === 1 ? '1 round' : `${count} rounds`);

export const texts = {
  page: {
    title: 'Case battles',
    lead: 'Everyone opens the same cases, round by round. The best total wins every drop.',
    tabs: 'Battles',
    active: 'Active',
    history: 'History',
    allSizes: 'All sizes',
    sizeFilter: 'Battle size',
  },

  /** Titles of the windows, as the specification names them. */
  windows: {
    add: 'Add case',
    join: 'Join battle',
    fairness: 'Battle fairness',
  },

  battle: {
    one: 'Case battle',
    what: 'battle',
    inverse: 'Inverse',
    rounds,
    cases,
    caseStrip: 'Cases',
    caseCount: (count: number, name: string) => `${count} ${name}`,
    notFound: 'Battle not found',
    notFoundText: 'The link may be incomplete.',
    all: 'All battles',
  },

  seat: {
    one: (number: number) => `Seat ${number}`,
    team: (number: number) => `Team ${number}`,
    ofTeam: (team: number, seat: number) => `Team ${team}, seat ${seat}`,
    free: (seat: string) => `${seat} is free`,
    taken: (seat: string, name: string) => `${seat}: ${name}`,
    pairs: (players: number) => `${players}v${players}`,
    way: (teams: number) => `${teams}-way`,
    alone: (players: number) => `${players} players, each on their own`,
    teams: (teams: number, seats: number) => `${teams} teams of ${seats}`,
    ruleInverse: 'Inverse: the lowest total wins everything.',
    rule: 'The highest total wins everything.',
  },

  list: {
    label: 'Battles',
    none: 'No open battles',
    noneOfSize: 'No open battles of this size',
    choose: 'Choose cases',
    createFirst: 'Create one: choose cases, then wait for players or call bots.',
    paused: 'Running battles finish. New battles open when play resumes.',
  },

  row: {
    own: 'Your battle',
    label: (type: string, names: string, price: string) => `${type} battle of ${names}, ${price} per seat`,
    take: (seat: string, price: string) => `Take ${seat} for ${price}`,
    scripted: 'SCRIPTED',
    seats: (taken: number, all: number) => `${taken} of ${all} seats`,
    awaiting: 'Awaiting the beacon',
    spinning: 'Reels are turning',
    rolling: (round: number, all: number) => `Round ${round} of ${all}`,
    tie: 'Tie draw',
    standing: 'All opened',
    cancelled: 'Cancelled',
    voided: 'Voided',
    won: 'won',
    watch: 'WATCH',
    view: 'VIEW',
    join: 'JOIN',
    theBattle: ' the battle',
  },

  history: {
    label: 'Finished battles',
    empty: 'No finished battles yet',
    noneOfSize: 'No recent battles of this size',
    emptyText: 'Finished battles appear here, to rewatch and to check.',
    older: 'Older battles',
  },

  create: {
    label: 'New battle',
    addCase: 'Add case',
    cases: 'Cases of the new battle',
    drops: (count: number, name: string, price: string) => `${count} ${name}, ${price} each: drops and chances`,
    remove: (name: string) => `Remove ${name}`,
    hint: (max: number) => `Choose 1 to ${max} cases. Every player opens each case once, in this order.`,
    inverseHint: 'The lowest total wins',
    size: 'Battle size',
    none: 'No cases selected',
    gone: (count: number) => (count === 1 ? 'One case is no longer offered.' : `${count} cases are no longer offered.`),
    returns: (count: number, percent: string) => `${rounds(count)}, expected return ${percent}`,
    button: 'Create battle',
  },

  add: {
    search: 'Search cases and drops',
    sorts: { bestDrop: 'Best item', bestReturn: 'Best return', name: 'Name' },
    sort: 'Sort',
    found: (count: number) => cases(count),
    noneOffered: 'No cases available',
    noneOfferedText: 'Check back in a minute.',
    noMatch: 'No matching case',
    noMatchText: 'Search by the name of a case or of a drop.',
    list: 'Cases',
    tile: (name: string, price: string, percent: string, count: number) =>
      `Add ${name}, ${price}, returns ${percent} on average${count > 0 ? `, ${count} selected` : ''}`,
    returns: (percent: string) => `returns ${percent}`,
    drops: (name: string) => `Drops of ${name}`,
    dropsTitle: 'Drops and chances',
    less: (name: string) => `Remove one ${name}`,
    more: (name: string) => `Add one ${name}`,
    balance: 'Balance',
    selected: 'Selected',
    ofMax: (max: number) => ` of ${max}`,
    amount: 'Amount',
    expectedReturn: 'Expected return',
    undo: 'Undo',
    confirm: 'Confirm Selection',
  },

  oneCase: {
    price: 'Price',
    expectedReturn: 'Expected return',
    breakEven: 'Break even or better',
    dropValue: 'Drop value',
    to: 'to',
    edge: (back: string, version: number, tickets: string) =>
      `Out of every $100.00 spent on this case, players get $${back} back on average; the rest is the house edge. ` +
      `Table version ${version}, ${tickets} tickets, in the public log.`,
    drops: 'Drops',
  },

  join: {
    spots: 'Choose your spot',
    choose: 'Choose a spot to join',
    expectedReturn: (percent: string) => `Expected return ${percent}`,
    rule: 'Team winnings are split evenly and paid to balances. You can leave until the last spot is taken.',
    price: 'Price',
    balance: 'Balance',
    button: 'JOIN',
    over: 'This battle is over',
    already: 'You already have a spot in this battle',
    watchOnly: (mark: string) => `${mark}. You can watch it`,
    yours: 'Your spot',
    free: 'Free',
  },

  spoken: {
    allSeats: 'All seats are taken. The drops are drawn when the named beacon round is out',
    tie: 'The best totals are equal: the winner is drawn with equal chances',
    round: (round: number, all: number) => `Round ${round} of ${all}.`,
    leads: (head: string, name: string, total: string) => `${head} ${name} leads with ${total}`,
    tied: (head: string, names: string, total: string) => `${head} ${names} are tied at ${total}`,
    result: (team: string, names: string, count: number, pot: string) =>
      `${team} won. ${names} ${count === 1 ? 'takes' : 'take'} ${pot}`,
    own: (result: string, names: string) => `${result}. ${names} won`,
  },
} as const;
