/**
 * The coin: two flat faces and a milled edge, turned in 3D by the compositor.
 *
 * Called by the game's view with the side to land on, or null while that is not to be known. Invariant: it lands at the
 * instant the stage says, whenever the picture was opened (`currentTime` starts late for a late viewer), and with reduced
 * motion it fades once, ending at the same instant, so that nobody learns the result earlier.
 */
import { useEffect, useRef } from 'react';
import type { Side } from '@fairpot/contract/coinflip';
import { serverNow } from '../../platform/clock.ts';
import { useReducedMotion } from '../../platform/preferences.ts';
import { COIN_MS } from './stage.ts';
import './coin.css';

/** Half turns before the landing; even, so that side 1 lands where it started. */
const HALF_TURNS = 10;
const EDGE_LAYERS = 9;

export interface CoinProps {
  /** The side to show or to land on; null shows a coin at rest, standing on no side. */
  readonly side: Side | null;
  /** When the coin starts, in epoch ms of the server; null when it is not to fly (the result is old news). */
  readonly startsAt: number | null;
  readonly label: string;
}

export function Coin({ side, startsAt, label }: CoinProps) {
  const body = useRef<HTMLDivElement>(null);
  const lift = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();

  useEffect(() => {
    if (side === null || startsAt === null || !body.current || !lift.current) return;
    const runs = still ? [fade(lift.current)] : [spin(body.current, side), toss(lift.current)];
    const elapsed = serverNow() - startsAt;
    for (const run of runs) run.currentTime = elapsed;
    return () => runs.forEach((run) => run.cancel());
  }, [side, startsAt, still]);

  return (
    <div className="coin-stage" role="img" aria-label={label}>
      <div className="coin-shadow" />
      <div className="coin-lift" ref={lift}>
        <div className="coin-body" ref={body} data-side={side ?? 'none'}>
          <Face side={1} />
          {Array.from({ length: EDGE_LAYERS }, (_, at) => (
            <span key={at} className="coin-edge" data-layer={at} />
          ))}
          <Face side={2} />
        </div>
      </div>
    </div>
  );
}

function Face({ side }: { readonly side: Side }) {
  return (
    <svg className="coin-face" data-side={side} viewBox="0 0 200 200" aria-hidden="true">
      <circle cx="100" cy="100" r="99" className="coin-rim" />
      <circle cx="100" cy="100" r="93" className="coin-mill" />
      <circle cx="100" cy="100" r="84" className="coin-field" />
      <circle cx="100" cy="100" r="84" className="coin-shine" />
      <text x="100" y="137" textAnchor="middle" className="coin-number">
        {side}
      </text>
    </svg>
  );
}

/** The turning: fast at first, then slowing until the face lies still. Rotation ends on the side's own face. */
function spin(element: HTMLElement, side: Side): Animation {
  const end = HALF_TURNS * 180 + (side === 2 ? 180 : 0);
  return element.animate(
    [
      { transform: 'rotateX(24deg) rotateY(0deg)', easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)' },
      { transform: `rotateX(10deg) rotateY(${end}deg)`, offset: 0.93, easing: 'ease-in-out' },
      { transform: `rotateX(0deg) rotateY(${end}deg)` },
    ],
    { duration: COIN_MS, fill: 'both' },
  );
}

/** The way up and down, and one small bounce. The translation stands before the rotation, on an element of its own. */
function toss(element: HTMLElement): Animation {
  return element.animate(
    [
      { transform: 'translateY(0) scale(1)', easing: 'cubic-bezier(0.15, 0.6, 0.4, 1)' },
      { transform: 'translateY(-14%) scale(1.16)', offset: 0.36, easing: 'cubic-bezier(0.6, 0, 0.85, 0.4)' },
      { transform: 'translateY(0) scale(1)', offset: 0.84, easing: 'cubic-bezier(0.15, 0.6, 0.4, 1)' },
      { transform: 'translateY(-2.5%) scale(1.01)', offset: 0.92, easing: 'cubic-bezier(0.6, 0, 0.85, 0.4)' },
      { transform: 'translateY(0) scale(1)' },
    ],
    { duration: COIN_MS, fill: 'both' },
  );
}

/** Reduced motion: nothing turns; the coin of the winning side fades in over the last moments of the same time. */
function fade(element: HTMLElement): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], {
    duration: COIN_MS,
    fill: 'both',
  });
}
