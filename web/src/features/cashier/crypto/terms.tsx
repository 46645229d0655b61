/** Terms of a deposit or withdrawal, one line each. */
import type { ReactNode } from 'react';
import { namedWith } from '../../../ui/values/named.tsx';

export function TermList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-1.5 rounded-md border border-line bg-ink-3 p-3 text-sm">{children}</dl>;
}

export const Term = namedWith(
  'flex items-baseline justify-between gap-4',
  'shrink-0 text-fg-2',
  'text-right tabular-nums',
);
