/** The number of a seat on its colour. Beside every name of the round; the number tells who is meant, colour only helps. */
import { cx } from '../../ui/layout/cx.ts';
import { seatColour } from './shares.ts';

export interface SeatChipProps {
  readonly seat: number;
  readonly className?: string;
}

export function SeatChip({ seat, className }: SeatChipProps) {
  return (
    <span
      className={cx(
        'grid h-6 min-w-6 shrink-0 place-items-center rounded-sm px-1 text-sm font-black text-ink-0',
        className,
      )}
      style={{ background: seatColour(seat) }}
    >
      <span className="visually-hidden">Seat </span>
      {seat}
    </span>
  );
}
