/**
 * Repeatable drawing for pictures and inventories: the same seed always gives the same numbers, on every machine. Not for secrets and not for game
 * results; it only decides what a simulated account looks like.
 */
import { createHash } from 'node:crypto';

/** An endless stream of integers drawn from a text seed. */
export class Draw {
  readonly #seed: string;
  #counter = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** An integer in [0, n); 1 <= n <= 2^32. */
  below(n: number): number {
    const digest = createHash('sha256').update(`${this.#seed}|${this.#counter}`).digest();
    this.#counter += 1;
    return Number(digest.readBigUInt64BE() % BigInt(n));
  }

  /** One of the given values. Throws on an empty list. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}
