/** Sequence numbers of a topic: what an arriving fact means for a client. Pure. */
import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';

/** `next`: apply it. `old`: already seen. `gap`: facts were missed, so refetch (the fact itself is still valid). */
export type Arrival = 'next' | 'old' | 'gap';

/** Sequence numbers are decimal strings that may exceed 2^53, so they are compared as big integers. */
function after(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}

/**
 * Compares an envelope with the last sequence number that this client knows (null: not subscribed yet). Its `prev` must be that number or
 * older, because the head of the subscription may be ahead of it.
 */
export function arrivalOf(last: string | null, envelope: Pick<FactEnvelope, 'seq' | 'prev'>): Arrival {
  if (last === null) return 'gap';
  if (!after(envelope.seq, last)) return 'old';
  return after(envelope.prev, last) ? 'gap' : 'next';
}

/**
 * Whether a new head shows that facts may have been missed since `last`. A lower head counts too: that server is behind, or its restored
 * database restarted the numbers, and its next facts must not count as old.
 */
export function missedSince(last: string | null, head: string): boolean {
  return last !== null && head !== last;
}
