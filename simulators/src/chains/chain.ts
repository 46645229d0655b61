/**
 * What every simulated chain shares: blocks that follow the clock, each known by a number and a hash that names its parent, and a way
 * to have the last ones replaced by others. Blocks without a transaction are not stored: their hash follows from their number.
 *
 * Time stands still while the process does not run: a chain that was started again goes on at the number it had reached.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BaseClock } from '../kit/clock.ts';
import type { Journal } from '../kit/journal.ts';

export const Kept = z.object({
  /** The newest block that was stored with the clock's time; blocks are counted on from there. */
  height: z.number().int(),
  /** From this number on hashes are those of another branch, by the count of re-orgs; ascending. */
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

  /** Epoch ms of a block; of those before the start of the process as if none had been missed. */
  timeOf(height: number): number {
    return this.#baseAt + (height - this.#base) * this.#blockMs;
  }

  /** So many blocks at once, beyond what the clock makes. */
  mine(blocks: number): void {
    const { height } = this;
    this.#base = height + blocks;
    this.#baseAt = this.#clock.now();
    this.#save();
  }

  /** The last `depth` blocks are other ones from now on, and there is one more of them, so that the new branch is the longer one. */
  reorg(depth: number): void {
    const from = this.height - depth + 1;
    const branch = 1 + Math.max(0, ...this.#branches.map((each) => each.branch));
    this.#branches = [...this.#branches.filter((each) => each.from < from), { from, branch }];
    this.mine(1);
  }

  /** Which branch a block is on; part of its hash. */
  hashOf(height: number): string {
    const branch = this.#branches.findLast((each) => each.from <= height)?.branch ?? 0;
    return createHash('sha256').update(`${this.#seed} ${branch} ${height}`).digest('hex');
  }

  /** Keeps the number that was reached now and then, so that a later start goes on from about there. Called with every request. */
  tick(): void {
    if (this.height - this.#base >= KEEP_EVERY) this.#rebase();
  }

  /** Keeps the number that was reached: the process stops. */
  keep(): void {
    this.#rebase();
  }

  /** Counts on from the newest block, whose time stays what it is. */
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
