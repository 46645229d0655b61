/** Open transactions: in another database of the same PostgreSQL, prepared or not, and in our own database. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { admin, databaseUrl } from '../../../testing/global-setup.ts';
import { createWallet, wallet, put } from '../../../testing/wallet.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { openPool } from '../database/db.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { foreignTransactions, HELD_AFTER_MS, settledBelow } from './horizon.ts';
import type { Log } from '../process/ports.ts';
import { Relay } from './relay.ts';
import { sql } from '../database/sql.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';

interface Ready {
  readonly ready: boolean;
  readonly relay: boolean;
  readonly degraded: boolean;
  readonly holder: { readonly pid: number; readonly database: string; readonly ageMs: number } | null;
}

let world: World;
let own: string;
let neighbour: string;
let lines: { level: string; fields: Record<string, unknown> }[];
const open: Client[] = [];

beforeAll(async () => {
  world = await makeWorld({ features: [wallet], log: noted() });
  await createWallet(world.db);
  own = (await world.db.one<{ name: string }>(sql`select current_database()::text as name`)).name;
  neighbour = `${own}_neighbour`;
  await admin(adminUrl(), [`create database ${neighbour}`]);
});
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.end();
});
afterAll(async () => {
  await admin(adminUrl(), [`drop database ${neighbour} with (force)`]);
  await world.close();
});

/** A later transaction that ends at once: only then does a snapshot list the earlier ones as running. */
const LATER = sql`select pg_current_xact_id()`;
const adminUrl = () => inject('testServer').adminUrl;

function noted(): Log {
  const at = (level: string) => (fields: Record<string, unknown>) => void lines.push({ level, fields });
  const log: Log = { child: () => log, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return log;
}

/** A connection with an open transaction that has its own id, as after an uncommitted update. */
async function forgotten(url: string): Promise<{ pid: number; xid: string; client: Client }> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  open.push(client);
  await client.query('begin');
  const { rows } = await client.query<{ pid: number; xid: string }>(
    'select pg_backend_pid() as pid, pg_current_xact_id()::text as xid',
  );
  const [{ pid, xid } = { pid: 0, xid: '' }] = rows;
  await world.db.run(LATER);
  return { pid, xid, client };
}

describe('a forgotten transaction', () => {
  test('in another database of the server blocks nothing', async () => {
    const server = await world.http();
    const { xid } = await forgotten(databaseUrl(world.databaseUrl, neighbour));
    const published: string[] = [];
    const relay = new Relay({
      db: world.db,
      clock: systemClock,
      log: noted(),
      presenters: [],
      busy: () => true,
      publish: ({ body }) => void published.push(body.type),
      signal: () => undefined,
    });
    await relay.start();
    await server.runner.execute(put, world.actor(), { amount: 1 });
    await until(async () => {
      await relay.poll();
      return published.length === 1;
    });
    expect(await foreignTransactions(world.db)).toContain(xid);
    expect(relay.holder).toBeNull();
    const ready = await fetch(`${server.url}/api/ready`);
    expect([ready.status, ((await ready.json()) as Ready).holder]).toEqual([200, null]);
  });

  test('that began while a relay ran is found, and the delayed facts are sent', async () => {
    const published: string[] = [];
    const relay = new Relay({
      db: world.db,
      clock: systemClock,
      log: noted(),
      presenters: [],
      busy: () => true,
      publish: ({ body }) => void published.push(body.type),
      signal: () => undefined,
    });
    await relay.start();
    await forgotten(databaseUrl(world.databaseUrl, neighbour));
    await world.runner.execute(put, world.actor(), { amount: 1 });
    await until(async () => {
      await relay.poll();
      return published.length === 1;
    });
  });

  test('in our own blocks the channel, is named by /api/ready and one log line, and unblocks when it ends', async () => {
    let skippedMs = 0;
    const pace = { ...systemClock, now: () => systemClock.now() + skippedMs };
    const server = await world.http({ pace });
    const ready = async () => {
      const answer = await fetch(`${server.url}/api/ready`);
      return { status: answer.status, ...((await answer.json()) as Ready) };
    };
    const { pid, client } = await forgotten(world.databaseUrl);
    expect(await ready()).toMatchObject({ status: 200, ready: true, degraded: false, holder: null });
    await until(async () => {
      skippedMs += 500;
      return (await ready()).holder !== null;
    });
    // The clock that was moved ahead makes the relay look silent until its read ends.
    await until(async () => (await ready()).relay);
    const held = await ready();
    // Every node sees the same one: a 503 would take down the whole site, which still answers.
    expect(held).toMatchObject({ status: 200, ready: true, degraded: true, holder: { pid, database: own } });
    expect(held.holder?.ageMs).toBeGreaterThan(HELD_AFTER_MS);
    const named = lines.filter(({ level, fields }) => level === 'warn' && fields['pid'] === pid);
    expect(named.map(({ fields }) => fields['database'])).toEqual([own]);
    await client.query('rollback');
    await until(async () => !(await ready()).degraded);
    expect(lines.filter(({ level, fields }) => level === 'info' && fields['pid'] === pid)).toHaveLength(1);
  });

  test.each(['pg_locks', 'pg_stat_activity'])(
    'counts as ours if its owner is unknown: no entry in %s',
    async (view) => {
      const { xid } = await forgotten(databaseUrl(world.databaseUrl, neighbour));
      expect(await foreignTransactions(world.db)).toContain(xid);
      // A view that shows nothing shadows the real catalog.
      await world.db.run({ text: `create schema blind_${view}`, values: [] });
      await world.db.run({
        text: `create view blind_${view}.${view} as select * from pg_catalog.${view} where false`,
        values: [],
      });
      await world.db.transaction(async (tx) => {
        await tx.run({ text: `set local search_path = blind_${view}, pg_catalog`, values: [] });
        expect(await foreignTransactions(tx)).toEqual([]);
      });
    },
  );

  test('of another database is left out, and one of ours is not', async () => {
    const ours = await forgotten(world.databaseUrl);
    const theirs = await forgotten(databaseUrl(world.databaseUrl, neighbour));
    const foreign = await foreignTransactions(world.db);
    expect(foreign).toContain(theirs.xid);
    expect(foreign).not.toContain(ours.xid);
    const horizon = async (known: readonly string[]) =>
      BigInt((await world.db.one<{ x: string }>(sql`select ${settledBelow(known)}::text as x`)).x);
    expect(await horizon(foreign)).toBeLessThanOrEqual(BigInt(ours.xid));
    await ours.client.query('rollback');
    expect(await horizon([])).toBeLessThanOrEqual(BigInt(theirs.xid));
    await until(async () => (await horizon(foreign)) > BigInt(theirs.xid));
  });

  test('of the reader itself counts: it does not read past its own', async () => {
    await world.db.transaction(async (tx) => {
      const { own } = await tx.one<{ own: string }>(sql`select pg_current_xact_id()::text as own`);
      await world.db.run(LATER);
      const { x } = await tx.one<{ x: string }>(sql`select ${settledBelow([])}::text as x`);
      expect(BigInt(x)).toBeLessThanOrEqual(BigInt(own));
    });
  });
});

test('a prepared transaction of another database blocks nothing, one of our own holds the horizon', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairpot-prepared-'));
  chmodSync(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, clock: systemClock, log: pinoLog('silent'), durable: false });
  let server = await start();
  await admin(server.url('postgres'), ['alter system set max_prepared_transactions = 4']);
  await server.stop();
  server = await start();
  const gid = randomBytes(4).toString('hex');
  const prepare = (database: string) =>
    admin(server.url(database), [`begin; create table t (); prepare transaction '${database} ${gid}'`]);
  const db = openPool({ url: server.url('postgres'), maxConnections: 2 });
  try {
    await admin(server.url('postgres'), ['create database neighbour']);
    await prepare('neighbour');
    await prepare('postgres');
    await db.run(LATER);
    const rows = await db.many<{ xid: string; database: string }>(
      sql`select transaction::text as xid, database from pg_prepared_xacts order by database`,
    );
    const [theirs, ours] = rows;
    expect(rows.map(({ database }) => database)).toEqual(['neighbour', 'postgres']);
    const foreign = await foreignTransactions(db);
    expect(foreign).toEqual([theirs?.xid]);
    const { x } = await db.one<{ x: string }>(sql`select ${settledBelow(foreign)}::text as x`);
    expect(x).toBe(ours?.xid);
  } finally {
    await db.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
