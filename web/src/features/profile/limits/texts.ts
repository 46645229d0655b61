/** Texts of limits, breaks, self-exclusion, the reality check and promo codes. */

export const texts = {
  limits: {
    title: 'Limits',
    titles: { deposit: 'Deposit limit', stake: 'Stake limit', loss: 'Loss limit' },
    about: {
      deposit: 'All your deposits, by trade and crypto. Crypto that arrives above the limit is credited and counted.',
      stake: 'All your stakes, in all games. Stakes returned from cancelled games do not count.',
      loss: 'Stakes minus winnings. An open stake counts as lost.',
    },
    note:
      'A lower limit applies at once. A higher limit, or none, applies when you confirm it 24 hours later. ' +
      'Periods are rolling, whatever your time zone: they do not restart at midnight. ' +
      'An amount counts until the whole hour it falls in is older than the period.',
    period: (period: string) => `In ${period}`,
    noLimit: 'no limit',
    change: 'Change',
    set: 'Set',
    changeLimit: (limit: string, period: string) => `Change the ${limit} in ${period}`,
    setLimit: (limit: string, period: string) => `Set the ${limit} in ${period}`,
    used: (used: string, period: string, left: string) => `${used} used in ${period}, ${left} left`,
    exceeded:
      'Your deposits exceed the limit: crypto and old trade offers that still arrive are credited and counted. ' +
      'You can withdraw them in full.',
    requested: (limit: string) => `Requested: ${limit}.`,
    stillWanted: 'Do you still want it?',
    confirmFrom: (when: string) => `You can confirm it from ${when}.`,
    confirm: 'Confirm',
    keep: 'Keep current limit',
    amount: (limit: string, period: string) => `${limit} in ${period}, in dollars`,
    badAmount: 'Enter an amount in dollars, with up to two decimals',
    save: 'Save',
    remove: 'Remove limit',
    cancel: 'Cancel',
  },

  net: {
    title: 'Net deposits',
    since: (when: string) => `since ${when}`,
    deposited: 'Deposited',
    withdrawn: 'Withdrawn',
    note: 'By trade and crypto. A trade counts once it can no longer be reversed on Steam.',
  },

  break: {
    title: 'Take a break',
    lengths: { 1: '1 hour', 24: '24 hours', 168: '7 days', 720: '30 days', 1008: '6 weeks' },
    running: (until: string) => `You are taking a break until ${until}. You can only extend it.`,
    about: 'No stakes, purchases or deposits until it ends. Open games finish; withdrawals and support stay open.',
    sure: (length: string) => `A break of ${length} cannot be ended early.`,
    start: 'Start break',
    cancel: 'Cancel',
    length: 'Break length',
    take: 'Take a break',
  },

  excluded: {
    title: 'You are excluded',
    permanent: 'Permanently.',
    ended: (when: string) => `The period ended on ${when}.`,
    until: (when: string) => `Until ${when}.`,
    howToReturn: 'To play again, ask here, and confirm 24 hours later.',
    requested: (from: string) => `You asked to return. You can confirm it from ${from}.`,
    request: 'I want to return',
    confirm: 'Confirm my return',
  },

  exclusion: {
    title: 'Self-exclusion',
    lead: 'When limits and breaks are not enough.',
    done: 'You are excluded from play, and signed out everywhere.',
    does: 'What it does',
    doesList: [
      'It starts at once and cannot be ended early, by you or by us.',
      'You are signed out everywhere. You can sign in again only to withdraw and to write to support.',
      'No stakes, no purchases, no deposits, no promo codes, no messages that invite you to play.',
      'Games that you are in finish by their rules, and what they pay is yours.',
      'Your items and balance stay yours. ' +
        'What still arrives by a trade offer or a blockchain is credited and can be withdrawn.',
      'When the period ends, the exclusion stays until you ask to return, and confirm 24 hours later.',
    ],
    signIn: 'Sign in to exclude yourself. It applies to the account you sign in with.',
    help: 'Free and confidential help',
    start: 'Exclude yourself',
    extend: 'Extend it',
    howLong: 'For how long',
    lengths: ['6 months', '1 year', '5 years', 'Permanently'],
    confirm: (word: string) => `Type ${word} to confirm`,
    missing: (word: string) => `Type ${word} here first`,
    submitFor: (length: string) => `Exclude me for ${length}`,
    submitPermanent: 'Exclude me permanently',
  },

  reality: {
    title: 'Reality check',
    about:
      'Interrupts play to show how long this visit has lasted, what you staked, what you got back and the difference.',
    interval: 'Reality check interval',
    never: 'Never',
    every: (minutes: number) => `Every ${minutes} minutes`,
    help: 'Self-exclusion and help',
  },

  promo: {
    title: 'Promo code',
    label: 'Your code',
    missing: 'Enter the code you have',
    activate: 'Activate',
    balance: (sum: string) => `${sum} added to your balance`,
    item: (name: string) => `${name} is in your inventory. Prize items cannot be staked`,
  },
} as const;
