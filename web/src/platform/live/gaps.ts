/** Pure: where a client stands on a topic, and what an arriving fact means for it. */
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';

/** `next`: apply it. `old`: already seen. `gap`: something was missed, fetch again (the fact itself still holds). */
export type Arrival = 'next' | 'old' | 'gap';

/** Sequence numbers are decimal strings beyond 2^53 in time, so they are compared as integers, not as text. */
function after(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}

/**
 * How an envelope stands to the last sequence number that this client knows (null: not subscribed yet, nothing known).
 * Its `prev` must be that number; an older `prev` is fine too, because the head of the subscription may lie beyond it.
 */
export function arrivalOf(last: string | null, envelope: Pick<FactEnvelope, 'seq' | 'prev'>): Arrival {
  if (last === null) return 'gap';
  if (!after(envelope.seq, last)) return 'old';
  return after(envelope.prev, last) ? 'gap' : 'next';
}

/**
 * Whether a new head shows that facts may have been missed since `last`. So does one that lies before it: of a server that
 * knows less, or of one whose database was restored and counts anew. What it tells next must not pass for old.
 */
export function missedSince(last: string | null, head: string): boolean {
  return last !== null && head !== last;
}
