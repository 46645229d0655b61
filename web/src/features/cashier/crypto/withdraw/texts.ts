/** Texts of crypto withdrawals. */

export const texts = {
  panel: {
    title: 'Balance in crypto',
    open: 'Withdraw crypto',
    text:
      'Withdraw your balance in TRX, USDT, BTC or ETH to your own address. ' +
      'You see fee and rate before you enter a sum. A withdrawal that cannot be paid is refunded in full.',
    noTimes: 'No withdrawals yet.',
    noTimesText: (since: string) => `Withdrawal times will be shown here, measured since ${since}.`,
    times: (days: number) => `Withdrawal times, last ${days} days`,
    steam: 'Steam',
    half: (span: string) => `50% within ${span}`,
    most: (span: string) => `90% within ${span}`,
    nearlyAll: (span: string) => `99% within ${span}`,
    count: (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'withdrawal' : 'withdrawals'}`,
  },

  list: {
    title: 'Your crypto withdrawals',
    label: 'Crypto withdrawals',
    older: 'Show older withdrawals',
    empty: 'No crypto withdrawals yet',
    emptyText: 'Your withdrawals and their transactions will appear here.',
  },

  /** The Crypto withdraw window. */
  form: {
    unavailable: 'Crypto withdrawals are unavailable right now',
    unavailableText: 'Your balance is safe. You can still withdraw items.',
    available: 'Available balance',
    missing: { address: 'Choose or add an address', sum: 'Enter an amount' },
    calculating: 'Still calculating what you will receive. Try again in a moment',
    level: (level: number) => `You are Level ${level}. You can withdraw what you deposited and did not stake:`,
    now: 'now.',
    rateLock: (span: string, percent: string) => `${span}; then requoted, within ${percent}`,
    feeAfter: ', deducted from the sum',
    limits: 'Limits',
    range: (min: string, max: string) => `${min} to ${max}`,
    review: 'Signed by two staff',
    above: (sum: string) => `above ${sum}`,
    reviewText: (sum: string) => `Above ${sum}, two staff members review it first. You can follow their progress.`,
  },

  problem: {
    paused: 'Withdrawals are paused. Your balance is safe',
    notASum: 'Enter a sum in dollars',
  },

  addresses: {
    legend: 'Address',
    add: 'Add address',
    about: (coin: string) => `Your saved addresses for ${coin}. Transactions cannot be reversed.`,
    usableAtOnce: 'New addresses can be used at once.',
    hold: (hours: number) =>
      `New addresses unlock after ${hours} h, so that an intruder cannot send your money away at once.`,
    usableFrom: (when: string) => `New: usable from ${when}`,
    remove: (address: string) => `Remove address ${address}`,
    newAddress: 'New address',
    missing: 'Enter the address of your wallet',
    label: 'Label',
    labelHint: 'Optional, only you see it.',
    save: 'Save address',
    signInText: 'Sign in again to add an address. It requires a recent sign-in.',
    signIn: 'Sign in again',
  },

  /** One withdrawal. */
  window: {
    continues: 'The withdrawal continues in the background.',
    coins: 'Coins',
    network: 'Network',
    sum: 'Sum',
    fee: 'Network fee, included',
    quoted: 'Quoted',
    requested: 'Requested',
    ended: 'Ended',
    to: 'To',
    canClose:
      'You can close this window. The withdrawal continues; see it in your list. ' +
      'It is paid once or refunded in full, never both.',
  },

  steps: ['Requested', 'Signed', 'Sent', 'Confirmed'],

  /** Titles of the states, what they mean and where the money is. */
  state: {
    reserved: (sum: string) => `${sum} is reserved for it.`,
    review: 'In review',
    reviewText: (done: number, needed: number) =>
      `Two staff members must sign a withdrawal this large: ${done} of ${needed} have.`,
    requested: 'Requested',
    requestedText: 'It is signed next, within seconds.',
    signed: 'Signed',
    signedText: 'Its transaction is ready and is sent next.',
    sent: 'Sent',
    sentText: (coins: string) => `The network has accepted it. The ${coins} are yours once confirmed.`,
    sentWhere: (coins: string) => `${coins} are on their way to your address.`,
    confirmed: 'Withdrawn',
    confirmedText: 'The network has confirmed it.',
    confirmedWhere: (coins: string) => `${coins} are at your address.`,
    failed: 'Not paid',
    failedText: 'Its transaction can no longer be confirmed, so nothing was paid.',
    failedWhere: (sum: string) => `${sum} returns to your balance in a moment.`,
    refunded: 'Refunded',
    refundedText: 'Nothing was paid.',
    refundedWhere: (sum: string) => `${sum} is back in your balance.`,
    requote: (span: string, least: string, most: string, coin: string) =>
      `If signed within ${span}, it pays exactly this amount. After that it is requoted: ` +
      `${least} to ${most} ${coin}, or you are refunded.`,
  },
} as const;
