/**
 * The lock of a round: the beacon it waits for, the time that was decided, the seal that hides the secret until then, and
 * its record. The games call it when the last stake is taken. Source: protocol fp/2, sections 1 to 3.
 *
 * Invariant: no lock commits more than 4 s after it was decided, by the database's clock (the trigger
 * `rounds_lock_in_time`).
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { drandRoundFor, drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import type { LockSeal } from '@fairpot/fairness/base/seal-box';
import { factsSql } from '../../platform/live/facts.ts';
import { refuse, Stale } from '../../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';
import type { ItemGame, LockedEntry } from './items/item-game.ts';
import type { Round } from './rounds.ts';

export interface NamedBeacon {
  readonly drandRound: number;
  /** When the result may be drawn, epoch ms: the countdown is over and the output is due. */
  readonly dueAt: number;
}

/** A lock as stored: its record in canonical bytes, and the beacon that it names. */
export interface StoredLock extends NamedBeacon {
  readonly text: string;
}

/**
 * The beacon of a round locked at `lockedAt`, named by the formula; `countdownMs` is the countdown that players watch.
 */
export function nameBeacon(game: ProvableGame, lockedAt: number, countdownMs: number, chain: DrandChain): NamedBeacon {
  const drandRound = drandRoundFor({ lockedAt, game, genesisMs: chain.genesisMs, periodMs: chain.periodMs });
  return { drandRound, dueAt: Math.max(lockedAt + countdownMs, drandRoundTime(drandRound, chain)) };
}

/** The inputs of a lock besides its stakes; loaded with them. */
export interface LockTime {
  /** Epoch ms, by this node's clock; names the beacon. */
  readonly lockedAt: number;
  /** The database's own time at the load, epoch ms. */
  readonly loadedAt: number;
}

/** The seal of one round and the database's time, for a lock made in a transaction. */
export async function sealFor(
  db: Db,
  id: string,
  game: ProvableGame,
  lockedAt: number,
  chain: DrandChain,
): Promise<LockTime & { readonly seal: LockSeal }> {
  const { genesisMs, periodMs } = chain;
  const drandRound = drandRoundFor({ lockedAt, game, genesisMs, periodMs });
  const { loadedAt, seal } = await db.one<{ loadedAt: number; seal: LockSeal | null }>(sql`
    select database_ms() as "loadedAt", (select json_build_object('key', seal_key, 'box', box)
      from round_seals(${[id]}::text[], ${chain.chainHash}, ${drandRound})) as seal`);
  return { lockedAt, loadedAt, seal: seal ?? refuse('BEACON_UNKNOWN') };
}

/** The inputs of a record besides its round. */
export interface LockParts {
  /** Epoch ms; names the beacon. */
  readonly lockedAt: number;
  readonly seal: LockSeal;
  readonly chain: DrandChain;
}

/** The record as canonical text, and the beacon that it names. Entries in order of entry (protocol fp/2, section 2). */
export function itemLock(
  { game, lock }: Pick<ItemGame, 'game' | 'lock'>,
  round: Pick<Round, 'id' | 'hash' | 'feeBps'>,
  entries: readonly LockedEntry[],
  { lockedAt, seal, chain }: LockParts,
): StoredLock {
  const named = nameBeacon(game, lockedAt, lock.countdownMs, chain);
  const record = parseLock({
    v: 'fp/2',
    type: 'lock',
    game,
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: named.drandRound },
    ...lock.fields,
    seal,
    entries: entries.map((entry) => lock.entry(entry)),
  });
  return { ...named, text: canon(record) };
}

/** The lock of a scripted round: no record and no beacon. */
export interface ScriptedLock {
  readonly text: null;
  readonly drandRound: null;
  readonly dueAt: number;
}

/** A lock of a round whose row the transaction holds, at the version the decision was made on. */
export type NewLock = Pick<Round, 'id' | 'version'> &
  (StoredLock | ScriptedLock) & {
    /** Epoch ms; names the beacon. */
    readonly lockedAt: number;
    /** The database's time when it loaded the data of the decision; null only for a scripted round. */
    readonly loadedAt: number | null;
  };

/**
 * Closes rounds for stakes: their locks, with their leaves and facts. The database undoes a lock that commits more than 4 s after `loadedAt`.
 */
export async function closeRounds(tx: Tx, game: ProvableGame, locks: readonly NewLock[]): Promise<void> {
  const [first] = locks;
  if (first === undefined) return;
  // "Open" is expressed through its times, which the table's checks make equivalent. With `phase` the planner takes the
  // small index of open rounds instead of the primary key, and that index is full of rounds just locked.
  const { locked } = await tx.one<{ locked: number }>(sql`
    with locked as (
      update rounds r set phase = 'locked', version = r.version + 1, lock_text = w.text, locked_at = w."lockedAt",
        drand_round = w."drandRound", due_at = w."dueAt", loaded_at = w."loadedAt"
      from jsonb_to_recordset(${JSON.stringify(locks)}::jsonb) as w (id text, version integer, text text,
        "lockedAt" bigint, "drandRound" bigint, "dueAt" bigint, "loadedAt" bigint)
      where r.id = w.id and r.version = w.version and r.locked_at is null and r.ended_at is null
        and r.scripted = (w.text is null)
      returning r.id, r.lock_text, r.locked_at
    ), logged as (
      insert into log_leaves (kind, round_id, body, at)
      select 'lock', id, lock_text, locked_at from locked where lock_text is not null
    )
    select count(*) as locked from locked`);
  if (locked !== locks.length) throw new Stale('a round changed or closed after the decision');
  const facts = locks.map(({ id, version }) => {
    return { topic: game, subject: id, version: version + 1, type: `${game}.locked`, body: null };
  });
  tx.defer(factsSql(facts, first.lockedAt));
}
