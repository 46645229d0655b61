/** Keys as small caps: <KeyHints keys={['g', 'c']} /> shows "g then c". */
import { Fragment } from 'react';
import { messages } from '../../messages.ts';

export function KeyHints({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-fg-3">
      {keys.map((key, at) => (
        <Fragment key={`${at}${key}`}>
          {at > 0 && <span>{messages.parts.then}</span>}
          <kbd
            className={
              'inline-grid h-6 min-w-6 place-items-center rounded-sm border border-line-strong bg-ink-1 px-1.5 ' +
              'font-sans text-xs font-bold text-fg'
            }
          >
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
