/** Terms of a deposit or withdrawal, one line each. */
import type { ReactNode } from 'react';

export function TermList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-1.5 rounded-md border border-line bg-ink-3 p-3 text-sm">{children}</dl>;
}

export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-fg-2">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}
