/**
 * The loop of a hot command (decision 0002): load and decide, then write everything in one statement; when a guard of that
 * statement finds the world changed, load and decide again. Invariant: one effect per receipt, also for a repeated call
 * that arrives after the first one has used up what it would decide on.
 */
import type { RefusalCode } from '@fairpot/contract/refusals';
import { sqlState } from '../../platform/database/db.ts';
import type { Receipt } from '../../platform/runner/feature.ts';
import { invariant, Refused, refuse } from '../../platform/runner/refused.ts';
import { sql, type Pool, type Sql } from '../../platform/database/sql.ts';

/** Raised by round_lock and vault_stake: what was decided on is no longer so, nothing was written. */
const STALE_STATES = ['FPR01', 'FPV01'];
const MAX_TRIES = 5;

/** What was decided on is no longer so: nothing was written, decide again. */
export const STALE = 'stale';

/** What became of a write: done, with the stored answer of the same receipt when that was there before. */
export type Written<R = object> =
  { readonly earlier: R | null; readonly made?: R | null } | { readonly refused: RefusalCode } | typeof STALE;

export interface Plan<R> {
  /** The answer; null when only the write knows it (an order among many): then it comes in the column `made`. */
  readonly response: R | null;
  /**
   * One statement with the column `earlier`: null, or the stored answer of the same receipt. Or a function that writes, in
   * company at the first try and alone, waiting for what it needs, at every other.
   */
  readonly write: Sql | ((alone: boolean) => Promise<Written<R>>);
}

type Row<R> = Extract<Written<R>, { earlier: R | null }>;

/** `plan` loads and decides; it throws Refused for a refusal. */
export async function decideAndWrite<R>(
  ctx: { readonly db: Pool; readonly receipt: Receipt; readonly now: number },
  plan: () => Promise<Plan<R>>,
): Promise<{ readonly response: R; readonly replayed: boolean }> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      const { response, write } = await plan();
      const written = typeof write === 'function' ? await write(tries > 1) : await ctx.db.one<Row<R>>(write);
      if (written === STALE) continue;
      if ('refused' in written) return refuse(written.refused);
      const { earlier, made } = written;
      if (earlier !== null) return { response: earlier, replayed: true };
      const answer = response ?? made ?? null;
      invariant(answer !== null, `${ctx.receipt.call} has no answer`);
      return { response: answer, replayed: false };
    } catch (error) {
      if (error instanceof Refused) return replayOr(ctx, error);
      if (!STALE_STATES.includes(sqlState(error) ?? '')) throw error;
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
