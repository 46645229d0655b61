/**
 * Every fixed text of the product outside long prose, in one typed place (English only).
 * Texts that the spec quotes (sections 2, 5, 8) stand here letter for letter, misspellings included: tests compare them.
 * Refusal texts live in the contract (`refusalText`), because the server sends them too.
 */
import type { GameName } from '@fairpot/contract/games/games';

const amount = (n: number | string): string => String(n);

export const messages = {
  brand: 'Fairpot',
  copyright: '© 2025 Fairpot',
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
  },

  demo: {
    banner: 'Demo: play money',
    beacon: 'Beacon: simulated',
    live: 'Live',
  },

  network: {
    bar: 'Server',
    /** Beside the chat's title, where the bar's whole sentence has no room. */
    away: 'Reconnecting',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting, your stake is safe',
    unreachable: 'The server cannot be reached. Nothing is done twice: it is safe to try again',
    retry: 'Try again',
  },

  toast: {
    successDefault: 'Success!',
    errorDefault: 'Failed!',
    errorTitle: 'Error',
    history: 'Messages',
    historyEmpty: 'Nothing yet. What pops up at the top right is kept here, the last 50.',
    close: 'Close message',
  },

  notifications: {
    title: 'Notifications',
    empty: 'No notifications',
    emptyText: 'Answers of support, deposits, withdrawals and what concerns your account are kept here for 90 days.',
    onThisPage: 'On this page',
    open: 'Show it',
    unread: 'New',
    older: 'Older notifications',
    choose: 'What you are told',
    always: 'Always told',
  },

  /** Section 8, "Other messages", and the validation texts of section 5. */
  say: {
    gamePaused: 'The game is paused',
    systemPaused: 'This is paused right now. What you have is untouched',
    messageTooSmall: 'Message to small',
    /** ERR_ITEMS_LIMIT where the picker refuses; its 15 is the cap, which `deposit.maxCount` can lower. */
    itemsLimit: (cap: number) => `You cant add more than ${amount(cap)} ${cap === 1 ? 'item' : 'items'} to your bet`,
    /** Amounts have two decimals (spec 9), in these texts too: 'Min bet is 10.00$'. */
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

  crypto: {
    checking: 'Checking blockchain transaction',
    received: 'Your transaction was received',
    declined: 'Your transaction was declined',
    paid: 'I PAID',
    willReceive: 'You will receive',
    withdraw: 'WITHDRAW',
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
    /** Where the items of a stake come from (section 2, 'Make deposit'). */
    site: 'Site inventory',
    steam: 'Steam inventory',
  },

  /** Trades with Steam: the picker of items there, the CONFIRM TRADE window (section 2), the list of orders. */
  trade: {
    uncache: 'Reload from Steam',
    note: (max: number) => `Max ${max} ${max === 1 ? 'item' : 'items'} in one offer`,
    offerFull: (max: number) => `One offer takes at most ${max} ${max === 1 ? 'item' : 'items'}`,
    inOffer: 'In an open offer',
    notAccepted: 'Not accepted',
    enough: 'We have enough of this',
    openInBrowser: 'Open in browser',
    openInClient: 'Open in Steam client',
    noOrders: 'No trades yet',
    frozen: 'Your trades are frozen because a deposit was reversed on Steam.',
    frozenShort: 'Trades are frozen',
    depositsPaused: 'Deposits are paused',
  },

  chat: {
    title: 'Chat',
    open: 'Open chat',
    close: 'Close chat',
    online: (count: number) => `${count.toLocaleString('en-US')} online`,
    onlineUnknown: 'online',
  },

  modal: {
    close: 'Close',
    closeUpper: 'CLOSE',
    confirmTrade: 'CONFIRM TRADE',
    makeDeposit: 'Make deposit',
    notification: 'Notification',
    loading: 'Loading',
    failed: 'This window could not be loaded',
  },

  age: {
    title: 'Are you 18 or older?',
    body: 'Fairpot is a gambling site. Even with play money it is for adults only.',
    confirm: 'I am 18 or older',
    refuse: 'I am not: log out',
  },

  sound: { on: 'Sound is on', off: 'Sound is off', toggle: 'Sound' },

  shortcuts: {
    title: 'Keyboard shortcuts',
    goTo: (place: string) => `Go to ${place}`,
    search: 'Search on this page',
    chat: 'Open or close chat',
    help: 'Show this list',
    escape: 'Close what is open',
    turnOff: 'Shortcuts can be turned off on the profile page and here.',
  },

  account: {
    balance: 'Balance',
    held: 'Held balance',
    level: (level: number) => `Level ${level}`,
    experience: 'Experience',
    toNext: (left: number) => `${left} XP to the next level`,
    settings: 'Account menu',
  },
} as const;
