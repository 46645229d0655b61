/**
 * Nodes and workers wake each other (NOTIFY), so that an idle site need not poll often. A call says only that something was committed; a process that
 * hears it reads the tables. A call may be lost with its node or its connection: everyone still polls, at a slow pace while it hears calls and at the
 * usual pace while it does not (`hears`).
 *
 * A call is sent after the commit that it reports, in a statement of its own, and at most one each `GATHER_MS`: a NOTIFY inside a transaction would
 * make all commits of the database wait for each other. Functions of the workers call inside theirs, which are few.
 */
import { Client } from 'pg';
import { sql, type Db } from '../database/sql.ts';
import type { Clock, Log } from '../process/ports.ts';

export interface WakeParts {
  readonly db: Db;
  /** postgres:// URL for the connection that listens: one of its own. Null: hears no calls. */
  readonly url: string | null;
  /** Names the caller: it does not hear its own calls. */
  readonly node: string;
  /** Paces calls and connecting: real time, also in tests. */
  readonly clock: Clock;
  readonly log: Log;
  /** Another process committed something, or calls may have been missed. */
  readonly onCall: () => void;
}

const CHANNEL = 'wake_calls';
/** SQL expression: the call of a statement of its own that is no command. */
export const wakeCallSql = sql`pg_notify(${CHANNEL}, '')`;
/** A relay that found facts polls often for longer than this. */
const GATHER_MS = 200;
const RECONNECT_MS = 1_000;
/** A connection that went silent is noticed after this and `ANSWER_MS`. */
const PROBE_MS = 15_000;
const ANSWER_MS = 5_000;

export class WakeCalls {
  readonly #parts: WakeParts;
  #hears = false;
  #wanted = false;
  #calling: Promise<void> | null = null;
  #stopping: AbortSignal | undefined;

  constructor(parts: WakeParts) {
    this.#parts = parts;
  }

  /** Whether calls arrive. */
  get hears(): boolean {
    return this.#hears;
  }

  /** Something was committed here. */
  call(): void {
    this.#wanted = true;
    this.#calling ??= this.#callAll().finally(() => (this.#calling = null));
  }

  /** Resolves when every call was sent. */
  async called(): Promise<void> {
    await this.#calling;
  }

  /** Listens until the signal aborts; connects again whenever the connection is lost. */
  async run(signal: AbortSignal): Promise<void> {
    const { url, clock, log, onCall } = this.#parts;
    this.#stopping = signal;
    while (url !== null && !signal.aborted) {
      try {
        await this.#listen(url, signal);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'not listening for other nodes; polling until it works again');
      }
      this.#hears = false;
      onCall();
      await clock.sleep(RECONNECT_MS, signal).catch(() => undefined); // aborted: the loop ends
    }
  }

  /** Returns when the signal aborts; throws when the connection is lost. */
  async #listen(connectionString: string, signal: AbortSignal): Promise<void> {
    const { clock, node, onCall } = this.#parts;
    const client = new Client({
      connectionString,
      application_name: 'fairpot wake',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('connection closed')));
    client.on('notification', ({ payload }) => {
      if (payload !== node) onCall();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#hears = true;
      // What was committed while it did not listen.
      onCall();
      const either = AbortSignal.any([signal, lost.signal]);
      while (!signal.aborted) {
        await clock.sleep(PROBE_MS, either).catch(() => undefined); // the next line shows why it ended
        if (lost.signal.aborted) throw lost.signal.reason as Error;
        if (!signal.aborted) await client.query('select 1');
      }
    } finally {
      this.#hears = false;
      await client.end().catch(() => undefined); // it is lost already
    }
  }

  /** The first call at once, those of the following moment together. */
  async #callAll(): Promise<void> {
    const { db, node, clock, log } = this.#parts;
    while (this.#wanted) {
      this.#wanted = false;
      try {
        await db.run(sql`select pg_notify(${CHANNEL}, ${node})`);
      } catch (error) {
        log.debug({ err: error }, 'other nodes not woken; they poll');
      }
      await clock.sleep(GATHER_MS, this.#stopping).catch(() => undefined); // stopping: the last call goes out at once
    }
  }
}
