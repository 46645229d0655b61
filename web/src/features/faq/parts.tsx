/** The parts of every chapter of the FAQ. */
import { Fragment, type ReactNode } from 'react';
import { Link } from '../../ui/controls/link.tsx';
import type { AnswerPart } from './texts.ts';

export interface FaqQuestion {
  readonly ask: string;
  readonly answer: ReactNode;
}

export interface FaqChapter {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}

/** An answer with links to other pages. */
export function linked(parts: readonly AnswerPart[]): ReactNode {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Link to={part.to} className="font-semibold text-volt underline">
          {part.text}
        </Link>
      )}
    </Fragment>
  ));
}
