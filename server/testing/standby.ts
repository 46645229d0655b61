/**
 * A PostgreSQL with a standby that follows it by streaming, both in folders of their own: for tests of reads from a replica. The standby is a copy of
 * the running primary's folder; a second copy is kept, from which it can be restored to an older state.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { invariant } from '../src/platform/runner/refused.ts';
import { pinoLog, systemClock } from '../src/platform/process/system-ports.ts';

export interface StreamingPair {
  /** URL of the primary, as its owner. */
  readonly primaryUrl: string;
  /** URL of the standby, as its owner. */
  readonly standbyUrl: string;
  /** Copies the primary now, as the standby's start and as its older state. Starts the standby. */
  copy(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Puts the stopped standby back to the copy. It does not follow the primary until `follow`. */
  restoreStandby(): void;
  /** The restored standby follows the primary again. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const LABEL = 'fairpot test';

export async function startPair(): Promise<StreamingPair> {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-pair-'));
  const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby'), older: join(folder, 'older') };
  run('mkdir', Object.values(folders));
  for (const path of [folder, ...Object.values(folders)]) chmodSync(path, 0o755);
  const start = (dataDir: string) =>
    startEmbeddedPostgres({ dataDir, clock: systemClock, log: pinoLog('silent'), durable: false });
  const primary = await start(folders.primary);
  let standby: EmbeddedPostgres | null = null;
  const primaryUrl = primary.url('postgres');
  const standbyUrl = primaryUrl.replace(encodeURIComponent(folders.primary), encodeURIComponent(folders.standby));
  const source = `host=${join(folders.primary, 'run')} user=fairpot`;
  const stopStandby = async () => {
    await standby?.stop();
    standby = null;
  };
  const startStandby = async () => {
    standby = await start(folders.standby);
  };
  const restoreStandby = () => {
    rmSync(join(folders.standby, 'postgres'), { recursive: true, force: true });
    run('cp', ['-a', join(folders.older, 'postgres'), join(folders.standby, 'postgres')]);
  };
  return {
    primaryUrl,
    standbyUrl,
    copy: async () => {
      await backUp(primaryUrl, join(folders.primary, 'postgres'), join(folders.older, 'postgres'));
      restoreStandby();
      appendFileSync(join(folders.standby, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      await startStandby();
    },
    stopStandby,
    startStandby,
    restoreStandby,
    follow: () => statement(standbyUrl, `alter system set primary_conninfo = '${source}'`, 'select pg_reload_conf()'),
    close: async () => {
      await stopStandby();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A copy of a running server's folder, as the manual describes it: what the files lack is in the log that is copied after them. */
async function backUp(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, true)', [LABEL]);
    run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    run('rm', ['-rf', join(to, 'pg_wal'), join(to, 'postmaster.pid'), join(to, 'postmaster.opts')]);
    run('cp', ['-a', join(from, 'pg_wal'), join(to, 'pg_wal')]);
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
    run('chown', ['--reference', to, join(to, 'backup_label'), join(to, 'standby.signal')]);
  } finally {
    await client.end();
  }
}

/** Runs statements, each by itself. */
export async function statement(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  // Files of a running server come and go while they are copied.
  invariant(status === 0 || /^cp: .*No such file or directory\s*$/m.test(stderr), `${command} failed: ${stderr}`);
}
