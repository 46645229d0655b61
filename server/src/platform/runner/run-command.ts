/**
 * The one way to write. Every command of the contract runs here: look up its key, ask what cannot be asked inside a transaction,
 * BEGIN, handler, facts and answer, COMMIT, notify. Called by command.ts.
 *
 * Invariants: a command under a key has one effect and one answer. Its receipt is inserted last, in the transaction of the effect: of
 * two calls under one key that run at once, the second fails on the receipt, rolls back and returns the first one's answer. A refusal
 * changes nothing and stores nothing. The relay is woken after the commit, never in it.
 */
import type { Command } from '@fairpot/contract/schemas/call';
import { DatabaseUnavailable, sqlState } from '../database/db.ts';
import { isRetryable, RETRY_AFTER_MS } from '../database/retry.ts';
import { factsSql } from '../live/facts.ts';
import type { Deps } from '../process/deps.ts';
import type { Tx } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';
import type { ActNote, CommandContext, CommandSteps, NewFact } from './feature.ts';
import { answerOf, isKeyTaken, keepSql, storedAnswer, storedSql } from './receipts.ts';
import type { Receipt, StoredReceipt } from './receipts.ts';
import { invariant, Refused, refuse, Stale } from './refused.ts';
import { writeStaffActs } from './staff-acts.ts';

/** A command that was admitted, with its parsed input. */
export interface CommandCall {
  readonly call: Command;
  readonly steps: CommandSteps<Command, unknown>;
  readonly context: Omit<CommandContext, 'now'>;
  readonly input: unknown;
  readonly receipt: Receipt;
}

type RunDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

const MAX_TRIES = 5;
const RECONNECT_AFTER_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

/** The command's output. Throws Refused for a refusal; anything else is our bug. */
export async function runCommand(deps: RunDeps, command: CommandCall, onCommit: () => void): Promise<unknown> {
  let reconnected = false;
  for (let tries = 1; ; tries++) {
    try {
      return await tryCommand(deps, command, onCommit);
    } catch (error) {
      if (isKeyTaken(error)) return await storedAnswer(deps.db, command.receipt);
      if (error instanceof Stale || isRetryable(error)) {
        // Each try met another change. Nothing was written: the player may try again.
        if (tries === MAX_TRIES) refuse('UNAVAILABLE');
        // Real time: this is about the database, not about the game's clock.
        await systemClock.sleep(RETRY_AFTER_MS * (tries - 1));
      } else if (isLostConnection(error) && command.receipt.key !== null && !reconnected) {
        // Whether or not the lost commit happened, the receipt makes it happen once.
        reconnected = true;
        await systemClock.sleep(RECONNECT_AFTER_MS);
      } else {
        return await answerFailed(deps, command, error);
      }
    }
  }
}

async function tryCommand(deps: RunDeps, command: CommandCall, onCommit: () => void): Promise<unknown> {
  const { steps, input, receipt } = command;
  const context = { ...command.context, now: deps.clock.now() };
  let before: unknown = undefined;
  if (steps.before) {
    const stored = await storedAnswer(deps.db, receipt);
    if (stored !== undefined) return stored;
    before = await steps.before({ ...context, db: deps.db }, input);
  }
  const signals: (() => void)[] = [];
  let isAnswered = false;
  const run = async (tx: Tx, [stored]: readonly unknown[]): Promise<unknown> => {
    const earlier = answerOf(stored as StoredReceipt | undefined);
    if (earlier !== undefined) return earlier;
    const facts: NewFact[] = [];
    const acts: ActNote[] = [];
    const emit = (fact: NewFact) => void facts.push(fact);
    const act = (note: ActNote) => void acts.push(note);
    const afterCommit = (signal: () => void) => void signals.push(signal);
    const response = await steps.run({ ...context, before, tx, emit, act, afterCommit }, input);
    requireActs(command, acts);
    const of = { actorId: context.actor.id, act: receipt.call, why: whyOf(input), at: context.now };
    await writeStaffActs(tx, acts, of);
    isAnswered = true;
    if (facts.length > 0) tx.defer(factsSql(facts, context.now));
    if (receipt.key !== null) tx.defer(keepSql(receipt, response, context.now));
    return response;
  };
  try {
    const response = await deps.db.transaction(run, receipt.key === null ? undefined : storedSql(receipt));
    onCommit();
    for (const signal of signals) signal();
    return response;
  } catch (error) {
    // The receipt is the one row that its insert waits for.
    if (isAnswered && sqlState(error) === LOCK_NOT_AVAILABLE) refuse('KEY_IN_FLIGHT');
    throw error;
  }
}

/** An act of staff leaves a row in the audit log; nothing else does. The site itself may find nothing to do. */
function requireActs({ call, context }: CommandCall, acts: readonly ActNote[]): void {
  invariant(
    acts.length > 0 === call.act || (call.act && context.actor.kind === 'system'),
    `${call.name} leaves a row in the audit log if and only if it is an act of staff`,
  );
}

/** The reason in the input of an act of staff; null where its call asks for none. */
function whyOf(input: unknown): string | null {
  const why: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'why') : null;
  return typeof why === 'string' ? why : null;
}

/**
 * What a failed try ends with. It may have failed because the same call has just happened (its items are staked now): then that
 * run's answer is the answer.
 */
async function answerFailed(deps: RunDeps, command: CommandCall, error: unknown): Promise<unknown> {
  const { steps, input, receipt, context } = command;
  if (error instanceof DatabaseUnavailable) {
    deps.log.warn({ err: error }, 'a call was refused: the database does not answer');
    return refuse('UNAVAILABLE');
  }
  const stored = await storedAnswer(deps.db, receipt);
  if (stored !== undefined) return stored;
  if (error instanceof Refused && steps.refused) {
    await steps.refused({ ...context, now: deps.clock.now(), db: deps.db }, input, error.code);
  }
  throw error;
}

function isLostConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && sqlState(error) === undefined;
}
