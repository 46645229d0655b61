/**
 * Chooses the sockets that read too slowly. What the server has sent and a socket has not read waits in the server's memory: one socket may hold a
 * megabyte, all of them together a quarter of a gigabyte. Beyond that those with the most unread data are cut, so that 20,000 sockets on a bad network
 * cannot take the memory of a node. Used by live.ts.
 */

export interface UnsentData {
  readonly bytes: number;
  readonly packets: number;
}

export type SlowReason = 'too much unread by this socket' | 'too much unread by all sockets';

export interface SlowSocket<T> {
  readonly socket: T;
  readonly bytes: number;
  readonly reason: SlowReason;
}

const MAX_BYTES = 1_000_000;
const MAX_PACKETS = 2_000;
/** Of all sockets together. */
export const MAX_TOTAL_BYTES = 256_000_000;

export function findSlow<T>(sockets: Iterable<T>, unsentOf: (socket: T) => UnsentData): SlowSocket<T>[] {
  const slow: SlowSocket<T>[] = [];
  const others: { readonly socket: T; readonly bytes: number }[] = [];
  let total = 0;
  for (const socket of sockets) {
    const { bytes, packets } = unsentOf(socket);
    if (bytes > MAX_BYTES || packets > MAX_PACKETS)
      slow.push({ socket, bytes, reason: 'too much unread by this socket' });
    else if (bytes > 0) {
      others.push({ socket, bytes });
      total += bytes;
    }
  }
  if (total <= MAX_TOTAL_BYTES) return slow;
  for (const { socket, bytes } of others.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= MAX_TOTAL_BYTES) break;
    slow.push({ socket, bytes, reason: 'too much unread by all sockets' });
    total -= bytes;
  }
  return slow;
}
