/**
 * A list of the desk: the rows of a query with keyset paging, and its loading, empty and error states. On a narrow screen each row is a
 * card with its column names. Arrow keys move between the first controls of the rows.
 */
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { staffCodes } from '@fairpot/contract/staff/calls';
import { ApiRefusal, ask } from '../../../platform/calls/api.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { kitTexts } from './texts.ts';

export interface DeskColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, tabular digits. */
  readonly number?: boolean;
}

export interface DeskTableProps<Q extends QueryEndpoint, Row, Place extends string | number> {
  /** Names the table for screen readers, and the panel. */
  readonly label: string;
  readonly query: Q;
  /** The input for the page after `place`; null for the first page. A changed input (a search) restarts the list. */
  readonly input: (place: Place | null) => InputOf<Q>;
  readonly rows: (answer: OutputOf<Q>) => readonly Row[];
  /** The place of the next page; null at the end. Missing for a list without pages. */
  readonly next?: (answer: OutputOf<Q>) => Place | null;
  readonly rowKey: (row: Row) => string | number;
  readonly columns: readonly DeskColumn<Row>[];
  /** Title of the empty state. */
  readonly empty: string;
  readonly emptyText?: string;
  /** Controls at the right of the heading. */
  readonly actions?: ReactNode;
}

export function DeskTable<Q extends QueryEndpoint, Row, Place extends string | number = string>(
  props: DeskTableProps<Q, Row, Place>,
) {
  const { label, query, input, rows, next, columns, actions } = props;
  const answer = useInfiniteQuery<OutputOf<Q>, Error, InfiniteData<OutputOf<Q>>, readonly unknown[], Place | null>({
    queryKey: [query.name, input(null), 'pages'],
    queryFn: ({ pageParam, signal }) => ask(query, input(pageParam as Place | null), { signal }),
    initialPageParam: null,
    getNextPageParam: (last) => next?.(last) ?? null,
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
        <table className="desk-table" aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ head, number }) => (
                <th key={head} scope="col" className={number ? 'desk-number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={stepRows}>
            {found.map((row) => (
              <tr key={props.rowKey(row)}>
                {columns.map(({ head, cell, number }) => (
                  <td key={head} data-head={head} className={number ? 'desk-number' : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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

const CONTROLS = 'a[href], button:not([disabled])';

/** Up and Down focus the first control of the row above or below; Home and End that of the first and last row. */
function stepRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  if (!(event.target instanceof HTMLElement) || event.target.closest('input, select, textarea') !== null) return;
  const all = [...event.currentTarget.rows].filter((row) => row.querySelector(CONTROLS) !== null);
  const at = all.findIndex((row) => row.contains(event.target as HTMLElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  const control = to === undefined ? null : all[to]?.querySelector<HTMLElement>(CONTROLS);
  if (!control) return;
  event.preventDefault();
  control.focus();
}
