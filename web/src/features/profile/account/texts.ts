/** Texts of the account tab: sessions, export, closing. */

/** '1 round', '3 rounds'. */
const count = (n: number, one: string): string => `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`;

export const texts = {
  sessions: {
    title: 'Active sessions',
    list: 'Your active sessions',
    endAll: 'Log out everywhere',
    more: 'There are more sessions than these.',
    ended: 'Browser logged out',
    current: 'This browser',
    times: (signedIn: string, used: string) => `Signed in ${signedIn}, last used ${used}`,
    sameAddress: ', from the same IP address as this browser',
    otherAddress: ', from another IP address',
    end: 'Log out',
    endOne: (browser: string, signedIn: string) => `Log out ${browser}, signed in ${signedIn}`,
  },

  browser: {
    unknown: 'Unknown browser',
    headless: 'Headless Chrome',
    on: ' on ',
  },

  signIn: {
    text: (what: string) => `${what} requires a recent sign-in, in case someone else finds this browser open.`,
    again: 'Sign in again',
    export: 'An export',
    closing: 'Closing the account',
    key: 'Creating an API key',
  },

  keys: {
    title: 'API keys',
    about:
      'For a program of yours. It never deposits, withdraws, trades or changes settings, and your limits apply to it.',
    guide: 'How to use a key',
    list: 'Your API keys',
    empty: 'You have no API keys.',
    scopes: { read: 'Read', play: 'Play' },
    hints: {
      read: 'Balance, items, history, own live events',
      play: 'Stake in games, shown as API beside your name',
      playOff: 'This site does not let programs play',
    },
    created: (when: string) => `Created ${when}`,
    used: (when: string) => `, last used ${when}`,
    neverUsed: ', never used',
    sameAddress: ' from the same IP address as this browser',
    otherAddress: ' from another IP address',
    twoPlaces: (when: string) =>
      `Also used from a second IP address, last ${when}. If that is not you, revoke this key.`,
    revoke: 'Revoke',
    revokeOne: (name: string) => `Revoke ${name}`,
    revoked: (name: string) => `${name} is revoked`,
    name: 'Name',
    nameHint: 'For you, to recognise it: “coinflip bot on my server”',
    allow: 'The key can',
    create: 'Create key',
    missing: 'Enter a name and allow at least one thing',
    full: (max: number) => `You have ${max} API keys, the maximum. Revoke one to create another.`,
    newKey: 'New API key',
    once: 'Copy it now: it is shown only once. Your browser made it, and the site keeps only its hash.',
    copied: 'API key copied',
    done: 'I have saved it',
  },

  export: {
    title: 'Your data',
    about:
      'Everything that Fairpot keeps about you: account, money, items, rounds, trades, crypto, chat, ' +
      'tickets with their answers, limits, sessions. You can keep playing meanwhile.',
    json: 'Export as JSON',
    csv: 'Export as CSV',
    label: 'Export',
    requesting: 'Requesting the export',
    progress: (about: string, part: number, of: number, rows: string) =>
      `${about}: part ${part} of ${of}, ${rows} rows so far`,
    saved: (file: string, rows: string) => `${file} is saved: ${rows} rows.`,
    toast: 'Your data is saved as a file',
  },

  closing: {
    title: 'Close account',
    /** `delay`: how long after the request it starts. */
    about: (delay: string) =>
      'Closing pays out everything first: your whole balance and every item, at any level. ' +
      'Then your name, picture, SteamID, trade link and messages are erased. ' +
      `It starts ${delay} after your request, and you can cancel it until then.`,
    kept: 'What we keep',
    keptGames: 'Your games and the transactions of money, items and crypto, under an ID that identifies no one.',
    keptTrades: 'Your trades keep your SteamID and trade link for five more years. Then both are removed.',
    keptIfExcluded:
      'If you exclude yourself before the account is closed: a hash of your SteamID until the exclusion is over, ' +
      'so that no new account is opened for you.',
    keptBlockFor: (until: string) =>
      `Until ${until}: a hash of your SteamID, because you have blocked yourself from playing. ` +
      'No new account is opened for you until then. It is linked to nothing else of yours.',
    keptBlockForever:
      'Permanently: a hash of your SteamID, because you have blocked yourself from playing. ' +
      'No new account is opened for you. It is linked to nothing else of yours.',
    open: 'Close my account',
    confirm: (name: string) => `Type your name, ${name}, to confirm`,
    confirmHint: 'From then on you cannot stake or deposit. Open rounds finish.',
    request: 'Request closing',
    keep: 'Keep account',
    waiting: 'Your account is being closed. It waits for:',
    waits: 'What the closing waits for',
    nothing: 'Nothing: everything is paid out. Closing starts within a minute',
    remainder: (sum: string) => `${sum} may be too little for any withdrawal.`,
    forfeit: (sum: string) => `Forfeit ${sum}`,
    cancel: 'Cancel closing',
    refresh: 'Refresh',
    cancelled: 'Your account stays open',
    toWithdraw: 'Withdraw',
    toSupport: 'Support',
  },

  /** What a closing waits for. `until`: ' until 20 Nov 2026, 19:05', or ''. */
  waits: {
    rest: (until: string) => `Waiting period${until}: time to think it over`,
    play: (n: number, sum: string) => `${count(n, 'round')} with ${sum} of yours at stake must finish first`,
    held: (sum: string) => `${sum} is reserved: it is released or paid out first`,
    trades: (n: number, until: string) => `${count(n, 'trade')} in progress, or still reversible${until}`,
    coins: (n: number) => `${count(n, 'crypto transfer')} in progress`,
    coinsOut: (n: number, sum: string) =>
      `${count(n, 'crypto transfer')} in progress, ${sum} outgoing: it arrives or is refunded`,
    frozen: 'Your trades are frozen: support has to review them first',
    balance: (sum: string) => `${sum} to withdraw, at any level`,
    items: (n: number) => `${count(n, 'item')} to withdraw, at any level`,
    until: (when: string) => ` until ${when}`,
  },
} as const;
