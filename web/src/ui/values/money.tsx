/** An amount in dollars: '$1,234.50'. Takes integer cents; the contract formats it. */
import { formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { cx } from '../layout/cx.ts';

export interface MoneyProps {
  /** From a number of the wire by `centsFromUsd`. */
  readonly cents: Cents;
  /** Adds a plus to gains and colours both directions. The sign stays, so colour is never the only hint. */
  readonly signed?: boolean;
  readonly className?: string;
}

export function Money({ cents, signed = false, className }: MoneyProps) {
  const tone = signed && cents !== 0 ? (cents > 0 ? 'text-ok' : 'text-bad') : false;
  return (
    <span className={cx('whitespace-nowrap tabular-nums', tone, className)}>
      {signed && cents > 0 ? '+' : ''}
      {formatUsd(cents)}
    </span>
  );
}
