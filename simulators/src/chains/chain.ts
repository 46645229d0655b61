/**
 * The part that all simulated chains share: blocks that follow the clock, each with a number and a hash that depends on its parent, and re-orgs of
 * the last ones. Blocks without a transaction are not stored: their hash follows from their number.
 *
 * Time stands still while the process does not run: a restarted chain continues at the number it had reached.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BaseClock } from '../kit/clock.ts';
import type { Journal } from '../kit/journal.ts';

export const Kept = z.object({
  /** The newest block that was stored with the clock's time; later blocks are counted from there. */
  height: z.number().int(),
  /** From this number on, hashes belong to another branch, by the count of re-orgs; ascending. */
  branches: z.array(z.object({ from: z.number().int(), branch: z.number().int() })),
});

/** Blocks after which the number is stored again. */
const KEEP_EVERY = 20;

export class ChainClock {
  readonly #clock: BaseClock;
  readonly #journal: Journal;
  readonly #key: string;
  readonly #blockMs: number;
  readonly #seed: string;
  #base: number;
  #baseAt: number;
  #branches: z.infer<typeof Kept>['branches'];

  constructor(parts: {
    clock: BaseClock;
    journal: Journal;
    key: string;
    blockMs: number;
    first: number;
    seed: string;
  }) {
    this.#clock = parts.clock;
    this.#journal = parts.journal;
    this.#key = parts.key;
    this.#blockMs = parts.blockMs;
    this.#seed = parts.seed;
    const [stored] = parts.journal.load(parts.key, Kept);
    this.#base = stored?.value.height ?? parts.first;
    this.#branches = stored?.value.branches ?? [];
    this.#baseAt = parts.clock.now();
    this.#save();
  }

  /** Number of the newest block at this moment. */
  get height(): number {
    return this.#base + Math.max(0, Math.floor((this.#clock.now() - this.#baseAt) / this.#blockMs));
  }

  /** Epoch ms of a block; blocks before the start of the process are dated as if none had been missed. */
  timeOf(height: number): number {
    return this.#baseAt + (height - this.#base) * this.#blockMs;
  }

  /** Adds that many blocks at once, beyond those that the clock makes. */
  mine(blocks: number): void {
    const { height } = this;
    this.#base = height + blocks;
    this.#baseAt = this.#clock.now();
    this.#save();
  }

  /** Replaces the last `depth` blocks and adds one more, so that the new branch is longer. */
  reorg(depth: number): void {
    const from = this.height - depth + 1;
    const branch = 1 + Math.max(0, ...this.#branches.map((each) => each.branch));
    this.#branches = [...this.#branches.filter((each) => each.from < from), { from, branch }];
    this.mine(1);
  }

  /** The branch a block is on; part of its hash. */
  hashOf(height: number): string {
    const branch = this.#branches.findLast((each) => each.from <= height)?.branch ?? 0;
    return createHash('sha256').update(`${this.#seed} ${branch} ${height}`).digest('hex');
  }

  /** Stores the current number now and then, so that a later start continues from about there. Called with every request. */
  tick(): void {
    if (this.height - this.#base >= KEEP_EVERY) this.#rebase();
  }

  /** Stores the current number before the process stops. */
  keep(): void {
    this.#rebase();
  }

  /** Continues from the newest block, whose time stays the same. */
  #rebase(): void {
    const { height } = this;
    this.#baseAt = this.timeOf(height);
    this.#base = height;
    this.#save();
  }

  #save(): void {
    this.#journal.put(this.#key, { height: this.#base, branches: this.#branches });
    this.#journal.commit();
  }
}
