/** Pure: what a movement is called, and where its row leads to. */
import type { HistoryKind } from '@fairpot/contract/profile/calls';
import type { Movement } from '@fairpot/contract/profile/schemas';

export const KIND_WORDS: Readonly<Record<HistoryKind, string>> = {
  DEPOSIT: 'Deposits',
  WITHDRAWAL: 'Withdrawals',
  GAME: 'Games',
  MARKET: 'Marketplace',
  OTHER: 'Other',
};

/** What happened, in a person's words; a code that is not here is shown as it is written. */
const WORDS: Readonly<Record<string, string>> = {
  DEPOSIT: 'Deposit from Steam, reserved until Steam lets go of it',
  HOLD_RELEASE: 'Deposit released to your balance',
  DEPOSIT_REVERSED: 'Deposit taken back at Steam',
  CRYPTO_DEPOSIT: 'Deposit in coins',
  CRYPTO_WITHDRAWAL_HOLD: 'Withdrawal in coins, reserved',
  CRYPTO_WITHDRAWAL: 'Withdrawal in coins, paid',
  CRYPTO_WITHDRAWAL_BACK: 'Withdrawal in coins, given back',
  BATTLE_HOLD: 'Seat in a battle, reserved',
  BATTLE_RELEASE: 'Seat in a battle, given back',
  ESCROW_HOLD: 'Stake in a battle',
  ESCROW_SETTLE: 'Won in a battle',
  ESCROW_VOID: 'Stake given back',
  MARKET_BUY: 'Bought in the marketplace',
  DEMO_GRANT: 'Play money',
  CLOSING_REST: 'Given up when closing',
  PROMO: 'Promo code',
  ADJUSTMENT: 'Adjusted by staff',
  MINT: 'Came in',
  STAKE: 'Staked',
  RETURN: 'Stake came back',
  WIN: 'Won',
  SELL: 'Bought in the marketplace',
  TRADE_HOLD: 'Waits for a trade',
  TRADE_RELEASE: 'Free again',
  TRADE_LEAVE: 'Went out by a trade',
  TRADE_SELL: 'Became balance',
};

/** A code as words where nobody has written any: 'PROMO_CODE' is 'Promo code'. */
export function wordsOf(code: string): string {
  const plain = code.toLowerCase().replaceAll('_', ' ');
  return WORDS[code] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The page that tells more about it, and what its link says; null where nothing but the transaction itself does. */
export function wayOf({ link, kind }: Movement): { readonly to: string; readonly text: string } | null {
  switch (link.kind) {
    case 'round':
      return { to: `/fairplay?round=${link.id}`, text: 'Round' };
    case 'trade':
      return { to: `${kind === 'WITHDRAWAL' ? '/withdraw' : '/deposit'}?trade=${link.id}`, text: 'Trade' };
    case 'coins':
      return { to: `${link.id.startsWith('cwd_') ? '/withdraw' : '/deposit'}?payment=${link.id}`, text: 'Coins' };
    case 'item':
      return { to: `/item/${link.id}`, text: 'Item' };
    case 'transaction':
      return null;
  }
}

export const PERIODS = [
  { value: 'all', label: 'All time' },
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'A year' },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

/** The beginning of a period, to the minute, so that pages of the same list ask for the same. */
export function beginningOf(period: Period, now: number): number | undefined {
  return period === 'all' ? undefined : Math.floor((now - Number(period) * 86_400_000) / 60_000) * 60_000;
}
