/**
 * A whole site of its own for one test: fresh data folder, simulators, server with its embedded database (or one on the server of DATABASE_URL). The
 * server can be killed and restarted on the same data. Where the database does not end with it, it can have a second server beside it, and be away
 * for a while. A movable site has a clock that the test moves; its server is moved/host.ts instead of main.ts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ended,
  programOf,
  root,
  startChainWatcher,
  startSigner,
  startSimulatedWitness,
  startSimulators,
  startTradeWorker,
  stop,
  untilReady,
  V8_FLAGS,
  type SimulatorsOptions,
  type SimulatorsProcess,
  type WitnessProcess,
} from '../../scripts/processes.ts';
import { openPool, type ClosablePool } from '../../server/src/platform/database/db.ts';
import { embeddedUrlOf } from '../../server/src/platform/database/embedded-postgres.ts';
import { roleUrls } from '../../server/src/platform/database/roles.ts';
import { DEPOSIT_SETTINGS } from '../../server/src/crypto/settings.ts';
import { WITHDRAWAL_SETTINGS } from '../../server/src/crypto/withdrawals/settings.ts';
import { GAME_SETTINGS } from '../../server/src/games/games.ts';
import { SITE_SETTINGS, type SettingTable } from '../../server/src/platform/runner/settings.ts';
import { writeSetting } from '../../server/testing/settings.ts';
import { BREAKER_SETTINGS } from '../../server/src/breakers/settings.ts';
import { CLOSING_SETTINGS } from '../../server/src/profile/settings.ts';
import { givenDatabase, openTestDatabase, type TestDatabase } from './database.ts';
import { sendOffset } from './moved/send-offset.ts';

const SETTINGS: SettingTable = {
  ...SITE_SETTINGS,
  ...GAME_SETTINGS,
  ...DEPOSIT_SETTINGS,
  ...WITHDRAWAL_SETTINGS,
  ...CLOSING_SETTINGS,
  ...BREAKER_SETTINGS,
};

type Outside = Pick<SimulatorsOptions, 'ethereum' | 'bitcoinBlockMs' | 'signedAddresses'>;

type Env = Readonly<Record<string, string>>;
/** The normal server, or the one whose clock the test moves. */
type Program = 'server/src/main.ts' | 'e2e/lib/moved/host.ts';

export class Site {
  readonly origin: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #simulators: SimulatorsProcess;
  readonly #witness: WitnessProcess;
  /** Null: the server runs its own. */
  readonly #database: TestDatabase | null;
  readonly #program: Program;
  readonly #more: Env;
  #server: ChildProcess;
  #offsetMs = 0;
  #second: ChildProcess | null = null;
  #tradeWorker: ChildProcess | null = null;
  #chainWatcher: ChildProcess | null = null;
  #signer: ChildProcess | null = null;

  private constructor(
    port: number,
    dataDir: string,
    outside: { readonly simulators: SimulatorsProcess; readonly witness: WitnessProcess },
    database: TestDatabase | null,
    { program, more }: { readonly program: Program; readonly more: Env },
  ) {
    this.#port = port;
    this.#program = program;
    this.#more = more;
    this.#database = database;
    this.origin = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#simulators = outside.simulators;
    this.#witness = outside.witness;
    this.#server = this.#spawn(port);
  }

  /**
   * `ethereum`: with a local node, where this machine has one. `bitcoinBlockMs`: long, for tests that mine blocks themselves. `more` is added to its
   * servers' environment.
   */
  static start(outside: Outside = {}, more: Env = {}): Promise<Site> {
    return Site.#startWith(givenDatabase, { outside, more });
  }

  /** A site whose clock follows the machine's until `advance`. The house's bots play only when they are called. */
  static startMovable(): Promise<Site> {
    return Site.#startWith(givenDatabase, { program: 'e2e/lib/moved/host.ts' });
  }

  /** A site whose database keeps running when its server stops; `more` is added to its servers' environment. */
  static startBesideDatabase(more: Env = {}): Promise<Site> {
    return Site.#startWith(openTestDatabase, { more });
  }

  static async #startWith(
    database: (dataDir: string) => Promise<TestDatabase | null>,
    {
      program = 'server/src/main.ts',
      more = {},
      outside = {},
    }: { readonly program?: Program; readonly more?: Env; readonly outside?: Outside },
  ): Promise<Site> {
    const dataDir = mkdtempSync(join(tmpdir(), 'fp-site-'));
    chmodSync(dataDir, 0o755); // started as root, the database runs as another user who needs access
    const port = await freePort();
    const witness = await startSimulatedWitness(dataDir, `http://127.0.0.1:${port}`);
    const simulators = await startSimulators(dataDir, { witness, ...outside });
    const site = new Site(port, dataDir, { simulators, witness }, await database(dataDir), { program, more });
    try {
      await site.ready();
      // A demo accepts a game that is staked from Steam; only journeys about that turn it on.
      await site.set('deposit.accepts.570', false);
    } catch (error) {
      await site.stop();
      throw error;
    }
    return site;
  }

  /** A second server on the same database. Returns its address. It stops with the site. Needs a site with a separate database. */
  async secondServer(): Promise<string> {
    const port = await freePort();
    this.#second = this.#spawn(port);
    const origin = `http://127.0.0.1:${port}`;
    await untilReady(origin, 120_000, () => goneWith(this.#second));
    return origin;
  }

  /** Changes a setting, as the operator does; pages read it when they load. */
  async set(name: string, value: number | boolean): Promise<void> {
    const pool = openPool({ url: this.#ownerUrl(), maxConnections: 1 });
    try {
      await writeSetting(pool, SETTINGS, name, value, Date.now());
    } finally {
      await pool.close();
    }
  }

  /** Starts a trade worker beside the site: without one, orders wait for their offers. It stops with the site. */
  async startTradeWorker(): Promise<void> {
    const { trader } = roleUrls(this.#ownerUrl());
    if (this.#program === 'server/src/main.ts') this.#tradeWorker = await startTradeWorker(trader, this.#simulators);
    else this.#tradeWorker = this.#spawnTradeWorker(trader);
  }

  /** Starts a chain watcher beside the site: without one, payments are not seen. It stops with the site. */
  async startChainWatcher(): Promise<void> {
    this.#chainWatcher = await startChainWatcher(roleUrls(this.#ownerUrl()).watcher, this.#simulators.crypto);
  }

  /** Starts a signer beside the site: without one, no coins can be withdrawn. It stops with the site. */
  async startSigner(): Promise<void> {
    this.#signer = await startSigner(roleUrls(this.#ownerUrl()).signer, this.#simulators);
  }

  /** The keys of the two reviewers whose signatures this site's signer requires, hex of 32 bytes each. */
  reviewers(): readonly { readonly key: string; readonly privateKey: string }[] {
    return JSON.parse(readFileSync(this.#simulators.reviewersFile, 'utf8')) as ReturnType<Site['reviewers']>;
  }

  /** The local Ethereum node's JSON-RPC; null where this machine has none. */
  get ethereum(): string | null {
    return this.#simulators.crypto.ethereum;
  }

  #ownerUrl(): string {
    const url = this.#database?.url ?? embeddedUrlOf(this.dataDir);
    if (url === null) throw new Error('The database of this site is not known');
    return url;
  }

  /** Owner access to the site's database, for state that no player can reach in a minute. The caller closes it. */
  openDatabase(): ClosablePool {
    return openPool({ url: this.#ownerUrl(), maxConnections: 2 });
  }

  /** Calls the simulators' control interface below /_sim, for example 'users/765...'. Returns its answer. */
  async simulate<T = unknown>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
    const { baseUrl, token } = this.#simulators.control;
    const answer = await fetch(`${baseUrl}/_sim/${path}`, {
      method,
      headers: { 'x-sim-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Stops the server cleanly. */
  async stopServer(): Promise<void> {
    await stop(this.#server);
  }

  /** Starts the server again, at the same address. */
  async startServer(): Promise<void> {
    this.#server = this.#spawn(this.#port);
    await this.ready();
  }

  /** Epoch ms by the site's clock. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Whether the site's clock is ahead of the machine's. */
  get isMoved(): boolean {
    return this.#offsetMs > 0;
  }

  /**
   * Moves the clock of a movable site ahead, the simulators' first, so that no beacon is behind the server that asks it. A stopped server gets the
   * offset at its next start.
   */
  async advance(ms: number): Promise<void> {
    if (this.#program === 'server/src/main.ts') throw new Error('The clock of this site cannot be moved');
    this.#offsetMs += ms;
    await this.simulate('POST', 'clock', { advanceMs: ms });
    await sendOffset(this.#server, this.#offsetMs);
    if (this.#tradeWorker) await sendOffset(this.#tradeWorker, this.#offsetMs);
  }

  /** Sends every server of this site the message that `advance` sends. A normal server must ignore it. */
  tryToMove(offsetMs: number): void {
    for (const server of [this.#server, this.#second]) server?.send({ offsetMs });
  }

  #spawn(port: number): ChildProcess {
    const env = {
      ...process.env,
      ...(this.#program !== 'server/src/main.ts' && { FAIRPOT_CLOCK_OFFSET_MS: String(this.#offsetMs) }),
      ...this.#more,
      PORT: String(port),
      HOST: '127.0.0.1',
      FAIRPOT_DATA_DIR: this.dataDir,
      FAIRPOT_RATE_LIMITS: 'off',
      // on a slow machine a bot must not take a waiting game before its players have met in it
      FAIRPOT_BOTS_JOIN_PLAYERS: 'off',
      SIMULATORS_JSON: this.#simulators.file,
      DATABASE_URL: this.#database?.url ?? '',
      LOG_LEVEL: 'silent',
    };
    return spawnWithClock(this.#program, env);
  }

  /** A trade worker on this site's clock. Orders made before it is ready wait for it. */
  #spawnTradeWorker(databaseUrl: string): ChildProcess {
    const env = {
      ...process.env,
      FAIRPOT_MODE: 'demo',
      FAIRPOT_CLOCK_OFFSET_MS: String(this.#offsetMs),
      TRADE_DATABASE_URL: databaseUrl,
      TRADE_STEAM_BASE: this.#simulators.steam,
      TRADE_BOT_FILE: this.#simulators.botFile,
      LOG_LEVEL: 'warn',
    };
    return spawnWithClock('e2e/soak/trade-host.ts', env);
  }

  ready(): Promise<void> {
    return untilReady(this.origin, 120_000, () => goneWith(this.#server));
  }

  /** SIGKILL, then a new server on the same data. */
  async killServer(): Promise<void> {
    await this.silence();
    await this.speak();
  }

  /** SIGKILL to the server, which stays away until `speak`. The simulators, including the beacon, keep running. */
  async silence(): Promise<void> {
    this.#server.kill('SIGKILL');
    await ended(this.#server);
  }

  /** A new server on the same data after a silence. */
  async speak(): Promise<void> {
    await this.startServer();
  }

  /** SIGKILL to the database; the server keeps running and must restart it. On a server of DATABASE_URL, all connections are terminated instead. */
  async killDatabase(): Promise<void> {
    if (this.#database) {
      await this.#database.kill();
      return this.ready();
    }
    const pid = Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await this.ready();
  }

  async stop(): Promise<void> {
    if (this.#tradeWorker) await stop(this.#tradeWorker);
    if (this.#chainWatcher) await stop(this.#chainWatcher);
    if (this.#signer) await stop(this.#signer);
    await stop(this.#server);
    if (this.#second) await stop(this.#second);
    await stop(this.#simulators.child);
    await stop(this.#witness.child);
    await this.#database?.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A process of this repository that gets clock messages from the test. */
function spawnWithClock(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const { path, execArgv } = programOf(file);
  const args = [...V8_FLAGS, ...execArgv, path];
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** Why waiting for this server is pointless; its complaint is on standard error. */
function goneWith(server: ChildProcess | null): string | null {
  const end = server?.exitCode ?? server?.signalCode ?? null;
  return end === null ? null : `the server ended before it was ready (${end})`;
}

/**
 * A port of this machine that is not in use. Below the ports that systems assign by themselves (from 32768 on Linux, 49152 elsewhere): between this
 * answer and its use, a simulator that takes any free port must not get this one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // Above 10080, which browsers and fetch refuse to call (the Fetch standard's bad ports).
    const port = randomInt(10_081, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
