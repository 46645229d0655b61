/** Buttons to the newer and the older page of a list whose pages replace each other. */
import { messages } from '../../messages.ts';
import { Button } from './button.tsx';

export interface PagerProps<Place> {
  /** Where the pages on the way to this one began. */
  readonly pages: readonly Place[];
  /** Where the older page begins; null if there is none. */
  readonly next: Place | null;
  readonly onPages: (pages: readonly Place[]) => void;
  /** What the pages contain, for the names of the buttons: 'days'. */
  readonly of?: string;
}

export function Pager<Place>({ pages, next, onPages, of }: PagerProps<Place>) {
  const { newer, older } = messages.parts;
  const nameOf = (text: string) => (of === undefined ? undefined : `${text} ${of}`);
  return (
    <span className="flex gap-2">
      <Button aria-label={nameOf(newer)} disabled={pages.length === 0} onClick={() => onPages(pages.slice(0, -1))}>
        {newer}
      </Button>
      <Button
        aria-label={nameOf(older)}
        disabled={next === null}
        onClick={() => next !== null && onPages([...pages, next])}
      >
        {older}
      </Button>
    </span>
  );
}
