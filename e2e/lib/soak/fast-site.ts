/**
 * A whole site under a clock that the test moves: database, simulators and the server of soak/host.ts, each its own process, with faults on demand.
 * Used by the soaks of rounds, trades and crypto.
 *
 * Invariant: simulators and server are moved by the same span, the simulators first, so that a beacon is never behind the server that asks it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig } from '../../../server/src/app.ts';
import { assemble, type AssembledRunner } from '../../../server/src/platform/runner/command.ts';
import { openPool, type ClosablePool } from '../../../server/src/platform/database/db.ts';
import { pinoLog } from '../../../server/src/platform/process/system-ports.ts';
import {
  ended,
  programOf,
  root,
  startSimulatedWitness,
  startSimulators,
  stop,
  untilReady,
  type SimulatorsProcess,
  type WitnessProcess,
} from '../../../scripts/processes.ts';
import { sendOffset } from '../moved/send-offset.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { MovableClock } from '../movable-clock.ts';
import { freePort } from '../site.ts';

/** One fault of the simulators, as their control API takes it. */
export interface SimulatedFault {
  readonly service: 'drand' | 'eos1' | 'eos2' | 'steam' | 'tron' | 'bitcoin' | 'ethereum' | 'coingecko' | 'kraken';
  readonly fault: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly times?: number;
}

const READY_WITHIN_MS = 120_000;

export class FastSite {
  readonly origin: string;
  /** Direct access to the site's database, for what only the house can know. */
  readonly db: ClosablePool;
  /** The product's features on that database, in this process: grants of play money, invariants. */
  readonly inside: AssembledRunner;
  readonly #port: number;
  /** The site's data folder. */
  readonly folder: string;
  readonly #simulators: SimulatorsProcess;
  readonly #witness: WitnessProcess;
  readonly #database: TestDatabase;
  readonly #client: string | null;
  readonly #more: Readonly<Record<string, string>>;
  readonly #clock = new MovableClock(0);
  #offsetMs = 0;
  /** Other processes on the same clock; each gets every move. */
  readonly #alongside = new Set<() => ChildProcess>();
  #server: ChildProcess;
  #restarting: Promise<void> | null = null;
  #stopped = false;

  private constructor(
    port: number,
    folder: string,
    outside: { readonly simulators: SimulatorsProcess; readonly witness: WitnessProcess },
    database: TestDatabase,
    client: string | null,
    more: Readonly<Record<string, string>>,
  ) {
    this.#port = port;
    this.folder = folder;
    this.#simulators = outside.simulators;
    this.#witness = outside.witness;
    this.#database = database;
    this.#client = client;
    this.#more = more;
    this.origin = `http://127.0.0.1:${port}`;
    this.db = openPool({ url: database.url, maxConnections: 4, statementTimeoutMs: 0, onIdleError: () => undefined });
    this.inside = this.#assemble();
    this.#server = this.#spawn();
  }

  /**
   * `ethereum`: with a local node, where there is one for this machine. `signedAddresses`: deposit addresses of each chain. `client`: the folder of a
   * built client; without it the one of this checkout. `env`: more settings.
   */
  static async start({
    client = null,
    env = {},
    ...outside
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly ethereum?: boolean | 'unkept';
    readonly signedAddresses?: number;
    readonly client?: string | null;
  } = {}): Promise<FastSite> {
    const folder = mkdtempSync(join(tmpdir(), 'fp-fast-'));
    chmodSync(folder, 0o755); // started as root, the database runs as another user who needs access
    const port = await freePort();
    const witness = await startSimulatedWitness(folder, `http://127.0.0.1:${port}`);
    const simulators = await startSimulators(folder, { witness, ...outside });
    const site = new FastSite(port, folder, { simulators, witness }, await openTestDatabase(folder), client, env);
    await site.#ready();
    return site;
  }

  /** Epoch ms of the games. */
  now(): number {
    return this.#clock.now();
  }

  /** Moves the clock of simulators and server ahead. Resolves when the server has confirmed it, or is restarting. */
  async advance(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.simulated('POST', '/_sim/clock', { advanceMs: ms });
    this.#clock.moveTo(this.#offsetMs);
    const processes = [this.#server, ...[...this.#alongside].map((now) => now())];
    await Promise.all(processes.map((child) => sendOffset(child, this.#offsetMs)));
  }

  /** How far the clock is ahead of the machine's. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Registers a process of the caller whose clock moves as in host.ts; `now` returns the one that runs. */
  movesWith(now: () => ChildProcess): void {
    this.#alongside.add(now);
  }

  /** The owner's sign-in to the site's database. */
  get databaseUrl(): string {
    return this.#database.url;
  }

  /** Address of the simulated Steam, and the credentials of the trading account there. */
  get steam(): Pick<SimulatorsProcess, 'steam' | 'botFile'> {
    return this.#simulators;
  }

  /** Address of the simulated chains. */
  get chains(): SimulatorsProcess['crypto'] {
    return this.#simulators.crypto;
  }

  /** The file of keys and limits that the signer reads. */
  get signerFile(): string {
    return this.#simulators.signerFile;
  }

  /** The keys of the two reviewers whose signatures the signer requires, hex of 32 bytes each. */
  reviewers(): readonly { readonly key: string; readonly privateKey: string }[] {
    return JSON.parse(readFileSync(this.#simulators.reviewersFile, 'utf8')) as ReturnType<FastSite['reviewers']>;
  }

  async fault(fault: SimulatedFault): Promise<void> {
    await this.simulated('POST', '/_sim/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.simulated('DELETE', '/_sim/faults');
  }

  /** SIGKILL, then a new server on the same data. */
  async killServer(): Promise<void> {
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = null));
    await this.#restarting;
  }

  /** SIGKILL, then `work` while no server of this site runs, then a new server on the same data. */
  async withoutServer(work: () => Promise<void>): Promise<void> {
    await this.#restart(work);
  }

  /** Environment of one more server of this site, on another port and with a clock that is `behindMs` behind. */
  envOf(port: number, behindMs = 0): Readonly<Record<string, string>> {
    return {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: this.#database.url,
      FAIRPOT_DATA_DIR: this.folder,
      FAIRPOT_RATE_LIMITS: 'off',
      FAIRPOT_CLOCK_OFFSET_MS: String(this.#offsetMs - behindMs),
      SIMULATORS_JSON: this.#simulators.file,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      ...(this.#client !== null && { FAIRPOT_TEST_CLIENT: this.#client }),
      ...this.#more,
    };
  }

  /** One more server of this site, with `envOf`; resolves once it answers. `client`: the folder of another build. The caller stops it. */
  async startNode(
    behindMs: number,
    client: string | null = null,
  ): Promise<{ readonly origin: string; stop(): Promise<void> }> {
    const port = await freePort();
    const child = this.#fork({
      ...this.envOf(port, behindMs),
      ...(client !== null && { FAIRPOT_TEST_CLIENT: client }),
    });
    const origin = `http://127.0.0.1:${port}`;
    await untilReady(origin, READY_WITHIN_MS, () => (child.exitCode === null ? null : 'the node ended at its start'));
    return { origin, stop: () => stop(child) };
  }

  /** Interrupts the database while it is in use. */
  async killDatabase(): Promise<void> {
    await this.#database.kill();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await stop(this.#server);
    await stop(this.#simulators.child);
    await stop(this.#witness.child);
    await this.db.close();
    await this.#database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #restart(work: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    this.#server.kill('SIGKILL');
    await ended(this.#server);
    await work();
    this.#server = this.#spawn();
    await this.#ready();
  }

  #spawn(): ChildProcess {
    const server = this.#fork(this.envOf(this.#port));
    // The database may be just restarting. Then the server says so and exits, and is started again, as the launcher does.
    server.once('exit', (code) => {
      if (code !== 0 && code !== null && !this.#stopped && this.#server === server) this.#server = this.#spawn();
    });
    return server;
  }

  #fork(env: Readonly<Record<string, string>>): ChildProcess {
    const program = programOf('e2e/soak/host.ts');
    return fork(program.path, [], {
      cwd: root,
      env: { ...process.env, ...env },
      execArgv: [...program.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  #ready(): Promise<void> {
    return untilReady(this.origin, READY_WITHIN_MS, () => null);
  }

  #assemble(): AssembledRunner {
    const config = readConfig({
      SIMULATORS_JSON: this.#simulators.file,
      FAIRPOT_DATA_DIR: this.folder,
      FAIRPOT_RATE_LIMITS: 'off',
    });
    const noop = () => undefined;
    const log = pinoLog('silent', process.stderr);
    const deps = {
      ...productDeps({ config, db: this.db, settler: this.db, clock: this.#clock, log }),
      signals: { userUpdated: noop, notify: noop, disconnect: noop },
      client: null,
    };
    return assemble(deps, FEATURES);
  }

  /** The answer of the simulators' control API. Throws for a refusal. */
  async simulated<T>(method: string, path: string, body?: object): Promise<T> {
    return (await (await this.#simulator(method, path, body)).json()) as T;
  }

  async #simulator(method: string, path: string, body?: object): Promise<Response> {
    const { baseUrl, token } = this.#simulators.control;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-sim-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
