/** The frame of a paged list: loading, error, empty, its rows, and the button for older ones. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { NoAnswer } from './states.tsx';

export interface PagedListProps<T> {
  /** The query of the list. */
  readonly answer: {
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** The rows loaded so far, in order; undefined until the first page is loaded. */
  readonly all: readonly T[] | undefined;
  /** Name of the list. */
  readonly label: string;
  /** Label of the button for the next page. */
  readonly older: string;
  readonly empty: ReactNode;
  /** A row: an `li` with a key. */
  readonly children: (each: T) => ReactNode;
}

/** A failed refetch keeps the rows. */
export function PagedList<T>({ answer, all, label, older, empty, children }: PagedListProps<T>) {
  const { error, hasNextPage, isFetchingNextPage } = answer;
  if (!all) return <NoAnswer error={error} refetch={answer.refetch} className="m-4 h-24" />;
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
