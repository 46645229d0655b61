/** What a player reads of a trade order, state by state. The table in states.ts assigns these texts. */

/** `act`: the player has to do something. `wait`: in progress. `good`, `bad`: over. `warn`: it may go wrong. */
export type Tone = 'act' | 'wait' | 'warn' | 'good' | 'bad';

export interface OrderText {
  readonly tone: Tone;
  /** A few words: 'Waits for you in Steam'. */
  readonly title: string;
  /** What it means and what comes next. */
  readonly meaning: string;
  /** Where the items (or their money) are now. */
  readonly where: string;
}

/**
 * What the books have done for an order. `dated`: the time until which Steam allows reversing its trade is known. `balance`: its items become
 * balance.
 */
export type OrderTextCondition = 'booked' | 'released' | 'returned' | 'dated' | 'balance';

/** Texts with the placeholders {until} and {credited}. They apply when all conditions of `when` hold. */
export interface OrderTextVariant extends OrderText {
  readonly when?: readonly OrderTextCondition[];
}

/** The last applicable variant is shown; the first one always applies. */
export type OrderTextVariants = readonly [OrderTextVariant, ...OrderTextVariant[]];

export const AT_STEAM = 'Your items are in your Steam inventory, untouched.';
export const UNTIL_ACCEPTED = 'Your items stay in your Steam inventory until you accept.';
export const RESERVED = 'Your items are on the site, reserved for this trade.';

export const preparingText = (where: string): OrderTextVariants => [
  {
    tone: 'wait',
    title: 'Preparing the offer',
    meaning: 'Our trading account is sending you a trade offer. That takes a few seconds.',
    where,
  },
];

export const acceptText = (where: string): OrderTextVariants => [
  {
    tone: 'act',
    title: 'Confirm the trade in Steam',
    meaning: 'Open the offer, compare its code, and accept it. Otherwise it is cancelled when its time is over.',
    where,
  },
];

export const confirmingText = (where: string): OrderTextVariants => [
  {
    tone: 'wait',
    title: 'We are confirming our offer',
    meaning: 'Our trading account has to confirm its own offer with its phone. Then you can accept it.',
    where,
  },
];

export const searchingText = (twice: string, where: string): OrderTextVariants => [
  {
    tone: 'warn',
    title: 'Looking for the offer',
    meaning: `Steam’s answer was lost. We are searching for it; it is never sent twice${twice}.`,
    where,
  },
];

export const tradeHoldText = (meaning: string): OrderTextVariants => [
  {
    tone: 'warn',
    title: 'Steam holds this trade',
    meaning: `One of the two accounts had no mobile authenticator for long enough. ${meaning}`,
    where: 'The items are held by Steam: in no inventory, and not usable on the site.',
  },
];

/** A deposit that ended without a trade. */
export const failedDepositText = (title: string, meaning: string): OrderTextVariants => [
  { tone: 'bad', title, meaning, where: AT_STEAM },
];

/** A withdrawal that ended without a trade: its items return to the site. */
export function failedWithdrawalText(title: string, meaning: string): OrderTextVariants {
  const words = { tone: 'bad', title, meaning } as const;
  return [
    { ...words, where: 'Your items are on their way back into your site inventory.' },
    { ...words, when: ['returned'], where: 'Your items are in your site inventory again.' },
  ];
}

const RECEIVED = { tone: 'wait', where: '{credited}, reserved for now.' } as const;
// The site takes the risk of a reversed trade: the items can be staked before the time ends, but not withdrawn.
const STAKEABLE = { tone: 'good', title: 'Received, ready to be staked', where: '{credited}.' } as const;

export const DEPOSIT_ACCEPTED: OrderTextVariants = [
  {
    tone: 'wait',
    title: 'Accepted',
    meaning: 'Steam is handing the items over. They are credited as soon as it says that they arrived.',
    where: 'Your items are changing hands at Steam.',
  },
  {
    ...RECEIVED,
    when: ['booked'],
    title: 'Received',
    meaning: 'Steam is completing the trade. Then you can use it.',
  },
  {
    ...RECEIVED,
    when: ['booked', 'dated'],
    title: 'Received, reserved until {until}',
    meaning: 'Steam lets this trade be taken back until then. After that you can use it.',
  },
  {
    ...STAKEABLE,
    when: ['booked', 'released'],
    meaning: 'Steam is completing the trade. Until then it cannot be withdrawn.',
  },
  {
    ...STAKEABLE,
    when: ['booked', 'released', 'dated'],
    meaning: 'Steam lets this trade be taken back until {until}. Until then it cannot be withdrawn.',
  },
];

export const DEPOSIT_SETTLED: OrderTextVariants = [
  // The site books shortly after Steam's report; until then nothing of it can be used.
  {
    tone: 'wait',
    title: 'Received',
    meaning: 'Steam has completed the trade. You can use it in a moment.',
    where: 'Your items are with the site and are being credited.',
  },
  {
    ...RECEIVED,
    when: ['booked', 'balance'],
    title: 'Confirming prices',
    meaning:
      'The trade is complete. In some minutes we credit the current price, at most that of your order. ' +
      'An item whose price we cannot confirm becomes yours in the site inventory.',
  },
  { tone: 'good', when: ['released'], title: 'Deposited', meaning: 'The trade is complete.', where: '{credited}.' },
];

export const DEPOSIT_REVERSED: OrderTextVariants = [
  {
    tone: 'bad',
    title: 'Taken back',
    meaning: 'The trade was taken back at Steam, so its value was removed from your account.',
    where: 'Your items are in your Steam inventory again.',
  },
];

const LEAVING = { tone: 'wait', where: 'Your items are in, or on their way to, your Steam inventory.' } as const;

export const WITHDRAWAL_ACCEPTED: OrderTextVariants = [
  { ...LEAVING, title: 'Accepted', meaning: 'Steam is handing the items over.' },
  {
    ...LEAVING,
    when: ['dated'],
    title: 'Received, final from {until}',
    meaning: 'Steam protects this trade until then; the items are in your Steam inventory already.',
  },
];

export const WITHDRAWAL_SETTLED: OrderTextVariants = [
  {
    tone: 'good',
    title: 'Withdrawn',
    meaning: 'The trade is complete.',
    where: 'Your items are in your Steam inventory.',
  },
];
