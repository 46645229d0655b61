/**
 * Coalesces concurrent calls into one batch: calls that arrive while a batch runs form the next one. Used for sessions (accounts) and for stakes (the
 * games' desks).
 *
 * Invariants: one batch runs at a time, and a single call begins at once; a batch that hangs (a dead connection) delays only itself; owners take
 * turns, so that one with many calls does not delay the others; each call gets its own result, or the batch's error.
 */
import { invariant } from './refused.ts';

export interface BatchWork<T, R> {
  /** Maximum items of one batch. */
  readonly maxItems: number;
  /** The owner of an item. One owner's items run in order; several owners take turns. */
  readonly ownerOf: (item: T) => string;
  /** Runs a batch; result order = item order. An error rejects every item. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
}

/** A batch that takes longer than this no longer blocks: the next one begins next to it. */
const PATIENCE_MS = 100;
/** Maximum number of running batches, including those that hang. */
const MAX_RUNNING = 4;

interface QueuedItem<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a function that runs one item, in a batch with the other pending ones. */
export function makeBatcher<T, R>(work: BatchWork<T, R>): (item: T) => Promise<R> {
  const waiting = new FairQueue<QueuedItem<T, R>>();
  let running = 0;
  let hanging = 0;
  let gathering = false;

  const canStart = () => running === hanging && running < MAX_RUNNING && waiting.size > 0;

  /** Waits for the end of the event loop's turn, so that requests that arrived together share a batch. */
  function gather(): void {
    if (gathering || !canStart()) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      if (canStart()) void runOne();
    });
  }

  async function runOne(): Promise<void> {
    const batch = waiting.take(work.maxItems);
    let hangs = 0;
    const timer = setTimeout(() => {
      hangs = 1;
      hanging += 1;
      gather();
    }, PATIENCE_MS);
    running += 1;
    const deliver = await resultsOf(batch);
    clearTimeout(timer);
    running -= 1;
    hanging -= hangs;
    // Starts the next batch before delivering results: it runs while the answers are written.
    if (!canStart()) return deliver();
    void runOne();
    setImmediate(deliver);
  }

  /** Runs the batch; returns a function that settles each item. */
  async function resultsOf(batch: readonly QueuedItem<T, R>[]): Promise<() => void> {
    try {
      const results = await work.run(batch.map(({ item }) => item));
      invariant(results.length === batch.length, `${batch.length} items have ${results.length} results`);
      return () => batch.forEach(({ resolve }, i) => resolve(results[i] as R));
    } catch (error) {
      return () => batch.forEach(({ reject }) => reject(error));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.add(work.ownerOf(item), { item, resolve, reject });
      gather();
    });
}

/** A queue in which owners take turns, however many items each has queued. */
class FairQueue<T> {
  readonly #queues = new Map<string, T[]>();
  size = 0;

  add(owner: string, item: T): void {
    const queue = this.#queues.get(owner);
    if (queue) queue.push(item);
    else this.#queues.set(owner, [item]);
    this.size += 1;
  }

  /** The next `most` items: one of each owner, then another of each, until there are enough. */
  take(most: number): T[] {
    const taken: T[] = [];
    while (taken.length < most) {
      const next = this.#queues.entries().next().value;
      if (next === undefined) break;
      const [owner, queue] = next;
      taken.push(...queue.splice(0, 1));
      // Move this owner behind all others that wait.
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
    }
    this.size -= taken.length;
    return taken;
  }
}
