/** Texts of signs of collusion. Names of signs are in the contract. */
export const texts = {
  title: 'Collusion',
  lead:
    'Accounts that look as if they worked together. ' +
    'Nothing happens automatically: look at their rounds and withdrawals.',
  list: 'Signs',
  empty: 'No signs to review',
  seen: 'Detected (UTC)',
  sign: 'Sign',
  account: 'Account',
  others: 'Other accounts',
  review: 'Review',
  markReviewed: 'Mark reviewed',
  markOne: (name: string, sign: string) => `Mark reviewed: ${name}, ${sign}`,
  reviewTitle: (name: string) => `Review of ${name}`,
  reviewText: 'Enter what you saw and what you did. Nothing changes for the accounts.',
  reviewConfirm: 'MARK REVIEWED',
} as const;
