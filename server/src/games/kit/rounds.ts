/**
 * Rounds as rows: loads and locks them with their entries, staked items and, once settled, their result. Shared by the
 * games; the secret is not here (secrets.ts).
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Payouts } from '@fairpot/fairness/games/payout';
import { invariant } from '../../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../../platform/database/sql.ts';

export type Phase = 'open' | 'locked' | 'settled' | 'cancelled' | 'voided';

export interface RoundItem {
  readonly id: string;
  /** Slug of the item type. */
  readonly type: string;
  /** Price at the stake. */
  readonly cents: Cents;
}

export interface RoundEntry {
  /** Order of entry, from 1. */
  readonly no: number;
  readonly playerId: string;
  readonly pseudonym: string;
  /** The player's choice in the game's own terms (side of the coin, team), or null. */
  readonly pick: number | null;
  readonly cents: Cents;
  /** Made by an API key of the player. Of a game of balance: false here, its seats say so. */
  readonly byKey: boolean;
  /** Time of entry, epoch ms. */
  readonly at: number;
  /** Most expensive first. */
  readonly items: readonly RoundItem[];
}

export interface Round {
  readonly id: string;
  readonly game: ProvableGame;
  readonly number: number;
  readonly phase: Phase;
  readonly version: number;
  readonly hash: string;
  readonly feeBps: number;
  /** Staff chose the winner (demo only): the round claims nothing and has no lock record and no result. */
  readonly scripted: boolean;
  readonly openedAt: number;
  readonly lockText: string | null;
  readonly lockedAt: number | null;
  readonly drandRound: number | null;
  readonly dueAt: number | null;
  readonly endedAt: number | null;
  /** In order of entry. */
  readonly entries: readonly RoundEntry[];
  /** Public from the settlement on; null before, and for rounds that ended without a result. */
  readonly result: RoundResult | null;
  /** Of a scripted round; null for all others. */
  readonly script: RoundScript | null;
}

/** The choice of staff. Shown when the round has ended. */
export interface RoundScript {
  readonly winnerId: string;
  /** Games of teams: the minimum lead of the winner's team. */
  readonly leadCents: number | null;
  /** Games of balance, once ended: what was shown and paid. */
  readonly outcome: Outcome | null;
  readonly payouts: Payouts | null;
}

export interface RoundResult {
  readonly secret: string;
  /** The round that the lock named. */
  readonly drandRound: number;
  readonly signature: string;
  readonly outcome: Outcome;
  readonly payouts: Payouts;
  /** `no` of the winning entry. */
  readonly winnerNo: number;
}

/** The columns of a Round, for statements over `rounds r`. `withItems`: for which entries `e` it holds the items, too. */
const columnsOf = (withItems: Sql) => sql`
  r.id, r.game, r.number, r.phase, r.version, r.hash, r.fee_bps as "feeBps", r.scripted, r.opened_at as "openedAt",
  r.lock_text as "lockText", r.locked_at as "lockedAt", r.drand_round as "drandRound", r.due_at as "dueAt",
  r.ended_at as "endedAt",
  case when r.scripted then (
    select json_build_object('winnerId', x.winner_id, 'leadCents', x.lead_cents, 'outcome', x.outcome,
      'payouts', x.payouts)
    from scripted_rounds x where x.round_id = r.id) end as script,
  (select coalesce(json_agg(json_build_object('no', e.no, 'playerId', e.player_id, 'pseudonym', e.pseudonym,
      'pick', e.pick, 'cents', e.cents, 'byKey', e.by_key, 'at', e.at, 'items',
      case when ${withItems} then (
        select coalesce(json_agg(json_build_object('id', i.item_id, 'type', i.item_type, 'cents', i.cents)
          order by i.cents desc, i.item_id), '[]')
        from stake_items i where i.round_id = e.round_id and i.entry_no = e.no
      ) else '[]' end) order by e.no), '[]')
    from entries e where e.round_id = r.id) as entries,
  (select json_build_object('secret', s.secret, 'drandRound', s.drand_round, 'signature', b.signature,
      'outcome', s.outcome, 'payouts', s.payouts, 'winnerNo', s.winner_entry)
    from settlements s join beacon_outputs b on b.chain = s.drand_chain and b.round = s.drand_round
    where s.round_id = r.id) as result`;

const roundColumns = columnsOf(sql`true`);

/** Rounds by id, in no order; unknown ids are left out. */
export function roundsByIds(db: Db, ids: readonly string[]): Promise<Round[]> {
  return db.many<Round>(sql`select ${roundColumns} from rounds r where r.id = any(${ids}::text[])`);
}

/** An entry by its round's id and its number. */
export type EntryKey = readonly [roundId: string, no: number];

/**
 * The same, but an entry of a round that is not among `wholeIds` and not scripted has its items only if it is among `entries`; else it has none. A busy
 * round has hundreds of entries.
 */
export function roundsForEntries(
  db: Db,
  { ids, wholeIds, entries }: { ids: readonly string[]; wholeIds: readonly string[]; entries: readonly EntryKey[] },
): Promise<Round[]> {
  const shown = columnsOf(sql`
    r.scripted or r.id = any(${wholeIds}::text[]) or (e.round_id, e.no) in (
      select round_id, no from unnest(${entries.map(([id]) => id)}::text[], ${entries.map(([, no]) => no)}::integer[])
        as shown (round_id, no))`);
  return db.many<Round>(sql`select ${shown} from rounds r where r.id = any(${ids}::text[])`);
}

/** Filters by id alone: while the table is young, the planner would just as readily walk all rounds of the game. */
const oneRound = (game: ProvableGame, id: string): Sql =>
  sql`(select * from rounds where id = ${id} offset 0) r where r.game = ${game}`;

export function roundById(db: Db, game: ProvableGame, id: string): Promise<Round | undefined> {
  return db.maybe<Round>(sql`select ${roundColumns} from ${oneRound(game, id)}`);
}

/**
 * Statement: locks rows of rounds until the transaction ends. No other transaction can change what is read after it.
 */
export function selectRoundsForUpdate(game: ProvableGame, ids: readonly string[]): Sql {
  return sql`select from rounds where id = any(${ids}::text[]) and game = ${game} order by id for no key update`;
}

/**
 * Waits for its turn behind all transactions that enter, lock or end the round of a game with one round at a time; the
 * turn lasts until the transaction ends. Take it before the transaction has an id: waiting for a row may assign the id
 * early, and facts are read in the order of ids.
 */
export async function takeTurn(tx: Tx, game: ProvableGame): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`round ${game}`}, 0))`);
}

/** Same as `roundById`, with the round's row locked until the transaction ends; nothing about it changes meanwhile. */
export async function lockRoundRow(tx: Tx, game: ProvableGame, id: string): Promise<Round | undefined> {
  // Two statements: the second one sees what the previous holder of the lock wrote.
  const [, round] = await Promise.all([tx.run(selectRoundsForUpdate(game, [id])), roundById(tx, game, id)]);
  return round;
}

/** Whether this player has an entry in this round, in any game. */
export async function isInRound(db: Db, playerId: string, roundId: string): Promise<boolean> {
  const row = await db.maybe<{ no: number }>(sql`
    select no from entries where round_id = ${roundId} and player_id = ${playerId} limit 1`);
  return row !== undefined;
}

/**
 * Waiting and running rounds, and those settled since `settledSince`; newest first, at most `limit`. Of each kind at most `limit` are read, however
 * many run at once: those that locked or ended last.
 */
export function currentRounds(db: Db, game: ProvableGame, settledSince: number, limit: number): Promise<Round[]> {
  return db.many<Round>(sql`
    select ${roundColumns} from rounds r where r.id in (
      (select id from rounds where game = ${game} and phase = 'open' order by opened_at desc limit ${limit})
      union all
      (select id from rounds where game = ${game} and phase = 'locked' order by due_at desc limit ${limit})
      union all
      (select id from rounds where game = ${game} and phase = 'settled' and not scripted and ended_at > ${settledSince}
        order by ended_at desc limit ${limit})
      union all
      (select id from rounds where game = ${game} and phase = 'settled' and scripted and ended_at > ${settledSince}
        order by ended_at desc limit ${limit})
    )
    order by r.opened_at desc, r.id desc limit ${limit}`);
}

/**
 * Table expression: id of the live round of a game with one round at a time. Decided by phase, never by number: a
 * failed opening returns its number, which a later round may get. A stuck round makes room for the next.
 */
const liveRound = (game: ProvableGame): Sql => sql`(
  select id from rounds where game = ${game} and phase = 'open'
  union all
  select id from rounds where game = ${game} and phase = 'locked' and not stuck)`;

/** Table expression: ids of the rounds of a game that ended last, at most `most`. */
const lastEnded = (game: ProvableGame, most: number): Sql => sql`(
  select id from rounds where game = ${game} and ended_at is not null
  order by ended_at desc, id desc limit ${most}::integer)`;

/**
 * For a game with one round at a time: the live round and the one that ended last; without a live one, the last two.
 * Newest first.
 */
export function lastTwoRounds(db: Db, game: ProvableGame): Promise<Round[]> {
  return db.many<Round>(sql`
    select ${roundColumns} from rounds r
    where r.id in (select id from ${liveRound(game)} l union all select id from ${lastEnded(game, 2)} e)
    order by r.ended_at desc nulls first, r.id desc limit 2`);
}

/** Table expression: id, phase, version and scripted of the first of `lastTwoRounds`, without its entries. */
export function currentRoundSql(game: ProvableGame): Sql {
  return sql`(select id, phase, version, scripted from rounds
    where id = coalesce((select id from ${liveRound(game)} l limit 1), (select id from ${lastEnded(game, 1)} e)))`;
}

/** Settled rounds, newest first; only those that ended before the round `before` when it is given. */
export function settledRounds(db: Db, game: ProvableGame, before: string | null, limit: number): Promise<Round[]> {
  const after: Sql =
    before === null ? sql`` : sql`and (r.ended_at, r.id) < (select ended_at, id from rounds where id = ${before})`;
  return db.many<Round>(sql`
    select ${roundColumns} from rounds r
    where r.game = ${game} and r.phase = 'settled' and not r.scripted ${after}
    order by r.ended_at desc, r.id desc limit ${limit}`);
}

/** The round of this commitment. */
export function roundOfHash(db: Db, hash: string) {
  return db.maybe<{ game: ProvableGame; roundId: string; settled: boolean; scripted: boolean }>(sql`
    select game, id as "roundId", phase = 'settled' as settled, scripted from rounds where hash = ${hash}`);
}

/**
 * Scalar subquery: true when a locked round of this game has waited for its beacon for more than a minute
 * (`OVERDUE_MS`), and after a voided round until the beacon answers again. A game whose beacon is away takes no stakes.
 * A stuck round waits for no beacon.
 */
export function beaconAwaySql(game: ProvableGame, now: number): Sql {
  return sql`(select exists (
    select 1 from rounds where game = ${game} and phase = 'locked' and due_at < ${now - OVERDUE_MS} and not stuck
    union all
    select 1 from (${lastVoidSql(game)}) v
      where not exists (select 1 from beacon_outputs b where b.fetched_at > v.ended_at)))`;
}

/** Condition: a round of the game is locked, due or not, stuck or not. The sweeps that end rounds rest while there is none. */
export function anyLockedSql(game: ProvableGame): Sql {
  return sql`exists (select from rounds where game = ${game} and phase = 'locked')`;
}

/** Statement: when the newest voided round of a game was voided; no row when none ever was. */
export function lastVoidSql(game: ProvableGame): Sql {
  return sql`select ended_at from rounds where game = ${game} and phase = 'voided' order by ended_at desc limit 1`;
}

export const OVERDUE_MS = 60_000;

/** Same as `beaconAwaySql`, as its own query. */
export async function isBeaconAway(db: Db, game: ProvableGame, now: number): Promise<boolean> {
  return (await db.one<{ away: boolean }>(sql`select ${beaconAwaySql(game, now)} as away`)).away;
}

/** The entry with this number. A missing one is a bug of ours. */
export function entryOf(round: Round, no: number): RoundEntry {
  const entry = round.entries.find((each) => each.no === no);
  invariant(entry, `round ${round.id} has no entry ${no}`);
  return entry;
}

/**
 * Scalar subquery: rounds of a game by id as a JSON array of Round, in no order (null for none). For loads that are one
 * statement.
 */
export function roundsSql(game: ProvableGame, ids: readonly string[]): Sql {
  return sql`(select json_agg(row_to_json(found)) from (
    select ${roundColumns} from (select * from rounds where id = any(${ids}::text[]) offset 0) r where r.game = ${game}
  ) found)`;
}
