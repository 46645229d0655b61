/** Reads from a replica: a real primary with a real standby, a server with its own heartbeat. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { POSITION_HEADER, positionAfter, SEQ_HEADER } from '@fairpot/contract/wire/position';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { startPair, statement, type StreamingPair } from '../../../testing/standby.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import type { RunningServer } from '../process/server.ts';
import { systemClock } from '../process/system-ports.ts';
import type { Actor } from '../runner/feature.ts';
import { prepareDatabase } from './database.ts';
import { openPool, type ClosablePool } from './db.ts';
import { roleUrls } from './roles.ts';
import { Reads, type Heartbeat } from './reads.ts';
import { Nodes } from '../live/nodes.ts';
import { refuse } from '../runner/refused.ts';
import { sql, type Pool } from './sql.ts';

const MAX_LAG_MS = 3_000;
const STARTS_MS = 60_000;

let pair: StreamingPair;
let db: ClosablePool;
let replica: ClosablePool;
let world: World;
let server: RunningServer;
let person: Actor;

beforeAll(async () => {
  world = await makeWorld({ features: [wallet] });
  pair = await startPair();
  await prepareDatabase(pair.primaryUrl, true, systemClock, world.deps.log);
  const owner = openPool({ url: pair.primaryUrl });
  await createWallet(owner);
  await owner.close();
  await pair.copy();
  db = openPool({ url: roleUrls(pair.primaryUrl).app });
  replica = openPool({ url: roleUrls(pair.standbyUrl).app, statementTimeoutMs: 1_000 });
  server = await world.http({ db, replica: { pool: replica, maxLagMs: MAX_LAG_MS } });
  person = world.actor();
}, STARTS_MS);
afterEach(async () => {
  await statement(pair.standbyUrl, 'select pg_wal_replay_resume()');
  await used();
});
afterAll(async () => {
  await world?.close();
  await db?.close();
  await replica?.close();
  await pair?.close();
});

const isUsed = () => server.deps.reads.replica?.usable === true;
const used = () => until(isUsed);
const unused = () => until(() => !isUsed());
/** The server writes its next heartbeat, and checks the replica by it. */
async function beaten(): Promise<void> {
  const newest = () => db.one<{ at: number }>(sql`select max(seen_at) as at from nodes`);
  const { at } = await newest();
  await until(async () => (await newest()).at > at);
}
const pause = () => statement(pair.standbyUrl, 'select pg_wal_replay_pause()');

let puts = 0;
async function put(at = server) {
  const headers = {
    'content-type': 'application/json',
    cookie: world.signedIn(person),
    'idempotency-key': `put-${(puts += 1)}`,
  };
  const answer = await fetch(`${at.url}/api/wallet/put`, { method: 'POST', body: '{"amount":1}', headers });
  const { response } = (await answer.json()) as { response: { total: number } };
  return {
    total: response.total,
    position: answer.headers.get(POSITION_HEADER) ?? 'none',
    cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '',
  };
}

/** The total, and where it was read. */
async function read(headers: Record<string, string> = {}, at = server): Promise<{ total: number; from: string }> {
  const before = { ...at.deps.reads.counts };
  const answer = await fetch(`${at.url}/api/wallet/total/cents`, { headers });
  expect(answer.status).toBe(200);
  // An answer of a replica may lack facts that this node has published.
  expect(answer.headers.get(SEQ_HEADER)).toBeNull();
  const { response } = (await answer.json()) as { response: { total: number } };
  const after = at.deps.reads.counts;
  return { total: response.total, from: after.replica > before.replica ? 'replica' : 'primary' };
}

const after = (position: string) => ({ [POSITION_HEADER]: position });

test(
  'public reads leave the primary while the replica is fresh, and soon show what was written',
  async () => {
    await used();
    const { total, position } = await put();
    expect((await read()).from).toBe('replica');
    await until(async () => (await read()).total === total);
    await until(async () => (await read(after(position))).from === 'replica');
  },
  STARTS_MS,
);

test(
  'a player always reads their own writes: by the header, by the cookie, at any node',
  async () => {
    const other = await world.http({ db, replica: { pool: replica, maxLagMs: MAX_LAG_MS }, clock: systemClock });
    await until(() => other.deps.reads.replica?.usable === true);
    const before = await put();
    await until(async () => (await read(after(before.position))).from === 'replica');
    await pause();
    const own = await put();
    // Others may see the state before, from the replica: so it is the position that sends the player's reads to the primary.
    expect(await read()).toEqual({ total: before.total, from: 'replica' });
    expect(await read(after(own.position))).toEqual({ total: own.total, from: 'primary' });
    expect(await read({ cookie: own.cookie })).toEqual({ total: own.total, from: 'primary' });
    expect(await read(after(own.position), other)).toEqual({ total: own.total, from: 'primary' });
    await other.stop();
  },
  STARTS_MS,
);

test(
  'who has seen a fact reads nothing older',
  async () => {
    const seqOfNewest = async () => {
      const { seq } = await db.one<{ seq: string }>(sql`
      select xid::text || lpad(id::text, 12, '0') as seq from facts order by facts.xid desc, facts.id desc limit 1`);
      return after(String(positionAfter(seq)));
    };
    const before = await put();
    const seen = await seqOfNewest();
    await until(async () => (await read(seen)).from === 'replica');
    await pause();
    const next = await put();
    expect(await read(seen)).toEqual({ total: before.total, from: 'replica' });
    expect(await read(await seqOfNewest())).toEqual({ total: next.total, from: 'primary' });
  },
  STARTS_MS,
);

test(
  'of two nodes that make one call at once, both name a position that has it',
  async () => {
    const other = await world.http({ db, replica: { pool: replica, maxLagMs: MAX_LAG_MS } });
    for (let n = 0; n < 10; n++) {
      const first = put();
      puts -= 1;
      const both = await Promise.all([first, put(other)]);
      const { position } = await db.one<{ position: number }>(sql`
      select max(xid::text::bigint) + 1 as position from facts where topic = 'chat'`);
      for (const each of both) expect(Number(each.position)).toBeGreaterThanOrEqual(position);
    }
    await other.stop();
  },
  STARTS_MS,
);

test(
  'an answer that is given again, by a node that did not write it, has a position too',
  async () => {
    const other = await world.http({ db, replica: { pool: replica, maxLagMs: MAX_LAG_MS } });
    await pause();
    const own = await put();
    puts -= 1;
    const again = await put(other);
    expect(again.total).toBe(own.total);
    expect(Number(again.position)).toBeGreaterThanOrEqual(Number(own.position));
    await other.stop();
  },
  STARTS_MS,
);

test(
  'a replica that stands still is not used, and is used again when it has caught up',
  async () => {
    await pause();
    const { total } = await put();
    await unused();
    expect(await read()).toEqual({ total, from: 'primary' });
    await statement(pair.standbyUrl, 'select pg_wal_replay_resume()');
    await used();
    expect(await read()).toEqual({ total, from: 'replica' });
  },
  STARTS_MS,
);

/** Reads whose heartbeats the test gives; the replica has the first. */
async function ownReads(maxLagMs: number): Promise<{ reads: Reads; beat: () => Promise<Heartbeat> }> {
  const node = `held${(nodes += 1)}`;
  const reads = new Reads({ pool: replica, maxLagMs, node, log: world.deps.log });
  let last: Heartbeat | null = null;
  const written = new Nodes(db, node, (beat, beganAt) => {
    last = beat;
    reads.heartbeat(beat, beganAt);
  });
  const beat = async () => {
    await written.beat({ players: new Set(), visitors: 0 });
    return last ?? { mark: 0, timeline: 'none' };
  };
  await until(async () => (await beat()) && reads.replica?.usable === true);
  return { reads, beat };
}
let nodes = 0;

const total = (at: Pool) => at.one<{ total: number }>(sql`select total from wallet`);

test(
  'between two checks each read proves the state that it reads from',
  async () => {
    const { reads } = await ownReads(1_000);
    await pause();
    const own = await put();
    expect((await reads.read(db, 0, total)).total).toBeLessThan(own.total);
    // No further heartbeat: nothing switches the reads off, and the state grows old.
    await until(async () => (await reads.read(db, 0, total)).total === own.total);
    expect(reads.replica?.usable).toBe(true);
    expect(reads.counts.primary).toBeGreaterThan(0);
  },
  STARTS_MS,
);

test(
  'after a failover, and after a heartbeat that failed, only a newer heartbeat proves anything',
  async () => {
    const { reads, beat } = await ownReads(MAX_LAG_MS);
    await pause();
    reads.heartbeat({ mark: 1, timeline: 'another' }, performance.now());
    await until(() => reads.replica?.usable === false);
    await statement(pair.standbyUrl, 'select pg_wal_replay_resume()');
    await until(async () => (await beat()) && reads.replica?.usable === true);
    reads.heartbeat(null, performance.now());
    await until(() => reads.replica?.usable === false);
  },
  STARTS_MS,
);

test(
  'a query that the replay cancels is read from the primary, once',
  async () => {
    const { reads } = await ownReads(30_000);
    await statement(
      pair.standbyUrl,
      `alter system set max_standby_streaming_delay = '50ms'`,
      'select pg_reload_conf()',
    );
    const tries: string[] = [];
    const answer = await reads.read(db, 0, async (at) => {
      const { standby } = await at.one<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby from wallet`);
      tries.push(standby ? 'replica' : 'primary');
      // Its replay needs the table for itself.
      if (standby) await statement(pair.primaryUrl, 'alter table wallet add column conflict text');
      if (standby) await at.one(sql`select pg_sleep(0.9)`);
      return total(at);
    });
    expect(answer.total).toBe((await total(db)).total);
    expect(tries).toEqual(['replica', 'primary']);
    expect(reads.counts).toEqual({ replica: 0, primary: 1, repeated: 1 });
    expect(reads.replica?.usable).toBe(true);
  },
  STARTS_MS,
);

test(
  'what never changes is asked from the primary where the replica lacks it; any other refusal stands',
  async () => {
    const { reads } = await ownReads(30_000);
    await pause();
    const own = await put();
    const find = async (at: Pool) => {
      const found = await total(at);
      return found.total === own.total ? found : refuse('NOT_FOUND');
    };
    await expect(reads.read(db, 0, find)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await reads.read(db, null, find)).toEqual({ total: own.total });
  },
  STARTS_MS,
);

test(
  'a replica that died is not used; the reads under way go to the primary',
  async () => {
    const { total } = await put();
    await pair.stopStandby();
    expect(await read()).toEqual({ total, from: 'primary' });
    expect(isUsed()).toBe(false);
    await pair.startStandby();
  },
  STARTS_MS,
);

test(
  'a replica that returned to an older state is not used until it has caught up',
  async () => {
    const { total } = await put();
    await pair.stopStandby();
    pair.restoreStandby();
    await pair.startStandby();
    const standby = openPool({ url: pair.standbyUrl });
    expect((await standby.one<{ total: number }>(sql`select total from wallet`)).total).toBeLessThan(total);
    await standby.close();
    await beaten();
    await beaten();
    expect(isUsed()).toBe(false);
    expect(await read()).toEqual({ total, from: 'primary' });
    await pair.follow();
    await used();
    expect(await read()).toEqual({ total, from: 'replica' });
  },
  STARTS_MS,
);
