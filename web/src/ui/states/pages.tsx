/** A list loaded page by page, each page a query of its own: the newest rows, then those before a row. */
import { Fragment, useState, type ReactNode } from 'react';

export interface PageProps {
  /** Null for the first page. */
  readonly before: string | null;
  readonly isLast: boolean;
  readonly onMore: (next: string) => void;
}

/** The pages loaded so far. */
export function Pages({ page }: { readonly page: (props: PageProps) => ReactNode }) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  return pages.map((before, at) => (
    <Fragment key={before ?? 'first'}>
      {page({ before, isLast: at === pages.length - 1, onMore: (next) => setPages([...pages, next]) })}
    </Fragment>
  ));
}
