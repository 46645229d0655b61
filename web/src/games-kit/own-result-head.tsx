/** 'You won $30.70 (+$16.10)' as the head of a result. Only a gain is bright; everything else stays calm. */
import { cx } from '../ui/layout/cx.ts';
import { ownResultParts } from './own-result.ts';
import type { OwnResult } from './own-result.ts';

export interface OwnResultHeadProps {
  readonly result: OwnResult;
  /** Class of the sum: its size. */
  readonly sumClass: string;
  /** One line, for a wide band; otherwise one line for each part. */
  readonly wide?: boolean;
}

export function OwnResultHead({ result, sumClass, wide = false }: OwnResultHeadProps) {
  const { lead, sum, net } = ownResultParts(result);
  const gain = result.kind === 'won';
  return (
    <p
      data-own-result={result.kind}
      className={cx('font-black', wide ? 'flex flex-wrap items-baseline justify-center gap-x-2' : 'grid')}
    >
      <span className={cx('text-lg', sum !== null && !gain && 'text-fg-2')}>{lead}</span>
      {sum !== null && ' '}
      {sum !== null && (
        <span className={cx('tracking-[-0.02em] whitespace-nowrap tabular-nums', sumClass, gain && 'text-volt')}>
          {sum}
        </span>
      )}
      {net !== null && ' '}
      {net !== null && (
        <span className={cx('text-lg whitespace-nowrap tabular-nums', gain ? 'text-volt' : 'text-fg-2')}>{net}</span>
      )}
    </p>
  );
}
