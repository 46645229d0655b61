/**
 * SQL of stakes of items: the data that stakes are decided on, and the rows that they become. Each statement handles
 * several stakes of one game. The load locks what the decisions depend on, in the fixed lock order: the pause's gate,
 * rounds, items. Called by stake.ts.
 */
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { sumCents, type Cents } from '@fairpot/contract/wire/money';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import type { LockSeal } from '@fairpot/fairness/base/seal-box';
import { pseudonymsSql } from '../../../accounts/people.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import { passPauseGate } from '../../../platform/runner/pauses.ts';
import { Stale } from '../../../platform/runner/refused.ts';
import { settingsSql, type StoredSettings } from '../../../platform/runner/settings.ts';
import { columnOf, sql, type Sql, type Tx } from '../../../platform/database/sql.ts';
import { lockAvailable, type StakeCandidate } from '../../../vault/items.ts';
import { doubtOf, priceListSql } from '../../../vault/types.ts';
import type { LockTime } from '../lock.ts';
import { beaconAwaySql, selectRoundsForUpdate, roundsSql, type Round } from '../rounds.ts';
import type { ItemGame } from './item-game.ts';
import type { ItemTerms } from './terms.ts';

/** The items a player wants to stake, and the round; null: a new round, or the live one. */
export interface StakeRequest {
  readonly playerId: string;
  readonly ids: readonly string[];
  readonly gameId: string | null;
}

export interface ItemStake {
  /** By id: the order in which rows are locked. */
  readonly items: readonly StakeCandidate[];
  readonly totalCents: Cents;
}

/** The data that stakes of one game are decided on, all as of one moment. */
export interface LoadedStakes {
  /** The pseudonym used in locks, by player; ids that are no player are missing. */
  readonly pseudonyms: ReadonlyMap<string, string>;
  /** The requested items that are available to a player, by id. Their rows are locked. */
  readonly items: ReadonlyMap<string, StakeCandidate & { readonly playerId: string }>;
  readonly terms: ItemTerms & { readonly beaconAway: boolean };
  /** The named rounds that exist, by id. Their rows are locked. */
  readonly rounds: ReadonlyMap<string, Round>;
  /** What the stakes of each named round are worth at current prices; null while one of them is in doubt. */
  readonly stakedNow: ReadonlyMap<string, Cents | null>;
  /** The time by this node's clock, which names the beacon of a lock, and by the database's. */
  readonly time: LockTime;
  /** Seals of open rounds for that beacon, by id; missing while the window of a round is not made yet. */
  readonly seals: ReadonlyMap<string, LockSeal>;
}

interface LoadedRow {
  readonly pseudonyms: Readonly<Record<string, string>> | null;
  readonly beaconAway: boolean;
  readonly settings: StoredSettings;
  readonly rounds: readonly Round[] | null;
  readonly seals: readonly (LockSeal & { readonly id: string })[] | null;
  readonly loadedAt: number;
}

/**
 * A lock that waited longer than this for its round names a new beacon: 15 s lie between the lock and the beacon, and
 * the database undoes a lock that commits more than 4 s after its load.
 */
const FRESH_MS = 3_000;

/**
 * Locks and loads the data that the stakes are decided on. The statements share a round trip; each sees what the locks
 * before it waited for.
 */
export async function loadStakes(
  tx: Tx,
  { clock, drandChain: chain }: Pick<Deps, 'clock' | 'drandChain'>,
  { game, terms }: ItemGame,
  requests: readonly StakeRequest[],
): Promise<LoadedStakes> {
  const lockedAt = clock.now();
  const { genesisMs, periodMs } = chain;
  const drandRound = drandRoundFor({ lockedAt, game, genesisMs, periodMs });
  const named = [...new Set(requests.flatMap((request) => request.gameId ?? []))];
  const players = [...new Set(requests.map((request) => request.playerId))];
  const ids = [...new Set(requests.flatMap((request) => request.ids))];
  const [, , available, priced, row] = await Promise.all([
    passPauseGate(tx, `${game}.paused`),
    named.length === 0 ? null : tx.run(selectRoundsForUpdate(game, named)),
    lockAvailable(tx, ids, lockedAt),
    named.length === 0 ? [] : tx.many<PricedStake>(pricedStakesSql(named)),
    tx.one<LoadedRow>(sql`
      select ${pseudonymsSql(players)} as pseudonyms, ${beaconAwaySql(game, lockedAt)} as "beaconAway",
        ${settingsSql} as settings, ${roundsSql(game, named)} as rounds, database_ms() as "loadedAt",
        (select json_agg(json_build_object('id', id, 'key', seal_key, 'box', box))
          from round_seals(${named}::text[], ${chain.chainHash}, ${drandRound})) as seals`),
  ]);
  if (named.length > 0 && clock.now() - lockedAt > FRESH_MS) throw new Stale('waited too long for round locks');
  return {
    pseudonyms: new Map(Object.entries(row.pseudonyms ?? {})),
    items: new Map(available.map((item) => [item.id, item])),
    terms: { ...terms(row.settings), beaconAway: row.beaconAway },
    rounds: new Map(row.rounds?.map((round) => [round.id, round])),
    stakedNow: new Map(named.map((id) => [id, stakedNow(priced, id, lockedAt)])),
    time: { lockedAt, loadedAt: row.loadedAt },
    seals: new Map(row.seals?.map(({ id, key, box }) => [id, { key, box }])),
  };
}

interface PricedStake {
  readonly roundId: string;
  readonly cents: Cents;
  readonly doubt: PriceDoubt | null;
  readonly goodUntil: number | null;
}

/** Statement: the items at stake in these rounds, at current prices. */
const pricedStakesSql = (rounds: readonly string[]): Sql => sql`
  select s.round_id as "roundId", p.price_cents as cents, p.doubt, p.good_until as "goodUntil"
  from stake_items s join ${priceListSql} p on p.slug = s.item_type where s.round_id = any(${rounds}::text[])`;

function stakedNow(priced: readonly PricedStake[], roundId: string, now: number): Cents | null {
  const items = priced.filter((item) => item.roundId === roundId);
  return items.some((item) => doubtOf(item, now) !== null) ? null : sumCents(items.map((item) => item.cents));
}

/** An entry to be written for a stake. */
export interface NewEntry {
  readonly roundId: string;
  readonly no: number;
  readonly playerId: string;
  readonly pseudonym: string;
  /** The player's choice in the game's own terms, or null. */
  readonly pick: number | null;
  readonly stake: ItemStake;
  /** Made by an API key of the player. */
  readonly byKey: boolean;
  /** Epoch ms. */
  readonly at: number;
}

/** Writes entries with their items. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(({ stake, ...entry }) => ({ ...entry, cents: stake.totalCents }));
  const items = entries.flatMap(({ roundId, no, stake }) =>
    stake.items.map((item) => ({ roundId, no, id: item.id, type: item.itemType, cents: item.cents })),
  );
  await tx.run(sql`
    with entered as (
      insert into entries (round_id, no, player_id, pseudonym, pick, cents, at, by_key)
      select "roundId", no, "playerId", pseudonym, pick, cents, at, "byKey"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e ("roundId" text, no integer, "playerId" text, pseudonym text, pick integer, cents bigint, at bigint,
          "byKey" boolean)
    )
    insert into stake_items (round_id, entry_no, item_id, item_type, cents)
    select "roundId", no, id, type, cents from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i ("roundId" text, no integer, id text, type text, cents bigint)`);
}

/**
 * Locks open rounds, oldest first, whose first stake is worth over `percent` more or less than its entry says; returns their ids. A round
 * with a doubtful price is not among them.
 */
export async function lockRepriced(tx: Tx, game: string, percent: number, limit: number): Promise<readonly string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    select r.id from rounds r join entries e on e.round_id = r.id and e.no = 1
      cross join lateral (
        select sum(p.price_cents) as now, bool_or(p.doubt is not null) as doubted
        from stake_items s join ${priceListSql} p on p.slug = s.item_type where s.round_id = r.id
      ) n
    where r.game = ${game} and r.phase = 'open' and not n.doubted
      and abs(n.now - e.cents) * 100 > ${percent}::integer * e.cents
    order by r.opened_at limit ${limit}::integer for no key update of r skip locked`);
  return columnOf(rows, 'id');
}
