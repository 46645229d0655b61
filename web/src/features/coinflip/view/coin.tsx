/**
 * The coin: two flat faces and a milled edge, turned in 3D by the compositor.
 *
 * Used by the game's view with the side to land on, or null while that must stay unknown (then it shows both halves).
 * Invariant: it lands at the instant of the stage, whenever the picture was opened (`currentTime` starts late for a late
 * viewer). With reduced motion the winning face fades in once, at the end of the same time, so that no viewer sees it earlier.
 */
import { useLayoutEffect, useRef } from 'react';
import type { Side } from '@fairpot/contract/coinflip/schemas';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { serverNow } from '../../../platform/live/clock.ts';
import { useReducedMotion } from '../../../platform/page/preferences.ts';
import { ScriptedMark } from '../../../ui/states/scripted-mark.tsx';
import { COIN_MS } from '../stage.ts';
import './coin.css';

/** Half turns before the landing; even, so that side 1 lands on the face it starts with. */
const HALF_TURNS = 10;
const EDGE_LAYERS = 9;

export interface CoinProps {
  /** The side to land on; null before the toss. */
  readonly side: Side | null;
  /** When the coin starts, in epoch ms of the server; null while unknown. */
  readonly startsAt: number | null;
  /** True once the result may be shown. */
  readonly landed: boolean;
  /** The countdown is over and the toss is due: the coin rocks until it starts. */
  readonly restless?: boolean;
  /** Staff chose the winner: the coin carries the mark. */
  readonly scripted: boolean;
  readonly label: string;
}

export function Coin({ side, startsAt, landed, restless = false, scripted, label }: CoinProps) {
  const body = useRef<HTMLDivElement>(null);
  const lift = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();

  useLayoutEffect(() => {
    if (side === null || startsAt === null || !body.current || !lift.current) return;
    const elapsed = serverNow() - startsAt;
    // Already landed: the style sheet alone shows the face.
    if (elapsed > COIN_MS) return;
    const runs = still ? [fade(lift.current)] : [spin(body.current, side), toss(lift.current)];
    for (const run of runs) run.currentTime = Math.max(0, elapsed);
    return () => runs.forEach((run) => run.cancel());
  }, [side, startsAt, still]);

  return (
    <div
      className="coin-stage"
      role="img"
      aria-label={scripted ? `${SCRIPTED_MARK}. ${label}` : label}
      data-landed={landed}
      data-restless={restless}
    >
      <div className="coin-shadow" />
      {(side === null || still) && <SplitFace />}
      {side !== null && (
        <div className="coin-lift" ref={lift}>
          <div className="coin-body" ref={body} data-side={side}>
            <Face side={1} />
            {Array.from({ length: EDGE_LAYERS }, (_, at) => (
              <span key={at} className="coin-edge" data-layer={at} />
            ))}
            <Face side={2} />
          </div>
        </div>
      )}
      {scripted && <ScriptedMark />}
    </div>
  );
}

function Face({ side }: { readonly side: Side }) {
  return (
    <svg className="coin-face" data-side={side} viewBox="0 0 200 200" aria-hidden="true">
      <circle cx="100" cy="100" r="99" className="coin-rim" />
      <circle cx="100" cy="100" r="92" className="coin-mill" />
      <circle cx="100" cy="100" r="83" className="coin-field" />
      <circle cx="100" cy="100" r="74" className="coin-shine" />
      <text x="100" y="138" textAnchor="middle" className="coin-number">
        {side}
      </text>
    </svg>
  );
}

/** Before the toss: half red, half blue, so that neither side is up. */
function SplitFace() {
  return (
    <svg className="coin-split" viewBox="0 0 200 200" aria-hidden="true">
      {([1, 2] as const).map((side) => (
        <g key={side} data-side={side} clipPath={side === 1 ? 'inset(0 50% 0 0)' : 'inset(0 0 0 50%)'}>
          <circle cx="100" cy="100" r="99" className="coin-rim" />
          <circle cx="100" cy="100" r="92" className="coin-mill" />
          <circle cx="100" cy="100" r="83" className="coin-field" />
          <text x={side === 1 ? 60 : 140} y="122" textAnchor="middle" className="coin-number coin-number-small">
            {side}
          </text>
        </g>
      ))}
      <rect x="97" y="0" width="6" height="200" className="coin-seam" />
    </svg>
  );
}

/** The spin: fast at first, then slower until the coin lies still on the side's face. */
function spin(element: HTMLElement, side: Side): Animation {
  const end = HALF_TURNS * 180 + (side === 2 ? 180 : 0);
  return element.animate(
    [
      { transform: 'rotateX(0deg) rotateY(0deg)', easing: 'cubic-bezier(0.35, 0.2, 0.25, 1)' },
      { transform: `rotateX(14deg) rotateY(${end}deg)`, offset: 0.9, easing: 'ease-in-out' },
      { transform: `rotateX(0deg) rotateY(${end}deg)` },
    ],
    { duration: COIN_MS, fill: 'both' },
  );
}

/**
 * Up, down and one small bounce; on its own element, so that it does not turn with the coin. `--coin-rise` is how far up the window has room: it
 * would cut off the rest.
 */
function toss(element: HTMLElement): Animation {
  return element.animate(
    [
      { transform: 'translateY(0) scale(1)', easing: 'cubic-bezier(0.15, 0.6, 0.4, 1)' },
      {
        transform: 'translateY(calc(var(--coin-rise) * -1)) scale(1.16)',
        offset: 0.38,
        easing: 'cubic-bezier(0.6, 0, 0.85, 0.4)',
      },
      { transform: 'translateY(0) scale(1)', offset: 0.84, easing: 'cubic-bezier(0.15, 0.6, 0.4, 1)' },
      { transform: 'translateY(-3%) scale(1.015)', offset: 0.92, easing: 'cubic-bezier(0.6, 0, 0.85, 0.4)' },
      { transform: 'translateY(0) scale(1)' },
    ],
    { duration: COIN_MS, fill: 'both' },
  );
}

/** Reduced motion: nothing turns; the winning face fades in over the untossed coin at the end. */
function fade(element: HTMLElement): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.88 }, { opacity: 1 }], {
    duration: COIN_MS,
    fill: 'both',
  });
}
