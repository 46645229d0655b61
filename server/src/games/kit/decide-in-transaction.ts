/**
 * A command that needs the outside world before it writes: its handler asks first, outside of any transaction, then decides
 * and writes in one. Used by games of balance. Invariant: one effect per receipt, as in decide-and-write.ts: the receipt is
 * claimed last, with the answer, and a call that comes second is rolled back and answered with what the first one stored.
 */
import type { Receipt } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { sql, type Pool, type Tx } from '../../platform/database/sql.ts';

interface Context {
  readonly db: Pool;
  readonly receipt: Receipt;
  readonly now: number;
}

interface Done<R> {
  readonly response: R;
  readonly replayed: boolean;
}

/** Thrown out of the transaction, so that it is rolled back. */
class Earlier<R> extends Error {
  readonly response: R;

  constructor(response: R) {
    super('answered before');
    this.response = response;
  }
}

/** `work` throws Refused for a refusal. It may be run again by its caller: nothing of a run that threw is left. */
export async function decideInTransaction<R>(ctx: Context, work: (tx: Tx) => Promise<R>): Promise<Done<R>> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const response = await work(tx);
      const earlier = await claim<R>(tx, ctx, response);
      if (earlier !== null) throw new Earlier(earlier);
      return { response, replayed: false };
    });
  } catch (error) {
    if (error instanceof Earlier) return { response: (error as Earlier<R>).response, replayed: true };
    if (error instanceof Refused && ctx.receipt.key !== null) return replayOr(ctx, error);
    throw error;
  }
}

async function claim<R>(tx: Tx, { receipt, now }: Context, response: R | null): Promise<R | null> {
  const { playerId, key, call, inputHash } = receipt;
  const stored = response === null ? null : JSON.stringify(response);
  const { earlier } = await tx.one<{ earlier: R | null }>(sql`
    select claim_receipt(${playerId}, ${key}, ${call}, ${inputHash}, ${stored}::jsonb, ${now}) as earlier`);
  return earlier;
}

/** A refusal may be the doing of the same call's first run (its seat is taken, by itself). Then that run's answer counts. */
function replayOr<R>(ctx: Context, refusal: Refused): Promise<Done<R>> {
  return ctx.db.transaction(async (tx) => {
    const earlier = await claim<R>(tx, ctx, null);
    if (earlier === null) throw refusal;
    return { response: earlier, replayed: true };
  });
}
