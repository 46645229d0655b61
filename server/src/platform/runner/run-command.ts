/**
 * The only way to write. Every command of the contract runs here: queries that cannot run inside a transaction, BEGIN, key lookup, handler, facts and
 * answer, COMMIT, notifications. Called by command.ts.
 *
 * Invariants: a command under a key has one effect and one answer. Its receipt is inserted last, in the transaction of the effect: of two concurrent
 * calls under one key, the second fails on the receipt, rolls back and returns the first one's answer. A refusal changes nothing and stores nothing.
 * The relay is woken after the commit, never in it.
 */
import type { Command } from '@fairpot/contract/wire/call.schemas';
import { DatabaseUnavailable, sqlState } from '../database/db.ts';
import { POSITION } from '../database/reads.ts';
import { isRetryable, RETRY_AFTER_MS } from '../database/retry.ts';
import { factsSql } from '../live/facts.ts';
import type { Deps } from '../process/deps.ts';
import { sql, type Tx } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';
import type { ActNote, AnyCommandSteps, CommandContext, NewFact } from './feature.ts';
import { answerOf, isKeyTaken, keepSql, storedAnswer, storedSql } from './receipts.ts';
import type { Receipt, StoredReceipt } from './receipts.ts';
import { invariant, Refused, refuse, Stale } from './refused.ts';
import { writeStaffActs } from './staff-acts.ts';

/** An admitted command with its parsed input. */
export interface CommandCall {
  readonly call: Command;
  readonly steps: AnyCommandSteps;
  readonly context: Omit<CommandContext, 'now'>;
  readonly input: unknown;
  readonly receipt: Receipt;
}

/** A command that is ready for its transaction. */
export interface ReadyCommand extends CommandCall {
  readonly now: number;
  /** The result of its first step. */
  readonly before: unknown;
}

/** How a command ended in a transaction; 'alone': it must run by itself. */
export type CommandOutcome = { readonly response: unknown } | { readonly refused: Refused } | 'alone';

export type RunDeps = Pick<Deps, 'db' | 'reads' | 'clock' | 'log'>;

const MAX_TRIES = 5;
const RECONNECT_AFTER_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
/** Maximum lock wait of commands that share a transaction: one that needs a locked row goes on alone, and delays only itself. */
const PATIENCE_MS = 1_000;

interface AtPosition {
  readonly position: number;
}

/** Runs the transaction of a command. */
export type Transact = (ready: ReadyCommand) => Promise<CommandOutcome>;

/**
 * Returns the command's output. Throws Refused for a refusal; any other error is a bug. `first` runs the transaction of the first try, alone or
 * together with others; `alone` that of each retry.
 */
export async function runCommand(
  deps: RunDeps,
  command: CommandCall,
  { first, alone }: { readonly first: Transact; readonly alone: Transact },
): Promise<unknown> {
  let reconnected = false;
  let isFirst = true;
  for (let tries = 1; ; tries++) {
    try {
      const ready = await prepare(deps, command);
      const outcome = await (isFirst ? first : alone)(ready);
      isFirst = false;
      if (outcome === 'alone') continue;
      if ('refused' in outcome) throw outcome.refused;
      return outcome.response;
    } catch (error) {
      isFirst = false;
      if (isKeyTaken(error)) return await answeredBefore(deps, command.receipt);
      if (error instanceof Stale || isRetryable(error)) {
        // Each try met another change. Nothing was written: the player may try again.
        if (tries >= MAX_TRIES) refuse('UNAVAILABLE');
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

/** The step before the transaction. A repeated call may query again, but returns its stored answer. */
async function prepare(deps: RunDeps, command: CommandCall): Promise<ReadyCommand> {
  const { steps, input, context } = command;
  const now = deps.clock.now();
  return { ...command, now, before: await steps.before?.({ ...context, now, db: deps.db }, input) };
}

/** A command in its transaction: what its handler leaves for the end, and how it ended; null while it is at work. */
interface RunningCommand {
  readonly ready: ReadyCommand;
  readonly facts: NewFact[];
  readonly acts: ActNote[];
  readonly signals: (() => void)[];
  outcome: CommandOutcome | null;
}

/**
 * Runs commands of one handler in one transaction. If several fail together, each must run alone, as must a second one under the same key. The error
 * of a single command is thrown.
 */
export async function transactAll(
  deps: RunDeps,
  commands: readonly ReadyCommand[],
  onCommit: (byPeople: boolean) => void,
): Promise<CommandOutcome[]> {
  const all = firstOfEachKey(commands).map((ready): RunningCommand => ({
    ready,
    facts: [],
    acts: [],
    signals: [],
    outcome: null,
  }));
  let isAnswered = false;
  let position: Promise<AtPosition> | null = null;
  const run = async (tx: Tx, answeredBefore: readonly unknown[]): Promise<void> => {
    if (all.length > 1) tx.defer(sql`select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)`);
    for (const stored of answeredBefore as readonly StoredReceipt[]) {
      const running = all[stored.place];
      if (running) running.outcome = outcomeOf(stored);
    }
    const fresh = all.filter(({ outcome }) => outcome === null);
    await handle(tx, fresh);
    isAnswered = true;
    await finish(tx, fresh);
    // Not awaited here: it shares the round trip of COMMIT, which reports its failure.
    if (deps.reads.position !== null) (position = tx.one<AtPosition>(POSITION)).catch(() => undefined);
  };
  try {
    const receipts = all.map(({ ready }) => ready.receipt);
    await deps.db.transaction(run, receipts.some(({ key }) => key !== null) ? storedSql(receipts) : undefined);
    if (position !== null) deps.reads.committed((await (position as Promise<AtPosition>)).position);
    onCommit(commands.some(({ context }) => context.actor.kind !== 'system'));
    for (const { outcome, signals } of all) if (responseOf(outcome)) signals.forEach((signal) => signal());
    const outcomes = new Map(all.map(({ ready, outcome }) => [ready, outcome]));
    return commands.map((ready) => outcomes.get(ready) ?? 'alone');
  } catch (error) {
    if (commands.length > 1 && !isLostConnection(error)) {
      deps.log.warn({ err: error, commands: commands.length }, 'batched commands failed; running each alone');
      return commands.map(() => 'alone');
    }
    // The insert of the receipt is the only statement that waits for one.
    if (isAnswered && sqlState(error) === LOCK_NOT_AVAILABLE) refuse('KEY_IN_FLIGHT');
    throw error;
  }
}

function responseOf(outcome: CommandOutcome | null): { readonly response: unknown } | null {
  return outcome !== null && outcome !== 'alone' && 'response' in outcome ? outcome : null;
}

function firstOfEachKey(commands: readonly ReadyCommand[]): ReadyCommand[] {
  const seen = new Set<string>();
  return commands.filter(({ receipt: { playerId, key } }) => {
    if (key === null) return true;
    const name = `${playerId} ${key}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** The outcome of a command that was answered before. */
function outcomeOf(stored: StoredReceipt): CommandOutcome {
  try {
    return { response: answerOf(stored) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error };
    throw error;
  }
}

async function handle(tx: Tx, several: readonly RunningCommand[]): Promise<void> {
  const [first] = several;
  if (first === undefined) return;
  const { steps, input } = first.ready;
  const contexts = several.map(({ ready, facts, acts, signals }) => ({
    ...ready.context,
    now: ready.now,
    before: ready.before,
    input: ready.input,
    emit: (fact: NewFact) => void facts.push(fact),
    act: (note: ActNote) => void acts.push(note),
    afterCommit: (signal: () => void) => void signals.push(signal),
  }));
  if ('run' in steps) {
    invariant(several.length === 1, 'a handler of one command takes one');
    first.outcome = { response: await steps.run({ ...(contexts[0] as (typeof contexts)[number]), tx }, input) };
    return;
  }
  const results = await steps.runAll(tx, contexts);
  invariant(results.length === several.length, `${several.length} calls have ${results.length} results`);
  several.forEach((running, n) => {
    const result = results[n];
    running.outcome = result instanceof Refused ? { refused: result } : { response: result };
  });
}

/** Writes what the commands that were not refused leave: rows of the audit log, facts, and the receipts with the answers. */
async function finish(tx: Tx, several: readonly RunningCommand[]): Promise<void> {
  const done = several.flatMap((running) => {
    const answer = responseOf(running.outcome);
    return answer ? [{ ...running, ...answer }] : [];
  });
  const [first] = done;
  if (first === undefined) return;
  const { now } = first.ready;
  for (const { ready, acts } of done) {
    requireActs(ready, acts);
    const of = { actorId: ready.context.actor.id, act: ready.receipt.call, why: whyOf(ready.input), at: now };
    await writeStaffActs(tx, acts, of);
  }
  const facts = done.flatMap((each) => each.facts);
  if (facts.length > 0) tx.defer(factsSql(facts, now));
  const keyed = done.filter(({ ready }) => ready.receipt.key !== null);
  const answers = keyed.map(({ ready, response }) => ({ ...ready.receipt, response }));
  if (answers.length > 0) tx.defer(keepSql(answers, now));
}

/** An act of staff leaves a row in the audit log; nothing else does. The system itself may find nothing to do. */
function requireActs({ call, context }: CommandCall, acts: readonly ActNote[]): void {
  invariant(
    acts.length > 0 === call.act || (call.act && context.actor.kind === 'system'),
    `${call.name} must write to the audit log if and only if it is an act of staff`,
  );
}

/** The reason in the input of an act of staff; null if its call needs none. */
function whyOf(input: unknown): string | null {
  const why: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'why') : null;
  return typeof why === 'string' ? why : null;
}

/**
 * The result of a failed try. It may have failed because the same call has just succeeded (its items are staked now): then that run's answer is the
 * answer.
 */
async function answerFailed(deps: RunDeps, command: CommandCall, error: unknown): Promise<unknown> {
  const { steps, input, receipt, context } = command;
  if (error instanceof DatabaseUnavailable) {
    deps.log.warn({ err: error }, 'call refused: database unavailable');
    return refuse('UNAVAILABLE');
  }
  const stored = await answeredBefore(deps, receipt);
  if (stored !== undefined) return stored;
  if (error instanceof Refused && 'refused' in steps && steps.refused) {
    await steps.refused({ ...context, now: deps.clock.now(), db: deps.db }, input, error.code);
  }
  throw error;
}

/** As `storedAnswer`. Another node may have committed it: its position is behind whatever is read now. */
async function answeredBefore({ db, reads }: RunDeps, receipt: Receipt): Promise<object | undefined> {
  const stored = await storedAnswer(db, receipt);
  if (stored !== undefined && reads.position !== null) reads.committed((await db.one<AtPosition>(POSITION)).position);
  return stored;
}

function isLostConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && sqlState(error) === undefined;
}
