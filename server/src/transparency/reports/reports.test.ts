/** The site verifies its own log: its findings, that it runs once, and that a report is permanent. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { listLogReports, type LogReport } from '@fairpot/contract/log/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deps } from '../../platform/process/deps.ts';
import type { Log } from '../../platform/process/ports.ts';
import { coinflip } from '../../games/coinflip/coinflip.ts';
import { GAME_SETTINGS } from '../../games/games.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { CLAIM_MS, nightlySweep } from './reports.ts';
import { openSigner } from '../signer.ts';
import { transparencyFeature } from '../transparency.feature.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let table: LoggedTable;
beforeEach(async () => {
  table = await makeLoggedTable();
});
afterEach(() => table.world.close());

/** The sweep as in the product, run once. */
function nightly(over: Partial<Deps> = {}, signal = new AbortController().signal): Promise<number> {
  const { sweeps = [] } = transparencyFeature({ ...table.world.deps, log: recorded().log, ...over });
  const sweep = sweeps.find(({ name }) => name === 'transparency.nightly');
  return sweep?.run(signal) ?? Promise.reject(new Error('there is no such sweep'));
}

/** A run of a node that can be stopped at each page. */
async function nightlyWith(onPage: () => Promise<void> | void, over: Partial<Deps> = {}): Promise<number> {
  const deps = { ...table.world.deps, ...over };
  const { key } = await openSigner(deps);
  return nightlySweep({ deps, key: () => Promise.resolve(key), onPage }).run(new AbortController().signal);
}

/** Without checking the invariants, which an owner may just have broken. */
async function allReports(): Promise<readonly LogReport[]> {
  return (await table.world.runner.execute(listLogReports, null, { limit: 30 })).reports;
}

/** Cheap leaves: the fee rate goes up and down this many times, an even number. */
async function feeLeaves(count: number): Promise<void> {
  const { db, clock } = table.world;
  const { feeBps } = coinflip.terms(await storedSettings(db));
  for (let n = 1; n <= count; n += 1)
    await writeSetting(db, GAME_SETTINGS, 'coinflip.feeBps', feeBps + (n % 2), clock.now());
  await clock.advance(120_000);
}

/** A database owner bypasses triggers. */
function asOwner(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await work(tx);
  });
}

/** Rebuilds and signs leaves, tiles and heads over the current leaves: only the owner can. */
async function rewriteLog(): Promise<void> {
  await asOwner(async (tx) => {
    for (const each of [sql`log_entries`, sql`log_tiles`, sql`log_heads`]) await tx.run(sql`delete from ${each}`);
    await tx.run(sql`update log_state set size = 0, cursor_id = 0, cursor_xid = '0'`);
  });
  while ((await table.sequence()) > 0);
}

const played = async (count = 3) => {
  const ids = await table.play(count);
  while ((await table.sequence()) > 0);
  await table.world.clock.advance(HOUR);
  return ids;
};

function recorded(): { log: Log; lines: { level: string; fields: Record<string, unknown>; message: string }[] } {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, fields, message });
  const log: Log = {
    child: () => log,
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
  return { log, lines };
}

describe('a log that holds', () => {
  test('is read to its end, page after page, and reported publicly as holding', async () => {
    await feeLeaves(260);
    await played(10);
    expect(await nightly()).toBe(1);
    const { url } = await table.world.http();
    const answer = (await (await fetch(`${url}/api/fair/log/reports`)).json()) as {
      response: { reports: LogReport[]; next: null };
    };
    const head = await table.world.db.one<{ size: number; root: Buffer }>(
      sql`select size, root from log_heads order by size desc limit 1`,
    );
    expect(head.size).toBeGreaterThan(256);
    const now = table.world.clock.now();
    expect(answer.response).toEqual({
      reports: [
        {
          id: 1,
          startedAt: now,
          endedAt: now,
          verdict: 'holds',
          found: 0,
          findings: [],
          why: null,
          head: { size: head.size, root: head.root.toString('base64') },
          rounds: { settled: 9, cancelled: 1, voided: 0, scripted: 0, running: 0 },
          simulated: true,
        },
      ],
      next: null,
    });
    const ready = (await (await fetch(`${url}/api/ready`)).json()) as object;
    expect(ready).toMatchObject({ publicLog: { verdict: 'holds', found: 0, verifiedAt: now } });
  }, 120_000);

  test('is read once a night, and not before it is due', async () => {
    await table.play(1);
    expect(await nightly()).toBe(0); // ten minutes have not passed
    await table.world.clock.advance(HOUR);
    expect(await nightly()).toBe(1);
    expect(await nightly()).toBe(0);
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(1);
    expect(await allReports()).toMatchObject([{ id: 2 }, { id: 1 }]);
  });

  test('reports come page by page, newest first', async () => {
    await played(1);
    for (let n = 0; n < 3; n += 1) {
      expect(await nightly()).toBe(1);
      await table.world.clock.advance(DAY);
    }
    const first = await table.world.run(listLogReports, null, { limit: 2 });
    expect(first).toMatchObject({ reports: [{ id: 3 }, { id: 2 }], next: 2 });
    const rest = await table.world.run(listLogReports, null, { limit: 2, before: 2 });
    expect(rest).toMatchObject({ reports: [{ id: 1 }], next: null });
    expect(await table.world.refused(listLogReports, null, { before: 0 })).toBe('BAD_INPUT');
  });

  test('a log without a head is left alone', async () => {
    await asOwner((tx) => tx.run(sql`delete from log_heads`));
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(0);
    expect(await allReports()).toEqual([]);
  });
});

describe('changes by the database’s owner are reported by name', () => {
  test('a result changed in place: the leaf is not the signed one, and staff are notified', async () => {
    const [id = ''] = await played();
    await asOwner((tx) =>
      tx.run(sql`update log_leaves set body = replace(body, '"settledAt":1', '"settledAt":2')
        where round_id = ${id} and kind = 'result'`),
    );
    const { log, lines } = recorded();
    expect(await nightly({ log })).toBe(1);
    const [report] = await allReports();
    const { index } = await table.world.db.one<{ index: number }>(
      sql`select index from log_entries where round_id = ${id} and kind = 'result'`,
    );
    expect(report).toMatchObject({ verdict: 'findings', found: 1, findings: [{ leaf: index }] });
    expect(report?.findings[0]?.problem).toMatch(/edited, dropped or put in another order/);
    expect(lines).toMatchObject([{ level: 'error', fields: { verdict: 'findings', found: 1 } }]);
    expect(lines[0]?.message).toMatch(/^INCIDENT/);
    const { url } = await table.world.http();
    expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({
      ready: true,
      publicLog: { verdict: 'findings', found: 1 },
    });
  });

  test('a payout changed and everything signed again: recomputed, and the last report’s head is missing', async () => {
    const [id = ''] = await played();
    expect(await nightly()).toBe(1);
    await asOwner((tx) =>
      tx.run(sql`update log_leaves set body = regexp_replace(body, '"feeCents":\\d+', '"feeCents":1')
        where round_id = ${id} and kind = 'result'`),
    );
    await rewriteLog();
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(1);
    const [report] = await allReports();
    const problems = report?.findings.map(({ problem }) => problem) ?? [];
    expect(problems.filter((problem) => problem.startsWith(`${id}: `))).not.toEqual([]);
    expect(problems.some((problem) => problem.includes('the head of the last report has'))).toBe(true);
    expect(report?.found).toBe(report?.findings.length);
  });

  test('rounds are missing: the log was truncated', async () => {
    const ids = await played();
    expect(await nightly()).toBe(1);
    await asOwner((tx) => tx.run(sql`delete from log_leaves where round_id = ${ids.at(-1)}`));
    await rewriteLog();
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(1);
    const [report] = await allReports();
    expect(report?.findings.map(({ problem }) => problem)).toContainEqual(expect.stringMatching(/it was truncated$/));
  });

  test('a head published for other leaves, although the newest one is right', async () => {
    await table.sequence();
    await played();
    const { size } = await table.world.db.one<{ size: number }>(
      sql`select size from log_heads where published_at is not null order by size limit 1`,
    );
    await asOwner((tx) => tx.run(sql`update log_heads set root = sha256('x'::bytea) where size = ${size}`));
    expect(await nightly()).toBe(1);
    const [report] = await allReports();
    expect(report).toMatchObject({ verdict: 'findings', found: 1 });
    expect(report?.findings[0]?.problem).toContain(`the first ${size} leaves hash to`);
  });

  test('deleted leaves and tiles are not served, and a head under another key is invalid', async () => {
    await played();
    await asOwner((tx) => tx.run(sql`delete from log_tiles`));
    expect(await nightly()).toBe(1);
    await asOwner((tx) => tx.run(sql`delete from log_leaves where kind = 'lock'`));
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(1);
    await asOwner((tx) => tx.run(sql`update log_heads set note = replace(note, '/log ', '/dog ')`));
    await table.world.clock.advance(DAY);
    expect(await nightly()).toBe(1);
    const [third, second, first] = (await allReports()).map(({ findings }) => findings.map(({ problem }) => problem));
    expect(first).toContainEqual(expect.stringContaining('does not serve the tile of its leaves'));
    expect(second).toContainEqual(expect.stringContaining('does not serve its leaves from here on'));
    expect(third).toContainEqual(expect.stringMatching(/^checkpoint: /));
  });

  test('of very many findings the first are listed and all are counted', async () => {
    await feeLeaves(60);
    await asOwner((tx) => tx.run(sql`update log_leaves set body = replace(body, '"fee"', '"fie"')`));
    await rewriteLog();
    await table.world.clock.advance(HOUR);
    expect(await nightly()).toBe(1);
    const [report] = await allReports();
    expect(report?.findings).toHaveLength(50);
    expect(report?.found).toBe(60);
  });
});

describe('one node at a time', () => {
  test('two nodes at once run it once', async () => {
    await played();
    expect((await Promise.all([nightly(), nightly(), nightly()])).sort()).toEqual([0, 0, 1]);
    expect(await allReports()).toHaveLength(1);
  });

  test('a node that finds another one running does nothing', async () => {
    await played();
    expect(await nightlyWith(async () => expect(await nightly()).toBe(0))).toBe(1);
    expect(await allReports()).toHaveLength(1);
  });

  test('a node that checked before another one ended does not run it again', async () => {
    await played();
    const { db } = table.world.deps;
    let first = true;
    const slow: Deps['db'] = {
      many: (query) => db.many(query),
      one: (query) => db.one(query),
      maybe: (query) => db.maybe(query),
      transaction: (work) => db.transaction(work),
      snapshot: (work) => db.snapshot(work),
      run: async (query) => {
        if (first && query.text.includes('log_report_claim')) {
          first = false;
          expect(await nightly()).toBe(1);
        }
        return db.run(query);
      },
    };
    expect(await nightlyWith(() => undefined, { db: slow })).toBe(0);
    expect(await allReports()).toHaveLength(1);
  });

  test('killed in the middle: taken over after two minutes, and started over', async () => {
    await played();
    expect(await killedRun()).toBe('SIGKILL');
    expect(await nightly()).toBe(0); // the dead node's claim is still valid
    await table.world.clock.advance(CLAIM_MS);
    expect(await nightly()).toBe(1);
    expect(await allReports()).toMatchObject([{ verdict: 'holds', rounds: { settled: 3 } }]);
  }, 60_000);

  test('a node presumed dead writes nothing when it comes back', async () => {
    await played();
    const late = async () => {
      await table.world.clock.advance(CLAIM_MS);
      expect(await nightly()).toBe(1);
    };
    expect(await nightlyWith(late)).toBe(0);
    expect(await allReports()).toHaveLength(1);
  });

  test('stopped with the server: no report, and the next start begins again at once', async () => {
    await played();
    const stopping = new AbortController();
    const { key } = await openSigner(table.world.deps);
    const sweep = nightlySweep({
      deps: table.world.deps,
      key: () => Promise.resolve(key),
      onPage: () => stopping.abort(new Error('the server stops')),
    });
    expect(await sweep.run(stopping.signal)).toBe(0);
    expect(await allReports()).toEqual([]);
    expect(await nightly()).toBe(1);
  });

  test('a run that cannot go on is a failed one, says why, and is tried again in an hour', async () => {
    await played();
    const { log, lines } = recorded();
    const away = () => Promise.reject(new Error('the disk is gone'));
    expect(await nightlyWith(away, { log })).toBe(1);
    expect(await allReports()).toMatchObject([{ verdict: 'failed', why: 'the disk is gone', head: null, found: 0 }]);
    expect(lines).toMatchObject([{ level: 'error', fields: { why: 'the disk is gone' } }]);
    expect(await nightly()).toBe(0);
    await table.world.clock.advance(HOUR);
    expect(await nightly()).toBe(1);
    expect(await allReports()).toMatchObject([{ verdict: 'holds' }, { verdict: 'failed' }]);
  });
});

test('a report is never changed or taken back, by the server or by the owner', async () => {
  await played(1);
  await nightly();
  const { db, deps } = table.world;
  const change = sql`update log_reports set found = 0`;
  const removal = sql`delete from log_reports`;
  for (const act of [change, removal]) {
    await expect(db.run(act)).rejects.toThrow('log_reports is only added to');
    await expect(deps.db.run(act)).rejects.toThrow('permission denied');
  }
  expect(await allReports()).toHaveLength(1);
});

/** A verification in a process of its own, killed before it has read a page; resolves with the signal that ended it. */
function killedRun(): Promise<string | null> {
  const file = join(import.meta.dirname, '../../../testing/transparency/reports/report-crash.fixture.ts');
  const args = ['--import', 'tsx', file, table.world.databaseUrl, String(table.world.clock.now())];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}
