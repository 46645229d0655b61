/**
 * The one way in: every call of the contract, from HTTP, bots, sweeps and tests, runs through `Runner.execute`.
 *
 * permission -> rate limit -> parse -> receipt -> handler -> facts -> commit. Invariants: a command under a key has one
 * effect and one answer; a refusal changes nothing and stores nothing; the relay is woken after the commit, never in it.
 */
import type { Call, Command, InputOf, OutputOf } from '@fairpot/contract/schemas/call';
import { Storable } from '@fairpot/contract/schemas/call';
import { holds, isStaffWork, mayPlay } from '@fairpot/contract/permissions';
import { REFUSALS } from '@fairpot/contract/refusals';
import type { RefusalCode } from '@fairpot/contract/refusals';
import { STAFF_CODE_FRESH_MS } from '@fairpot/contract/staff';
import { DatabaseError } from 'pg';
import type { z } from 'zod';
import { inputHash } from './canonical.ts';
import type { Config } from '../process/config.ts';
import { DatabaseUnavailable, sqlState } from '../database/db.ts';
import type { Deps } from '../process/deps.ts';
import { writeFacts } from '../live/facts.ts';
import type {
  ActNote,
  Actor,
  AtomicHandler,
  Binding,
  CommandHandler,
  Feature,
  MakeFeature,
  NewFact,
  Receipt,
} from './feature.ts';
import { RateLimiter } from './rate-limit.ts';
import { InvariantBroken, Refused, invariant, refuse } from './refused.ts';
import type { Details } from './refused.ts';
import { retrying } from '../database/retry.ts';
import { writeStaffActs } from './staff-acts.ts';
import { sql } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';
import type { Tx } from '../database/sql.ts';

export interface ExecuteOptions {
  /** Idempotency key; null or missing: none. */
  readonly key?: string | null;
  readonly requestId?: string;
  /** Where a signed-out person comes from; the subject of their rate limits. */
  readonly address?: string;
}

export interface Runner {
  /** The call's output. Throws Refused for a refusal, anything else is our bug. `actor` null: signed out. */
  execute<C extends Call>(call: C, actor: Actor | null, input: unknown, options?: ExecuteOptions): Promise<OutputOf<C>>;
  /** The calls that have a handler here, by name. */
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Who sweeps act as. Holds every permission; never comes from the network. */
export const SYSTEM: Actor = { kind: 'system', id: 'system', status: 'ADMIN', isBot: false, ageConfirmed: true };

const RECONNECT_AFTER_MS = 250;
const ANONYMOUS = 'anonymous';

/** Builds the runner over the features' bindings. `onCommit` wakes whoever reads facts. */
export function makeRunner(deps: Deps, features: readonly Feature[], onCommit: () => void = () => undefined): Runner {
  const bindings = new Map<string, Binding>();
  for (const binding of features.flatMap((f) => f.bindings)) {
    invariant(!bindings.has(binding.call.name), `two handlers for ${binding.call.name}`);
    invariant(
      !binding.call.act || binding.kind === 'command',
      `${binding.call.name}: an act of staff needs the runner's transaction`,
    );
    bindings.set(binding.call.name, binding);
  }
  const limiter = new RateLimiter();

  async function execute<C extends Call>(call: C, actor: Actor | null, input: unknown, options: ExecuteOptions = {}) {
    const binding = bindings.get(call.name);
    if (!binding) return refuse('NOT_FOUND');
    admit(call, actor, deps.config.mode, deps.clock.now());
    if (deps.config.rateLimits) limit(limiter, call, actor, options.address, deps.clock.now());
    const parsed = parse(call.input, input);
    const requestId = options.requestId ?? deps.ids.next('request');
    const key = actor === null ? null : (options.key ?? null);
    const work = { call, actor, parsed, requestId, key, address: options.address ?? null };
    return (await persist(deps, work.key !== null, () => perform(deps, binding, work, onCommit))) as OutputOf<C>;
  }
  return { execute, bindings };
}

/** Makes the features and the runner over them; each feature may call the others' calls through the runner. */
export function assemble(deps: Deps, makers: readonly MakeFeature[], onCommit?: () => void): Assembled {
  let runner: Runner | null = null;
  const execute: Runner['execute'] = (call, actor, input, options) => {
    invariant(runner, 'a call was made while the features were still being made');
    return runner.execute(call, actor, input, options);
  };
  const features = makers.map((make) => make(deps, execute));
  runner = makeRunner(deps, features, onCommit);
  return { runner, features };
}

export interface Assembled {
  readonly runner: Runner;
  readonly features: readonly Feature[];
}

function admit(call: Call, actor: Actor | null, mode: Config['mode'], now: number): void {
  if (actor?.kind === 'system' || call.permission === 'public') return;
  if (actor === null) refuse('SIGNED_OUT');
  if (!holds(actor.status, call.permission)) refuse('FORBIDDEN');
  if (call.permission !== 'session' && !actor.ageConfirmed) refuse('AGE_UNCONFIRMED');
  if (call.permission === 'play' && !mayPlay(actor.status, mode)) refuse('STAFF_DO_NOT_PLAY');
  if (call.permission === 'play' && actor.isClosing && !call.whileClosing) refuse('ACCOUNT_CLOSING');
  if (isStaffWork(call.permission)) askForCode(call, actor, mode, now);
}

/** Staff work needs a code of the authenticator: in live always, in demo of whoever has one set up. */
function askForCode({ code }: Call, { codeAt }: Actor, mode: Config['mode'], now: number): void {
  if (code === 'none' || (codeAt === undefined && mode === 'demo')) return;
  if (codeAt === undefined || codeAt === null) refuse('STAFF_CODE_NEEDED');
  if (code === 'fresh' && now >= codeAt + STAFF_CODE_FRESH_MS) refuse('STAFF_CODE_OLD');
}

function limit(limiter: RateLimiter, call: Call, actor: Actor | null, address: string | undefined, now: number): void {
  if (actor?.kind === 'system') return;
  const seconds = limiter.take(`${call.name} ${actor?.id ?? address ?? ANONYMOUS}`, call.limit, now);
  if (seconds > 0) refuse('RATE_LIMITED', { seconds });
}

/** The parsed input; BAD_INPUT with the first issue in words otherwise. */
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

interface Work {
  readonly call: Call;
  readonly actor: Actor | null;
  readonly parsed: unknown;
  readonly requestId: string;
  readonly key: string | null;
  readonly address: string | null;
}

async function perform(deps: Deps, binding: Binding, work: Work, onCommit: () => void): Promise<unknown> {
  const now = deps.clock.now();
  const { actor, parsed, requestId, address } = work;
  if (binding.kind === 'query') return binding.handler({ actor, now, requestId, db: deps.db }, parsed);
  const doer = actor ?? { ...SYSTEM, kind: 'player', id: ANONYMOUS, status: 'USER', ageConfirmed: false };
  const { name } = work.call;
  const receipt: Receipt = { playerId: doer.id, call: name, key: work.key, inputHash: inputHash(name, parsed) };
  const context = { actor: doer, now, requestId, address };
  const tells: (() => void)[] = [];
  const response =
    binding.kind === 'atomic'
      ? (await binding.handler({ ...context, db: deps.db, receipt }, parsed)).response
      : await inReceiptedTransaction(deps, binding.handler, context, receipt, { isAct: work.call.act, tells }, parsed);
  onCommit();
  for (const tell of tells) tell();
  return response;
}

/** The receipt is claimed first, so that a duplicate in flight waits before it reads anything. */
async function inReceiptedTransaction(
  deps: Deps,
  handler: CommandHandler<Command>,
  context: Omit<Parameters<AtomicHandler<Command>>[0], 'db' | 'receipt'>,
  receipt: Receipt,
  { isAct, tells }: { readonly isAct: boolean; readonly tells: (() => void)[] },
  input: InputOf<Command>,
): Promise<unknown> {
  return deps.db.transaction(async (tx) => {
    const stored = await claim(tx, receipt, context.now);
    if (stored !== null) return stored;
    tells.length = 0; // of a try that was rolled back
    const facts: NewFact[] = [];
    const acts: ActNote[] = [];
    const emit = (fact: NewFact) => void facts.push(fact);
    const act = (note: ActNote) => void acts.push(note);
    const response = await handler({ ...context, tx, emit, act, afterCommit: (tell) => void tells.push(tell) }, input);
    await writeFacts(tx, facts, context.now);
    // The site itself may find nothing to do.
    invariant(
      acts.length > 0 === isAct || (isAct && context.actor.kind === 'system'),
      `${receipt.call} leaves a row in the audit log if and only if it is an act of staff`,
    );
    await writeStaffActs(tx, acts, {
      actorId: context.actor.id,
      act: receipt.call,
      why: whyOf(input),
      at: context.now,
    });
    if (receipt.key === null) return response;
    const changed = await tx.run(sql`
      update receipts set response = ${JSON.stringify(response)}::jsonb
      where player_id = ${receipt.playerId} and key = ${receipt.key}`);
    invariant(changed === 1, 'a claimed receipt is there to be filled in');
    return response;
  });
}

/** The reason in the input of an act of staff; null where its call asks for none. */
function whyOf(input: unknown): string | null {
  const why: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'why') : null;
  return typeof why === 'string' ? why : null;
}

async function claim(tx: Tx, receipt: Receipt, now: number): Promise<object | null> {
  if (receipt.key === null) return null;
  try {
    const { stored } = await tx.one<{ stored: object | null }>(sql`
      select claim_receipt(${receipt.playerId}, ${receipt.key}, ${receipt.call}, ${receipt.inputHash}, null, ${now})
        as stored`);
    return stored;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) refuse('KEY_IN_FLIGHT');
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
/** Raised by the SQL function refuse(code, details). */
const REFUSED_IN_SQL = 'FPREF';

/**
 * Runs `work`, again after a deadlock; and, under a key, once more after a lost connection: whether or not the lost
 * commit happened, the receipt makes it happen once. Translates what is left into refusals.
 */
async function persist<T>(deps: Deps, keyed: boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await retrying(work);
    } catch (error) {
      const state = sqlState(error);
      if (state === REFUSED_IN_SQL) throw refusedInSql(error);
      if (keyed && tries === 1 && error instanceof DatabaseUnavailable && state === undefined) {
        // Real time: this is about the database, not about the game's clock.
        await systemClock.sleep(RECONNECT_AFTER_MS);
        continue;
      }
      if (error instanceof DatabaseUnavailable) {
        deps.log.warn({ err: error }, 'a call was refused: the database does not answer');
        refuse('UNAVAILABLE');
      }
      throw error;
    }
  }
}

function refusedInSql(error: unknown): Error {
  if (!(error instanceof DatabaseError) || !(error.message in REFUSALS)) {
    return new InvariantBroken(`refuse() in SQL with an unknown code: ${String(error)}`);
  }
  return new Refused(error.message as RefusalCode, JSON.parse(error.detail ?? '{}') as Details);
}
