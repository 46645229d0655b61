/**
 * A site that loses its database and is restored from an older copy: coinflip, jackpot and battles with a log, a keeper
 * and a witness.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { LogSource } from '@fairpot/fairness/cli/log-source';
import { casebattleFeature } from '../../../src/games/casebattle/casebattle.feature.ts';
import { jackpotFeature } from '../../../src/games/jackpot/jackpot.feature.ts';
import { invariant } from '../../../src/platform/runner/refused.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { admin } from '../../global-setup.ts';
import { keeperIn } from '../../../src/transparency/keeper.ts';
import { makeLoggedTable, type LoggedTable } from '../log.fixture.ts';
import { openSigner } from '../../../src/transparency/signer.ts';
import { publishedHead } from '../../../src/transparency/store.ts';
import { transparencyFeature } from '../../../src/transparency/transparency.feature.ts';
import { forget, makeWitness, policyOf, type TestWitness } from '../witnesses/witness.fixture.ts';
import { restoreLog, type RestoreParts, type RestoreResult } from '../../../src/transparency/restore/restore-log.ts';

export class RestoredSite {
  readonly table: LoggedTable;
  /** LOG_FOLDER. */
  readonly folder: string;
  #witness: TestWitness;

  constructor(table: LoggedTable, folder: string, witness: TestWitness) {
    this.table = table;
    this.folder = folder;
    this.#witness = witness;
  }

  /** Makes the copy that is restored later. */
  async backUp(): Promise<void> {
    const name = await this.#name();
    await this.#alone([`drop database if exists ${name}_copy`, `create database ${name}_copy template ${name}`]);
  }

  /** Replaces the database with the copy; the copy itself is kept. */
  async restore(): Promise<void> {
    const name = await this.#name();
    await this.#alone([`drop database ${name} with (force)`, `create database ${name} template ${name}_copy`]);
  }

  start(config: object = {}): Promise<void> | undefined {
    const { deps } = this.table.world;
    return transparencyFeature({ ...deps, config: { ...deps.config, ...config } }).start?.();
  }

  /** The operator's command. */
  goOn(
    over: Partial<Pick<RestoreParts, 'onStep'>> & { source?: LogSource | null; config?: object } = {},
  ): Promise<RestoreResult> {
    const { db, deps, features } = this.table.world;
    const { source = null, config = {}, ...rest } = over;
    return restoreLog({ db, features, source, deps: { ...deps, config: { ...deps.config, ...config } }, ...rest });
  }

  async keeper() {
    return keeperIn(this.folder, (await openSigner(this.table.world.deps)).key);
  }

  /** Runs the log, the witness and the beacons until nothing is left to do. */
  async settleDown(): Promise<void> {
    await this.table.world.clock.advance(31_000);
    await this.table.world.sweepAll();
  }

  async cosignedSize(): Promise<number> {
    const row = await this.table.world.db.one<{ size: number }>(sql`
      select coalesce(max(size), 0) as size from log_cosignatures`);
    return row.size;
  }

  async publishedSize(): Promise<number> {
    return (await publishedHead(this.table.world.db))?.size ?? 0;
  }

  async close(): Promise<void> {
    const name = await this.#name();
    await this.table.world.close();
    await admin(serverUrl(), [`drop database if exists ${name}_copy`]);
    await this.#witness.stop();
    forget(this.#witness);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #name(): Promise<string> {
    return (await this.table.world.db.one<{ name: string }>(sql`select current_database() as name`)).name;
  }

  /** Runs statements that require no other connection to the database; the pools reconnect by themselves. */
  async #alone(statements: readonly string[]): Promise<void> {
    const name = await this.#name();
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`;
    await admin(serverUrl(), [others, ...statements]);
  }
}

function serverUrl(): string {
  const server = inject('testServer');
  invariant(server, 'no test server');
  return server.adminUrl;
}

export async function makeRestoredSite(): Promise<RestoredSite> {
  const folder = mkdtempSync(join(tmpdir(), 'fp-kept-'));
  const witness = await makeWitness();
  const table = await makeLoggedTable({ logFolder: folder, witnessPolicy: policyOf([witness]) }, [
    jackpotFeature,
    casebattleFeature,
  ]);
  const { key } = await openSigner(table.world.deps);
  await witness.stop();
  return new RestoredSite(table, folder, await witness.again({ logs: [key] }));
}
