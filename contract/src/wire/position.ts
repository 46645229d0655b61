/**
 * Positions: how a client says what it has already seen or done, so that a site that reads from a replica shows it
 * nothing older. A position is a number that grows with the site's writes. A site without a replica names none.
 *
 * The answer of a command carries one in the header; so does each fact, by its `seq`. The client sends the highest one
 * with its queries.
 */

export const POSITION_HEADER = 'x-fairpot-position';

/** Of a query's answer: it contains every fact up to this `seq`. Absent when the answer may be older. */
export const SEQ_HEADER = 'x-fairpot-seq';

/** By then a replica has it, or is not used: how long a browser's cookies keep a position, in seconds. */
export const POSITION_KEPT_S = 60;

/** A `seq` is a transaction and twelve digits. */
const DIGITS_OF_PLACE = 12;

/** The position after a fact, or after everything before the head of a topic. */
export function positionAfter(seq: string): number {
  const transaction = Number(seq.slice(0, -DIGITS_OF_PLACE));
  return Number.isSafeInteger(transaction) ? transaction + 1 : 0;
}
