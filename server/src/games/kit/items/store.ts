/**
 * SQL of stakes: the load that they are decided on and the function that writes them, `round_stakes`. Each is one statement for
 * many stakes of one game; fragments of other rooms are spliced in. Called by desk.ts.
 */
import type { RefusalCode } from '@fairpot/contract/refusals';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import type { Seal } from '@fairpot/fairness/seal/seal-box';
import { pseudonymsSql } from '../../../accounts/front.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Receipt } from '../../../platform/runner/feature.ts';
import type { Details } from '../../../platform/runner/refused.ts';
import { settingsSql, type StoredSettings } from '../../../platform/runner/settings.ts';
import { sql, type Db } from '../../../platform/database/sql.ts';
import { candidatesOfAllSql, type StakeCandidate } from '../../../vault/items.ts';
import { sealsSql, type LockTime } from '../lock.ts';
import { beaconAwaySql, roundsSql, type Round } from '../rounds.ts';
import type { Stake } from '../rules.ts';
import type { ItemGame, ItemTerms } from './item-game.ts';

/** What somebody wants to stake, and into which round; null: a new one, or the live one. */
export interface Asked {
  readonly playerId: string;
  readonly ids: readonly string[];
  readonly gameId: string | null;
}

/** What a stake is decided on. */
export interface Loaded<Live = null> {
  /** As it stands in locks; null for an id that is no player. */
  readonly pseudonym: string | null;
  /** Of the items asked for, those that are the player's and free. */
  readonly available: readonly StakeCandidate[];
  readonly terms: ItemTerms & { readonly beaconAway: boolean };
  /** The round that was named; undefined when none was, or when it does not exist. */
  readonly round: Round | undefined;
  /** Of a game that has one round at a time: what an entry into it is decided on. */
  readonly live: Live | null;
  /** When this was loaded: by our clock, which names the beacon of a lock, and by the database's. */
  readonly time: LockTime;
  /** Of the round, for that beacon; null when its window is not made yet, and for rounds that are not open. */
  readonly seal: Seal | null;
}

interface LoadedRow<Live> {
  readonly pseudonyms: Readonly<Record<string, string>> | null;
  readonly available: readonly (StakeCandidate & { readonly playerId: string })[] | null;
  readonly beaconAway: boolean;
  readonly settings: StoredSettings;
  readonly rounds: readonly Round[] | null;
  readonly live: Live | null;
  readonly seals: readonly (Seal & { readonly id: string })[] | null;
  readonly loadedAt: number;
}

/** What each of these is decided on, in their order: all as of one moment. `Live`: what the game's own subquery gives. */
export async function loadStakes<Live>(
  { db, drandChain: chain }: Pick<Deps, 'db' | 'drandChain'>,
  game: ItemGame,
  asked: readonly Asked[],
  now: number,
): Promise<Loaded<Live>[]> {
  const row = await db.one<LoadedRow<Live>>(loadSql(game, asked, now, chain));
  const terms = { ...game.terms(row.settings), beaconAway: row.beaconAway };
  const time = { lockedAt: now, loadedAt: row.loadedAt };
  const rounds = new Map(row.rounds?.map((round) => [round.id, round]));
  const seals = new Map(row.seals?.map(({ id, key, box }) => [id, { key, box }]));
  const items = new Map(row.available?.map((item) => [item.id, item]));
  return asked.map(({ playerId, ids, gameId }) => ({
    pseudonym: row.pseudonyms?.[playerId] ?? null,
    available: [...new Set(ids)].flatMap((id) => {
      const item = items.get(id);
      return item?.playerId === playerId ? [item] : [];
    }),
    terms,
    round: gameId === null ? undefined : rounds.get(gameId),
    live: row.live,
    time,
    seal: gameId === null ? null : (seals.get(gameId) ?? null),
  }));
}

function loadSql({ game, live }: ItemGame, asked: readonly Asked[], now: number, chain: Deps['drandChain']) {
  const ids = asked.flatMap((each) => each.gameId ?? []);
  const { genesisMs, periodMs } = chain;
  const drandRound = drandRoundFor({ lockedAt: now, game, genesisMs, periodMs });
  return sql`
    select ${pseudonymsSql(asked.map((each) => each.playerId))} as pseudonyms,
      ${candidatesOfAllSql(asked.flatMap((each) => each.ids))} as available,
      ${roundsSql(game, ids)} as rounds, ${live?.sql ?? sql`null`} as live,
      (select json_agg(found) from ${sealsSql(ids, chain, drandRound)} found) as seals, database_ms() as "loadedAt",
      ${beaconAwaySql(game, now)} as "beaconAway", ${settingsSql} as settings`;
}

export interface NewEntry {
  readonly playerId: string;
  readonly pseudonym: string;
  /** The player's choice in the game's own terms, or null. */
  readonly pick: number | null;
  readonly stake: Stake;
}

/** A round that is opened with the stake. */
export interface Opening {
  readonly kind: 'open';
  readonly id: string;
  readonly hash: string;
  readonly secret: string;
  readonly feeBps: number;
  readonly leaf: string;
}

/** A round that the stake locks, at the version that was decided on. A scripted one has no record and names no beacon. */
export interface Locking {
  readonly kind: 'lock';
  readonly id: string;
  readonly version: number;
  readonly text: string | null;
  readonly drandRound: number | null;
  readonly dueAt: number;
  /** When the database told what this was decided on, by its own clock, epoch ms. */
  readonly loadedAt: number | null;
  /** Number of the entry. */
  readonly no: number;
}

/** A round that the stake enters and that stays open. */
export interface Entering {
  readonly kind: 'enter';
  readonly id: string;
  readonly scripted: boolean;
}

/** What a stake is answered with; `entryNo` for one that entered a round which stays open. */
export interface StakeAnswer {
  readonly gameId: string;
  readonly entryNo?: number;
}

/** A stake as it was decided, to be written. */
export interface DecidedStake {
  readonly receipt: Receipt;
  readonly response: StakeAnswer;
  readonly round: Opening | Locking | Entering;
  readonly entry: NewEntry;
  /** Epoch ms of the stake; of a lock, the moment that names its beacon. */
  readonly at: number;
}

/** What `round_stakes` says of a stake: that it did not happen, or what an entry was told. */
export interface Told {
  /** Place in the list that was to be written. */
  readonly stake: number;
  readonly earlier: StakeAnswer | null;
  readonly reused: boolean;
  readonly made: StakeAnswer | null;
  /** Of a stake that its player's own limits or block stop. */
  readonly refused: { readonly code: RefusalCode; readonly details: Details } | null;
}

/** Writes stakes that have no receipt, item or round to open or lock in common, in one transaction, in their order. */
export function writeStakes(
  db: Db,
  { game, live }: ItemGame,
  stakes: readonly DecidedStake[],
  wait: boolean,
): Promise<Told[]> {
  const batch = JSON.stringify({ ...batchOf(stakes), rules: live?.rules ?? null });
  return db.many<Told>(sql`
    select stake, earlier, reused, made, refused from round_stakes(${game}, ${batch}::jsonb, ${wait}::boolean)`);
}

/** The lists of `round_stakes`, in the words of its types. */
function batchOf(stakes: readonly DecidedStake[]): object {
  const numbered = stakes.map((each, stake) => ({ ...each, stake, entryNo: entryNoOf(each.round) }));
  return {
    receipts: numbered.flatMap(({ stake, receipt: { playerId, key, call, inputHash }, response, at }) =>
      key === null
        ? []
        : [{ stake, player_id: playerId, key, call, input_hash: inputHash.toString('hex'), response, at }],
    ),
    items: numbered.flatMap(({ stake, entry, round, entryNo, at }) =>
      entry.stake.items.map(({ id, itemType, cents }) => ({
        stake,
        item_id: id,
        item_type: itemType,
        cents,
        player_id: entry.playerId,
        round_id: round.id,
        entry_no: entryNo,
        at,
      })),
    ),
    openings: numbered.flatMap(({ stake, round, at }) => {
      if (round.kind !== 'open') return [];
      const { id, hash, feeBps, secret, leaf } = round;
      return [{ stake, id, hash, fee_bps: feeBps, secret, leaf, at }];
    }),
    locks: numbered.flatMap(({ stake, round, at }) => {
      if (round.kind !== 'lock') return [];
      const { id, version, text, drandRound, dueAt, loadedAt } = round;
      return [{ stake, id, version, lock_text: text, drand_round: drandRound, due_at: dueAt, loaded_at: loadedAt, at }];
    }),
    enters: numbered.flatMap(({ stake, round, response }) =>
      round.kind === 'enter' ? [{ stake, round_id: round.id, scripted: round.scripted, answer: response }] : [],
    ),
    entries: numbered.map(({ stake, entry: { playerId, pseudonym, pick, stake: staked }, round, entryNo, at }) => ({
      stake,
      round_id: round.id,
      no: entryNo,
      player_id: playerId,
      pseudonym,
      pick,
      cents: staked.totalCents,
      at,
    })),
  };
}

/** Of an entry into a round that stays open the database knows the number. */
function entryNoOf(round: DecidedStake['round']): number | null {
  if (round.kind === 'enter') return null;
  return round.kind === 'open' ? 1 : round.no;
}
