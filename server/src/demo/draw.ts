/** Random choices of the demo: starting items, what a bot does next. Game results never come from here; the fairness room computes them. */
import { createHash } from 'node:crypto';
import type { Random } from '../platform/process/ports.ts';

/** Uniform choices over a source of bytes. */
export class RandomChoice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number from `least` to `most`, both inclusive. The span is below 2^32. */
  between(least: number, most: number): number {
    const span = most - least + 1;
    // Values beyond the last whole multiple of the span would favour small results: draw again.
    const limit = 2 ** 32 - (2 ** 32 % span);
    for (;;) {
      const value = Buffer.from(this.#random.bytes(4)).readUInt32BE();
      if (value < limit) return least + (value % span);
    }
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }

  /** One element; undefined for an empty list. */
  oneOf<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.between(0, list.length - 1)];
  }

  /** A copy in random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i -= 1) {
      const j = this.between(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }
}

/** Bytes derived from the seed: the demo world is the same wherever it is built. */
export function seededBytes(seed: string): Random {
  let counter = 0;
  let rest = Buffer.alloc(0);
  return {
    bytes(count) {
      while (rest.length < count) {
        rest = Buffer.concat([rest, createHash('sha256').update(`${seed}|${counter}`).digest()]);
        counter += 1;
      }
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
  };
}
