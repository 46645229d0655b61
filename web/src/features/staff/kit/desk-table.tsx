/**
 * A list of the desk: the rows of a query with keyset paging, and its loading, empty and error states. On a narrow screen each row is a
 * card with its column names. Arrow keys move between the first controls of the rows.
 */
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, type KeyboardEvent, type KeyboardEventHandler, type ReactNode } from 'react';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { staffCodes } from '@fairpot/contract/staff/calls';
import { ApiRefusal, ask } from '../../../platform/calls/api.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { kitTexts } from './texts.ts';

const idOf = (row: unknown): string | number => (row as { id: string | number }).id;

export interface DeskColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, tabular digits. */
  readonly number?: boolean;
}

type Filter<Q extends QueryEndpoint> = Omit<InputOf<Q>, 'before' | 'after'>;
type Place = string | number;

/** Where the next page starts; null at the end. Lists without pages have no `next`. */
const nextOf = (answer: unknown): Place | null => (answer as { next?: Place | null }).next ?? null;

interface TableProps<Q extends QueryEndpoint, Row> {
  /** Names the table for screen readers, and the panel. */
  readonly label: string;
  readonly query: Q;
  /** The input's field for the place of a page. */
  readonly pageBy?: 'before' | 'after';
  readonly rows: (answer: OutputOf<Q>) => readonly Row[];
  /** The place of the next page, for an answer without `next`; null at the end. */
  readonly next?: (answer: OutputOf<Q>) => Place | null;
  readonly columns: readonly DeskColumn<Row>[];
  /** Title of the empty state. */
  readonly empty: string;
  readonly emptyText?: string;
  /** Controls at the right of the heading. */
  readonly actions?: ReactNode;
}

type OptionalIf<Condition extends boolean, T> = Condition extends true ? Partial<T> : T;

interface Restricted<Q extends QueryEndpoint> {
  /** The input without the place of a page. A changed filter (a search) restarts the list. */
  readonly filter: Filter<Q>;
}

interface Keyed<Row> {
  /** Its id by default. */
  readonly rowKey: (row: Row) => string | number;
}

export type DeskTableProps<Q extends QueryEndpoint, Row> = TableProps<Q, Row> &
  OptionalIf<Record<string, never> extends Filter<Q> ? true : false, Restricted<Q>> &
  OptionalIf<Row extends { readonly id: string | number } ? true : false, Keyed<Row>>;

export function DeskTable<Q extends QueryEndpoint, Row>(props: DeskTableProps<Q, Row>) {
  const { label, query, pageBy = 'before', rows, next = nextOf, columns, actions } = props;
  const { filter = {}, rowKey = idOf } = props as Partial<Restricted<Q> & Keyed<Row>>;
  const answer = useInfiniteQuery<OutputOf<Q>, Error, InfiniteData<OutputOf<Q>>, readonly unknown[], Place | null>({
    queryKey: [query.name, filter, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(query, { ...filter, ...(pageParam !== null && { [pageBy]: pageParam }) } as InputOf<Q>, { signal }),
    initialPageParam: null,
    getNextPageParam: next,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = answer;
  const closed = error instanceof ApiRefusal && error.code === 'STAFF_CODE_NEEDED';
  useEffect(() => {
    if (closed) void refetchAll(staffCodes); // the session needs a new code: the gate asks for it
  }, [closed]);
  const found = data?.pages.flatMap((page) => rows(page)) ?? [];
  return (
    <Panel title={label} actions={actions} flush>
      {error && !data && <ErrorState error={error} onRetry={() => void answer.refetch()} />}
      {isPending && (
        <div aria-busy className="p-4">
          <Skeleton className="h-72" />
        </div>
      )}
      {data && found.length === 0 && !hasNextPage && <EmptyState title={props.empty}>{props.emptyText}</EmptyState>}
      {found.length > 0 && (
        <DeskRows label={label} rows={found} rowKey={rowKey} columns={columns} onKeyDown={stepRows} />
      )}
      {hasNextPage && (
        <div className="grid justify-items-center gap-2 border-t border-line p-3">
          {isFetchNextPageError && (
            <p role="alert" className="text-sm text-bad">
              {kitTexts.moreFailed}
            </p>
          )}
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {kitTexts.showMore}
          </Button>
        </div>
      )}
    </Panel>
  );
}

export interface DeskRowsProps<Row> extends Keyed<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly DeskColumn<Row>[];
  readonly rowClass?: (row: Row) => string | undefined;
  readonly onKeyDown?: KeyboardEventHandler<HTMLTableElement>;
}

/** The table itself, for rows that are known. */
export function DeskRows<Row>({ label, rows, rowKey, columns, rowClass, onKeyDown }: DeskRowsProps<Row>) {
  return (
    <table className="desk-table" aria-label={label} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {columns.map(({ head, number }) => (
            <th key={head} scope="col" className={number ? 'desk-number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClass?.(row)}>
            {columns.map(({ head, cell, number }) => (
              <td key={head} data-head={head} className={number ? 'desk-number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CONTROLS = 'a[href], button:not([disabled])';

/** Up and Down focus the first control of the row above or below; Home and End that of the first and last row. */
function stepRows(event: KeyboardEvent<HTMLTableElement>): void {
  if (!(event.target instanceof HTMLElement) || event.target.closest('input, select, textarea') !== null) return;
  const all = [...event.currentTarget.rows].filter((row) => row.querySelector(CONTROLS) !== null);
  const at = all.findIndex((row) => row.contains(event.target as HTMLElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  const control = to === undefined ? null : all[to]?.querySelector<HTMLElement>(CONTROLS);
  if (!control) return;
  event.preventDefault();
  control.focus();
}
