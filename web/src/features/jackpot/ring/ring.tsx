/**
 * The pot as a ring of numbered arcs, and the pointer that turns to the drawn ticket.
 *
 * Used by the stage. The pointer is one compositor animation: a busy page cannot make it stutter or land elsewhere.
 * Invariant: it lands at the instant of the stage, whenever the picture was opened (`currentTime` starts late for a late
 * viewer). With reduced motion it fades in at its final position at the end of the same time, so that no viewer sees it earlier.
 */
import { memo, useLayoutEffect, useRef, type CSSProperties } from 'react';
import { serverNow, useClock } from '../../../platform/live/clock.ts';
import { useReducedMotion } from '../../../platform/page/preferences.ts';
import { arcPath, pointAt } from './ring-model.ts';
import type { Arc, RingModel } from './ring-model.ts';
import { SEAT_COLOURS, seatColour } from '../shares.ts';
import { RING_MS } from '../stage.ts';
import './ring.css';

/** Middle of the band, in units of the view box (340 wide, centre at 0). */
const BAND = 131;
/** Gap between two arcs, in turns. */
const GAP = 0.0042;
/** Lengths on the ring are in thousandths of a turn. */
const TURN = 1_000;
/** Whole turns before the landing. */
const TURNS = 6;
/** A narrower arc has no room for its number; the list beside the ring shows it. */
const NUMBER_FROM = 0.016;
/** Two digits are smaller and need this much. */
const LONG_NUMBER_FROM = 0.023;
/** A crowd narrower than this has no room for its count. */
const COUNT_FROM = 0.05;
const EASE = 'cubic-bezier(.08, .62, .12, 1)';

export interface RingProps {
  readonly model: RingModel;
  /** Position of the drawn ticket, in turns; null while the pointer must not know it. */
  readonly target: number | null;
  /** When the pointer starts, epoch ms of the server; null while unknown. */
  readonly startsAt: number | null;
  /** The arc of the winner once it may be shown. */
  readonly winner: Arc | null;
  /** The picture as text. */
  readonly label: string;
}

export const Ring = memo(function Ring({ model, target, startsAt, winner, label }: RingProps) {
  const { arcs, crowd } = model;
  const alone = arcs.length === 1 && crowd.length === 0;
  return (
    <svg viewBox="-170 -170 340 340" role="img" aria-label={label} className="pot-ring" data-landed={winner !== null}>
      <circle r={BAND} className="ring-track" />
      <Crowd arcs={crowd} />
      {arcs.map((arc) => (
        <Segment key={arc.share.user.id} arc={arc} alone={alone} won={winner?.share.seat === arc.share.seat} />
      ))}
      {winner !== null && crowd.some(({ share }) => share.seat === winner.share.seat) && (
        <path
          d={arcPath(winner.from, winner.to, BAND)}
          className="ring-band"
          style={{ stroke: seatColour(winner.share.seat) }}
        />
      )}
      <Pointer target={target} startsAt={startsAt} />
    </svg>
  );
});

interface SegmentProps {
  readonly arc: Arc;
  readonly alone: boolean;
  readonly won: boolean;
}

/** One player's arc: a dash on a turned circle, so that both can glide to their new values. */
const Segment = memo(
  function Segment({ arc: { share, from, to }, alone, won }: SegmentProps) {
    const gap = alone ? 0 : Math.min(GAP, (to - from) / 3);
    const length = (to - from - gap) * TURN;
    const at = pointAt((from + to) / 2, BAND);
    return (
      <g data-won={won || undefined} className="ring-segment">
        <circle
          r={BAND}
          pathLength={TURN}
          className="ring-band"
          style={{
            stroke: seatColour(share.seat),
            strokeDasharray: `${length} ${TURN - length}`,
            transform: `rotate(${from + gap / 2 - 0.25}turn)`,
          }}
        />
        {to - from >= (share.seat < 10 ? NUMBER_FROM : LONG_NUMBER_FROM) && (
          <text
            className="ring-number"
            data-long={share.seat >= 10 || undefined}
            style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
            dy="0.36em"
          >
            {share.seat}
          </text>
        )}
      </g>
    );
  },
  (a, b) =>
    a.won === b.won &&
    a.alone === b.alone &&
    a.arc.from === b.arc.from &&
    a.arc.to === b.arc.to &&
    a.arc.share.seat === b.arc.share.seat,
);

/** All players too small for a number: one path per colour, however many there are. */
const Crowd = memo(function Crowd({ arcs }: { readonly arcs: readonly Arc[] }) {
  const [first] = arcs;
  const last = arcs.at(-1);
  if (!first || !last) return null;
  const wide = last.to - first.from;
  const at = pointAt((first.from + last.to) / 2, BAND);
  return (
    <g className="ring-crowd">
      {Array.from({ length: SEAT_COLOURS }, (_, colour) => (
        <path
          key={colour}
          className="ring-band"
          style={{ stroke: seatColour(colour + 1) }}
          d={arcs
            .filter(({ share }) => (share.seat - 1) % SEAT_COLOURS === colour)
            .map(({ from, to }) => arcPath(from, Math.max(from, to - Math.min(GAP, (to - from) / 3)), BAND))
            .join('')}
        />
      ))}
      {wide >= COUNT_FROM && (
        <g transform={`translate(${at.x} ${at.y})`}>
          <rect x="-21" y="-11" width="42" height="22" rx="11" className="ring-count" />
          <text className="ring-number ring-count-text" dy="0.36em">
            +{arcs.length}
          </text>
        </g>
      )}
    </g>
  );
});

function Pointer({ target, startsAt }: Pick<RingProps, 'target' | 'startsAt'>) {
  const body = useRef<SVGGElement>(null);
  const still = useReducedMotion();
  const offsetMs = useClock((clock) => clock.offsetMs);
  useLayoutEffect(() => {
    if (target === null || startsAt === null || !body.current) return;
    const elapsed = serverNow() - startsAt;
    // Already landed: the style alone shows the position.
    if (elapsed > RING_MS) return;
    const run = still ? fade(body.current) : turn(body.current, target);
    run.currentTime = Math.max(0, elapsed);
    return () => run.cancel();
  }, [target, startsAt, still, offsetMs]);
  const style: CSSProperties = { transform: `rotate(${target ?? 0}turn)` };
  return (
    <g ref={body} className="ring-pointer" data-rests={target === null || undefined} style={style}>
      <path d="M0 -113V-149" className="ring-needle-edge" />
      <path d="M0 -113V-149" className="ring-needle" />
      <path d="M0 -146L10 -167H-10Z" className="ring-head" />
    </g>
  );
}

function turn(body: Element, target: number): Animation {
  return body.animate([{ transform: 'rotate(0turn)' }, { transform: `rotate(${TURNS + target}turn)` }], {
    duration: RING_MS,
    easing: EASE,
    fill: 'both',
  });
}

function fade(body: Element): Animation {
  return body.animate(
    [
      { opacity: 0, offset: 0 },
      { opacity: 0, offset: 0.95 },
      { opacity: 1, offset: 1 },
    ],
    { duration: RING_MS, fill: 'both' },
  );
}
