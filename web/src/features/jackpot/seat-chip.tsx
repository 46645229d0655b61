/** The number of a seat on its colour, beside every name of the round. The number identifies the player; colour only helps. */
import { cx } from '../../ui/layout/cx.ts';
import { seatColour } from './shares.ts';
import { texts } from './texts.ts';

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
      <span className="visually-hidden">{texts.players.seat} </span>
      {seat}
    </span>
  );
}
