/**
 * The tickets of a round on one line: the range of each owner and the drawn ticket.
 *
 * Used by the games' views and the Fairplay page. Slices differ by position, number and text, not by colour alone; a
 * list with the same content exists for screen readers.
 */
import type { CSSProperties } from 'react';
import { cx } from '../../ui/layout/cx.ts';
import { cssPercent } from '../../ui/values/percent.ts';
import { texts } from '../texts.ts';
import './range-bar.css';

export interface RangeSlice {
  readonly key: string;
  readonly label: string;
  /** Tickets [from, to). */
  readonly from: number;
  readonly to: number;
  readonly percent: string;
  /** 1 and 2 use the side colours; null uses the seat colours. */
  readonly side: 1 | 2 | null;
  /** Number of the owner's seat, from 1, when an owner may have several slices; else each slice counts as a seat. */
  readonly seat?: number;
}

/** With more slices than this the gaps disappear, so that the picture stays true to the numbers. */
const MANY = 24;

export interface RangeBarProps {
  readonly slices: readonly RangeSlice[];
  readonly total: number;
  /** The drawn ticket; null while it may not be shown. */
  readonly ticket: number | null;
}

export function RangeBar({ slices, total, ticket }: RangeBarProps) {
  const winner = ticket === null ? -1 : slices.findIndex((slice) => ticket >= slice.from && ticket < slice.to);
  return (
    <figure className="range" aria-label={texts.range.label}>
      <div className="range-bar" aria-hidden data-many={slices.length > MANY || undefined}>
        <span className="range-slices">
          {slices.map((slice, at) => (
            <span
              key={slice.key}
              data-last={at === slices.length - 1 || undefined}
              className={cx('range-slice', winner >= 0 && at !== winner && 'range-lost')}
              style={variables({ ...placeOf(slice, total), '--slice': colourOf(slice, at) })}
            >
              <span className="range-text" style={at === winner ? besideNeedle(slice, ticket) : undefined}>
                <span className="range-name">{slice.label}</span>
                <span className="range-percent">{slice.percent}%</span>
              </span>
            </span>
          ))}
        </span>
        {ticket !== null && total > 0 && (
          <span className="range-needle" style={{ left: cssPercent((ticket + 0.5) / total) }} />
        )}
      </div>
      <figcaption className="range-ends">
        <span>0</span>
        {ticket === null ? (
          <span className="range-ticket">{texts.range.tickets(total.toLocaleString('en-US'))}</span>
        ) : (
          <span
            className="range-ticket range-ticket-at"
            style={variables({ '--at': cssPercent((ticket + 0.5) / total) })}
          >
            {texts.range.ticket} {ticket.toLocaleString('en-US')}
          </span>
        )}
        <span>{Math.max(0, total - 1).toLocaleString('en-US')}</span>
      </figcaption>
      <ul className="visually-hidden">
        {slices.map((slice, at) => (
          <li key={slice.key}>
            {texts.range.owns(slice.label, slice.from, slice.to - 1, slice.percent, at === winner)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Exactly the slice's part of the bar, however small: the needle must be in the slice that owns the ticket. */
function placeOf({ from, to }: RangeSlice, total: number): CSSProperties {
  const part = (tickets: number): string => cssPercent(tickets / Math.max(1, total));
  return { left: part(from), width: part(to - from) };
}

/** Places the text in the larger part of the winning slice, so that the needle never covers it. */
function besideNeedle({ from, to }: RangeSlice, ticket: number | null): CSSProperties | undefined {
  if (ticket === null) return undefined;
  const at = (ticket + 0.5 - from) / (to - from);
  return at < 0.5 ? { left: `calc(${cssPercent(at)} + 4px)` } : { right: `calc(${cssPercent(1 - at)} + 4px)` };
}

/** React's style type knows no custom properties; React itself does. */
function variables(style: CSSProperties & Readonly<Record<`--${string}`, string>>): CSSProperties {
  return style;
}

const SEATS = 6;

function colourOf({ side, seat = 0 }: RangeSlice, at: number): string {
  const place = seat > 0 ? seat - 1 : at;
  return side === null ? `var(--color-seat-${(place % SEATS) + 1})` : `var(--color-side-${side})`;
}
