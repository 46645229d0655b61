/** What every chapter of the FAQ is made of. */
import type { ReactNode } from 'react';
import { Link } from '../../ui/controls/link.tsx';

export interface Question {
  readonly ask: string;
  readonly answer: ReactNode;
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

/** A way to another page, within a sentence. */
export function In({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-volt underline">
      {children}
    </Link>
  );
}
