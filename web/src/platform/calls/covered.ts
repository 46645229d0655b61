/**
 * Which facts the answers on this page contain. A query's answer names the newest fact that it certainly contains. A topic whose head is not newer has
 * published nothing that an answer lacks, so nothing has to be fetched again.
 */

/** The lowest `seq` that any answer named; null before the first answer. */
let lowest: bigint | null = null;
const open = new Set<Promise<void>>();

/** A query was sent. `seq`: of its answer (null: the answer named none); rejects, or undefined, when there is no answer. */
export function noteQuery(seq: Promise<string | null | undefined>): void {
  const ended = seq.then(noteAnswer, () => undefined).finally(() => open.delete(ended));
  open.add(ended);
}

function noteAnswer(seq: string | null | undefined): void {
  if (seq === undefined) return;
  const named = seq !== null && /^\d+$/.test(seq) ? BigInt(seq) : 0n;
  if (lowest === null || named < lowest) lowest = named;
}

/** Whether every answer on this page contains the facts up to the head. A promise while queries are open that may be answered with less. */
export function coversHead(head: string): boolean | Promise<boolean> {
  const contains = (): boolean => lowest !== null && lowest >= BigInt(head);
  return contains() && open.size > 0 ? Promise.all(open).then(contains) : contains();
}
