/**
 * Work that is cheaper for many than for each: what arrives while earlier work is under way is done together. Used for
 * sessions (accounts) and for stakes (the games' desks).
 *
 * Invariants: one batch is at work at a time, and what arrives alone begins at once; a batch that hangs (a dead connection)
 * holds up nobody but itself; whoever has much to do does not make others wait (they take turns); each item ends with its
 * own result, or with the batch's error.
 */
import { invariant } from './refused.ts';

export interface BatchWork<T, R> {
  /** Items of one batch at most. */
  readonly most: number;
  /** Who wants it: items of one person are done in their order, those of several persons by turns. */
  readonly whose: (item: T) => string;
  /** Does them all; result order = item order. An error is the error of each. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
}

/** A batch that takes longer than this is not waited for: the next one begins beside it. */
const PATIENCE_MS = 100;
/** Batches at work at most, however long they take. */
const MOST_AT_WORK = 4;

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** A function that does one item, in a batch with whatever else is waiting. */
export function inBatches<T, R>(work: BatchWork<T, R>): (item: T) => Promise<R> {
  const waiting = new Turns<Waiting<T, R>>();
  let atWork = 0;
  let hanging = 0;
  let gathering = false;

  const mayBegin = () => atWork === hanging && atWork < MOST_AT_WORK && waiting.size > 0;

  /** At the end of the event loop's turn: requests that came in together go together. */
  function gather(): void {
    if (gathering || !mayBegin()) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      if (mayBegin()) void runOne();
    });
  }

  async function runOne(): Promise<void> {
    const batch = waiting.take(work.most);
    let hangs = 0;
    const impatient = setTimeout(() => {
      hangs = 1;
      hanging += 1;
      gather();
    }, PATIENCE_MS);
    atWork += 1;
    const tell = await resultsOf(batch);
    clearTimeout(impatient);
    atWork -= 1;
    hanging -= hangs;
    // What has been waiting is sent off before anybody is answered: it is worked on while the answers are written.
    if (!mayBegin()) return tell();
    void runOne();
    setImmediate(tell);
  }

  /** Does the batch; tells each item how it ended. */
  async function resultsOf(batch: readonly Waiting<T, R>[]): Promise<() => void> {
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
      waiting.add(work.whose(item), { item, resolve, reject });
      gather();
    });
}

/** A queue in which persons take turns, however many things each of them has in it. */
class Turns<T> {
  readonly #queues = new Map<string, T[]>();
  size = 0;

  add(whose: string, thing: T): void {
    const queue = this.#queues.get(whose);
    if (queue) queue.push(thing);
    else this.#queues.set(whose, [thing]);
    this.size += 1;
  }

  /** The next `most`: one of each person, then another of each, until there are enough. */
  take(most: number): T[] {
    const taken: T[] = [];
    while (taken.length < most) {
      const next = this.#queues.entries().next().value;
      if (next === undefined) break;
      const [whose, queue] = next;
      taken.push(...queue.splice(0, 1));
      // Behind everybody who is waiting.
      this.#queues.delete(whose);
      if (queue.length > 0) this.#queues.set(whose, queue);
    }
    this.size -= taken.length;
    return taken;
  }
}
