/**
 * One reel as numbers: which cells run past, where it stops, and how it moves there. Called by reel.tsx.
 *
 * Pure. Invariants: the drawn item stands at the stop and the mark's middle ends in its middle; the cells that run past are
 * drawn by the case's own weights from a seed that everyone has, so every browser shows the same reel and no cell is
 * placed to look like a near miss; cells decide nothing, the outcome is there before the reel is made.
 */
import { inPercent } from '../../../ui/values/percent.ts';

/** Cells of a reel. The strip is short on purpose: six of them are kept as textures on a phone. */
export const CELLS = 34;
/** Where the drawn item stands; cells follow it, so that the window is never empty below. */
export const STOP = 30;
/** Furthest that a reel first stops from the middle of its cell, in cells: always inside the drawn item's own cell. */
const MOST_NUDGE = 0.34;
/** Part of the time after which a reel has reached its cell and only settles to the middle. */
export const SETTLES_FROM = 0.9;

export interface Strip {
  /** Index of the item in the case, per cell; `cells[STOP]` is the drawn one. */
  readonly cells: readonly number[];
  /** How far from the middle of its cell the reel first stops, in cells. */
  readonly nudge: number;
}

/** The strip of one reel. `seed` names round and seat of the battle; `item` is the proven drop. */
export function stripOf(seed: string, weights: readonly number[], item: number): Strip {
  const next = randomFrom(seed);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cells = Array.from({ length: CELLS }, (_, at) => {
    const drawn = itemAt(weights, next() * total);
    return at === STOP ? item : drawn;
  });
  return { cells, nudge: (next() * 2 - 1) * MOST_NUDGE };
}

/** How far a strip is moved up so that `cell` is in the middle of the window, in percent of the strip's own height. */
export function shiftOf(cell: number): number {
  return inPercent(cell / CELLS);
}

/** The keyframes of one run. Percent of the strip's own height, so that a change of its size moves nothing off its mark. */
export function framesOf({ nudge }: Strip): Keyframe[] {
  const to = (cell: number): string => `translateY(${-shiftOf(cell)}%)`;
  return [
    { transform: to(0), easing: 'cubic-bezier(.08, .62, .12, 1)' },
    { transform: to(STOP + nudge), offset: SETTLES_FROM, easing: 'ease-in-out' },
    { transform: to(STOP) },
  ];
}

function itemAt(weights: readonly number[], point: number): number {
  let running = 0;
  for (const [item, weight] of weights.entries()) {
    running += weight;
    if (point < running) return item;
  }
  return weights.length - 1;
}

/** Numbers in [0, 1) from a text (FNV-1a into mulberry32). For pictures alone: results come from the fairness room. */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
