/** What a watcher asks of the database while nothing happens, and that it misses nothing for it. Real PostgreSQL, a simulated chain. */
import { sql } from '@fairpot/server/platform/database/sql';
import { pinoLog, systemClock } from '@fairpot/server/platform/process/system-ports';
import { until } from '@fairpot/server/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoinReader } from './chains/bitcoin.ts';
import { Quiet } from './quiet.ts';
import type { AddressReader } from './reader.ts';
import { run } from './run.ts';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';
import type { WatchParts } from './watch.ts';

const HOUR_MS = 3_600_000;

let scene: WatcherScene;
let parts: WatchParts;
let reader: AddressReader;
beforeAll(async () => {
  scene = await makeWatcherScene({ network: 'bitcoin' });
  parts = { db: scene.watcher, clock: scene.world.clock, log: pinoLog('silent', process.stderr) };
  reader = bitcoinReader({ base: scene.sims.crypto.bitcoin, timeoutMs: 2_000 });
  await scene.order(await scene.player(), 'BTC', 25);
});
afterAll(() => scene.close());

const NEVER = 9e15;
async function nothingDue(): Promise<void> {
  await scene.world.db.run(sql`
    update crypto_wallets set look_at = ${NEVER}, weigh_at = ${NEVER} where network = 'bitcoin'`);
}

const isListening = async () =>
  (await scene.world.db.maybe(sql`
    select from pg_stat_activity where application_name = 'fairpot wake' and datname = current_database()
      and state = 'idle' and query = 'listen wake_calls'`)) !== undefined;

test('the database is asked at a new block, after a call, and once in ten seconds', async () => {
  const quiet = new Quiet(parts, reader, HOUR_MS);
  const look = async () => quiet.look(await reader.tip());
  const work = () => scene.world.db.run(sql`update crypto_wallets set look_at = 0 where network = 'bitcoin'`);
  await nothingDue();
  const first = await look();
  expect(first).toMatchObject({ isNew: true, isWork: false });
  quiet.done(first);

  await work();
  expect(await look(), 'remembered that there was none').toMatchObject({ isNew: false, isWork: false });
  quiet.end();
  expect(await look()).toMatchObject({ isNew: false, isWork: true });
  expect(await look(), 'work is never remembered').toMatchObject({ isWork: true });

  await nothingDue();
  expect(await look()).toMatchObject({ isWork: false });
  await work();
  await scene.world.clock.advance(9_000);
  expect(await look()).toMatchObject({ isNew: false, isWork: false });
  await scene.world.clock.advance(1_000);
  expect(await look()).toMatchObject({ isNew: false, isWork: true });

  await nothingDue();
  expect(await look()).toMatchObject({ isWork: false });
  await work();
  scene.sims.chains.bitcoin.chain.mine(1);
  expect(await look()).toMatchObject({ isNew: true, isWork: true });
});

test('a watcher that hears commits credits a payment like any other', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC', 25);
  const stop = new AbortController();
  const pace = { everyMs: 20, auditMs: HOUR_MS, addressMs: 5_000 };
  const wakeUrl = scene.world.databaseUrl;
  const running = run(
    { ...parts, clock: { ...systemClock, now: () => scene.world.clock.now() }, wakeUrl },
    [reader],
    pace,
    stop.signal,
  );
  try {
    await until(isListening);
    await scene.pay(order);
    await until(async () => {
      scene.sims.chains.bitcoin.chain.mine(1);
      await scene.advance(11_000);
      await scene.world.sweepAll();
      return (await scene.last(player))?.status === 'COMPLETED';
    });
    expect(await scene.cash(player)).toBe(2_500);
  } finally {
    stop.abort();
    await running;
  }
});
