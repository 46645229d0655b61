/**
 * The model of one reel: its cells, where it stops, and how it moves. Used by reel.tsx.
 *
 * Pure. Invariants: the drawn item is at the stop, and the mark ends in its middle. The cells that run past are drawn by the
 * case's own weights from a shared seed, so every browser shows the same reel and no cell is placed to look like a near miss.
 * Cells decide nothing: the outcome exists before the reel is built.
 */
import { inPercent } from '../../../ui/values/percent.ts';

/** Cells of a reel. The strip is short on purpose: a phone keeps six of them as textures. */
export const CELLS = 34;
/** Position of the drawn item; more cells follow, so that the window is never empty below it. */
export const STOP = 30;
/** Maximum distance between the first stop and the middle of the cell, in cells: always within the drawn item's cell. */
const MAX_NUDGE = 0.34;
/** Fraction of the time after which a reel has reached its cell and only settles to the middle. */
export const SETTLES_FROM = 0.9;

/** A fast start and a long end. */
const FROM_REST = 'cubic-bezier(.08, .62, .12, 1)';

export interface ReelStrip {
  /** Index of the item in the case, per cell; `cells[STOP]` is the drawn one. */
  readonly cells: readonly number[];
  /** Distance of the first stop from the middle of the cell, in cells. */
  readonly nudge: number;
  /** The place under the mark at the start of the run, in cells. */
  readonly from: number;
  /** Course of the run up to its first stop. */
  readonly easing: string;
}

/** The strip of one reel. `seed` names round and seat of the battle; `item` is the proven drop. */
export function stripOf(seed: string, weights: readonly number[], item: number): ReelStrip {
  const next = randomFrom(seed);
  const cells = passingCells(next, weights, CELLS).map((drawn, at) => (at === STOP ? item : drawn));
  return { cells, nudge: (next() * 2 - 1) * MAX_NUDGE, from: 0, easing: FROM_REST };
}

/** Cells that run past, each drawn by the weights. */
export function passingCells(next: () => number, weights: readonly number[], count: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Array.from({ length: count }, () => itemAt(weights, next() * total));
}

/** How far the strip moves up so that `cell` is in the middle of the window, in percent of the strip's height. */
export function shiftOf(cell: number): number {
  return inPercent(cell / CELLS);
}

/** The keyframes of one run, in percent of the strip's height, so that resizing moves nothing off the mark. */
export function framesOf({ nudge, from, easing }: ReelStrip): Keyframe[] {
  const to = (cell: number): string => `translateY(${-shiftOf(cell)}%)`;
  return [
    { transform: to(from), easing },
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

/** Numbers in [0, 1) from a text (FNV-1a into mulberry32). For pictures only: results come from the fairness room. */
export function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
