/** A raised surface with an optional heading row. */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  readonly title?: ReactNode;
  /** Controls at the right of the heading. */
  readonly actions?: ReactNode;
  /** No padding, for content that reaches the edges. */
  readonly flush?: boolean;
}

export function Panel({ title, actions, flush = false, className, children, ...rest }: PanelProps) {
  return (
    <section className={cx('panel min-w-0 rounded-lg border border-line bg-ink-2', className)} {...rest}>
      {(title !== undefined || actions !== undefined) && (
        <header
          className={
            'flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 ' +
            'lg:px-6'
          }
        >
          <h2 className="text-lg font-bold">{title}</h2>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : 'p-4 lg:p-6'}>{children}</div>
    </section>
  );
}
