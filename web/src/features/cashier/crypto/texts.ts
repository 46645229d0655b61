/** Texts that crypto deposits and withdrawals share. */

export const texts = {
  title: 'Crypto',
  coin: 'Coin',
  /** A coin that is not offered now. */
  unavailable: 'Unavailable',
  sum: 'Sum in dollars',
  noRate: 'No rate right now',
  details: 'Details',
  detailsOf: (coin: string, when: string) => `Details of ${coin}, ${when}`,
  transaction: 'Transaction',
  copiedTransaction: 'transaction',

  coinOnChain: (coin: string, chain: string) => `${coin} on ${chain}`,

  terms: {
    rate: 'Rate',
    rateValue: (coin: string, rate: string) => `1 ${coin} = ${rate}`,
    rateUnknown: 'not available right now',
    spread: 'Spread',
    noSpread: 'None',
    spreadValue: (percent: string) => `${percent}, included in the rate`,
    rateLock: 'Rate lock',
    networkFee: 'Network fee',
  },

  /** Titles of the windows, as the spec lists them. */
  windows: {
    deposit: 'Crypto deposit',
    address: 'Crypto address',
    withdraw: 'Crypto withdraw',
    withdrawal: 'Crypto withdrawal',
  },

  notFound: {
    deposit: { title: 'Deposit not found', text: 'You have no deposit with this ID.' },
    withdrawal: { title: 'Withdrawal not found', text: 'You have no withdrawal with this ID.' },
  },
} as const;

/** Texts of crypto that the spec quotes. */
export const cryptoTexts = {
  checking: 'Checking blockchain transaction',
  received: 'Your transaction was received',
  declined: 'Your transaction was declined',
  paid: 'I PAID',
  willReceive: 'You will receive',
  withdraw: 'WITHDRAW',
} as const;
