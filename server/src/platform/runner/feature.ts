/**
 * What a feature is to the platform: handlers bound to the contract's calls, sweeps, presenters of its facts, and the
 * invariants that hold over its tables. app.ts lists the features; nothing else knows them all.
 */
import type { Call, Command, InputOf, OutputOf, Query } from '@fairpot/contract/wire/call.schemas';
import type { Status } from '@fairpot/contract/wire/permissions';
import type { Topic } from '@fairpot/contract/wire/live.schemas';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { Leaf } from '@fairpot/fairness/log/leaf';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../process/deps.ts';
import type { Db, Pool, Tx } from '../database/sql.ts';
import type { Refused } from './refused.ts';

/** Who acts: a signed-in person (or a bot's own account), or the system (sweeps). */
export interface Actor {
  readonly kind: 'player' | 'system';
  /** Player id; 'system' for the system. */
  readonly id: string;
  readonly status: Status;
  readonly isBot: boolean;
  readonly ageConfirmed: boolean;
  /** When the session that acts was begun, epoch ms; absent where nobody's session acts. */
  readonly signedInAt?: number;
  /** They asked for their account to be closed: nothing new is staked or brought in. */
  readonly isClosing?: boolean;
  /**
   * Of staff: when this session last had a code of the authenticator, epoch ms; null: never, and one is asked for. Not there:
   * none is asked for in demo, and in live it counts as null.
   */
  readonly codeAt?: number | null;
  /** The session that acts; not there for who has none. */
  readonly sessionId?: string;
}

/** What every step of a command knows. */
export interface CommandContext {
  readonly actor: Actor;
  /** Epoch ms, read once per try. */
  readonly now: number;
  readonly requestId: string;
  /** Where the call comes from; null when nobody says (a sweep, a test). For limits by address alone. */
  readonly address: string | null;
}

/** A fact to be written in the transaction of the change it tells of. */
export interface NewFact {
  readonly topic: Topic;
  /** For topic 'player': whose; otherwise null. */
  readonly playerId?: string | null;
  /** The round (or other aggregate) the fact is about, with its version after the change. */
  readonly subject: string;
  readonly version: number;
  readonly type: string;
  /** The whole body when it is known at the write; null when the topic's presenter fills it in after commit. */
  readonly body: object | null;
}

/** What is signalled when the change is there to be read, once; what was rolled back or only replayed signals nothing. */
export interface AfterCommit {
  readonly afterCommit: (signal: () => void) => void;
}

/** What an act of staff was about, for its row in the audit log; actor, call, reason and time are the runner's. */
export interface ActNote {
  /** The player whom it touches, where there is one. */
  readonly playerId?: string | null;
  /** What else it is about: the id of a round, payment, ticket, setting. At most 200 characters. */
  readonly subject?: string | null;
  /** What a reader needs to understand it, such as the value before and after. No secret, no address of a network. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a command's handler has besides: the transaction, and what goes into it. */
export interface TransactionContext extends CommandContext, AfterCommit {
  readonly tx: Tx;
  readonly emit: (fact: NewFact) => void;
  /** For a command that its contract calls an act of staff: notes a row of the audit log. At least once. */
  readonly act: (note: ActNote) => void;
}

/**
 * Handler of a command, in the runner's transaction. It locks what it decides on, loads it, lets the rules decide, and writes.
 * Throws Refused for a refusal and Stale when it must run again; anything else is our bug.
 */
export type CommandHandler<C extends Command> = (ctx: TransactionContext, input: InputOf<C>) => Promise<OutputOf<C>>;

/** A command with declared steps around its transaction. */
export interface CommandSteps<C extends Command, Before = undefined> {
  /**
   * Asks what cannot be asked inside a transaction: Steam, a beacon, a counter that counts refused tries too. Runs again at each
   * try. A call that was answered before under its key does not come here again.
   */
  before?(ctx: CommandContext & { readonly db: Pool }, input: InputOf<C>): Promise<Before>;
  run(ctx: TransactionContext & { readonly before: Before }, input: InputOf<C>): Promise<OutputOf<C>>;
  /** Records a refused try, after the rollback. */
  refused?(ctx: CommandContext & { readonly db: Pool }, input: InputOf<C>, code: RefusalCode): Promise<void>;
}

/** One of the calls that a handler of several takes: what its own transaction would have, but for the transaction itself. */
export interface OneCall<C extends Command, Before = undefined> extends CommandContext, AfterCommit {
  readonly input: InputOf<C>;
  readonly before: Before;
  readonly emit: (fact: NewFact) => void;
}

/**
 * A command whose calls are cheaper together: many players make it at the same moment, for rows of the same tables. One call is
 * the normal case.
 */
export interface CommandStepsForSeveral<C extends Command, Before = undefined> {
  /** As of a command alone, asked for each call by itself. */
  readonly before?: CommandSteps<C, Before>['before'];
  /**
   * Handles the calls in their order, in one transaction: each as if it came alone, after those before it. Returns the answer or the
   * refusal of each. An error is nobody's own: all are rolled back, and each runs again by itself.
   */
  runAll(tx: Tx, calls: readonly OneCall<C, Before>[]): Promise<readonly (OutputOf<C> | Refused)[]>;
}

export type QueryHandler<Q extends Query> = (
  ctx: { readonly actor: Actor | null; readonly now: number; readonly requestId: string; readonly db: Pool },
  input: InputOf<Q>,
) => Promise<OutputOf<Q>>;

export type AnyCommandSteps = CommandSteps<Command, unknown> | CommandStepsForSeveral<Command, unknown>;

export type Binding =
  | { readonly kind: 'command'; readonly call: Command; readonly steps: AnyCommandSteps }
  | { readonly kind: 'query'; readonly call: Query; readonly handler: QueryHandler<Query> };

/** Work that the system does by itself, again and again. Every node may run it: rows are claimed with SKIP LOCKED. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** Returns how many things it did; when > 0 it is run again at once. Must stop soon after the signal aborts. */
  run(signal: AbortSignal): Promise<number>;
}

/** A fact row as stored, to be given its body. */
export interface StoredFact {
  readonly subject: string;
  readonly version: number;
  readonly type: string;
  readonly at: number;
}

/** Fills in the bodies of facts that were written without one, many at a time. Result order = row order; null drops it. */
export interface FactPresenter {
  readonly topic: Topic;
  present(db: Db, facts: readonly StoredFact[]): Promise<(({ type: string } & object) | null)[]>;
}

/** A statement about the tables that holds at every commit; `check` returns a line per violation. */
export interface Invariant {
  readonly name: string;
  check(db: Db): Promise<string[]>;
}

/** What a feature does when the database was restored from an older copy than the public log (docs/runbook.md). */
export interface AfterRestore {
  /** Of a game, which is a feature of its own name: ends these rounds, open or locked, gives every stake back, writes no leaf. */
  readonly endRounds?: (tx: Tx, roundIds: readonly string[], at: number) => Promise<void>;
  /** Brings the tables up to a leaf that was published and that the database lost; leaves of no concern are passed. */
  readonly takeLeaf?: (tx: Tx, leaf: Leaf) => Promise<void>;
}

export interface Feature {
  readonly name: string;
  readonly bindings: readonly Binding[];
  readonly sweeps?: readonly Sweep[];
  readonly presenters?: readonly FactPresenter[];
  readonly invariants?: readonly Invariant[];
  /** Done once at start-up, after the migrations and before the server listens; must be safe to repeat. */
  readonly start?: () => Promise<void>;
  /** What /api/ready tells about it, as information, by name. */
  readonly told?: () => Promise<Readonly<Record<string, unknown>>>;
  readonly afterRestore?: AfterRestore;
  /** Browser navigations that are not calls of the contract (sign-in). Registered below /api. */
  readonly routes?: (http: FastifyInstance) => void;
}

export interface ExecuteOptions {
  /** Idempotency key; null or missing: none. */
  readonly key?: string | null;
  readonly requestId?: string;
  /** Where a signed-out person comes from; the subject of their rate limits. */
  readonly address?: string;
}

/** The call's output. Throws Refused for a refusal, anything else is our bug. `actor` null: signed out. */
export type Execute = <C extends Call>(
  call: C,
  actor: Actor | null,
  input: unknown,
  options?: ExecuteOptions,
) => Promise<OutputOf<C>>;

/** Makes a feature; `execute` is the runner's own, for what a feature does by calls of others. Usable once all are made. */
export type MakeFeature = (deps: Deps, execute: Execute) => Feature;

export function onCommand<C extends Command, Before = undefined>(
  call: C,
  handler: CommandHandler<C> | CommandSteps<C, Before> | CommandStepsForSeveral<C, Before>,
): Binding {
  const steps = typeof handler === 'function' ? { run: handler } : handler;
  return { kind: 'command', call, steps };
}

export function onQuery<Q extends Query>(call: Q, handler: QueryHandler<Q>): Binding {
  return { kind: 'query', call, handler };
}
