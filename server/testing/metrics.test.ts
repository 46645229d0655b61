/** The operator's port of a server with every feature, and of a worker. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { FEATURES } from '../src/app.ts';
import { makeWorld, type World } from './world.ts';
import { Loops } from '../src/platform/process/loops.ts';
import type { RunningServer } from '../src/platform/process/server.ts';
import { LoopHealth, makeWorkerMetrics } from '../src/platform/metrics/loop-health.ts';
import { openMetricsPort } from '../src/platform/metrics/metrics-port.ts';

let world: World;
let server: RunningServer;

beforeAll(async () => {
  const metrics = { host: '127.0.0.1', port: 0 };
  world = await makeWorld({ features: FEATURES, config: { metrics } });
  server = await world.http();
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

/** The samples of a page of metrics: '{name}{labels}' and value. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return samplesOf(await answer.text());
}

test('a server counts calls by result, and every feature reports', async () => {
  await fetch(`${server.url}/api/user`);
  await fetch(`${server.url}/api${listCoinflips.path}`);
  const samples = await scrape(server.metricsUrl ?? '');
  const counted = (call: string, result: string) =>
    samples.get(`fairpot_calls_total{call="${call}",result="${result}"}`);
  expect(counted(getUser.name, 'SIGNED_OUT')).toBe(1);
  expect(counted(listCoinflips.name, 'ok')).toBe(1);
  const names = new Set([...samples.keys()].map((name) => name.replace(/\{.*/, '')));
  for (const name of [
    'fairpot_call_seconds_bucket',
    'fairpot_sockets',
    'fairpot_relay_age_seconds',
    'fairpot_open_transaction_seconds',
    'fairpot_log_lag_seconds',
    'fairpot_rounds_stuck',
    'fairpot_beacon_age_seconds',
    'fairpot_clock_offset_seconds',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(names, name).toContain(name);
  const failed = [...samples].filter(([name]) => name.startsWith('fairpot_report_failed'));
  expect(failed.map(([name]) => name)).toContain('fairpot_report_failed{feature="crypto"}');
  expect(failed.filter(([, value]) => value !== 0)).toEqual([]);
});

test('a feature that cannot report costs only its own metrics', async () => {
  await world.db.run({ text: 'alter table stuck_rounds rename to hidden_rounds', values: [] });
  try {
    const samples = await scrape(server.metricsUrl ?? '');
    expect(samples.get('fairpot_report_failed{feature="fair"}')).toBe(1);
    expect(samples.has('fairpot_rounds_stuck')).toBe(false);
    expect(samples.has('fairpot_log_lag_seconds')).toBe(true);
  } finally {
    await world.db.run({ text: 'alter table hidden_rounds rename to stuck_rounds', values: [] });
  }
});

test("the site's own port shows no metrics", async () => {
  for (const path of ['/metrics', '/api/metrics']) {
    const text = await (await fetch(`${server.url}${path}`)).text();
    expect(text).not.toContain('fairpot_calls_total');
  }
});

test('a worker is healthy while each of its loops succeeds now and then', async () => {
  let now = 0;
  const stop = new AbortController();
  const health = new LoopHealth();
  const note = () => undefined;
  const clock = { now: () => now, sleep: (ms: number) => Promise.resolve(void (now += ms)) };
  const loops = new Loops({ clock, log: { info: note, warn: note, error: note }, health }, 'worker', stop.signal);
  let turns = 0;
  const registry = makeWorkerMetrics(health, () => now);
  const port = await openMetricsPort({
    address: { host: '127.0.0.1', port: 0 },
    collect: () => registry.metrics(),
    health: () => health.state(now),
  });
  const states: number[] = [];
  await loops.run(60_000, { network: 'tron' }, async () => {
    turns += 1;
    states.push((await fetch(`${port.url}/health`)).status);
    if (turns === 6) stop.abort();
    if (turns > 1) throw new Error('the node is away');
    return false;
  });
  // Late after three turns without success.
  expect(states).toEqual([200, 200, 200, 200, 503, 503]);
  const samples = await scrape(port.url);
  expect(samples.get('fairpot_loop_failures{loop="tron"}')).toBe(5);
  expect(samples.get('fairpot_loop_age_seconds{loop="tron"}')).toBe(360);
  await port.close();
});

test('the port is closed to other methods and to many connections, and refuses a port in use', async () => {
  const parts = { collect: () => Promise.reject(new Error('ours')), health: () => ({ ok: true }) };
  const port = await openMetricsPort({ address: { host: '127.0.0.1', port: 0 }, ...parts });
  const of = (path: string, method = 'GET') => fetch(`${port.url}${path}`, { method }).then(({ status }) => status);
  expect([await of('/metrics'), await of('/health', 'POST'), await of('/')]).toEqual([500, 405, 404]);
  const taken = { host: '127.0.0.1', port: Number(new URL(port.url).port) };
  await expect(openMetricsPort({ address: taken, ...parts })).rejects.toThrow('METRICS_PORT: listen EADDRINUSE');
  const sockets = Array.from({ length: 40 }, () => connect(taken));
  const ends = await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return Promise.race([once(socket, 'close').then(() => 'closed'), of('/health').catch(() => 'busy')]);
    }),
  );
  expect(ends).toContain('closed');
  for (const socket of sockets) socket.destroy();
  await port.close();
});
