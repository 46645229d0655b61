/**
 * Sends facts to audiences. An audience is spread over rooms: one for a player, `PARTS` for a topic. A small audience gets each fact in a frame of its
 * own, at once. In a large one each room gets a frame with all facts since its last one, and the rooms take turns: with thousands of readers the frames
 * are expensive, not the facts, and a turn is short enough that commands and the relay run between two of them. Used by live.ts.
 *
 * Invariants: each fact is sent once to each room, in order of arrival; a room waits no longer than a round for its next frame.
 */
import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';
import type { Clock } from '../process/ports.ts';

/** Number of sockets from which an audience counts as large. A frame costs 8 µs (docs/scale.md), so a smaller one takes less than 2 ms. */
export const CROWD = 200;
/** Minimum length of a round, in which each room gets a frame. Too short for a reader to see. */
export const ROUND_MS = 100;
/** A round is longer for more than 6,250 sockets: frames take half of the node's thread at most. */
export const ROUND_MS_PER_SOCKET = 0.016;

export interface BroadcastParts {
  /** Real time, also in tests. */
  readonly clock: Pick<Clock, 'sleep'>;
  /** Milliseconds of a clock that is never set. */
  readonly elapsedMs: () => number;
  /** Resolves after whatever else waits for this thread. Unlike a sleep of 0 ms it does not give up the processor. */
  readonly afterOthers: () => Promise<unknown>;
  /** Sockets in the room. */
  readonly sizeOf: (room: string) => number;
  /** Sends one frame to each socket of the rooms. */
  readonly send: (rooms: string[], facts: readonly FactEnvelope[]) => void;
}

interface RoomQueue {
  readonly room: string;
  /** Facts for the room's next frame. */
  facts: FactEnvelope[];
}

export class RoomBroadcast {
  readonly #parts: BroadcastParts;
  /** Of large audiences that got a fact within their last round. */
  readonly #gathering = new Map<string, readonly RoomQueue[]>();

  constructor(parts: BroadcastParts) {
    this.#parts = parts;
  }

  /** `rooms`: all rooms of the audience. */
  send(audience: string, rooms: string[], fact: FactEnvelope): void {
    const gathering = this.#gathering.get(audience);
    if (gathering) for (const queue of gathering) queue.facts.push(fact);
    else if (this.#sizeOf(rooms) < CROWD) this.#parts.send(rooms, [fact]);
    else void this.#gather(audience, rooms, fact);
  }

  /** Until a whole round passes without a fact. The first round takes no longer than its frames. */
  async #gather(audience: string, rooms: string[], first: FactEnvelope): Promise<void> {
    const { elapsedMs } = this.#parts;
    const queues = rooms.map((room): RoomQueue => ({ room, facts: [first] }));
    this.#gathering.set(audience, queues);
    let roundAt = elapsedMs();
    let isOver = await this.#round(queues, roundAt, 0);
    // A fact may come after the last turn and before this line runs.
    while (!isOver || queues.some(({ facts }) => facts.length > 0)) {
      const roundMs = Math.max(ROUND_MS, ROUND_MS_PER_SOCKET * this.#sizeOf(rooms));
      roundAt = Math.max(roundAt + roundMs, elapsedMs());
      await this.#pauseUntil(roundAt);
      isOver = await this.#round(queues, roundAt, roundMs / queues.length);
    }
    this.#gathering.delete(audience);
  }

  /** Returns whether there was nothing to send. */
  async #round(queues: readonly RoomQueue[], beganAt: number, stepMs: number): Promise<boolean> {
    let isQuiet = true;
    for (const [turn, queue] of queues.entries()) {
      if (turn > 0) await this.#pauseUntil(beganAt + turn * stepMs);
      const { facts } = queue;
      if (facts.length === 0) continue;
      queue.facts = [];
      this.#parts.send([queue.room], facts);
      isQuiet = false;
    }
    return isQuiet;
  }

  async #pauseUntil(at: number): Promise<void> {
    const { clock, elapsedMs, afterOthers } = this.#parts;
    const earlyMs = at - elapsedMs();
    await (earlyMs > 0 ? clock.sleep(earlyMs) : afterOthers());
  }

  #sizeOf(rooms: readonly string[]): number {
    return rooms.reduce((sum, room) => sum + this.#parts.sizeOf(room), 0);
  }
}
