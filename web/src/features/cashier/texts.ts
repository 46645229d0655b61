/** Texts of the deposit and withdraw pages. Texts of crypto are in `crypto/`; the spec's own are in messages.ts. */

/** 'CS2', 'CS2 or Rust'. */
const EITHER = new Intl.ListFormat('en-US', { type: 'disjunction' });

export const texts = {
  depositWhy: 'Deposits are credited to your account.',
  depositLead: 'Deposit items by Steam trade, as balance or as items to stake. Or deposit crypto.',
  depositCrypto: 'Deposit crypto',
  cryptoRegion: 'Crypto deposit',
  withdrawWhy: 'Only the account owner can withdraw.',
  withdrawLead: 'Withdraw items by Steam trade, or your balance in crypto.',

  game: 'Game',
  steamItems: 'Steam items',
  siteItems: 'Your items on the site',
  notAccepted: 'not accepted now',
  otherGame: (game: string, accepted: readonly string[]) =>
    `${game} items are not accepted right now. Deposit ${EITHER.format(accepted)} items instead.`,
  withdrawNote: (cap: number) => `Max ${cap} items per trade. Press an item to select it.`,
  noSiteItems: (game: string) =>
    `You have no ${game} items on the site. Win, buy or deposit items to withdraw them here.`,

  reserved: {
    summary: (items: string) => `${items} reserved: the deposit can still be reversed on Steam`,
    list: 'Reserved items',
    completing: 'Steam is completing the trade',
    until: (when: string) => `until ${when}`,
  },

  cart: {
    depositEmpty: 'Your cart is empty. Select items to send in one trade offer.',
    withdrawEmpty: 'Your cart is empty. Select items to receive in one trade offer.',
    creditAs: 'Credit as',
    asBalance: 'Balance',
    asItems: 'Site inventory',
    minDeposit: 'Minimum deposit',
    balance: 'Balance',
    total: 'Total',
    /** Value that can be withdrawn at any level, and how much of it the chosen items use. */
    refundable: 'Refundable',
    refundableUsed: 'Used by these items',
    depositSum: (sum: string) => `Deposit ${sum}`,
    withdrawSum: (sum: string) => `Withdraw ${sum}`,
    depositNote:
      'Balance is credited some minutes after the trade is final, at the lower of the price now and the price then. ' +
      'Steam trades of CS2 and Rust items can be reversed for a week: ' +
      'until then your deposit is yours, but reserved.',
    withdrawNote:
      'Items are reserved during the trade and cannot be staked. ' +
      'If the trade is declined, expires or fails, all of them return to your inventory.',
  },

  /** On tiles and under the button of the withdraw page. */
  withdrawal: {
    notInStock: 'Not in stock',
    waiting: 'Waiting for Steam',
    until: (day: string) => `Until ${day}`,
    nothingRefundable: 'You have no refundable deposits left.',
    refundable: (sum: string) => `You can withdraw ${sum} now.`,
    stockUnknown:
      'One of these comes from our stock, which we cannot check right now. ' +
      'If the trade fails, you get your items back.',
    tooFew: (stock: number, name: string, chosen: number) =>
      `Only ${stock} of ${name} in stock; you selected ${chosen}.`,
  },

  /** The rule of Level 10, before any money moves. */
  payoutRule: {
    title: 'Withdrawal rules',
    belowLevel: (level: number) =>
      `Below Level ${level} you can still withdraw, in full, what you deposited and have not staked yet.`,
    closing: 'Closing your account pays out your whole cleared balance and every item, at any level.',
    refundable: 'Refundable now',
    open: (level: number) => `You are Level ${level}: withdrawals are open.`,
    xpLeft: (xp: number, level: number) => `${xp} XP to Level ${level}. You gain 10 XP per dollar staked.`,
  },
} as const;
