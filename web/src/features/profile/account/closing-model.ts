/** Texts of what a closing waits for, with a link if the player can do something about it. Pure. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { ClosingWait } from '@fairpot/contract/profile/schemas';
import type { ClosingWaitKind } from '@fairpot/contract/profile/calls';
import { formatDateTime } from '../../../platform/page/time.ts';
import { texts as accountTexts } from './texts.ts';

interface WaitTexts {
  readonly text: (wait: ClosingWait) => string;
  readonly link?: { readonly to: string; readonly text: string };
}

const { closing, waits: texts } = accountTexts;
const money = ({ usd }: ClosingWait): string => (usd === null ? '' : formatUsd(centsFromUsd(usd)));
const until = ({ until: at }: ClosingWait): string => (at === null ? '' : texts.until(formatDateTime(at)));

const WITHDRAW = { to: '/withdraw', text: closing.toWithdraw } as const;

const WAITS: Readonly<Record<ClosingWaitKind, WaitTexts>> = {
  REST: { text: (wait) => texts.rest(until(wait)) },
  PLAY: { text: (wait) => texts.play(wait.count, money(wait)) },
  HELD: { text: (wait) => texts.held(money(wait)) },
  TRADES: { text: (wait) => texts.trades(wait.count, until(wait)), link: WITHDRAW },
  COINS: {
    text: (wait) => (wait.usd === null ? texts.coins(wait.count) : texts.coinsOut(wait.count, money(wait))),
    link: WITHDRAW,
  },
  FROZEN: { text: () => texts.frozen, link: { to: '/support', text: closing.toSupport } },
  BALANCE: { text: (wait) => texts.balance(money(wait)), link: WITHDRAW },
  ITEMS: { text: (wait) => texts.items(wait.count), link: WITHDRAW },
};

export function waitTexts(wait: ClosingWait): { readonly text: string; readonly link: WaitTexts['link'] } {
  const { text, link } = WAITS[wait.kind];
  return { text: text(wait), link };
}
