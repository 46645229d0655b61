/**
 * A feature as the platform sees it: handlers bound to the contract's calls, sweeps, presenters of its facts, and the invariants over its tables.
 * app.ts lists the features; no other module knows them all.
 */
import type { Call, Command, CallInput, CallOutput, Query } from '@fairpot/contract/wire/call.schemas';
import type { ApiScope, Status } from '@fairpot/contract/wire/permissions';
import type { Topic } from '@fairpot/contract/live/channel.schemas';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { Leaf } from '@fairpot/fairness/log/leaf';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../process/deps.ts';
import type { Db, Pool, Sql, Tx } from '../database/sql.ts';
import type { RateLimit } from './rate-limit.ts';
import { invariant, type Refused } from './refused.ts';

/** The caller: a signed-in person (or a bot's own account), or the system (sweeps). */
export interface Actor {
  readonly kind: 'player' | 'system';
  /** Player id; 'system' for the system. */
  readonly id: string;
  readonly status: Status;
  readonly isBot: boolean;
  readonly ageConfirmed: boolean;
  /** When the caller's session began, epoch ms; absent without a session. */
  readonly signedInAt?: number;
  /** The player has requested closure of the account: no new stakes or deposits. */
  readonly isClosing?: boolean;
  /**
   * For staff: when this session last entered an authenticator code, epoch ms. Null: never, and a code is required. Absent: in demo none is required;
   * in live it counts as null.
   */
  readonly codeAt?: number | null;
  /** The caller's session; absent without one. */
  readonly sessionId?: string;
  /** The caller is a program with this API key of the player: it may do what the scopes allow, and nothing else. */
  readonly apiKey?: { readonly id: string; readonly scopes: readonly ApiScope[] };
}

/** The context of every step of a command. */
export interface CommandContext {
  readonly actor: Actor;
  /** Epoch ms, read once per try. */
  readonly now: number;
  readonly requestId: string;
  /** Network address of the caller; null if unknown (a sweep, a test). For limits by address only. */
  readonly address: string | null;
}

/** A fact to write in the transaction of the change that it reports. */
export interface NewFact {
  readonly topic: Topic;
  /** For topic 'player': the player's id; otherwise null. */
  readonly playerId?: string | null;
  /** The round (or other aggregate) the fact is about, with its version after the change. */
  readonly subject: string;
  readonly version: number;
  readonly type: string;
  /** The complete body if known at write time; null if the topic's presenter fills it in after commit. */
  readonly body: object | null;
}

/** Signals to send once the change is committed. A rolled-back or replayed command sends none. */
export interface AfterCommit {
  readonly afterCommit: (signal: () => void) => void;
}

/** The subject of a staff act, for its row in the audit log; the runner adds actor, call, reason and time. */
export interface ActNote {
  /** The affected player, if any. */
  readonly playerId?: string | null;
  /** Any other subject: the id of a round, payment, ticket, setting. At most 200 characters. */
  readonly subject?: string | null;
  /** Details that a reader needs, such as the value before and after. No secrets, no network addresses. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a command's handler gets in addition: the transaction and its effects. */
export interface TransactionContext extends CommandContext, AfterCommit {
  readonly tx: Tx;
  readonly emit: (fact: NewFact) => void;
  /** For a command that its contract marks as an act of staff: writes a row of the audit log. Must be called at least once. */
  readonly act: (note: ActNote) => void;
}

/**
 * Handler of a command, in the runner's transaction. It locks what it decides on, loads it, lets the rules decide, and writes. Throws Refused for a
 * refusal and Stale when it must run again; any other error is a bug.
 */
export type CommandHandler<C extends Command> = (
  ctx: TransactionContext,
  input: CallInput<C>,
) => Promise<CallOutput<C>>;

/** A command with declared steps around its transaction. */
export interface CommandSteps<C extends Command, Before = undefined> {
  /**
   * Queries what cannot be queried inside a transaction: Steam, a beacon, a counter that includes refused tries. Runs on each try. Does not run for a
   * call that was already answered under its key.
   */
  before?(ctx: CommandContext & { readonly db: Pool }, input: CallInput<C>): Promise<Before>;
  run(ctx: TransactionContext & { readonly before: Before }, input: CallInput<C>): Promise<CallOutput<C>>;
  /** Records a refused try, after the rollback. */
  refused?(ctx: CommandContext & { readonly db: Pool }, input: CallInput<C>, code: RefusalCode): Promise<void>;
}

/** One call for a handler of several: everything that a single handler gets, except the transaction. */
export interface BatchedCall<C extends Command, Before = undefined> extends CommandContext, AfterCommit {
  readonly input: CallInput<C>;
  readonly before: Before;
  readonly emit: (fact: NewFact) => void;
}

/** A command whose calls are cheaper together: many players make it at the same moment, for rows of the same tables. One call is the normal case. */
export interface CommandStepsForSeveral<C extends Command, Before = undefined> {
  /** As in `CommandSteps`, run for each call separately. */
  readonly before?: CommandSteps<C, Before>['before'];
  /**
   * Handles the calls in order, in one transaction, each as if it came alone after the previous ones. Returns the answer or refusal of each. An error
   * belongs to no single call: all are rolled back, and each runs again alone.
   */
  runAll(tx: Tx, calls: readonly BatchedCall<C, Before>[]): Promise<readonly (CallOutput<C> | Refused)[]>;
}

export type QueryHandler<Q extends Query> = (
  ctx: { readonly actor: Actor | null; readonly now: number; readonly requestId: string; readonly db: Pool },
  input: CallInput<Q>,
) => Promise<CallOutput<Q>>;

export type AnyCommandSteps = CommandSteps<Command, unknown> | CommandStepsForSeveral<Command, unknown>;

export type Binding =
  | { readonly kind: 'command'; readonly call: Command; readonly steps: AnyCommandSteps }
  | {
      readonly kind: 'query';
      readonly call: Query;
      readonly handler: QueryHandler<Query>;
      readonly mayLag: boolean;
    };

/** Periodic work of the system. Every node may run it: rows are claimed with SKIP LOCKED. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  /** The longest pause after failures, in ms; 30 s by default. */
  readonly maxBackoffMs?: number;
  /**
   * SQL expression, a boolean: whether a run might find work at this time of the site's clock. It reads one row by an index. `attended`: people are
   * connected to this node. On an idle site the sweep rests while the answer is no (due-sweeps.ts). Without a question the sweep never rests.
   */
  readonly due?: (now: number, attended: boolean) => Sql;
  /**
   * When the next run has work, epoch ms, as the last run found out: it begins then if that is before the end of the usual pause. Null: unknown. After a
   * failure the usual pause applies.
   */
  readonly nextAt?: () => number | null;
  /** It is due because time passes, not because someone does something: it wakes no other sweep and no other process. It writes facts only by commands. */
  readonly isUpkeep?: boolean;
  /** Returns the number of things done; when > 0 it runs again at once. Must stop soon after the signal aborts. */
  run(signal: AbortSignal): Promise<number>;
}

/** A stored fact row that needs its body. */
export interface StoredFact {
  readonly subject: string;
  readonly version: number;
  readonly type: string;
  readonly at: number;
}

/** Fills in the bodies of facts that were written without one, as a batch. Result order = row order; null drops a fact. */
export interface FactPresenter {
  readonly topic: Topic;
  present(db: Db, facts: readonly StoredFact[]): Promise<(({ type: string } & object) | null)[]>;
}

/** The signed-in caller. The runner lets no one else make a call of permission 'session', 'player' or 'tickets'. */
export function requirePlayer(actor: Actor | null): Actor {
  invariant(actor?.kind === 'player', 'the call has no signed-in player');
  return actor;
}

/** Until when the sign-in of this session is fresh; a caller without a session never has a fresh one. */
export function freshUntil({ signedInAt }: Actor, freshMs: number): number {
  return signedInAt === undefined ? 0 : signedInAt + freshMs;
}

/** A condition on the tables that holds at every commit; `check` returns a line per violation. */
export interface Invariant {
  readonly name: string;
  check(db: Db): Promise<string[]>;
}

/** The check of an invariant by a statement that finds what breaks it: a text in `line` for each. */
export const lines = (query: Sql) => async (db: Db) => (await db.many<{ line: string }>(query)).map((row) => row.line);

/** What a feature does when a restored database is older than the public log (docs/runbook.md). */
export interface AfterRestore {
  /** For a game, which is a feature of the same name: ends these rounds, open or locked, returns every stake, writes no leaf. */
  readonly endRounds?: (tx: Tx, roundIds: readonly string[], at: number) => Promise<void>;
  /** Replays a published leaf that the database lost; other features' leaves are ignored. */
  readonly takeLeaf?: (tx: Tx, leaf: Leaf) => Promise<void>;
}

/** Who asks for a page, and at which origin. */
export interface HeadRequest {
  readonly origin: string;
  readonly address: string;
}

/** A number for the operator's monitoring. Its labels come from a short list: names of coins, games, sources; never ids. */
export interface FeatureGauge {
  /** `fairpot_` and what it measures; the unit comes last. */
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Feature {
  readonly name: string;
  readonly bindings: readonly Binding[];
  readonly sweeps?: readonly Sweep[];
  readonly presenters?: readonly FactPresenter[];
  readonly invariants?: readonly Invariant[];
  /** Runs once at start-up, after the migrations and before the server listens; must be safe to repeat. */
  readonly start?: () => Promise<void>;
  /** What /api/ready reports about it, as information, by name. */
  readonly readyInfo?: () => Promise<Readonly<Record<string, unknown>>>;
  /** What it reports to monitoring. Read every few seconds: no query may read in proportion to history. */
  readonly gauges?: () => Promise<readonly FeatureGauge[]>;
  readonly afterRestore?: AfterRestore;
  /** Refuses NO_PLAYER unless there is this player; asked before every query about one (`isAboutPlayer`). */
  readonly requireExisting?: (db: Pool, playerId: string) => Promise<void>;
  /** Refuses a stake of this player by an API key: what stops a page on the screen has to stop a program here. */
  readonly admitKeyPlay?: (db: Pool, playerId: string) => Promise<void>;
  /** Browser navigations that are not calls of the contract (sign-in). Registered below /api. */
  readonly routes?: (http: FastifyInstance) => void;
  /** Tags for the head of the HTML at this path of the site, escaped; null if it has none for it. */
  readonly head?: (path: string, from: HeadRequest) => Promise<string | null>;
}

/** A rate limit, and what is left of it. */
export interface LimitState extends RateLimit {
  readonly name: 'key' | 'call';
  readonly left: number;
  /** Until all of it is available again, whole seconds. */
  readonly seconds: number;
}

export interface ExecuteOptions {
  /** Idempotency key; null or missing: none. */
  readonly key?: string | null;
  readonly requestId?: string;
  /** Client address of a signed-out person; the subject of their rate limits. */
  readonly address?: string;
  /** What the caller has already seen or done is below this position (database/reads.ts). Absent: a query reads from the primary. */
  readonly after?: number;
  /** Receives the caller's limits after this call was counted, before it is answered or refused. */
  readonly onLimits?: (limits: readonly LimitState[]) => void;
}

/** Returns the call's output. Throws Refused for a refusal; any other error is a bug. `actor` null: signed out. */
export type Execute = <C extends Call>(
  call: C,
  actor: Actor | null,
  input: unknown,
  options?: ExecuteOptions,
) => Promise<CallOutput<C>>;

/** Creates a feature; `execute` is the runner's own, for calling other features. Usable once all are created. */
export type MakeFeature = (deps: Deps, execute: Execute) => Feature;

export function onCommand<C extends Command, Before = undefined>(
  call: C,
  handler: CommandHandler<C> | CommandSteps<C, Before> | CommandStepsForSeveral<C, Before>,
): Binding {
  const steps = typeof handler === 'function' ? { run: handler } : handler;
  return { kind: 'command', call, steps };
}

export function onQuery<Q extends Query>(call: Q, handler: QueryHandler<Q>): Binding {
  return { kind: 'query', call, handler, mayLag: false };
}

/**
 * As `onQuery`, for a query that may be read from a replica: its answer may be some seconds old, except for what its caller has already seen or done.
 * The handler only reads, by `db` alone: nothing from the memory of this node.
 */
export function onReplicaQuery<Q extends Query>(call: Q, handler: QueryHandler<Q>): Binding {
  return { kind: 'query', call, handler, mayLag: true };
}
