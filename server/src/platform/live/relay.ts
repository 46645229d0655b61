/**
 * The relay: reads committed facts past its cursor and passes them to the live channel, in an order that loses none.
 *
 * Ordering by a serial id would lose facts: a transaction with a lower id may commit after a higher one was read. So facts are ordered by
 * (transaction id, id), and only those below the horizon (horizon.ts) are read: transactions older than any that still runs in this database. A
 * transaction that stays open delays what came after it; the pool's timeouts bound that for our own, and `holder` names any other. With several
 * nodes, each reads for its own sockets.
 *
 * A head is valid from the start: if nothing was published yet, it is the position at which this relay began to read, which is after everything that
 * any node published before. So a client that comes from another node, or from before a restart, sees by the head that there may be something to
 * fetch.
 */
import { TOPICS } from '@fairpot/contract/live/channel';
import type { FactEnvelope, Topic } from '@fairpot/contract/live/channel.schemas';
import type { FactPresenter } from '../runner/feature.ts';
import { Horizon } from './horizon.ts';
import type { HorizonHolder } from './horizon.ts';
import type { Clock, Log } from '../process/ports.ts';
import { invariant } from '../runner/refused.ts';
import { SIGNAL_TOPIC } from './signals.ts';
import { sql } from '../database/sql.ts';
import type { Db } from '../database/sql.ts';

export interface RelayParts {
  readonly db: Db;
  /** Paces the polling: real time, also in tests. */
  readonly clock: Clock;
  readonly log: Log;
  readonly presenters: readonly FactPresenter[];
  /** Called once per fact, in order. `playerId` is set for topic 'player' only. */
  readonly publish: (envelope: FactEnvelope, playerId: string | null) => void;
  /** Called once per signal of any node, in order. */
  readonly signal: (body: object) => void;
  /** Whether there are listeners: then it polls often. */
  readonly busy: () => boolean;
  /** Whether other processes wake it when they commit (wake-calls.ts): then it rests while nothing happens. */
  readonly hears?: () => boolean;
}

interface Row {
  readonly id: number;
  readonly xid: string;
  readonly topic: Topic | typeof SIGNAL_TOPIC;
  readonly playerId: string | null;
  readonly subject: string;
  readonly version: number;
  readonly type: string;
  readonly body: ({ type: string } & object) | null;
  readonly at: number;
}

type Body = FactEnvelope['body'];
/** Dropped on purpose (null), or lost to a fault (undefined): the latter must show as a gap. */
type Presented = Body | null | undefined;

/** Everything up to here was read. */
interface Place {
  readonly xid: string;
  readonly id: number;
}

const BATCH = 500;
const BUSY_POLL_MS = 50;
const IDLE_POLL_MS = 500;
/** While it would be woken. A call that is lost delays a fact by this much. */
export const RESTING_POLL_MS = 3_000;
/** Between two looks for open transactions while it rests. */
const RESTING_LOOK_MS = 10_000;
/**
 * Minimum time between two reads. The first fact after a quiet moment is read at once; under load, everything committed in between is read, presented
 * and encoded together. Too short to notice.
 */
const GATHER_MS = 20;
const RETRY_MS = 500;
const ID_DIGITS = 12;

export class Relay {
  readonly #parts: RelayParts;
  readonly #presenters: ReadonlyMap<Topic, FactPresenter>;
  readonly #horizon: Horizon;
  /** For each topic, and for each player followed here. */
  readonly #heads = new Map<string, string>();
  #cursor: Place | null = null;
  #woken = false;
  #wake: () => void = () => undefined;
  #lastPollAt: number | null = null;
  #pauseMs = BUSY_POLL_MS;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#presenters = new Map(parts.presenters.map((p) => [p.topic, p]));
    this.#horizon = new Horizon(parts);
  }

  /** Reads at once: a transaction of this node has committed. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /**
   * `seq` of the last fact published on the topic (for topic 'player': of that player), or the position of the relay when the topic was first
   * requested. The topic's facts continue from there.
   */
  head(topic: Topic, playerId: string | null): string {
    const name = headName(topic, playerId);
    const known = this.#heads.get(name);
    if (known !== undefined) return known;
    invariant(this.#cursor, 'the relay has not started');
    const head = seqOf(this.#cursor);
    this.#heads.set(name, head);
    return head;
  }

  /** Facts up to this `seq` are committed, and none of them is published later. */
  get seq(): string {
    invariant(this.#cursor, 'the relay has not started');
    return seqOf(this.#cursor);
  }

  /** This player has no more followers: forgets their head. */
  forget(playerId: string): void {
    this.#heads.delete(headName('player', playerId));
  }

  /** When the database last answered, in epoch ms; null before the first time. */
  get lastPollAt(): number | null {
    return this.#lastPollAt;
  }

  /** The transaction that facts have been waiting for, if one stays open; else null. */
  get holder(): HorizonHolder | null {
    return this.#horizon.holder;
  }

  /** Starts at the present: queries return older facts. */
  async start(): Promise<void> {
    await this.#horizon.look();
    const { horizon } = await this.#parts.db.one<{ horizon: string }>(
      sql`select ${this.#horizon.sql}::text as horizon`,
    );
    this.#cursor = { xid: horizon, id: 0 };
    for (const topic of TOPICS) if (topic !== 'player') this.#heads.set(topic, seqOf(this.#cursor));
    this.#lastPollAt = this.#parts.clock.now();
  }

  /** Reads until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wasWoken = this.#woken;
      const wasResting = this.#pauseMs === RESTING_POLL_MS;
      this.#woken = false;
      try {
        if (wasWoken && wasResting) await this.#horizon.look(0);
        const read = await this.poll();
        if (read === BATCH) continue;
        this.#pauseMs = this.#nextPauseMs(read > 0 || (wasWoken && !wasResting));
        await this.#parts.clock.sleep(GATHER_MS, signal).catch(() => undefined); // aborted: the loop ends
        if (!this.#woken) await this.#rest(this.#pauseMs, signal);
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'relay read failed; retrying');
        await this.#rest(RETRY_MS, signal);
      }
    }
  }

  /**
   * Until the next poll. Where calls wake it, pauses double while nothing happens. A transaction that is still open may hold back the fact that a call
   * was about: then no pause grows. A call that ends a rest looks for them first: if there are none, one poll finds what the call was about.
   */
  #nextPauseMs(happened: boolean): number {
    const { busy, hears } = this.#parts;
    const usual = busy() ? BUSY_POLL_MS : IDLE_POLL_MS;
    if (hears?.() !== true || happened || this.#horizon.isHeld) return usual;
    return Math.min(Math.max(usual, 2 * this.#pauseMs), RESTING_POLL_MS);
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const rested = new AbortController();
    this.#wake = () => rested.abort();
    const either = AbortSignal.any([signal, rested.signal]);
    // A wake-up and an abort both end the sleep early; the loop checks the signal.
    await this.#parts.clock.sleep(ms, either).catch(() => undefined);
    this.#wake = () => undefined;
  }

  /** One read. Returns the number of facts found. The cursor moves only after all of them were passed on. */
  async poll(): Promise<number> {
    if (this.#cursor === null) await this.start();
    await this.#horizon.look(this.#pauseMs < RESTING_POLL_MS ? undefined : RESTING_LOOK_MS);
    const rows = await this.#read();
    this.#lastPollAt = this.#parts.clock.now();
    const last = rows.at(-1);
    if (!last) return 0;
    const bodies = await this.#present(rows);
    rows.forEach((row, i) => this.#publish(row, bodies[i]));
    this.#cursor = { xid: last.xid, id: last.id };
    return rows.length;
  }

  #read(): Promise<Row[]> {
    invariant(this.#cursor, 'the relay has not started');
    const { xid, id } = this.#cursor;
    return this.#parts.db.many<Row>(sql`
      select id, xid::text as xid, topic, player_id as "playerId", subject, version, type, body, at
      from facts
      where (xid, id) > (${xid}::text::xid8, ${id}::bigint) and xid < ${this.#horizon.sql}
      order by facts.xid, facts.id limit ${BATCH}::integer`);
  }

  async #present(rows: readonly Row[]): Promise<Presented[]> {
    const bodies: Presented[] = rows.map((row) => (row.body === null ? undefined : { ...row.body, type: row.type }));
    for (const topic of new Set(rows.map((row) => row.topic))) {
      if (topic === SIGNAL_TOPIC) continue;
      const wanted = rows.flatMap((row, i) => (row.topic === topic && row.body === null ? [i] : []));
      if (wanted.length === 0) continue;
      const filled = await this.#fill(
        topic,
        wanted.flatMap((i) => rows[i] ?? []),
      );
      wanted.forEach((at, i) => (bodies[at] = filled[i]));
    }
    return bodies;
  }

  async #fill(topic: Topic, rows: readonly Row[]): Promise<Presented[]> {
    const presenter = this.#presenters.get(topic);
    if (presenter) {
      try {
        return (await presenter.present(this.#parts.db, rows)).map((body) => (body === null ? null : { ...body }));
      } catch (error) {
        // The database may be away: then the next read fails too, and this batch is read again.
        await this.#read();
        this.#parts.log.error({ err: error, topic }, 'presenting facts failed; clients see a gap');
      }
    } else {
      this.#parts.log.error({ topic }, 'topic has no presenter for facts without a body; clients see a gap');
    }
    return rows.map(() => undefined);
  }

  #publish(row: Row, body: Presented): void {
    if (body === null) return;
    if (row.topic === SIGNAL_TOPIC) return this.#parts.signal(body ?? {});
    const name = headName(row.topic, row.playerId);
    const prev = this.#heads.get(name);
    if (prev === undefined) return; // of a player without followers here
    const seq = seqOf(row);
    this.#heads.set(name, seq);
    if (body === undefined) return;
    this.#parts.publish({ topic: row.topic, seq, prev, at: row.at, body }, row.playerId);
  }
}

/** Grows with (xid, id); an id never has more digits. */
function seqOf({ xid, id }: Place): string {
  return `${xid}${String(id).padStart(ID_DIGITS, '0')}`;
}

function headName(topic: Topic, playerId: string | null): string {
  return topic === 'player' ? `player ${playerId}` : topic;
}
