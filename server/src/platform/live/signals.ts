/**
 * Signals to people at any node: to sockets of this node at once, to those of other nodes through the table of facts, which each node's relay reads
 * anyway. They are written after the commit that they report, in a separate statement, so that no hot path waits for them; a signal that cannot be
 * written is lost, which signals allow.
 */
import { z } from 'zod';
import type { Signals } from '../process/deps.ts';
import type { Clock, Log } from '../process/ports.ts';
import { sql } from '../database/sql.ts';
import type { Db } from '../database/sql.ts';

/**
 * Minimum time between two writes. The first signal after a quiet moment is written at once; under load, the signals in between are written together,
 * and repeated user changes only once.
 */
const GATHER_MS = 20;

/** The topic of their rows in `facts`. No client can subscribe to it. */
export const SIGNAL_TOPIC = 'signal';

const Signal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('userUpdated'), node: z.string(), playerId: z.string() }),
  z.object({
    type: z.literal('disconnect'),
    node: z.string(),
    sessionId: z.string().optional(),
    playerId: z.string().optional(),
  }),
]);
type Signal = z.infer<typeof Signal>;

export interface SignalParts {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  /** Paces the writing: real time, also in tests. */
  readonly pace: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** This node's id. */
  readonly node: string;
  /** Sends to the sockets of this node. */
  readonly here: Signals;
  /** Called when signals were written, so that other nodes read them. */
  readonly onWritten?: () => void;
}

export class SharedSignals implements Signals {
  readonly #parts: SignalParts;
  #waiting: Signal[] = [];
  #writing: Promise<void> | null = null;

  constructor(parts: SignalParts) {
    this.#parts = parts;
  }

  userUpdated(playerId: string): void {
    this.#send({ type: 'userUpdated', node: this.#parts.node, playerId });
  }

  disconnect(match: { sessionId?: string; playerId?: string }): void {
    this.#send({ type: 'disconnect', node: this.#parts.node, ...match });
  }

  /** Delivers a row of the topic, as read by the relay, to the sockets here if another node sent it. */
  receive(body: unknown): void {
    const { data } = Signal.safeParse(body);
    // A node of another version may send a kind unknown to this one.
    if (data !== undefined && data.node !== this.#parts.node) this.#deliverHere(data);
  }

  /** Resolves when everything sent so far has been written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  #send(signal: Signal): void {
    this.#deliverHere(signal);
    if (!this.#isSaid(signal)) this.#waiting.push(signal);
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
  }

  /** A change of this player is already queued: the receiver will read the player's state at that later time. */
  #isSaid(signal: Signal): boolean {
    if (signal.type !== 'userUpdated') return false;
    return this.#waiting.some((other) => other.type === 'userUpdated' && other.playerId === signal.playerId);
  }

  #deliverHere(signal: Signal): void {
    const { here } = this.#parts;
    if (signal.type === 'userUpdated') here.userUpdated(signal.playerId);
    else {
      const { sessionId, playerId } = signal;
      here.disconnect({ ...(sessionId !== undefined && { sessionId }), ...(playerId !== undefined && { playerId }) });
    }
  }

  /** Batches the signals of one moment: a settlement updates many players. */
  async #writeAll(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const signals = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(signals);
        this.#parts.onWritten?.();
      } catch (error) {
        this.#parts.log.warn({ err: error, signals: signals.length }, 'signals to other nodes lost');
      }
      await this.#parts.pace.sleep(GATHER_MS);
    }
  }

  async #write(signals: readonly Signal[]): Promise<void> {
    await this.#parts.db.run(sql`
      insert into facts (topic, subject, version, type, body, at)
      select ${SIGNAL_TOPIC}, coalesce(signal->>'playerId', signal->>'sessionId', ''), 0, signal->>'type', signal,
        ${this.#parts.clock.now()}
      from jsonb_array_elements(${JSON.stringify(signals)}::jsonb) as signal`);
  }
}
