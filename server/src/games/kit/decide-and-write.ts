/**
 * A hot command in a straight line (decision 0002): load, decide, write everything in one statement; when a guard of that
 * statement finds the world changed, load and decide again. Invariant: one effect per receipt, also for a repeated call
 * that arrives after the first one has used up what it would decide on.
 */
import type { RefusalCode } from '@fairpot/contract/refusals';
import { sqlState } from '../../platform/database/db.ts';
import type { Receipt } from '../../platform/runner/feature.ts';
import { invariant, Refused, refuse, type Details } from '../../platform/runner/refused.ts';
import { sql, type Pool } from '../../platform/database/sql.ts';

/** Raised by functions that write: what was decided on is no longer so, nothing was written. */
const STALE_STATES = ['FPR01', 'FPV01'];
const MAX_TRIES = 5;

/** What was decided on is no longer so: nothing was written, decide again. */
export const STALE = 'stale';

/**
 * What became of a write: done; done before, with the stored answer of the same receipt (`earlier`); refused; or stale.
 * `made` is the answer where only the write knows it (an order among many).
 */
export type Written<R = object> =
  | { readonly earlier: R | null; readonly made?: R | null }
  | { readonly refused: RefusalCode; readonly details?: Details }
  | typeof STALE;

/** The three steps of a hot command; each try goes through all of them. */
export interface Steps<L, D extends { readonly response: R | null }, R> {
  /** Reads all that is decided on. Throws Refused when there is nothing to decide. */
  load(): Promise<L>;
  /** Pure: what is to be written, with its answer (null: `made` will be the answer). Throws Refused for a refusal. */
  decide(loaded: L): D;
  /** One transaction. `alone` at every try but the first: it then waits for what it needs. */
  write(decided: D, alone: boolean): Promise<Written<R>>;
}

export interface HotContext {
  readonly db: Pool;
  readonly receipt: Receipt;
  readonly now: number;
}

export interface Done<R> {
  readonly response: R;
  readonly replayed: boolean;
}

export async function decideAndWrite<L, D extends { readonly response: R | null }, R>(
  ctx: HotContext,
  steps: Steps<L, D, R>,
): Promise<Done<R>> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    try {
      const loaded = await steps.load();
      const decided = steps.decide(loaded);
      const written = await steps.write(decided, tries > 1);
      if (written !== STALE) return answered(ctx, decided.response, written);
    } catch (error) {
      if (error instanceof Refused) return replayOr(ctx, error);
      if (!STALE_STATES.includes(sqlState(error) ?? '')) throw error;
    }
  }
  // Losing this often means that every try met another change: nothing was written, the player may try again.
  return refuse('UNAVAILABLE');
}

function answered<R>({ receipt }: HotContext, response: R | null, written: Exclude<Written<R>, typeof STALE>): Done<R> {
  if ('refused' in written) return refuse(written.refused, written.details);
  const { earlier, made } = written;
  const answer = earlier ?? made ?? response;
  invariant(answer !== null, `${receipt.call} has no answer`);
  return { response: answer, replayed: earlier !== null };
}

/**
 * A refusal may be the doing of the same call's first run (its items are staked now). Then that run's answer is the
 * answer; otherwise the claim is rolled back with the refusal.
 */
async function replayOr<R>(ctx: HotContext, refusal: Refused): Promise<Done<R>> {
  const { playerId, key, call, inputHash } = ctx.receipt;
  if (key === null) throw refusal;
  return ctx.db.transaction(async (tx) => {
    const { earlier } = await tx.one<{ earlier: R | null }>(sql`
      select claim_receipt(${playerId}, ${key}, ${call}, ${inputHash}, null, ${ctx.now}) as earlier`);
    if (earlier === null) throw refusal;
    return { response: earlier, replayed: true };
  });
}
