/**
 * Facts on their way to rooms. A room of few gets each fact in a frame of its own, at once. A room of many gets the first
 * at once, and what follows within a tenth of a second in one frame together: with thousands of readers the frames are
 * what costs, not the facts. Used by live.ts.
 *
 * Invariants: each fact is sent once, to each room in the order in which it came; none waits longer than `GATHER_MS`.
 */
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import type { Clock } from '../process/ports.ts';

/** A room of so many sockets is a crowd. A frame costs 8 µs (bench/chat.ts), so that telling fewer takes below 2 ms. */
export const CROWD = 200;
/** Too short for a reader to see. */
export const GATHER_MS = 100;

export interface BroadcastParts {
  /** Real time, also in tests. */
  readonly clock: Pick<Clock, 'sleep'>;
  /** Sockets in the room. */
  readonly sizeOf: (room: string) => number;
  /** One frame to each socket of the room. */
  readonly send: (room: string, facts: readonly FactEnvelope[]) => void;
}

export class Broadcast {
  readonly #parts: BroadcastParts;
  /** What waits for the next frame of a room that was told something less than `GATHER_MS` ago. */
  readonly #waiting = new Map<string, FactEnvelope[]>();

  constructor(parts: BroadcastParts) {
    this.#parts = parts;
  }

  tell(room: string, fact: FactEnvelope): void {
    const waiting = this.#waiting.get(room);
    if (waiting) {
      waiting.push(fact);
      return;
    }
    this.#parts.send(room, [fact]);
    if (this.#parts.sizeOf(room) >= CROWD) void this.#gather(room);
  }

  /** Until nothing came for the length of one frame. */
  async #gather(room: string): Promise<void> {
    for (;;) {
      const facts: FactEnvelope[] = [];
      this.#waiting.set(room, facts);
      await this.#parts.clock.sleep(GATHER_MS);
      if (facts.length === 0) break;
      this.#parts.send(room, facts);
    }
    this.#waiting.delete(room);
  }
}
