/** Dice as pictures: one face, and all throws of a duel. Used by rows and the view. */
import { Dice1, Dice2, Dice3, Dice4, Dice5, Dice6 } from 'lucide-react';
import { cx } from '../../ui/layout/cx.ts';

const FACES = [Dice1, Dice2, Dice3, Dice4, Dice5, Dice6];

/** One face, 1 to 6; null while it is unknown. */
export function Die({
  face,
  size = 24,
  className,
}: {
  readonly face: number | null;
  readonly size?: number;
  readonly className?: string;
}) {
  const Face = FACES[(face ?? 0) - 1];
  if (face === null || !Face)
    return (
      <span
        aria-hidden
        style={{ width: size, height: size }}
        className={cx('inline-block rounded-sm border-2 border-dashed border-line', className)}
      />
    );
  return <Face role="img" aria-label={String(face)} size={size} className={className} />;
}

export type Throws = readonly (readonly [number, number])[];

/** 'Thrown 3 times: 2 to 2, 5 to 5, 6 to 1'. */
export function throwsText(throws: Throws): string {
  const list = throws.map(([first, second]) => `${first} to ${second}`).join(', ');
  return `${throws.length === 1 ? 'Thrown once' : `Thrown ${throws.length} times`}: ${list}`;
}

/** The last face of a seat. */
export function lastFace(throws: Throws | null, seat: 1 | 2): number | null {
  return throws?.at(-1)?.[seat - 1] ?? null;
}
