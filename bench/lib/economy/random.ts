/** Numbers that follow from a seed alone, so that a run can be repeated. */

export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** Of the standard normal distribution. */
  readonly normal: () => number;
}

export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, normal };
}

/** Keeps the result of the last seed: the attackers of a seed meet the same market, which is costly to make. */
export function lastSeed<T>(make: (seed: number) => T): (seed: number) => T {
  let last: { readonly seed: number; readonly value: T } | null = null;
  return (seed) => {
    if (last?.seed !== seed) last = { seed, value: make(seed) };
    return last.value;
  };
}
