/**
 * The single entry point: every call of the contract, from HTTP, bots, sweeps and tests, runs through `Runner.execute`.
 *
 * permission -> rate limit -> parse -> the command (run-command.ts) or the query.
 */
import type { Call, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { isAboutPlayer, Storable } from '@fairpot/contract/wire/call.schemas';
import { hasPermission, isStaffWork, mayPlay, type ApiScope } from '@fairpot/contract/wire/permissions';
import { API_KEY_LIMIT } from '@fairpot/contract/keys/calls';
import { STAFF_CODE_FRESH_MS } from '@fairpot/contract/staff/calls';
import type { z } from 'zod';
import type { Config } from '../process/config.ts';
import { DatabaseUnavailable } from '../database/db.ts';
import type { Pool } from '../database/sql.ts';
import type { Deps } from '../process/deps.ts';
import type { Actor, Binding, Execute, ExecuteOptions, Feature, MakeFeature } from './feature.ts';
import { RateLimiter } from './rate-limit.ts';
import { invariant, refuse } from './refused.ts';
import { makeBatcher } from './batches.ts';
import { inputHash } from './receipts.ts';
import { runCommand, transactAll, type ReadyCommand, type Transact } from './run-command.ts';

export interface Runner {
  readonly execute: Execute;
  /** The calls that have a handler here, by name. */
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** The actor of sweeps. Holds every permission; never comes from the network. */
export const SYSTEM: Actor = { kind: 'system', id: 'system', status: 'ADMIN', isBot: false, ageConfirmed: true };

const ANONYMOUS = 'anonymous';

/** Called after a commit, to wake the readers of facts. `byPeople`: not only sweeps committed. */
export type OnCommit = (byPeople: boolean) => void;

/** Builds the runner over the features' bindings. */
export function makeRunner(deps: Deps, features: readonly Feature[], onCommit: OnCommit = () => undefined): Runner {
  const bindings = new Map<string, Binding>();
  const guards = features.flatMap(({ requireExisting }) => requireExisting ?? []);
  for (const binding of features.flatMap((f) => f.bindings)) {
    invariant(!bindings.has(binding.call.name), `two handlers for ${binding.call.name}`);
    bindings.set(binding.call.name, isAboutPlayer(binding.call) ? guarded(binding, guards) : binding);
  }
  const limiter = new RateLimiter();
  const keyGuards = features.flatMap(({ admitKeyPlay }) => admitKeyPlay ?? []);
  const alone: Transact = async (ready) => (await transactAll(deps, [ready], onCommit))[0] ?? 'alone';
  const together = new Map<string, Transact>();
  for (const binding of bindings.values()) {
    if (binding.kind === 'command' && 'runAll' in binding.steps)
      together.set(binding.call.name, inTransactions(deps, onCommit));
  }

  async function execute<C extends Call>(call: C, actor: Actor | null, input: unknown, options: ExecuteOptions = {}) {
    const binding = bindings.get(call.name);
    if (!binding) return refuse('NOT_FOUND');
    admit(call, actor, deps.config.mode, deps.clock.now());
    if (deps.config.rateLimits) limit(limiter, call, actor, options, deps.clock.now());
    const parsed = parse(call.input, input);
    if (actor?.apiKey !== undefined && call.permission === 'play')
      for (const admitKeyPlay of keyGuards) await admitKeyPlay(deps.db, actor.id);
    const requestId = options.requestId ?? deps.ids.next('request');
    // A public query is the same for everyone: a key without the scope to read gets nothing more by it.
    const caller = actor?.apiKey !== undefined && call.scope === null ? null : actor;
    const key = caller === null ? null : (options.key ?? null);
    const { address = null, after = null } = options;
    const request = { call, actor: caller, parsed, requestId, key, address, after };
    const transact = { first: together.get(call.name) ?? alone, alone };
    return (await perform(deps, binding, request, transact)) as CallOutput<C>;
  }
  return { execute, bindings };
}

/** The query, once every guard has found its player. */
function guarded(binding: Binding, guards: readonly NonNullable<Feature['requireExisting']>[]): Binding {
  if (binding.kind !== 'query') return binding;
  const handler: typeof binding.handler = async (context, input) => {
    for (const requireExisting of guards) await requireExisting(context.db, (input as { userId: string }).userId);
    return binding.handler(context, input);
  };
  return { ...binding, handler };
}

type TransactFn = Parameters<typeof runCommand>[2];

/** Maximum commands of one transaction: enough to share its cost, few enough to keep it short. */
const MAX_BATCHED = 64;

/** Runs a command in one transaction with other waiting ones of its name; a single one begins at once. */
function inTransactions(deps: Deps, onCommit: OnCommit): Transact {
  return makeBatcher({
    maxItems: MAX_BATCHED,
    ownerOf: (ready: ReadyCommand) => ready.context.actor.id,
    run: (several) => transactAll(deps, several, onCommit),
  });
}

/** Creates the features and the runner over them; each feature may make the others' calls through the runner. */
export function assemble(deps: Deps, makers: readonly MakeFeature[], onCommit?: OnCommit): AssembledRunner {
  let runner: Runner | null = null;
  const execute: Runner['execute'] = (call, actor, input, options) => {
    invariant(runner, 'a call was made while the features were still being made');
    return runner.execute(call, actor, input, options);
  };
  const features = makers.map((make) => make(deps, execute));
  runner = makeRunner(deps, features, onCommit);
  return { runner, features };
}

export interface AssembledRunner {
  readonly runner: Runner;
  readonly features: readonly Feature[];
}

function admit(call: Call, actor: Actor | null, mode: Config['mode'], now: number): void {
  if (actor?.apiKey !== undefined) admitKey(call, actor.apiKey.scopes);
  if (actor?.kind === 'system' || call.permission === 'public') return;
  if (actor === null) refuse('SIGNED_OUT');
  if (!hasPermission(actor.status, call.permission)) refuse('FORBIDDEN');
  if (call.permission !== 'session' && !actor.ageConfirmed) refuse('AGE_UNCONFIRMED');
  if (call.permission === 'play' && !mayPlay(actor.status, mode)) refuse('STAFF_DO_NOT_PLAY');
  if (call.permission === 'play' && actor.isClosing && !call.whileClosing) refuse('ACCOUNT_CLOSING');
  if (isStaffWork(call.permission)) requireCode(call, actor, mode, now);
}

/** A key may make public queries, and the calls whose scope it has. */
function admitKey({ kind, permission, scope }: Call, scopes: readonly ApiScope[]): void {
  const isPublic = kind === 'query' && permission === 'public';
  if (!isPublic && (scope === null || !scopes.includes(scope))) refuse('API_KEY_SCOPE', { scope: scope ?? '' });
}

/** Staff request requires an authenticator code: in live always, in demo if the staff member has set one up. */
function requireCode({ code }: Call, { codeAt }: Actor, mode: Config['mode'], now: number): void {
  if (code === 'none' || (codeAt === undefined && mode === 'demo')) return;
  if (codeAt === undefined || codeAt === null) refuse('STAFF_CODE_NEEDED');
  if (code === 'fresh' && now >= codeAt + STAFF_CODE_FRESH_MS) refuse('STAFF_CODE_OLD');
}

/** Keys of a player count apart from their browsers, so that a program does not stop the page; and each key has a limit over all of its calls. */
function limit(
  limiter: RateLimiter,
  call: Call,
  actor: Actor | null,
  { address, onLimits }: ExecuteOptions,
  now: number,
): void {
  if (actor?.kind === 'system') return;
  const { apiKey } = actor ?? {};
  const subject = `${call.name} ${apiKey === undefined ? '' : 'key '}${actor?.id ?? address ?? ANONYMOUS}`;
  const buckets = [
    ...(apiKey === undefined ? [] : [{ name: 'key', subject: `key ${apiKey.id}`, limit: API_KEY_LIMIT } as const]),
    { name: 'call', subject, limit: call.limit } as const,
  ];
  const seconds = Math.max(...buckets.map((bucket) => limiter.take(bucket.subject, bucket.limit, now)));
  onLimits?.(
    buckets.map(({ name, ...bucket }) => ({
      name,
      ...bucket.limit,
      ...limiter.stateOf(bucket.subject, bucket.limit, now),
    })),
  );
  if (seconds > 0) refuse('RATE_LIMITED', { seconds });
}

/** The parsed input; otherwise BAD_INPUT with the first issue as text. */
function parse(schema: z.ZodType, input: unknown): unknown {
  const storable = Storable.safeParse(input);
  const result = storable.success ? schema.safeParse(input) : storable;
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  return refuse('BAD_INPUT', {
    detail: `${where === '' ? '' : `${where}: `}${issue?.message ?? 'invalid'}`.slice(0, 200),
  });
}

interface CallRequest {
  readonly call: Call;
  readonly actor: Actor | null;
  readonly parsed: unknown;
  readonly requestId: string;
  readonly key: string | null;
  readonly address: string | null;
  readonly after: number | null;
}

async function perform(deps: Deps, binding: Binding, request: CallRequest, transact: TransactFn): Promise<unknown> {
  const { actor, parsed: input, requestId, key, address } = request;
  if (binding.kind === 'query') return await runQuery(deps, binding, request);
  const doer = actor ?? { ...SYSTEM, kind: 'player', id: ANONYMOUS, status: 'USER', ageConfirmed: false };
  const { call, steps } = binding;
  const receipt = { playerId: doer.id, call: call.name, key, inputHash: inputHash(call.name, input) };
  const context = { actor: doer, requestId, address };
  return runCommand(deps, { call, steps, context, input, receipt }, transact);
}

async function runQuery(
  { db: primary, reads, clock, log }: Deps,
  { handler, mayLag }: Extract<Binding, { kind: 'query' }>,
  { actor, parsed, requestId, after }: CallRequest,
): Promise<unknown> {
  try {
    const now = clock.now();
    const answer = (db: Pool) => handler({ actor, now, requestId, db }, parsed);
    return await (mayLag && after !== null ? reads.read(primary, after, answer) : reads.fromPrimary(primary, answer));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    log.warn({ err: error }, 'call refused: database unavailable');
    return refuse('UNAVAILABLE');
  }
}
