/**
 * SQL of coinflip: the loads of its hot commands, and the two functions that write them (0006_coinflip.sql). Each is one
 * statement; fragments of other rooms are spliced in.
 */
import type { Side } from '@fairpot/contract/coinflip';
import { pseudonymSql } from '../../accounts/front.ts';
import type { Receipt } from '../../platform/feature.ts';
import { settingsOf, settingsSql } from '../../platform/settings.ts';
import { sql, type Db, type Sql } from '../../platform/sql.ts';
import { candidatesSql, type StakeCandidate } from '../../vault/items.ts';
import { beaconAwaySql, roundSql, type Round } from '../kit/rounds.ts';
import type { Stake } from '../kit/rules.ts';
import { termsOf, type CoinflipTerms } from './terms.ts';

/** What a stake is decided on. */
export interface Loaded {
  /** As it stands in locks; null for an id that is no player. */
  readonly pseudonym: string | null;
  /** Of the items asked for, those that are the player's and free. */
  readonly available: readonly StakeCandidate[];
  readonly terms: CoinflipTerms & { readonly beaconAway: boolean };
}

interface LoadedRow {
  readonly pseudonym: string | null;
  readonly available: readonly StakeCandidate[] | null;
  readonly beaconAway: boolean;
  readonly settings: Record<string, unknown> | null;
}

const stakeColumns = (playerId: string, ids: readonly string[], now: number): Sql => sql`
  ${pseudonymSql(playerId)} as pseudonym, ${candidatesSql(playerId, ids)} as available,
  ${beaconAwaySql('coinflip', now)} as "beaconAway", ${settingsSql} as settings`;

function loaded(row: LoadedRow): Loaded {
  const terms = { ...termsOf(settingsOf(row.settings)), beaconAway: row.beaconAway };
  return { pseudonym: row.pseudonym, available: row.available ?? [], terms };
}

export async function loadForCreate(db: Db, playerId: string, ids: readonly string[], now: number): Promise<Loaded> {
  return loaded(await db.one<LoadedRow>(sql`select ${stakeColumns(playerId, ids, now)}`));
}

export async function loadForJoin(
  db: Db,
  gameId: string,
  playerId: string,
  ids: readonly string[],
  now: number,
): Promise<Loaded & { readonly round: Round | undefined }> {
  const row = await db.one<LoadedRow & { readonly round: Round | null }>(sql`
    select ${stakeColumns(playerId, ids, now)}, ${roundSql('coinflip', gameId)} as round`);
  return { ...loaded(row), round: row.round ?? undefined };
}

export interface NewEntry {
  readonly playerId: string;
  readonly pseudonym: string;
  readonly side: Side;
  readonly stake: Stake;
}

/** Statement that opens a game; column `earlier` as `decideAndWrite` wants it. */
export function createSql(
  receipt: Receipt,
  response: object,
  round: {
    readonly id: string;
    readonly hash: string;
    readonly secret: string;
    readonly feeBps: number;
    readonly leaf: string;
  },
  entry: NewEntry,
  at: number,
): Sql {
  return sql`select coinflip_create(${receiptArgs(receipt, response)},
    ${round.id}, ${round.hash}, ${round.secret}, ${round.feeBps}, ${round.leaf}, ${entryArgs(entry)}, ${at}) as earlier`;
}

/** Statement that joins and locks a game at the version that was decided on. */
export function joinSql(
  receipt: Receipt,
  response: object,
  round: { readonly id: string; readonly version: number },
  lock: { readonly text: string; readonly drandRound: number; readonly dueAt: number },
  entry: NewEntry,
  at: number,
): Sql {
  return sql`select coinflip_join(${receiptArgs(receipt, response)},
    ${round.id}, ${round.version}, ${lock.text}, ${lock.drandRound}, ${lock.dueAt}, ${entryArgs(entry)}, ${at}) as earlier`;
}

const receiptArgs = (receipt: Receipt, response: object): Sql => sql`
  ${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash}, ${JSON.stringify(response)}::jsonb`;

const entryArgs = ({ playerId, pseudonym, side, stake }: NewEntry): Sql => sql`
  ${playerId}, ${pseudonym}, ${side}, ${stake.items.map((i) => i.id)}::text[],
  ${stake.items.map((i) => i.itemType)}::text[], ${stake.items.map((i) => i.cents)}::bigint[]`;
