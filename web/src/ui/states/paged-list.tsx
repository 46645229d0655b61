/** The frame of a list that comes page by page: loading, failed, empty, its rows, and the button for what is older. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { ErrorState, Skeleton } from './states.tsx';

export interface PagedListProps<T> {
  /** The query behind it. */
  readonly answer: {
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** What has come so far, in the list's order; undefined until the first page is there. */
  readonly all: readonly T[] | undefined;
  /** Name of the list. */
  readonly label: string;
  /** On the button for the next page. */
  readonly older: string;
  readonly empty: ReactNode;
  /** A row: an `li` with a key. */
  readonly children: (each: T) => ReactNode;
}

/** A refetch that fails takes nothing away. */
export function PagedList<T>({ answer, all, label, older, empty, children }: PagedListProps<T>) {
  const { error, hasNextPage, isFetchingNextPage } = answer;
  if (error && !all) return <ErrorState error={error} onRetry={() => void answer.refetch()} />;
  if (all === undefined) return <Skeleton className="m-4 h-24" />;
  if (all.length === 0) return empty;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {all.map(children)}
      </ul>
      {hasNextPage && (
        <div className="grid border-t border-line p-3">
          <Button busy={isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
            {older}
          </Button>
        </div>
      )}
    </>
  );
}
