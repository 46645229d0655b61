/**
 * Texts of the frame, and those that several features share (English only). A feature's own texts are in its texts.ts.
 * Texts that the spec quotes (sections 2, 5, 8) are verbatim, misspellings included: tests compare them.
 * Refusal texts are in the contract (`refusalText`), because the server sends them too.
 */
import type { GameName } from '@fairpot/contract/games/games';
import { DEMO_MARK } from '@fairpot/contract/games/script';

const amount = (n: number | string): string => String(n);

export const messages = {
  brand: 'Fairpot',
  copyright: '© Fairpot',
  language: 'EN',
  login: 'LOGIN',
  logout: 'Logout',
  profile: 'Profile',

  nav: {
    games: 'Games',
    additional: 'Additional',
    marketplace: 'Marketplace',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    support: 'Support',
    fairplay: 'Fairplay',
    faq: 'FAQ',
    staff: 'Staff desk',
    main: 'Main',
    skip: 'Skip to content',
    menu: 'Menu',
    sidebar: 'Sidebar',
    developers: 'Developers',
    language: 'Language: ',
    english: 'English',
  },

  demo: {
    banner: DEMO_MARK,
    beacon: 'Beacon: simulated',
    live: 'Live',
  },

  network: {
    bar: 'Server',
    /** Next to the chat's title, where the bar's full sentence does not fit. */
    away: 'Reconnecting',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting, your stake is safe',
    /** On a button whose command would not arrive. */
    waiting: 'Waiting for the connection',
    notSent: 'There is no connection, so this was not sent. Press again when the connection is back',
    /** What happened to the money when something cannot be loaded. */
    safe: 'Stakes, items and balances are safe.',
    unreachable: 'The server cannot be reached. Try again: nothing is done twice',
    retry: 'Try again',
    connected: 'Connected, ',
    latency: (ms: number) => `${ms} ms`,
    latencyHint: (ms: number, offset: string) =>
      `Round trip to the server: ${ms} ms. Server clock offset: ${offset}. Countdowns use the server clock.`,
  },

  toast: {
    successDefault: 'Success!',
    errorDefault: 'Failed!',
    errorTitle: 'Error',
    history: 'Messages',
    historyTitle: 'No messages yet',
    historyEmpty: 'The last 50 messages of this page appear here.',
    unseen: (count: number) => `Messages, ${count} new`,
    close: 'Close message',
  },

  notifications: {
    title: 'Notifications',
    empty: 'No notifications',
    emptyText: 'Support replies, deposits, withdrawals and account notices stay here for 90 days.',
    onThisPage: 'On this page',
    open: 'View',
    unread: 'New',
    older: 'Older notifications',
    choose: 'Notification settings',
    always: 'Always on',
  },

  /** Section 8, "Other messages", and the validation texts of section 5. */
  say: {
    gamePaused: 'The game is paused',
    systemPaused: 'This is paused right now. Your items and balance are safe',
    messageTooSmall: 'Message to small',
    /** ERR_ITEMS_LIMIT when the picker refuses; 15 is the cap, which `deposit.maxCount` can lower. */
    itemsLimit: (cap: number) => `You cant add more than ${amount(cap)} ${cap === 1 ? 'item' : 'items'} to your bet`,
    /** Amounts have two decimals (spec 9), here too: 'Min bet is 10.00$'. */
    minBet: (n: number | string) => `Min bet is ${amount(n)}$`,
    minMaxBet: (a: number | string, b: number | string) => `Min bet is ${amount(a)}$, max bet is ${amount(b)}$`,
    jackpotFinishing: 'Jackpot is in finish state, try later',
    started: (game: GameName) => `This ${game} is started`,
    needTradelink: 'Need put tradelink!',
    minSum: 'Min sum is 10$',
    tryDifferentNumber: 'Something went wrong, please try different number',
    somethingWrong: 'Something went wrong',
    notEnoughBalance: 'Not enough balance',
    minDeposit: (n: number | string) => `Min deposit: $${amount(n)}`,
    needLevel10: 'Users need to be at least Level 10 to get the winnings',
  },

  /** Section 8, success toasts. */
  done: {
    userWillWin: (name: string) => `User: ${name} will win`,
    adjusted: (sum: string, why: string) => `Your balance was adjusted by ${sum}: ${why}`,
    chatAs: (name: string) => `Now you can chat as ${name}`,
    boughtSkins: 'You successfully bought new skins',
    ticketClosed: 'Ticket is closed!',
    joined: (game: GameName) => `You successfully joined ${game}!`,
    itemsRefreshed: 'Items is refreshed!',
    addressCopied: 'Address was copied',
    textCopied: 'Text was copied',
    userBanned: (name: string) => `User: ${name} was baned`,
    messageDeleted: 'Message was deleted',
  },

  /** The inventory picker (section 2). */
  picker: {
    note: (max: number) => `Min value 1.00 - Max ${max} items`,
    empty: 'No items available',
    highToLow: 'High to low',
    lowToHigh: 'Low to high',
    search: 'Search',
    reload: 'Reload',
    priceChecked: 'Price being checked',
    /** The source of the items of a stake (section 2, 'Make deposit'). */
    site: 'Site inventory',
    steam: 'Steam inventory',
  },

  chat: {
    title: 'Chat',
    online: (count: number) => `${count.toLocaleString('en-US')} online`,
  },

  modal: {
    close: 'Close',
    closeUpper: 'CLOSE',
    confirmTrade: 'CONFIRM TRADE',
    makeDeposit: 'Make deposit',
    loading: 'Loading',
    failed: 'This window could not be loaded. Stakes, items and balances are safe.',
  },

  age: {
    title: 'Are you 18 or older?',
    body: 'Fairpot is a gambling site. Even with play money it is for adults only.',
    confirm: 'I am 18 or older',
    refuse: 'I am under 18: log out',
  },

  sound: { on: 'Sound is on', off: 'Sound is off', toggle: 'Sound' },

  shortcuts: {
    title: 'Keyboard shortcuts',
    goTo: (place: string) => `Go to ${place}`,
    search: 'Search on this page',
    chat: 'Open or close chat',
    help: 'Show this list',
    escape: 'Close the open window',
    turnOff: 'You can turn shortcuts off here or on your profile.',
  },

  /** A page that failed to load. */
  pageFailed: {
    title: 'This page did not load',
    text: 'Your stakes are safe on the server. The site may have been updated: reload to get the new version.',
  },

  notFound: {
    title: 'Page not found',
    heading: 'There is no page at this address',
    text: 'does not exist on Fairpot. Your items and balance are safe.',
    goTo: (game: string) => `Go to ${game}`,
    faq: 'Read the FAQ',
  },

  /** Why a stake, purchase or deposit is blocked by the player's own limits: on the button, and in full next to it. */
  protection: {
    limits: { deposit: 'deposit limit', stake: 'stake limit', loss: 'loss limit' },
    question: 'Answer the limit question first',
    questionText: 'Before your first deposit: do you want a deposit limit? Answer the question above.',
    onBreak: 'On a break',
    onBreakText: (until: string) => `You are taking a break until ${until}.`,
    excluded: 'Self-excluded',
    excludedText: 'You have excluded yourself from play. Withdrawals and support stay open.',
    overLimit: (limit: string) => `Over your ${limit}`,
    overLimitText: (limit: string, most: string, span: string, left: string) =>
      `Your ${limit} is ${most} in ${span}: ${left} left.`,
    moreFrom: (at: string) => ` You can use more from ${at}.`,
  },

  realityCheck: {
    title: 'Reality check',
    visit: 'Time of this visit',
    staked: 'Staked',
    received: 'Paid out',
    net: 'Net position',
    confirm: 'I have read this',
    limits: 'Limits and breaks',
  },

  withdrawalAddress: {
    added: (address: string) =>
      `Withdrawal address added: ${address}. If that was not you, remove it on the withdraw page`,
    removed: (address: string) => `Withdrawal address removed: ${address}`,
  },

  /** What a badge next to a name means. */
  badges: {
    BOT: 'A house bot, not a person',
    STAFF: 'Works for Fairpot',
    HOUSE: 'A house persona, not a player',
    API: 'Staked by a program of this player',
  },

  seal: {
    sealed: 'Sealed',
    locked: 'Locked',
    revealed: 'Revealed',
    verified: 'Checked by your browser',
    mismatch: 'Does not match',
    scripted: 'SCRIPTED: winner chosen by staff',
  },

  scripted: {
    word: 'SCRIPTED',
    note:
      'Only staff and house personas are in this round, for show. It makes no fairness claim, so there is nothing to ' +
      'verify, and it does not count in history, statistics or experience.',
  },

  /** Small parts that many screens share. */
  parts: {
    copy: (label: string) => `Copy ${label}`,
    copied: (label: string) => `${label} copied`,
    clearSearch: 'Clear search',
    then: 'then',
    newer: 'Newer',
    older: 'Older',
    asTable: 'Show as table',
    tableOf: (label: string) => `${label}, as a table`,
    signIn: 'Sign in to use this page',
    newRows: (count: number, what: string) => `${count} new ${what}${count === 1 ? '' : 's'}`,
    countdown: (label: string, seconds: number) => `${label} in ${seconds} seconds`,
    selected: 'Selected',
    doubt: (reason: string, at: string) => `${reason} Last confirmed ${at}.`,
  },

  account: {
    signedOut: 'Watch without an account. Sign in with Steam to play.',
    net: 'Net result',
    visit: 'This visit',
    visitHours: (hours: string) => `${hours} h`,
    balance: 'Balance',
    held: 'Held balance',
    items: 'Items in your inventory',
    level: (level: number) => `Level ${level}`,
    levelWord: 'Level',
    rank: (level: number, rank: number, top: number) => `Level ${level}, rank ${rank} of ${top}`,
    experience: 'Experience',
    toNext: (left: number) => `${left} XP to the next level`,
    settings: 'Account menu',
  },
} as const;
