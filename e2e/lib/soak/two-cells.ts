/** Two cells and their directory, each a process with a database of its own (docs/scale.md). */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Home } from '@fairpot/contract/wire/directory.schemas';
import { ended, runTs, startDirectory, stop } from '../../../scripts/processes.ts';
import { fundedPlayer, type FundedPlayer } from '../operator-table.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { Operator } from '../operator.ts';
import { freePort } from '../site.ts';
import { FastSite } from './fast-site.ts';

export interface DirectedCell {
  readonly name: string;
  readonly site: FastSite;
  readonly logKey: string;
  /** By which the directory knows it. */
  readonly key: string;
}

export class TwoCells {
  readonly cells: readonly [DirectedCell, DirectedCell];
  readonly #folder: string;
  readonly #database: TestDatabase;
  readonly #port: number;
  #directory: ChildProcess | null = null;

  private constructor(
    cells: readonly [DirectedCell, DirectedCell],
    place: { readonly folder: string; readonly database: TestDatabase; readonly port: number },
  ) {
    this.cells = cells;
    this.#folder = place.folder;
    this.#database = place.database;
    this.#port = place.port;
  }

  static async start(): Promise<TwoCells> {
    const folder = mkdtempSync(join(tmpdir(), 'fp-directory-'));
    chmodSync(folder, 0o755); // started as root, the database runs as another user who needs access
    const port = await freePort();
    const listed: object[] = [];
    const startCell = async (name: string): Promise<DirectedCell> => {
      const key = randomBytes(32).toString('hex');
      const env = { DIRECTORY_URL: `http://127.0.0.1:${port}`, DIRECTORY_KEY: key };
      const site = await FastSite.start({ env });
      const { logKey } = await Operator.of(site);
      listed.push({ name, origin: site.origin, logKey, keySha256: createHash('sha256').update(key).digest('hex') });
      return { name, site, logKey, key };
    };
    const [cells, database] = await Promise.all([
      Promise.all([startCell('eu'), startCell('us')]),
      openTestDatabase(folder),
    ]);
    writeFileSync(join(folder, 'cells.json'), JSON.stringify(listed));
    const all = new TwoCells(cells, { folder, database, port });
    await all.startDirectory();
    return all;
  }

  get directoryUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** `npm run move` on the machine of a cell, as its operator runs it. Resolves to what it prints; rejects when it refuses. */
  async move({ site }: DirectedCell, ...args: readonly string[]): Promise<string> {
    const child = runTs('server/src/move.ts', [...args, '--why', 'the player asked'], site.envOf(0), 'pipe');
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await ended(child);
    if (child.exitCode !== 0) throw new Error(`npm run move ${args.join(' ')} ended with ${child.exitCode}`);
    return printed;
  }

  /** The name of a person's home; null: none. */
  async homeOf(steamId: string): Promise<string | null> {
    const headers = { authorization: `Bearer ${this.cells[0].key}` };
    const answer = await fetch(`${this.directoryUrl}/homes/${steamId}`, { headers });
    return answer.ok ? Home.parse(await answer.json()).cell.name : null;
  }

  get folder(): string {
    return this.#folder;
  }

  async startDirectory(): Promise<void> {
    this.#directory = await startDirectory(this.#database.url, join(this.#folder, 'cells.json'), this.#port);
  }

  /** SIGKILL. */
  async killDirectory(): Promise<void> {
    if (this.#directory === null) return;
    this.#directory.kill('SIGKILL');
    await ended(this.#directory);
  }

  async stop(): Promise<void> {
    await Promise.all(this.cells.map(({ site }) => site.stop()));
    if (this.#directory !== null) await stop(this.#directory);
    await this.#database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Makes this person known to the simulated Steam of both cells: each has its own, as they move their clocks apart. */
export async function makePerson(cells: readonly DirectedCell[], steamId: string): Promise<void> {
  for (const { site } of cells) await site.simulated('POST', '/_sim/users', { name: 'Guest', steamId });
}

/** Two players of a cell who can play each other. */
export async function pairAt(
  { site }: DirectedCell,
  ids: readonly [string, string],
): Promise<[FundedPlayer, FundedPlayer]> {
  return [await fundedPlayer(site, 'first', ids[0]), await fundedPlayer(site, 'second', ids[1])];
}
