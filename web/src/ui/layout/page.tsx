/** The head of every page: the h1 that takes focus after a route change, a line below it, and the main action. */
import type { ReactNode } from 'react';

export interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, lead, actions }: PageHeadProps) {
  return (
    <header className="mb-4 lg:mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 tabIndex={-1} className="text-h1 font-black tracking-[-0.02em] text-balance">
          {title}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {lead !== undefined && <p className="mt-1 max-w-[68ch] text-fg-2">{lead}</p>}
    </header>
  );
}
