/** What every chapter of the FAQ is made of. */
import type { ReactNode } from 'react';
import { Link } from '../../ui/controls/link.tsx';

export interface FaqQuestion {
  readonly ask: string;
  readonly answer: ReactNode;
}

export interface FaqChapter {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}

/** A way to another page, within a sentence. */
export function FaqLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-volt underline">
      {children}
    </Link>
  );
}
