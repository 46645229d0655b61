/** States of a screen without content: loading, empty, failed. */
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { isUnavailable, textOfError } from '../../platform/calls/api.ts';
import { useAway } from '../../platform/live/live.ts';
import { Button } from '../controls/button.tsx';
import { cx } from '../layout/cx.ts';

/** A placeholder of the final size, set by `className`. Appears after 400 ms. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={cx('skeleton', className)} />;
}

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-12 text-center">
      {icon !== undefined && <div className="mb-2 text-fg-3">{icon}</div>}
      <p className="text-lg font-bold">{title}</p>
      {children !== undefined && <div className="max-w-[44ch] text-sm text-fg-2">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** The thrown value; an `ApiRefusal` has its own text. */
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** What happened to the money or the selection: 'Your items are untouched.' */
  readonly reassurance?: string;
}

export function ErrorState({ error, onRetry, reassurance }: ErrorStateProps) {
  const away = useAway();
  const safe = reassurance ?? (away || isUnavailable(error) ? messages.network.safe : undefined);
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <TriangleAlert aria-hidden size={28} className="mb-2 text-bad" />
      <p className="max-w-[48ch] font-bold">{away ? messages.network.unreachable : textOfError(error)}</p>
      {safe !== undefined && <p className="max-w-[44ch] text-sm text-fg-2">{safe}</p>}
      {onRetry && (
        <Button className="mt-3" icon={<RotateCw aria-hidden size={16} />} onClick={onRetry}>
          {messages.network.retry}
        </Button>
      )}
    </div>
  );
}

export interface NoAnswerProps {
  /** Of the query, as long as it has no answer. */
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** Size of the placeholder. */
  readonly className: string;
}

/** In place of an answer: why there is none, or its placeholder. A network without answers fails nothing for a while. */
export function NoAnswer({ error, refetch, className }: NoAnswerProps) {
  const away = useAway();
  return error || away ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton className={className} />
  );
}
