/**
 * makeWorld(): everything a test of the server needs, on its own database. Commands go through the same runner as in production; none of our own code
 * is mocked.
 */
import { randomBytes } from 'node:crypto';
import type { Call, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { BeaconGateway } from '../src/platform/process/beacon-port.ts';
import { NO_CRYPTO, type CryptoSetup } from '../src/platform/process/crypto-port.ts';
import type { PriceSource } from '../src/platform/process/price-port.ts';
import type { PushGateway } from '../src/platform/process/push-port.ts';
import type { SteamGateway } from '../src/platform/process/steam-port.ts';
import { httpWitnesses } from '../src/gateways/witnesses/witnesses.ts';
import { assemble } from '../src/platform/runner/command.ts';
import type { Runner } from '../src/platform/runner/command.ts';
import { readConfig } from '../src/platform/process/config.ts';
import { Reads } from '../src/platform/database/reads.ts';
import type { Config } from '../src/platform/process/config.ts';
import type { ClosablePool } from '../src/platform/database/db.ts';
import type { Deps, Signals } from '../src/platform/process/deps.ts';
import type { Actor, ExecuteOptions, Feature, MakeFeature } from '../src/platform/runner/feature.ts';
import type { Clock, Log, Random } from '../src/platform/process/ports.ts';
import { Refused, invariant } from '../src/platform/runner/refused.ts';
import { sql } from '../src/platform/database/sql.ts';
import { startServer } from '../src/platform/process/server.ts';
import type { RunningServer, ServerParts } from '../src/platform/process/server.ts';
import type { ResolveKey, ResolveSession } from '../src/platform/http/session.ts';
import type { Pool } from '../src/platform/database/sql.ts';
import { pinoLog, systemClock, systemRandom } from '../src/platform/process/system-ports.ts';
import { TEST_CHAIN, TestBeacons, testWindowMaker } from './beacon.ts';
import { lendDatabase, type DatabaseRole, type KeptWorld } from './databases.ts';
import { FakeClock, TEST_LOG_KEY, countedIds } from './fakes.ts';

export interface WorldOptions {
  /** The features under test, each created with the world's deps. None by default. */
  readonly features?: readonly MakeFeature[];
  readonly config?: Partial<Config>;
  /** Overrides calls of the beacons of TEST_CHAIN and TEST_EOS. */
  readonly beacons?: Partial<BeaconGateway>;
  readonly drandChain?: DrandChain;
  /** Overrides Steam, which by default is always away. */
  readonly steam?: SteamGateway;
  /** Sources of prices; none by default. */
  readonly prices?: readonly PriceSource[];
  /** Keys and rates of crypto; no coin is offered by default. */
  readonly crypto?: CryptoSetup;
  /** No push notifications by default. */
  readonly push?: PushGateway;
  /** Replaces the operating system's randomness, for instance by seededRandom('x'). */
  readonly random?: Random;
  readonly log?: Log;
  /** Starts with what another world left (`World.keep`) instead of an empty database. */
  readonly from?: KeptWorld;
  /** Uses a database that no other world has used, for measurements. */
  readonly fresh?: boolean;
}

/** A signal that was sent, as the world recorded it. */
export type SentSignal = { readonly name: keyof Signals; readonly args: readonly unknown[] };

export interface World {
  readonly deps: Deps;
  /** The owner's pool, for test set-up and checks; `deps.db` and `deps.settler` use the product's roles. */
  readonly db: ClosablePool;
  readonly clock: FakeClock;
  /** The beacon of TEST_CHAIN; set `.outage` to take it away. Unused when `beacons` was replaced. */
  readonly beacons: TestBeacons;
  readonly runner: Runner;
  readonly features: readonly Feature[];
  readonly signals: readonly SentSignal[];
  /** For connections that the test or another process opens itself: afterwards the database is not reused. */
  readonly databaseUrl: string;
  /** More connections of this role; closed with the world at the latest. */
  pool(role: DatabaseRole, most: number): ClosablePool;
  /** A signed-in actor of the runner without rows: by default USER, age confirmed. */
  actor(overrides?: Partial<Actor>): Actor;
  /** Runs a call. Repeats a command under the same key (same answer, no new fact), then checks every invariant. Throws Refused like the runner. */
  run<C extends Call>(call: C, actor: Actor | null, input: unknown, options?: ExecuteOptions): Promise<CallOutput<C>>;
  /** The code of the refusal that the call ends with; fails if it succeeds. Checks every invariant. */
  refused(call: Call, actor: Actor | null, input: unknown, options?: ExecuteOptions): Promise<RefusalCode>;
  /** Runs every sweep of the features (except 'fair.windows') until none has anything left to do, then checks every invariant. */
  sweepAll(): Promise<void>;
  /** Fails with every violated invariant of the features. */
  checkInvariants(): Promise<void>;
  /** A real server on a free port of this machine, over the world's database, ports and features. Closed with the world. */
  http(options?: HttpOptions): Promise<RunningServer>;
  /** Another node on the world's database, without HTTP: it shares no memory, and has this clock. Closed with the world. */
  node(clock: Clock): WorldNode;
  /** Cookie header of a session of this actor, for servers started without a `resolveSession`. */
  signedIn(actor: Actor): string;
  /** Ends such a session. */
  signedOut(actor: Actor): void;
  /** Closes servers and connections and keeps the database, for other worlds to start from. */
  keep(): Promise<KeptWorld>;
  /** Closes servers and connections; the database is dropped, or emptied for another world. */
  close(): Promise<void>;
}

export interface WorldNode {
  readonly runner: Runner;
  readonly deps: Deps;
  /** Runs its sweeps until none has anything left to do, then checks every invariant. */
  sweepAll(): Promise<void>;
}

export interface HttpOptions {
  /** Replaces the sessions of `signedIn`, for instance by those of accounts. */
  readonly resolveSession?: (deps: Deps) => ResolveSession;
  /** None by default: every API key is unknown. */
  readonly resolveKey?: (deps: Deps) => ResolveKey;
  readonly webFolder?: string;
  readonly config?: Partial<Config>;
  /** Replaces the app's pool, for faults. */
  readonly db?: Pool;
  readonly replica?: ServerParts['replica'];
  /** Whether the features' sweeps run by themselves; not by default. */
  readonly sweeping?: boolean;
  /** The node's own clock, for instance `apart(world.clock, 30_000)`; the world's by default. */
  readonly clock?: Clock;
  /** Replaces the system's clock as the pace of relay and sockets. */
  readonly pace?: Clock;
  readonly limits?: ServerParts['limits'];
  readonly stopWithinMs?: number;
  /** As in `ServerParts`; none by default. */
  readonly wakeUrl?: string;
}

const MAX_SWEEPS = 1_000;
/** Ids of a world that starts from another world's database are counted from here: the other world made fewer. */
const IDS_OF_KEPT = 1_000_000;

export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const database = await lendDatabase(options.from, options.fresh);
  const db = database.pool('owner', 25);
  const app = database.pool('app', 25);
  const settler = database.pool('settler', 4);
  const clock = new FakeClock();
  const beacons = new TestBeacons(clock);
  const ids = countedIds(options.from === undefined ? 0 : IDS_OF_KEPT);
  const { signals, sent } = recordedSignals();
  const deps: Deps = {
    config: {
      ...readConfig({}),
      logFolder: null,
      logKey: TEST_LOG_KEY,
      logKeyFile: null,
      staffKey: TEST_LOG_KEY,
      staffKeyFile: null,
      rateLimits: false,
      ...options.config,
    },
    db: app,
    reads: new Reads(null),
    settler,
    clock,
    ids,
    random: options.random ?? systemRandom,
    log: options.log ?? pinoLog('error', process.stderr),
    signals,
    client: null,
    gateways: {
      beacons: withCalls(beacons, options.beacons ?? {}),
      steam: options.steam ?? STEAM_AWAY,
      witnesses: httpWitnesses,
      prices: options.prices ?? [],
      crypto: options.crypto ?? NO_CRYPTO,
      push: options.push ?? null,
    },
    windowMaker: testWindowMaker(),
    drandChain: options.drandChain ?? TEST_CHAIN,
  };
  const { features, runner } = assemble(deps, options.features ?? []);
  const checkInvariants = () => checkAll(features, db);
  const runs = { begun: 0, underWay: 0 };
  let isClosed = false;
  const sessions = new TestSessions();
  const servers: RunningServer[] = [];
  const stopServers = async () => {
    for (const server of servers) await server.stop();
  };
  return {
    deps,
    db,
    clock,
    beacons,
    runner,
    features,
    signals: sent,
    get databaseUrl() {
      return database.url;
    },
    pool: (role, most) => database.pool(role, most),
    checkInvariants,
    actor: (overrides) => ({ ...PERSON, id: ids.next('player'), ...overrides }),
    run: (call, actor, input, opts) => runTwice({ runner, db, checkInvariants, runs }, call, actor, input, opts),
    refused: async (call, actor, input, opts) => {
      const code = await refusalOf(() => runner.execute(call, actor, input, opts));
      await checkInvariants();
      return code;
    },
    sweepAll: async () => {
      await sweepUntilIdle(features);
      await checkInvariants();
    },
    http: async (opts = {}) => {
      const started = await startServer({
        deps: {
          ...deps,
          db: opts.db ?? app,
          clock: opts.clock ?? clock,
          config: { ...deps.config, port: 0, host: '127.0.0.1', ...opts.config },
        },
        features: options.features ?? [],
        resolveSession: opts.resolveSession ?? (() => sessions.resolve),
        resolveKey: opts.resolveKey,
        webFolder: opts.webFolder ?? '/nonexistent',
        replica: opts.replica,
        pace: opts.pace ?? systemClock,
        sweeping: opts.sweeping ?? false,
        limits: opts.limits,
        stopWithinMs: opts.stopWithinMs,
        wakeUrl: opts.wakeUrl,
      });
      servers.push(started);
      return started;
    },
    node: (own) => {
      const theirs: Deps = { ...deps, db: database.pool('app', 4), clock: own };
      const made = assemble(theirs, options.features ?? []);
      return {
        runner: made.runner,
        deps: theirs,
        sweepAll: async () => {
          await sweepUntilIdle(made.features);
          await checkInvariants();
        },
      };
    },
    signedIn: (actor) => sessions.cookie(actor),
    signedOut: (actor) => sessions.end(actor),
    keep: async () => {
      await stopServers();
      return database.keep();
    },
    close: async () => {
      await stopServers();
      // Closing it twice would release a database that another world already uses.
      if (isClosed) return;
      isClosed = true;
      await database.giveBack();
    },
  };
}

function withCalls(standing: BeaconGateway, own: Partial<BeaconGateway>): BeaconGateway {
  return {
    drand: (round, signal) => own.drand?.(round, signal) ?? standing.drand(round, signal),
    newest: (signal) => own.newest?.(signal) ?? standing.newest(signal),
    finalBlock: () => (own.finalBlock ?? standing.finalBlock.bind(standing))(),
    follow: (signal) => own.follow?.(signal) ?? standing.follow(signal),
  };
}

/** Sessions without accounts: the token is the player's id. */
class TestSessions {
  readonly #actors = new Map<string, Actor>();

  readonly resolve: ResolveSession = (token) => {
    const actor = this.#actors.get(token);
    return Promise.resolve(actor === undefined ? null : { sessionId: `session-${token}`, actor });
  };

  cookie(actor: Actor): string {
    this.#actors.set(actor.id, actor);
    return `fp_session=${actor.id}`;
  }

  end(actor: Actor): void {
    this.#actors.delete(actor.id);
  }
}

const PERSON: Omit<Actor, 'id'> = { kind: 'player', status: 'USER', isBot: false, ageConfirmed: true };

function recordedSignals(): { signals: Signals; sent: SentSignal[] } {
  const sent: SentSignal[] = [];
  const record =
    (name: keyof Signals) =>
    (...args: unknown[]) =>
      void sent.push({ name, args });
  const signals = { userUpdated: record('userUpdated'), disconnect: record('disconnect') };
  return { signals, sent };
}

const away = () => Promise.resolve({ kind: 'unavailable' as const, why: 'this world has no Steam' });
const STEAM_AWAY: SteamGateway = {
  signInUrl: () => 'http://127.0.0.1:9/openid/login',
  verifySignIn: away,
  profiles: away,
  inventory: away,
  avatar: () => '/art/blank.svg',
};

interface Inside extends Pick<World, 'runner' | 'db' | 'checkInvariants'> {
  /** Calls of `run`: in a race the facts of other calls come in between, which do not concern the replay. */
  readonly runs: { begun: number; underWay: number };
}

async function runTwice<C extends Call>(
  world: Inside,
  call: C,
  actor: Actor | null,
  input: unknown,
  options: ExecuteOptions = {},
): Promise<CallOutput<C>> {
  const { runs } = world;
  const key = options.key === undefined ? randomBytes(9).toString('base64url') : options.key;
  const begun = (runs.begun += 1);
  const isAlone = (runs.underWay += 1) === 1;
  try {
    const answer = await world.runner.execute(call, actor, input, { ...options, key });
    if (call.kind === 'command' && key !== null && actor !== null) {
      const facts = await countFacts(world.db);
      const again = await world.runner.execute(call, actor, input, { ...options, key });
      invariant(
        JSON.stringify(sorted(again)) === JSON.stringify(sorted(answer)),
        `${call.name} replayed another answer`,
      );
      const added = (await countFacts(world.db)) - facts;
      invariant(added === 0 || !isAlone || runs.begun > begun, `${call.name} emitted its facts again when replayed`);
    }
    await world.checkInvariants();
    return answer;
  } finally {
    runs.underWay -= 1;
  }
}

async function countFacts(db: ClosablePool): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from facts`)).n;
}

/** The value with its keys in order: jsonb does not keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}

async function refusalOf(call: () => Promise<unknown>): Promise<RefusalCode> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
  throw new Error('the call was not refused');
}

/**
 * Creates window keys ahead of real time: for the spans that a fake clock skips, it would take longer than the tests. A lock creates the key that it
 * needs.
 */
const MADE_AHEAD = 'fair.windows';

async function sweepUntilIdle(features: readonly Feature[]): Promise<void> {
  const sweeps = features.flatMap((f) => f.sweeps ?? []).filter((sweep) => sweep.name !== MADE_AHEAD);
  const { signal } = new AbortController();
  for (let round = 0; round < MAX_SWEEPS; round++) {
    let done = 0;
    for (const sweep of sweeps) done += await sweep.run(signal);
    if (done === 0) return;
  }
  throw new Error(`the sweeps were not done after ${MAX_SWEEPS} rounds: ${sweeps.map((s) => s.name).join(', ')}`);
}

/** All from one snapshot: concurrent writes must not look like violations. */
async function checkAll(features: readonly Feature[], db: ClosablePool): Promise<void> {
  const broken = await db.snapshot(async (seen) => {
    const lines: string[] = [];
    for (const stated of features.flatMap((f) => f.invariants ?? [])) {
      lines.push(...(await stated.check(seen)).map((line) => `${stated.name}: ${line}`));
    }
    return lines;
  });
  invariant(broken.length === 0, `invariants are broken:\n${broken.join('\n')}`);
}
