/**
 * The loop of a hot command (decision 0002): load and decide, then write everything in one statement; when a guard of that
 * statement finds the world changed, load and decide again. Invariant: one effect per receipt, also for a repeated call
 * that arrives after the first one has used up what it would decide on.
 */
import { sqlState } from '../../platform/db.ts';
import type { Receipt } from '../../platform/feature.ts';
import { invariant, Refused, refuse } from '../../platform/refused.ts';
import { sql, type Pool, type Sql } from '../../platform/sql.ts';

/** Raised by round_lock and vault_stake: what was decided on is no longer so, nothing was written. */
const STALE = ['FPR01', 'FPV01'];
const MAX_TRIES = 5;

export interface Plan<R> {
  /** The answer; null when only the write knows it (an order among many): then it comes in the column `made`. */
  readonly response: R | null;
  /** One statement with the column `earlier`: null, or the stored answer of the same receipt. */
  readonly write: Sql;
}

/** `plan` loads and decides; it throws Refused for a refusal. */
export async function decideAndWrite<R>(
  ctx: { readonly db: Pool; readonly receipt: Receipt; readonly now: number },
  plan: () => Promise<Plan<R>>,
): Promise<{ readonly response: R; readonly replayed: boolean }> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      const { response, write } = await plan();
      const { earlier, made } = await ctx.db.one<{ earlier: R | null; made?: R | null }>(write);
      if (earlier !== null) return { response: earlier, replayed: true };
      const answer = response ?? made ?? null;
      invariant(answer !== null, `${ctx.receipt.call} has no answer`);
      return { response: answer, replayed: false };
    } catch (error) {
      if (error instanceof Refused) return replayOr(ctx, error);
      if (!STALE.includes(sqlState(error) ?? '')) throw error;
    }
  }
  // Losing this often means that every try met another change: nothing was written, the player may try again.
  return refuse('UNAVAILABLE');
}

/**
 * A refusal may be the doing of the same call's first run (its items are staked now). Then that run's answer is the
 * answer; otherwise the claim is rolled back with the refusal.
 */
async function replayOr<R>(
  ctx: { readonly db: Pool; readonly receipt: Receipt; readonly now: number },
  refusal: Refused,
): Promise<{ readonly response: R; readonly replayed: true }> {
  const { playerId, key, call, inputHash } = ctx.receipt;
  if (key === null) throw refusal;
  return ctx.db.transaction(async (tx) => {
    const { earlier } = await tx.one<{ earlier: R | null }>(sql`
      select claim_receipt(${playerId}, ${key}, ${call}, ${inputHash}, null, ${ctx.now}) as earlier`);
    if (earlier === null) throw refusal;
    return { response: earlier, replayed: true };
  });
}
