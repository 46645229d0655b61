/** A number of the account in the bars, where own winnings arrive. It lights up when it rises; while they travel it keeps its value. */
import { useState, type ReactNode } from 'react';
import { useCountHeld, type Count as CountName } from '../../platform/page/counts.ts';
import { cx } from '../../ui/layout/cx.ts';

export interface CountProps<T extends number> {
  readonly name: CountName;
  readonly value: T;
  readonly className?: string;
  readonly children: (shown: T) => ReactNode;
}

export function Count<T extends number>({ name, value, className, children }: CountProps<T>) {
  const held = useCountHeld(name);
  const [{ shown, rises }, setShown] = useState({ shown: value, rises: 0 });
  if (!held && shown !== value) setShown({ shown: value, rises: rises + (value > shown ? 1 : 0) });
  return (
    // The key starts the light again at each rise.
    <span
      key={rises}
      data-count={name}
      className={cx('inline-flex items-center', rises > 0 && 'count-risen', className)}
    >
      {children(shown)}
    </span>
  );
}
