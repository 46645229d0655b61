/**
 * The one custodian of round secrets: makes them at the opening and hands them only to the settlement. Invariant: a
 * secret leaves this file in two ways only: into `openRounds`, and with the result once the beacon output is stored.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { commitmentOf, makeSecret } from '@fairpot/fairness/protocol/commitment';
import { invariant } from '../../platform/runner/refused.ts';
import type { Random } from '../../platform/process/ports.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';

export interface NewSecret {
  readonly secret: string;
  /** The commitment shown from the opening on: hex of sha256(secret). */
  readonly hash: string;
}

/** A secret for a round that is about to be opened. */
export function newSecret(random: Random, game: ProvableGame, roundId: string): NewSecret {
  const secret = makeSecret({ game, roundId, random32: random.bytes(32) });
  return { secret, hash: commitmentOf(secret) };
}

/**
 * Secrets of rounds that are being settled: their rows are locked, their beacon outputs are stored. `tx` must be the
 * settler's: no other role has access.
 */
export async function secretsToReveal(
  tx: Tx,
  roundIds: readonly string[],
  chain: DrandChain,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.many<{ id: string; secret: string }>(sql`
    select id, secret from round_reveal(${roundIds}::text[], ${chain.chainHash})`);
  invariant(rows.length === roundIds.length, `a secret of ${roundIds.join(', ')} must not be revealed`);
  return new Map(rows.map((row) => [row.id, row.secret]));
}
