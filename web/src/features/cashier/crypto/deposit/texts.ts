/** Texts of crypto deposits. The three states of a deposit are the spec's (messages.ts). */

/** Ends a sentence about a payment for which the locked rate does not count. */
const AT_CONFIRMATION = 'the rate at confirmation applies.';

export const texts = {
  form: {
    unavailable: 'Crypto deposits are unavailable right now',
    unavailableText: 'Do not send anything. Deposits you already sent are still credited when they arrive.',
    unsigned: 'The address above failed the check of your browser, so no deposit can start here. Support can help.',
    sumHint: 'Minimum $10.00. Any amount that arrives is credited.',
    paidText:
      'It then shows the status of your payment. It is no proof of payment: ' +
      'only what arrives on the blockchain is credited.',
    fee: (fee: string) => `${fee}; your wallet charges its own`,
    noFee: 'None from us',
    confirmationTime: 'Confirmation',
    youSend: 'You send',
    credited: 'Credited',
  },

  /** How long a payment takes to be deep enough. */
  takes: {
    TRX: 'about a minute',
    USDT: 'about a minute',
    BTC: '2 blocks, about 20 minutes; 6 blocks if more than $1,000 is pending',
    ETH: '32 blocks, about 7 minutes; finality, about 15 minutes, if more than $1,000 is pending',
  },

  lock: {
    short: (minutes: string, percent: string | null) =>
      `${minutes}, unless the market falls${percent === null ? '' : ` by more than ${percent}`}`,
    /** `percent` null: any fall of the market ends the lock. */
    full: (button: string, minutes: string, percent: string | null, daySum: string) =>
      `${button} locks this rate for ${minutes} and for the sum above. ` +
      'It applies to what is in a block by then, up to 1% over the sum; ' +
      'the rest is credited at the lower of this rate and the rate at confirmation. ' +
      `If the market falls${percent === null ? '' : ` by more than ${percent} before that`}, ${AT_CONFIRMATION} ` +
      `One rate per coin can be locked at a time, up to ${daySum} in 24 hours.`,
    none: `No rate is locked: ${AT_CONFIRMATION}`,
    fell: `The market fell, so the rate lock ended: ${AT_CONFIRMATION}`,
    over: `The rate lock has expired: ${AT_CONFIRMATION}`,
    lockedFor: 'Rate locked for',
    countdown: 'Rate locked',
  },

  list: {
    title: 'Your crypto deposits',
    label: 'Crypto deposits',
    older: 'Show older deposits',
    empty: 'No crypto deposits yet',
    emptyText: 'Your deposits and their confirmations will appear here.',
    payment: 'Payment',
    overLimit: 'Over your limit: credited and counted',
  },

  /** The Crypto deposit window. */
  window: {
    payments: 'Payments',
    notes: 'Notes',
    confirmations: 'Confirmations',
    canClose: 'You can close this window. The deposit continues; see it in your list.',
    declinedAt: (when: string) => ` Without a payment it is declined on ${when}; a later payment is still credited.`,
    send: 'Send',
    stillToSend: 'Still to send',
    hidden: 'This address is being checked',
    hiddenText: 'Do not send anything to it for now. Contact support for details.',
  },

  /** What a state means, and where the money is. */
  state: {
    credited: (sum: string) => `${sum} was credited to your balance.`,
    inBalance: (sum: string) => `${sum} is in your balance.`,
    hidden: 'Its address is being checked and stays hidden until we know whose it is.',
    sendNothing: 'Do not send anything to its address for now.',
    paidLate: 'It expired, but a payment arrived later. It is credited as soon as it is confirmed.',
    expired: 'Nothing arrived in time. A later payment is still credited when it arrives.',
    nothingCredited: 'Nothing was credited. The address stays yours.',
    sendIt: 'Send it',
    send: (amount: string, coin: string) => `Send ${amount} ${coin}`,
    toAddress: (send: string, takes: string) =>
      `${send} to the address. It is credited once the blockchain confirms it: ${takes}.`,
    nothingSeen: 'No payment seen yet.',
    creditedOnce: 'It is credited automatically once confirmed.',
  },

  /** Where the payment is that a deposit waits for. */
  payment: {
    SEEN: 'Your payment is waiting for a block.',
    CONFIRMING: 'Your payment is on the blockchain.',
    CREDITED: 'Your payment is on the blockchain.',
    REORGED: 'Your payment is waiting for another block.',
    LOST: 'Your payment was dropped by the network.',
    DUST: 'Your payment is on the blockchain.',
  },

  /** A few words on a payment. */
  progress: {
    seen: 'Seen, waiting for a block',
    confirmations: (done: number, needed: number) =>
      `${done} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'}`,
    credited: 'Credited',
    creditedSum: (sum: string) => `Credited ${sum}`,
    reorged: 'Its block was replaced; waiting for another',
    lost: 'Dropped by the network: nothing was paid',
    dust: 'Worth less than a cent: not credited',
  },

  notes: {
    notPressed: `It arrived without I PAID, so no rate was locked: ${AT_CONFIRMATION}`,
    tooLittle: (arrived: string, amount: string, coin: string) =>
      `${arrived} of ${amount} ${coin} arrived and is credited. You can send the rest to the same address.`,
    tooMuch: (arrived: string, amount: string, coin: string) =>
      `${arrived} ${coin} arrived instead of ${amount}. All of it is credited.`,
    otherCoin: (amount: string, coin: string, addressCoin: string) =>
      `${amount} ${coin} arrived at a ${addressCoin} address. It is credited as ${coin}.`,
    several: (n: number) => `${n} payments arrived. Each is credited once.`,
    overLimit:
      'It arrived despite your deposit limit, break or exclusion. A blockchain payment cannot be refused, ' +
      'so it is credited and counted. You can withdraw what you do not stake in full, at any level.',
    reorged: 'The chain replaced the block of a payment. It is credited once the chain confirms it for good.',
    noLock: `No rate was locked for it: ${AT_CONFIRMATION}`,
    late: `It reached a block after the rate lock had expired: ${AT_CONFIRMATION}`,
    early: `It arrived before you pressed I PAID: ${AT_CONFIRMATION}`,
    fell: `The market fell further than the rate lock allows before it reached a block: ${AT_CONFIRMATION}`,
    overSum: 'What exceeds the sum is credited at the lower of the locked rate and the rate at confirmation.',
  },

  address: {
    yours: (coin: string) => `Your ${coin} address`,
    copyYours: (coin: string) => `Copy your ${coin} address`,
    copy: 'Copy',
    qr: (coin: string) => `QR code of your ${coin} address`,
    enlarge: (coin: string) => `Enlarge the QR code of your ${coin} address`,
    /** Before and after the coin and its network. */
    sendOnly: 'Send only',
    sendOnlyAfter: ': other coins and networks may be lost. This address is yours alone, for this deposit.',
    windowLead: (coin: string) => `Your Fairpot ${coin} deposit address. Send only`,
    pay: 'Pay',
    payDemo: 'Demo: opens a simulated wallet that pays with play coins.',
    /** Before and after the key. */
    checked: 'Checked in your browser: signed by the site’s offline key',
    checkedAfter: '. Addresses from anywhere else, support messages included, are not ours.',
    refused: 'This address is not shown',
    refusedAfter: ' Do not send anything for now: it may not be ours.',
    noKey: 'The site publishes no key that signs its addresses.',
    otherKey: 'The site’s key differs from the one this browser knows, and the old key has not signed it.',
    brokenChain: 'A key of the site is not signed by the one before it.',
    notSigned: 'The site’s offline key has not signed this address.',
  },

  strays: {
    title: 'Unsupported tokens',
    text:
      'Only TRX, USDT, BTC and ETH are credited. Anyone can send any token to an address, under any name: ' +
      'ignore tokens that you did not send yourself. If one was yours, ask support whether it can be returned.',
    token: (network: string) => `Token on ${network}, not credited:`,
  },
} as const;
