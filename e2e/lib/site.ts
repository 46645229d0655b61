/**
 * A whole site of its own for one test: fresh data folder, simulators, server with its embedded database (or one on the
 * server of DATABASE_URL). Its server can be killed and started again on the same data.
 */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, runTs, startSimulators, stop, untilReady, type SimulatorsProcess } from '../../scripts/processes.ts';
import { givenDatabase, type TestDatabase } from './database.ts';

export class Site {
  readonly origin: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #simulators: SimulatorsProcess;
  /** Null: the server runs its own. */
  readonly #database: TestDatabase | null;
  #server: ChildProcess;

  private constructor(port: number, dataDir: string, simulators: SimulatorsProcess, database: TestDatabase | null) {
    this.#port = port;
    this.#database = database;
    this.origin = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#simulators = simulators;
    this.#server = this.#spawn();
  }

  static async start(): Promise<Site> {
    const dataDir = mkdtempSync(join(tmpdir(), 'fp-site-'));
    chmodSync(dataDir, 0o755); // started as root, the database runs as another user and has to get in
    const simulators = await startSimulators(dataDir);
    const site = new Site(await freePort(), dataDir, simulators, await givenDatabase());
    await site.ready();
    return site;
  }

  #spawn(): ChildProcess {
    const env = {
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      FAIRPOT_DATA_DIR: this.dataDir,
      FAIRPOT_RATE_LIMITS: 'off',
      // a slow machine must not lose a waiting game to a bot before its people have met in it
      FAIRPOT_BOTS_JOIN_PLAYERS: 'off',
      SIMULATORS_JSON: this.#simulators.file,
      DATABASE_URL: this.#database?.url ?? '',
      LOG_LEVEL: 'silent',
    };
    return runTs('server/src/main.ts', [], env, 'pipe');
  }

  ready(): Promise<void> {
    return untilReady(this.origin, 120_000, () => null);
  }

  /** SIGKILL, then a new server on the same data. */
  async killServer(): Promise<void> {
    await this.silence();
    await this.speak();
  }

  /** SIGKILL to the server, which stays away until `speak`. The simulators, the beacon among them, go on. */
  async silence(): Promise<void> {
    this.#server.kill('SIGKILL');
    await ended(this.#server);
  }

  /** A new server on the same data after a silence. */
  async speak(): Promise<void> {
    this.#server = this.#spawn();
    await this.ready();
  }

  /** SIGKILL to the database; the server stays, and has to bring it back. A database that is not ours drops every caller. */
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
    await stop(this.#server);
    await stop(this.#simulators.child);
    await this.#database?.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A port of this machine that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
