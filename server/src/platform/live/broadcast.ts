/**
 * Sends facts to rooms. A small room gets each fact in its own frame, at once. A large room gets the first fact at once, and those of the following
 * tenth of a second together in one frame: with thousands of readers the frames are expensive, not the facts. Used by live.ts.
 *
 * Invariants: each fact is sent once to each room, in order of arrival; none waits longer than `GATHER_MS`.
 */
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import type { Clock } from '../process/ports.ts';

/** Number of sockets from which a room counts as large. A frame costs 8 µs (bench/chat.ts), so a smaller room takes less than 2 ms. */
export const CROWD = 200;
/** Too short for a reader to see. */
export const GATHER_MS = 100;

export interface BroadcastParts {
  /** Real time, also in tests. */
  readonly clock: Pick<Clock, 'sleep'>;
  /** Sockets in the room. */
  readonly sizeOf: (room: string) => number;
  /** Sends one frame to each socket of the room. */
  readonly send: (room: string, facts: readonly FactEnvelope[]) => void;
}

export class RoomBroadcast {
  readonly #parts: BroadcastParts;
  /** Facts waiting for the next frame of a room whose last frame is less than `GATHER_MS` old. */
  readonly #waiting = new Map<string, FactEnvelope[]>();

  constructor(parts: BroadcastParts) {
    this.#parts = parts;
  }

  send(room: string, fact: FactEnvelope): void {
    const waiting = this.#waiting.get(room);
    if (waiting) {
      waiting.push(fact);
      return;
    }
    this.#parts.send(room, [fact]);
    if (this.#parts.sizeOf(room) >= CROWD) void this.#gather(room);
  }

  /** Until a whole frame interval passes without a fact. */
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
