/** Texts of the solvency page. They promise exactly what the checks prove: a change of meaning needs a change of the checks. */

export const texts = {
  page: {
    title: 'What we owe and what we hold',
    lead: (every: string) =>
      `Every ${every}, this site adds up all that it owes its players and publishes the sum, ` +
      'with a tree in which each player finds their own balance. ' +
      'If anyone is left out or understated, their browser detects it.',
    empty: 'No statement yet',
    emptyText: 'The first statement follows a few minutes after the start, once the holdings have been checked.',
    overTime: 'Over time',
    command: 'Check the whole tree yourself',
    commandText:
      'In a checkout of the sources, this command looks up the statement in the public log, downloads every leaf, ' +
      'and recomputes root and sums. ' +
      'Leaves are anonymous: a commitment and three figures.',
    commandLabel: 'Command',
    hour: 'hour',
  },

  /** What a statement proves, and what it cannot prove. */
  proof: {
    title: 'What this proves, and what it does not',
    proven: 'Proven by arithmetic',
    provenList: [
      'Your balance is in the sum: your browser adds it up to the root itself, ' +
        'from a leaf that only your Steam ID opens.',
      'No leaf reduces the sum: everyone who checks rejects a figure below zero.',
      'Everyone gets the same sum each hour: it is numbered and in the public log, where a second one would show.',
      'The leaves add up to the published sum: anyone can download all of them and add them up.',
      'The signer for a named address has its key, and had it after the statement that was signed: ' +
        'your browser checks each signature.',
    ],
    notProven: 'Not proven',
    notProvenList: [
      'That players who never check are counted. Each player who checks makes it more likely; ' +
        'only a player who is left out can see it.',
      'What a named address or inventory holds: the amounts are what our chain watcher and our trading account saw, ' +
        'so look each one up elsewhere. For coins at no named address there is only our word.',
      'That we owe nothing elsewhere, and that what we hold, or the key to it, is not borrowed for the moment.',
      'Who has how much: leaves are shuffled and anonymous. ' +
        'But their amounts are public, and an unusual one may be recognised.',
    ],
  },

  /** The newest statement. Sentences with a time in them are split around it. */
  statement: {
    money: 'Money',
    items: 'Items',
    owed: 'Owed to players',
    heldInCrypto: 'Held in crypto',
    heldOnSteam: 'Held on Steam',
    nothingOwed: 'nothing owed',
    covered: (percent: string) => `${percent}% held`,
    owedMoney: (bots: string) =>
      'Owed: all that players can spend, what is held for them, and what is at stake in open rounds. ' +
      `House bots have another ${bots}, which is owed to no one.`,
    owedItems: (count: string, worth: string, bots: string) =>
      `Owed: ${count} items, worth ${worth} at the prices of that time; ` +
      `items at stake count at their stake price. Bots have another ${bots}.`,
    heldItems: (count: string, worth: string) => `Held: ${count} on the trading account, worth ${worth}`,
    neverRead: '; its inventory was never read completely.',
    seenOn: ', as seen on',
    heldCoins: (coins: string) => `Held: ${coins}`,
    noRate: '; a coin without a rate at that time counts as nothing',
    noneYet: '; none has arrived yet.',
    lastMoved: '; last moved on',
  },

  alarm: {
    late: 'The next statement is late',
    /** Before and after the time of the last statement. */
    lateText: (every: string) => `One is due every ${every}; the last one is from`,
    lateAfter: '. A site that stops publishing what it owes may have a reason.',
    short: 'The site holds less than it owes',
    shortText: 'By its own figures.',
    withdraw: 'Withdraw what you can, and keep a copy of this page.',
    shortDemo: 'This is the demo: play money, held by simulators. With real value, withdraw what you can.',
    logMismatch: 'MISMATCH: the public log says something else',
    logMismatchText: (problem: string) => `Your browser found this by itself: ${problem}. Keep a copy of this page.`,
    ownMismatch: 'MISMATCH: your balance is not counted as it should be',
    ownMismatchText: (problem: string) =>
      `Your browser found this by itself: ${problem}. Keep a copy of this page and withdraw.`,
  },

  /** What the browser found about the statement in the log, after 'Statement 5, <time>: '. */
  log: {
    statement: (n: number) => `Statement ${n},`,
    looking: 'your browser is looking it up in the public log.',
    unreachable: 'the log cannot be reached right now, so nothing was checked.',
    none: 'the log cannot be verified now.',
    found: (leaf: string) => `your browser found exactly these figures in the public log, leaf ${leaf}.`,
  },

  /** The check of the player's own balance. */
  own: {
    title: 'Is your balance counted?',
    signIn:
      'Sign in, and your browser looks for you in the tree: it fetches your leaf, recomputes the path to the root, ' +
      'and compares it with the root in the public log.',
    again: 'Check again',
    looking: 'Your browser is looking for you in the tree.',
    unreachable: 'The statement cannot be reached right now, so nothing was checked.',
    none: 'There is no statement in the log to check yet.',
    /** Before and after the time of the statement. */
    nothing: (n: number) => `Nothing was owed to you when statement ${n} was made (`,
    nothingAfter: '), so you have no leaf in it. If you had a balance then, this is wrong: keep a copy of this page.',
    counted: 'Your balance is counted.',
    countedText: 'Your browser recomputed the path from your leaf to the root in the public log.',
    money: 'Money counted',
    items: 'Items counted',
    itemsValue: (count: string, worth: string) => `${count} (${worth})`,
    asOf: 'As of',
    leaf: 'Your leaf',
    leafValue: (index: string, siblings: number, statement: number) =>
      `${index}, ${siblings} siblings, statement ${statement}`,
    notSeen:
      'This browser did not watch your balance at that moment, so compare it yourself: ' +
      'money includes what you could spend, what was held and what was at stake; items include those at stake.',
    same: (sum: string) => `This browser saw ${sum} on your account at that moment: the same.`,
    staked: (sum: string) =>
      `This browser saw ${sum} on your account at that moment; the rest was at stake in open rounds.`,
  },

  chart: {
    none: 'The chart starts with the second statement.',
    held: 'Held',
    owed: 'Owed',
    range: (max: string) => `0 to ${max}`,
    asTable: 'Show as table',
    statement: 'Statement',
    time: 'Time',
  },

  bots: {
    title: 'The bots’ books',
    about:
      'Bots belong to the house and have a badge. This is what each of them staked and got per day (UTC), ' +
      'counted when a round is settled. A profit was won from players, a loss was won by players.',
    days: 'days',
    empty: 'No bot has played yet',
    emptyText: 'The books start with the first round that a bot plays to its end.',
    day: 'Day',
    bot: 'Bot',
    game: 'Game',
    net: 'Profit or loss',
    roundsWon: 'Rounds won',
    wonOf: (won: number, played: number) => `${won} of ${played}`,
    staked: 'Staked',
    received: 'Received',
  },

  reserves: {
    title: 'Where it is held',
    about:
      'The statement itself names these, so that anyone can look them up elsewhere. Your browser added the addresses ' +
      'up and checked each signature: it is made with the address’s own key over the root of an earlier statement, ' +
      'which no one knew before.',
    coins: 'Crypto',
    noAddress: 'No address is named yet: for all coins held there is only the site’s word.',
    /** After the worth; before the number of signed addresses. */
    addresses: (n: number) => `at ${n} ${n === 1 ? 'address' : 'addresses'},`,
    all: 'all',
    addressesAfter:
      'of them recently signed by their own keys. This is all that the addresses hold, ' +
      'the site’s own coins included; the figure above counts what players deposited.',
    notNamed:
      'Not named: addresses of single deposits. Each belongs to one player’s payment, and a list would link their ' +
      'wallets to this site; until coins are moved from there, there is only the site’s word for them. ' +
      'A signature shows that someone has the key, not who owns the coins: reserves can be borrowed for the moment.',
    hot: 'withdrawals are paid from it',
    cold: 'key kept offline',
    notSeen: 'not seen yet',
    stale: 'Stale, so it counts as nothing: ',
    atBlock: (height: string) => `at block ${height}, seen on`,
    check: 'Check the signature',
    checkText: (network: string) => `Paste both into “verify message” of any ${network} wallet.`,
    textSigned: (address: string) => `Text signed for ${address}`,
    signature: (address: string) => `Signature of ${address}`,
    items: 'Items',
    noAccount: 'No Steam account was read completely yet: for all items held there is only the site’s word.',
    accounts: (n: number) =>
      `The inventories of the trading ${n === 1 ? 'account' : 'accounts'} are public. ` +
      'Items in open offers show there and are not counted here.',
    seenOn: 'seen on',
    game: (appId: number) => `Game ${appId}`,
  },

  /** How an address is signed. */
  signed: {
    recent: (n: number) => `Signed by its key over statement ${n}`,
    old: (n: number) => `Signed by its key over statement ${n}, a while ago`,
    none: 'Not signed: there is only the site’s word that the address is its own',
    next: 'Its key signs this first statement once it is public; the next one shows the signature',
  },

  /** What contradicts the statement, in the middle of a sentence. */
  problem: {
    notInLog: (n: number) => `statement ${n}, over which reserves are signed, is not in the log`,
    inRoot: (n: number, problem: string) => `statement ${n}, over which reserves are signed: ${problem}`,
    otherRoot: (n: number) => `reserves are signed over another root than that of statement ${n}`,
    figure: (name: string, shown: number | null, logged: number | null) =>
      `${name}: the page shows ${shown}, the log says ${logged}`,
    tooLittle: (seen: number, counted: number) =>
      `this browser saw ${seen} USD on your account at that moment, the tree counts ${counted}`,
  },

  /** Names of the figures that are compared. */
  figures: {
    time: 'time',
    owed: 'owed',
    ofBots: 'of bots',
    money: (owner: string) => `money ${owner}`,
    items: (owner: string) => `items ${owner}`,
    itemWorth: (owner: string) => `worth of items ${owner}`,
    heldItems: 'items held',
    heldItemWorth: 'worth of items held',
    heldCoinWorth: 'worth of coins held',
  },
} as const;
