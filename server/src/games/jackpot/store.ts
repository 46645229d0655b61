/**
 * SQL of jackpot: what an entry is decided on, and the functions of 0012_jackpot.sql that write. Each is one statement;
 * fragments of other rooms are spliced in.
 */
import { pseudonymSql } from '../../accounts/front.ts';
import type { Receipt } from '../../platform/runner/feature.ts';
import { settingsOf, settingsSql } from '../../platform/runner/settings.ts';
import { sql, type Db, type Sql, type Tx } from '../../platform/database/sql.ts';
import { candidatesSql, type StakeCandidate } from '../../vault/items.ts';
import type { LockTime } from '../kit/lock.ts';
import { currentRoundSql } from '../kit/rounds.ts';
import type { Stake } from '../kit/rules.ts';
import type { ScriptWrite } from '../kit/script.ts';
import { ENTRY_RULES, type Pot } from './rules.ts';
import { termsOf, type JackpotTerms } from './terms.ts';

const potColumns = sql`
  r.id, r.phase, r.scripted, p.entries, p.pot_cents as "potCents", p.alone, p.deadline_at as "deadlineAt"`;
const potTables = sql`${currentRoundSql('jackpot')} r join jackpot_rounds p on p.round_id = r.id`;

/** The live round, or the one that ended last; undefined before the first. */
export function currentPot(db: Db): Promise<Pot | undefined> {
  return db.maybe<Pot>(sql`select ${potColumns} from ${potTables}`);
}

/** What an entry is decided on. */
export interface Loaded {
  readonly pot: Pot | null;
  /** As it stands in locks; null for an id that is no player. */
  readonly pseudonym: string | null;
  /** Of the items asked for, those that are the player's and free. */
  readonly available: readonly StakeCandidate[];
  readonly terms: JackpotTerms;
}

interface LoadedRow {
  readonly pot: Pot | null;
  readonly pseudonym: string | null;
  readonly available: readonly StakeCandidate[] | null;
  readonly settings: Record<string, unknown> | null;
}

export async function loadForJoin(db: Db, playerId: string, ids: readonly string[]): Promise<Loaded> {
  const row = await db.one<LoadedRow>(sql`
    select ${pseudonymSql(playerId)} as pseudonym, ${candidatesSql(playerId, ids)} as available,
      ${settingsSql} as settings, (select to_jsonb(found) from (select ${potColumns} from ${potTables}) found) as pot`);
  return { ...row, available: row.available ?? [], terms: termsOf(settingsOf(row.settings)) };
}

export interface NewEntry {
  readonly playerId: string;
  readonly pseudonym: string;
  readonly stake: Stake;
}

/** Statement that enters a round; columns `earlier` and `made` as `decideAndWrite` wants them. */
export function joinSql(
  receipt: Receipt,
  round: { readonly id: string; readonly scripted: boolean },
  { playerId, pseudonym, stake }: NewEntry,
  at: number,
): Sql {
  // Which function is said with the round as it was decided on; each refuses (FPR01) the other kind of round.
  const join = round.scripted ? sql`jackpot_join_scripted` : sql`jackpot_join`;
  return sql`select earlier, made from ${join}(
    ${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash}, ${round.id}, ${playerId}, ${pseudonym},
    ${stake.items.map((i) => i.id)}::text[], ${stake.items.map((i) => i.itemType)}::text[],
    ${stake.items.map((i) => i.cents)}::bigint[], ${JSON.stringify(ENTRY_RULES)}::jsonb, ${at})`;
}

export interface NewRound {
  readonly id: string;
  readonly hash: string;
  readonly secret: string;
  readonly feeBps: number;
  readonly leaf: string;
  readonly openedAt: number;
}

/** Fails with a unique violation while another round is open or locked. */
export async function insertRound(db: Db, { id, hash, secret, feeBps, leaf, openedAt }: NewRound): Promise<void> {
  await db.run(sql`select jackpot_open(${id}, ${hash}, ${feeBps}, ${secret}, ${leaf}, ${openedAt})`);
}

/** Waits behind the entries of this round that are being written; the first thing that a transaction does. */
export async function takeTurn(tx: Tx, roundId: string): Promise<void> {
  await tx.run(sql`select jackpot_turn(${roundId})`);
}

/** Locks the round at the version that the record was made of. */
export async function lockRound(
  db: Db,
  round: { readonly id: string; readonly version: number },
  lock: { readonly text: string; readonly drandRound: number; readonly dueAt: number },
  { lockedAt, loadedAt }: LockTime,
): Promise<void> {
  await db.run(sql`
    select jackpot_lock(${round.id}, ${round.version}, ${lock.text}, ${lock.drandRound}, ${lock.dueAt}, ${loadedAt},
      ${lockedAt})`);
}

/** As `lockRound`, for a scripted round: no record, no beacon. */
export async function lockScripted(
  db: Db,
  round: { readonly id: string; readonly version: number },
  dueAt: number,
  lockedAt: number,
): Promise<void> {
  await db.run(sql`select jackpot_lock_scripted(${round.id}, ${round.version}, ${dueAt}, ${lockedAt})`);
}

/** Statement of a setWinner call; column `earlier` as `decideAndWrite` wants it. */
export function scriptSql({ receipt, response, round, winnerId, leaf, at }: ScriptWrite): Sql {
  return sql`select jackpot_script(${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash},
    ${JSON.stringify(response)}::jsonb, ${round.id}, ${round.version}, ${winnerId}, ${leaf}, ${at}) as earlier`;
}

/** Every round as `jackpot_enter` has left it, for the invariant that compares it with the rules. */
export function allPots(db: Db): Promise<(Omit<Pot, 'phase' | 'scripted'> & { readonly startedAt: number | null })[]> {
  return db.many(sql`
    select round_id as id, entries, pot_cents as "potCents", alone, countdown_at as "startedAt",
      deadline_at as "deadlineAt"
    from jackpot_rounds order by round_id`);
}
