/** Makes calls meet in one transaction: for tests of commands whose handler takes several. */
import type { PauseKey } from '@fairpot/contract/operations/pauses/calls';
import type { Command, CallInput } from '@fairpot/contract/wire/call.schemas';
import { sql, type Pool } from '../src/platform/database/sql.ts';
import type { Actor, BatchedCall } from '../src/platform/runner/feature.ts';
import { blockedStatement } from './races.ts';

/**
 * Starts `first`, which waits at the gate of the pause, then `others`, which gather behind it. Returns the results of `others`, which run in one
 * transaction.
 */
export async function runInOneBatch<T>(
  db: Pool,
  gate: PauseKey,
  first: () => Promise<unknown>,
  others: readonly (() => Promise<T>)[],
): Promise<T[]> {
  let waiting: Promise<T[]> = Promise.resolve([]);
  let one: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`pause ${gate}`}, 0))`);
    one = first();
    await blockedStatement(db, 'pg_advisory_xact_lock_shared');
    waiting = Promise.all(others.map((other) => other()));
    waiting.catch(() => undefined);
    // The batcher does not wait for a batch that hangs: the others begin next to it, in one batch.
    await blockedTwice(db);
  });
  await one;
  return waiting;
}

async function blockedTwice(db: Pool): Promise<void> {
  const until = Date.now() + 3_000;
  while (Date.now() < until) {
    const { n } = await db.one<{ n: number }>(sql`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (n > 1) return;
  }
  throw new Error('the others did not begin');
}

/** A call as a handler of several gets it; its facts and signals are dropped. */
export function batchedCall<C extends Command, B>(
  actor: Actor,
  input: CallInput<C>,
  { now, before }: { readonly now: number; readonly before: B },
): BatchedCall<C, B> {
  const nowhere = () => undefined;
  return { actor, input, now, before, requestId: 'test', address: null, emit: nowhere, afterCommit: nowhere };
}
