/**
 * SQL of coinflip: the load that stakes are decided on and the function that writes them (server/functions/games/coinflip). Each
 * is one statement for many stakes; fragments of other rooms are spliced in. Called by desk.ts.
 */
import type { Side } from '@fairpot/contract/coinflip';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import type { Seal } from '@fairpot/fairness/seal/seal-box';
import { pseudonymsSql } from '../../accounts/front.ts';
import type { Receipt } from '../../platform/runner/feature.ts';
import { settingsOf, settingsSql } from '../../platform/runner/settings.ts';
import { sql, type Db, type Sql } from '../../platform/database/sql.ts';
import { candidatesOfAllSql, type StakeCandidate } from '../../vault/items.ts';
import { sealsSql, type LockTime } from '../kit/lock.ts';
import { beaconAwaySql, roundsSql, type Round } from '../kit/rounds.ts';
import type { Stake } from '../kit/rules.ts';
import { termsOf, type CoinflipTerms } from './terms.ts';

/** What somebody wants to stake, and into which game; null: a new one. */
export interface Asked {
  readonly playerId: string;
  readonly ids: readonly string[];
  readonly gameId: string | null;
}

/** What a stake is decided on. */
export interface Loaded {
  /** As it stands in locks; null for an id that is no player. */
  readonly pseudonym: string | null;
  /** Of the items asked for, those that are the player's and free. */
  readonly available: readonly StakeCandidate[];
  readonly terms: CoinflipTerms & { readonly beaconAway: boolean };
  /** Undefined for a new game and for one that does not exist. */
  readonly round: Round | undefined;
  /** When this was loaded: by our clock, which names the beacon of a lock, and by the database's. */
  readonly time: LockTime;
  /** Of the round, for that beacon; null when its window is not made yet, and for rounds that are not open. */
  readonly seal: Seal | null;
}

interface LoadedRow {
  readonly pseudonyms: Readonly<Record<string, string>> | null;
  readonly available: readonly (StakeCandidate & { readonly playerId: string })[] | null;
  readonly beaconAway: boolean;
  readonly settings: Record<string, unknown> | null;
  readonly rounds: readonly Round[] | null;
  readonly seals: readonly (Seal & { readonly id: string })[] | null;
  readonly loadedAt: number;
}

/** What each of these is decided on, in their order: all as of one moment. */
export async function loadStakes(db: Db, asked: readonly Asked[], now: number, chain: DrandChain): Promise<Loaded[]> {
  const ids = asked.flatMap((each) => each.gameId ?? []);
  const { genesisMs, periodMs } = chain;
  const drandRound = drandRoundFor({ lockedAt: now, game: 'coinflip', genesisMs, periodMs });
  const row = await db.one<LoadedRow>(sql`
    select ${pseudonymsSql(asked.map((each) => each.playerId))} as pseudonyms,
      ${candidatesOfAllSql(asked.flatMap((each) => each.ids))} as available,
      ${roundsSql('coinflip', ids)} as rounds,
      (select json_agg(found) from ${sealsSql(ids, chain, drandRound)} found) as seals, database_ms() as "loadedAt",
      ${beaconAwaySql('coinflip', now)} as "beaconAway", ${settingsSql} as settings`);
  const terms = { ...termsOf(settingsOf(row.settings)), beaconAway: row.beaconAway };
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
    time,
    seal: gameId === null ? null : (seals.get(gameId) ?? null),
  }));
}

export interface NewEntry {
  readonly playerId: string;
  readonly pseudonym: string;
  readonly side: Side;
  readonly stake: Stake;
}

/** A game that is opened with the stake. */
export interface Opening {
  readonly kind: 'open';
  readonly id: string;
  readonly hash: string;
  readonly secret: string;
  readonly feeBps: number;
  readonly leaf: string;
}

/** A game that the stake locks, at the version that was decided on. */
export interface Locking {
  readonly kind: 'lock';
  readonly id: string;
  readonly version: number;
  readonly text: string;
  readonly drandRound: number;
  readonly dueAt: number;
  /** When the database told what this was decided on, by its own clock, epoch ms. */
  readonly loadedAt: number;
}

/** What a stake is answered with. */
export interface StakeAnswer {
  readonly gameId: string;
}

/** A stake as it was decided, to be written. */
export interface DecidedStake {
  readonly receipt: Receipt;
  readonly response: StakeAnswer;
  readonly round: Opening | Locking;
  readonly entry: NewEntry;
  /** Epoch ms of the stake; of a lock, the moment that names its beacon. */
  readonly at: number;
}

/** A stake that did not happen: see `coinflip_stakes`. */
export interface Unwritten {
  /** Place in the list that was to be written. */
  readonly stake: number;
  readonly earlier: StakeAnswer | null;
  readonly reused: boolean;
}

/** Writes stakes that have no receipt, round or item in common, in one transaction. Returns those that did not happen. */
export function writeStakes(db: Db, stakes: readonly DecidedStake[], wait: boolean): Promise<Unwritten[]> {
  return db.many<Unwritten>(sql`
    select stake, earlier, reused from coinflip_stakes(${JSON.stringify(batchOf(stakes))}::jsonb, ${wait}::boolean)`);
}

/** Statement that joins a scripted game, which names no beacon, at the version that was decided on. Rare: by itself. */
export function joinScriptedSql(
  receipt: Receipt,
  response: object,
  round: { readonly id: string; readonly version: number; readonly dueAt: number },
  { playerId, pseudonym, side, stake }: NewEntry,
  at: number,
): Sql {
  return sql`select coinflip_join_scripted(
    ${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash}, ${JSON.stringify(response)}::jsonb,
    ${round.id}, ${round.version}, ${round.dueAt}, ${playerId}, ${pseudonym}, ${side},
    ${stake.items.map((i) => i.id)}::text[], ${stake.items.map((i) => i.itemType)}::text[],
    ${stake.items.map((i) => i.cents)}::bigint[], ${at}) as earlier`;
}

/** The lists of `coinflip_stakes`, in the words of its types. */
function batchOf(stakes: readonly DecidedStake[]): object {
  const numbered = stakes.map((each, stake) => ({ ...each, stake, entryNo: each.round.kind === 'open' ? 1 : 2 }));
  return {
    receipts: numbered.flatMap(({ stake, receipt: { playerId, key, call, inputHash }, response, at }) =>
      key === null
        ? []
        : [{ stake, player_id: playerId, key, call, input_hash: inputHash.toString('hex'), response, at }],
    ),
    items: numbered.flatMap(({ stake, entry, round, entryNo, at }) =>
      entry.stake.items.map(({ id, itemType, cents }) => ({
        ...{ stake, item_id: id, item_type: itemType, cents },
        ...{ player_id: entry.playerId, round_id: round.id, entry_no: entryNo, at },
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
    entries: numbered.map(({ stake, entry: { playerId, pseudonym, side, stake: staked }, round, entryNo, at }) => ({
      ...{ stake, round_id: round.id, no: entryNo, player_id: playerId, pseudonym, pick: side },
      ...{ cents: staked.totalCents, at },
    })),
  };
}
