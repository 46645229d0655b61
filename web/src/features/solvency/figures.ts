/** The figures of statements as the page shows them. Pure. */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { centsFromUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { inPercent } from '../../ui/values/percent.ts';

/** A statement is late after this many periods. */
const LATE_PERIODS = 2;

/** Whether the next statement is overdue. `now` is the server's time in epoch ms. */
export function isLate({ at, everyMs }: Pick<SolvencyStatement, 'at' | 'everyMs'>, now: number): boolean {
  return now - at > LATE_PERIODS * everyMs;
}

/** Holdings compared with debts, of one kind. */
export interface Cover {
  readonly owed: number;
  readonly held: number;
  /** Held in percent of owed, rounded down; null if nothing is owed. */
  readonly percent: number | null;
  readonly isShort: boolean;
}

function coverOf(owed: number, held: number): Cover {
  return { owed, held, percent: owed === 0 ? null : Math.floor(inPercent(held / owed)), isShort: held < owed };
}

/** Money and the coins that cover it, in cents; items and the assets that cover them, as counts. */
export function coversOf({ owed, held }: SolvencyStatement): { readonly money: Cover; readonly items: Cover } {
  return {
    money: coverOf(centsFromUsd(owed.balanceUsd), centsFromUsd(held.coinsUsd)),
    items: coverOf(owed.items, held.items),
  };
}

/** Money and items together, in cents: one point of the chart. */
export interface CoverPoint {
  readonly number: number;
  readonly at: number;
  readonly owed: Cents;
  readonly held: Cents;
}

/** Oldest first. */
export function pointsOf(statements: readonly SolvencyStatement[]): readonly CoverPoint[] {
  return statements
    .map(({ number, at, owed, held }) => ({
      number,
      at,
      owed: sumCents([centsFromUsd(owed.balanceUsd), centsFromUsd(owed.itemsUsd)]),
      held: sumCents([centsFromUsd(held.coinsUsd), centsFromUsd(held.itemsUsd)]),
    }))
    .toSorted((a, b) => a.number - b.number);
}

/** The period in 'every ...': 'hour', '2 hours', '30 minutes'. */
export function spanText(ms: number): string {
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return ms === 3_600_000 ? 'hour' : `${ms / 3_600_000} hours`;
  return ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1_000)} seconds`;
}

/** '0.0012 BTC', from base units as text, with up to eight decimals. An unknown coin is shown in base units. */
export function coinText(coin: string, units: string): string {
  const decimals = coin in COINS ? COINS[coin as Coin].decimals : 0;
  const digits = units.padStart(decimals + 1, '0');
  const whole = BigInt(digits.slice(0, digits.length - decimals)).toLocaleString('en-US');
  const rest = digits.slice(digits.length - decimals, digits.length - decimals + 8).replace(/0+$/, '');
  return `${whole}${rest === '' ? '' : `.${rest}`} ${coin}`;
}
