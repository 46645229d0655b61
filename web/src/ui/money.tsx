/** An amount of dollars: '$1,234.50'. Takes the wire's USD number or integer cents; formats in one place, the contract. */
import { cents as centsOf, centsFromUsd, formatUsd } from '@fairpot/contract/money';
import { cx } from './cx.ts';

export type MoneyProps = ({ readonly usd: number } | { readonly cents: number }) & {
  /** Adds a plus before gains and colours both directions; the sign stays, so colour is never alone. */
  readonly signed?: boolean;
  readonly className?: string;
};

export function Money({ signed = false, className, ...amount }: MoneyProps) {
  const value = 'usd' in amount ? centsFromUsd(amount.usd) : centsOf(amount.cents);
  const tone = signed && value !== 0 ? (value > 0 ? 'text-ok' : 'text-bad') : false;
  return (
    <span className={cx('whitespace-nowrap tabular-nums', tone, className)}>
      {signed && value > 0 ? '+' : ''}
      {formatUsd(value)}
    </span>
  );
}
