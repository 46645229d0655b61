/**
 * A paged history, newest first: the pages loaded so far and a button for older ones. Used by the games' histories.
 *
 * Invariant: a row is left out until its picture has landed, so that the history never reveals a result first.
 */
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Pages, type PageProps } from '../ui/states/pages.tsx';
import { EmptyState, Skeleton } from '../ui/states/states.tsx';
import { nextInstant } from './instants.ts';
import { Loaded, type LoadedProps } from './page-parts.tsx';
import { useStageClock } from './stage-clock.ts';
import { texts } from './texts.ts';

/** The pages loaded so far. */
export function HistoryPages({ page }: { readonly page: (props: PageProps) => ReactNode }) {
  return (
    <div className="grid gap-2">
      <Pages page={page} />
    </div>
  );
}

export interface HistoryRowsProps<Row> extends PageProps {
  readonly answer: LoadedProps<{ readonly history: readonly Row[]; readonly next: string | null }>['answer'];
  /** When the row may be shown, epoch ms of the server; omitted where a row reveals nothing early. */
  readonly landedAt?: (row: Row) => number;
  /** Shown until the first answer. */
  readonly loading?: ReactNode;
  /** Title and text of an empty history, and the label of the button for older rows. */
  readonly empty: string;
  readonly emptyText?: string;
  readonly older: string;
  /** Name of the list for screen readers. */
  readonly label?: string;
  /** Class of the list; it lays out the rows by the list's own width. */
  readonly className: string;
  readonly render: (row: Row) => ReactNode;
}

/** The rows of one page, or its loading, error or empty state. */
export function HistoryRows<Row extends { readonly id: string }>(props: HistoryRowsProps<Row>) {
  return (
    <Loaded answer={props.answer} loading={props.loading ?? <Skeleton className="h-96" />}>
      {({ history, next }) => <Rows {...props} history={history} next={next} />}
    </Loaded>
  );
}

interface RowsProps<Row> extends HistoryRowsProps<Row> {
  readonly history: readonly Row[];
  readonly next: string | null;
}

function Rows<Row extends { readonly id: string }>(props: RowsProps<Row>) {
  const { history, next, before, isLast, onMore, landedAt = AT_ONCE } = props;
  const now = useStageClock((at) => nextInstant(history.map(landedAt), at));
  const rows = history.filter((row) => landedAt(row) <= now);
  if (rows.length === 0 && before === null)
    return (
      <div className="rounded-lg border border-line bg-ink-2">
        <EmptyState icon={<History aria-hidden size={36} strokeWidth={1.5} />} title={props.empty}>
          {props.emptyText ?? texts.history.emptyText}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul aria-label={props.label} className={props.className}>
        {rows.map(props.render)}
      </ul>
      {isLast && next !== null && (
        <Button className="justify-self-center" onClick={() => onMore(next)}>
          {props.older}
        </Button>
      )}
    </>
  );
}

const AT_ONCE = (): number => 0;
