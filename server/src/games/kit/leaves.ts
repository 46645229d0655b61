/**
 * Leaves of the public log: the bytes that are hashed. Canonical JSON, pseudonyms only. Each leaf is written in the
 * transaction of the change it records (I13). A secret appears in the leaf of its result and in no earlier leaf.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { sql, type Tx } from '../../platform/database/sql.ts';
import type { Round, RoundResult } from './rounds.ts';

export interface NewLeaf {
  readonly kind: 'open' | 'lock' | 'result' | 'cancel' | 'void' | 'scripted';
  readonly roundId: string;
  readonly body: string;
}

/** The leaf of an opening, with 0 as the round's number: `openRounds` fills in the number that it assigns. */
export function openLeaf(round: {
  readonly game: ProvableGame;
  readonly roundId: string;
  readonly hash: string;
  readonly feeBps: number;
  readonly openedAt: number;
}): string {
  return canon({ v: 'fp/2', type: 'open', number: 0, ...round });
}

/** The leaf of a result: together with the leaves of opening and lock, all that a verifier needs. */
export function resultLeaf(round: Round, result: RoundResult, chain: DrandChain, at: number): NewLeaf {
  const drand = { chain: chain.chainHash, round: result.drandRound, signature: result.signature };
  const body = canon({
    v: 'fp/2',
    type: 'result',
    game: round.game,
    roundId: round.id,
    secret: result.secret,
    drand,
    outcome: result.outcome,
    payouts: result.payouts,
    settledAt: at,
  });
  return { kind: 'result', roundId: round.id, body };
}

/**
 * The leaf of the staff act that makes a round scripted, or changes its winner (a pseudonym). No lock and no result
 * follow it: the log does not count such a round as a game.
 */
export function scriptedLeaf(round: Round, winner: string, at: number): string {
  return canon({ v: 'fp/2', type: 'scripted', game: round.game, roundId: round.id, winner, at });
}

/** The leaf of an end without a result: all stakes were returned. */
export function refundLeaf(round: Round, kind: 'cancel' | 'void', why: string, at: number): NewLeaf {
  const body = canon({ v: 'fp/2', type: kind, game: round.game, roundId: round.id, why, at });
  return { kind, roundId: round.id, body };
}

export async function appendLeaves(tx: Tx, leaves: readonly NewLeaf[], at: number): Promise<void> {
  await tx.run(sql`
    insert into log_leaves (kind, round_id, body, at)
    select l.kind, l."roundId", l.body, ${at}::bigint
    from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) as l (kind text, "roundId" text, body text)`);
}

/** Announces the terms of future rounds. */
export async function appendTerms(tx: Tx, body: string, at: number): Promise<void> {
  await tx.run(sql`insert into log_leaves (kind, round_id, body, at) values ('terms', null, ${body}, ${at})`);
}

/** Announces a change of a case: a new version of its drop table, its retirement, or its return to the offer. */
export async function appendCase(
  tx: Tx,
  kind: 'case' | 'case-retired' | 'case-offered',
  body: string,
  at: number,
): Promise<void> {
  await tx.run(sql`insert into log_leaves (kind, round_id, body, at) values (${kind}, null, ${body}, ${at})`);
}

/**
 * Writes a statement of the site about itself (fairness/src/log/statement-leaf.ts). Returns the id of the leaf's row.
 */
export async function appendStatement(tx: Tx, body: string, at: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into log_leaves (kind, round_id, body, at) values ('statement', null, ${body}, ${at}) returning id`);
  return id;
}
