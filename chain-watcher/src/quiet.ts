/**
 * What a poll of a chain can leave out. An idle site polls its chains as often as ever, and its database seldom: the watcher remembers what the chain
 * showed last, and for a moment that the database had no work.
 */
import { reservesBefore } from './audit.ts';
import type { BlockReader, ChainTip } from './reader.ts';
import { hasWork } from './store.ts';
import type { WatchParts } from './watch.ts';

/** Between two questions to the database while nothing changes. */
const ASK_MS = 10_000;

export interface Seen {
  /** What the chain shows. */
  readonly shows: string;
  /** It shows something else than before the last complete step. */
  readonly isNew: boolean;
  /** The database has work, whatever the chain shows. */
  readonly isWork: boolean;
}

export class Quiet {
  readonly #parts: WatchParts;
  readonly #reader: BlockReader;
  readonly #auditMs: number;
  /** What the chain showed before the last complete step. */
  #shown = '';
  /** When the database was asked and had no work. */
  #idleAt = -Infinity;

  constructor(parts: WatchParts, reader: BlockReader, auditMs: number) {
    this.#parts = parts;
    this.#reader = reader;
    this.#auditMs = auditMs;
  }

  /** Someone committed something: the database is asked at the next poll. */
  end(): void {
    this.#idleAt = -Infinity;
  }

  async look(tip: ChainTip): Promise<Seen> {
    const shows = `${tip.newest} ${tip.final} ${await this.#reader.hashAt(tip.newest)}`;
    const isNew = shows !== this.#shown;
    return { shows, isNew, isWork: await this.#isWork(isNew) };
  }

  /** A step ended that left nothing to read. */
  done({ shows }: Seen): void {
    this.#shown = shows;
  }

  async #isWork(isNew: boolean): Promise<boolean> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    if (!isNew && Math.abs(now - this.#idleAt) < ASK_MS) return false;
    const asked = await hasWork(db, this.#reader.network, now, reservesBefore(now, this.#auditMs));
    this.#idleAt = asked ? -Infinity : now;
    return asked;
  }
}
