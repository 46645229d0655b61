/**
 * Repeatable randomness for the drawings: the same words always give the same numbers, on every machine. Not for
 * outcomes of games; those come from the fairness package.
 */

/** FNV-1a over UTF-16 units, as an unsigned 32-bit integer. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** A source of numbers seeded by a text. */
export interface SeededRandom {
  /** A number in [0, 1). */
  readonly roll: () => number;
  /** A number in [from, to). */
  readonly between: (from: number, to: number) => number;
  /** An element of a non-empty list. */
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Mulberry32 seeded with the hash of `seed`. */
export function dice(seed: string): SeededRandom {
  let state = hash(seed);
  const roll = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    roll,
    between: (from, to) => from + roll() * (to - from),
    pick: (list) => {
      const found = list[Math.floor(roll() * list.length)];
      if (found === undefined) throw new RangeError('nothing to pick from');
      return found;
    },
  };
}
