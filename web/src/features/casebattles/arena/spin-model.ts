/**
 * The model of a spin: how a reel moves between the lock and its run, when no result is known. Used by spin.tsx and seat-reel.tsx.
 *
 * Items pass slowly until the time of the named beacon round. There they take up speed, and run on until the run of the reel continues them. Pure:
 * everything follows from the battle's id, the case's weights and the two instants, so every browser shows the same cells at the same place. Invariant:
 * the run begins with the cells that are in view, and at their speed.
 */
import { inPercent } from '../../../ui/values/percent.ts';
import { passingCells, randomFrom, SETTLES_FROM, STOP, type ReelStrip } from './reel-model.ts';

/** Cells that pass before the spin repeats. */
const LOOP = 20;
/** Items that pass slowly: more than pass in the 9 s that a lock waits at most for its beacon. */
const SLOW = 13;
/** One slow item in this time. */
const ITEM_MS = 700;
/** From the slow pass to full speed. Shorter than the lead of a published result, so that the run finds the full speed. */
export const SPEED_UP_MS = 450;
/** Cells above and below the mark that a window may show. */
const IN_VIEW = 2;
/** Full speed, in mean speeds of the run. */
const SLOPE = 2.8;

/** The cell under the mark when the spin takes up speed. */
const FIRST = SLOW + IN_VIEW;
/** Cells of the strip of a spin. */
export const SPIN_CELLS = FIRST + LOOP + IN_VIEW + 1;

export interface Spin {
  /** Index of the item in the case, per cell that passes before the spin repeats. */
  readonly loop: readonly number[];
  /** Full speed, in cells a millisecond. */
  readonly speed: number;
}

/** The spin of one reel. `seed` names battle and seat; `runMs` is the time of the run that continues it. */
export function spinOf(seed: string, weights: readonly number[], runMs: number): Spin {
  return {
    loop: passingCells(randomFrom(`${seed}|spin`), weights, LOOP),
    speed: (SLOPE * (STOP - IN_VIEW)) / (SETTLES_FROM * runMs),
  };
}

/** Index of the item, per cell of the strip. */
export function cellsOf(spin: Spin): readonly number[] {
  return Array.from({ length: SPIN_CELLS }, (_, at) => passing(spin, at - FIRST));
}

/** The item that passes the mark after `cells` cells at full speed; before it if negative. */
function passing({ loop }: Spin, cells: number): number {
  return loop[((cells % LOOP) + LOOP) % LOOP] ?? 0;
}

/** Cells that are missing to a spin at full speed from the first moment. */
function lagOf(speed: number): number {
  return ((speed - 1 / ITEM_MS) * SPEED_UP_MS) / 2;
}

/**
 * The two courses of a spin, one inside the other, so that no script is needed when it takes up speed. `loop` runs at full speed from then on and repeats;
 * `slow` adds the pass before, and falls behind by what the speed-up costs. Both in ms from `beginsAt`, which counts from the beacon's time.
 */
export function coursesOf({ speed }: Spin): { readonly slow: Course; readonly loop: Course } {
  const slowMs = SLOW * ITEM_MS;
  const duration = slowMs + SPEED_UP_MS;
  const slow: Keyframe[] = [
    // Dimmer than a run: what passes is not what is drawn.
    { transform: upBy(IN_VIEW), opacity: 0.55, easing: 'linear' },
    // Even acceleration: the course of 2t - t².
    {
      transform: upBy(FIRST),
      opacity: 0.55,
      offset: slowMs / duration,
      easing: 'cubic-bezier(.3333, .6667, .6667, 1)',
    },
    { transform: upBy(FIRST - lagOf(speed)), opacity: 1 },
  ];
  const loop: Keyframe[] = [{ transform: upBy(0) }, { transform: upBy(LOOP) }];
  return {
    slow: { frames: slow, beginsAt: -slowMs, timing: { duration, fill: 'both' } },
    loop: { frames: loop, beginsAt: 0, timing: { duration: LOOP / speed, iterations: Infinity } },
  };
}

export interface Course {
  readonly frames: Keyframe[];
  /** In ms from the beacon's time. */
  readonly beginsAt: number;
  readonly timing: KeyframeEffectOptions;
}

function upBy(cells: number): string {
  return `translateY(${-inPercent(cells / SPIN_CELLS)}%)`;
}

/**
 * The strip of a run that continues `spin`: its cells as they would have run on, but for the drawn one. `spunMs`: from the beacon's time to the start of
 * the run. The course begins at the speed of the spin and slows down to the end.
 */
export function continued(strip: ReelStrip, spin: Spin, spunMs: number, runMs: number): ReelStrip {
  const passed = spin.speed * spunMs - lagOf(spin.speed);
  const first = Math.floor(passed);
  const from = IN_VIEW + passed - first;
  const slope = (spin.speed * SETTLES_FROM * runMs) / (STOP + strip.nudge - from);
  return {
    cells: strip.cells.map((cell, at) => (at === STOP ? cell : passing(spin, first + at - IN_VIEW))),
    nudge: strip.nudge,
    from,
    easing: `cubic-bezier(${0.5 / slope}, .5, ${1 / slope}, 1)`,
  };
}
