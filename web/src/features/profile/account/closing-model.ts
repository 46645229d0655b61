/** Pure: what a closing waits for, in words, and the way to do something about it. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { ClosingWait } from '@fairpot/contract/profile/schemas';
import type { ClosingWaitKind } from '@fairpot/contract/profile/calls';
import { formatDateTime } from '../../../ui/values/time.ts';

interface Words {
  readonly text: (wait: ClosingWait) => string;
  readonly way?: { readonly to: string; readonly text: string };
}

const money = ({ usd }: ClosingWait): string => (usd === null ? '' : formatUsd(centsFromUsd(usd)));
const until = ({ until: at }: ClosingWait): string => (at === null ? '' : ` until ${formatDateTime(at)}`);
const many = (count: number, one: string): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

const WITHDRAW = { to: '/withdraw', text: 'Withdraw' } as const;

const WORDS: Readonly<Record<ClosingWaitKind, Words>> = {
  REST: { text: (wait) => `It rests${until(wait)}: time to think it over` },
  PLAY: { text: (wait) => `${many(wait.count, 'round')} with ${money(wait)} of yours at stake: they finish first` },
  HELD: { text: (wait) => `${money(wait)} is reserved and comes free, or goes out` },
  TRADES: {
    text: (wait) => `${many(wait.count, 'trade')} under way, or can still be taken back${until(wait)}`,
    way: WITHDRAW,
  },
  COINS: {
    text: (wait) =>
      `${many(wait.count, 'movement')} of coins under way` +
      (wait.usd === null ? '' : `, ${money(wait)} going out: it arrives, or it comes back`),
    way: WITHDRAW,
  },
  FROZEN: {
    text: () => 'Your trades stand still: support looks at it first',
    way: { to: '/support', text: 'Support' },
  },
  BALANCE: { text: (wait) => `${money(wait)} to be taken out, at any level`, way: WITHDRAW },
  ITEMS: { text: (wait) => `${many(wait.count, 'item')} to be taken out, at any level`, way: WITHDRAW },
};

export function waitWords(wait: ClosingWait): { readonly text: string; readonly way: Words['way'] } {
  const { text, way } = WORDS[wait.kind];
  return { text: text(wait), way };
}
