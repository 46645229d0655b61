/**
 * A history in pages, newest first: what was asked for so far, and a button for what is older. Used by the games' histories.
 *
 * Invariant: a row is left out until its picture has landed: the history must not tell a result first.
 */
import { History } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../states/states.tsx';

/** One page: the newest rows, or those before a row. */
export interface HistoryPageProps {
  readonly before: string | null;
  readonly isLast: boolean;
  readonly onMore: (next: string) => void;
}

export function HistoryPages({ page }: { readonly page: (props: HistoryPageProps) => ReactNode }) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  const Page = page;
  return (
    <div className="grid gap-2">
      {pages.map((before, at) => (
        <Page
          key={before ?? 'first'}
          before={before}
          isLast={at === pages.length - 1}
          onMore={(next) => setPages([...pages, next])}
        />
      ))}
    </div>
  );
}

export interface HistoryRowsProps<Row> extends HistoryPageProps {
  readonly answer: {
    readonly data: { readonly history: readonly Row[]; readonly next: string | null } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Epoch ms of the server at which the row may be told. */
  readonly landedAt: (row: Row) => number;
  /** Title of an empty history, and what the button for older rows says. */
  readonly empty: string;
  readonly older: string;
  /** Of the list: a class that lays out its rows by the list's own width. */
  readonly className: string;
  readonly render: (row: Row) => ReactNode;
}

/** The rows of one page; a loading, failed or empty one says so. */
export function HistoryRows<Row extends { readonly id: string }>(props: HistoryRowsProps<Row>) {
  const { answer, before, isLast, onMore, landedAt, empty, older, className, render } = props;
  const { data, error, refetch } = answer;
  const rows = useLanded(data?.history ?? [], landedAt);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  if (rows.length === 0 && before === null)
    return (
      <div className="rounded-lg border border-line bg-ink-2">
        <EmptyState icon={<History aria-hidden size={36} strokeWidth={1.5} />} title={empty}>
          Results appear here with everything needed to check them.
        </EmptyState>
      </div>
    );
  const { next } = data;
  return (
    <>
      <ul className={className}>{rows.map(render)}</ul>
      {isLast && next !== null && (
        <Button className="justify-self-center" onClick={() => onMore(next)}>
          {older}
        </Button>
      )}
    </>
  );
}

/** Rows that may be told; renders again when the next one may. */
function useLanded<Row>(rows: readonly Row[], landedAt: (row: Row) => number): readonly Row[] {
  const { offsetMs } = useClock();
  const [now, setNow] = useState(() => serverNow());
  const next = Math.min(...rows.map(landedAt).filter((at) => at > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, next - serverNow()) + 1);
    return () => clearTimeout(timer);
  }, [next, offsetMs]);
  return rows.filter((row) => landedAt(row) <= now);
}
