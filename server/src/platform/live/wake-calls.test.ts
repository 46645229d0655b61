/** Two nodes on one database wake each other, and connect again after a cut. Real PostgreSQL. */
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/fakes.ts';
import { createWallet, wallet, put } from '../../../testing/wallet.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import type { Clock } from '../process/ports.ts';
import type { MakeFeature } from '../runner/feature.ts';
import { sql } from '../database/sql.ts';
import type { Log } from '../process/ports.ts';
import { systemClock } from '../process/system-ports.ts';
import { WakeCalls } from './wake-calls.ts';

const noop = () => undefined;
const log: Log = { child: () => log, debug: noop, info: noop, warn: noop, error: noop };

let world: World;
let stop = new AbortController();
const running: Promise<void>[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  stop.abort(new Error('test over'));
  for (const client of clients.splice(0)) client.disconnect();
  await Promise.all(running.splice(0));
  await world.close();
});

async function listen(node: string) {
  const heard = { calls: 0 };
  const calls = new WakeCalls({
    db: world.db,
    url: world.databaseUrl,
    node,
    clock: systemClock,
    log,
    onCall: () => (heard.calls += 1),
  });
  running.push(calls.run(stop.signal));
  await until(() => calls.hears);
  return { calls, heard };
}

const cutOff = () =>
  world.db.many(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fairpot wake' and datname = current_database()`);

describe('calls', () => {
  test('reach the other node and not the caller', async () => {
    world = await makeWorld();
    stop = new AbortController();
    const [a, b] = [await listen('a'), await listen('b')];
    const before = { a: a.heard.calls, b: b.heard.calls };
    a.calls.call();
    await until(() => b.heard.calls > before.b);
    await a.calls.called();
    b.calls.call();
    await b.calls.called();
    // Calls arrive in order: when this one is here, so are all earlier ones.
    await world.db.run(sql`select pg_notify('wake_calls', 'end')`);
    await until(() => a.heard.calls >= before.a + 2 && b.heard.calls >= before.b + 2);
    expect(a.heard.calls).toBe(before.a + 2);
    expect(b.heard.calls).toBe(before.b + 2);
  });

  test('arrive again after the connection was cut; what was missed is looked for', async () => {
    world = await makeWorld();
    stop = new AbortController();
    const [a, b] = [await listen('a'), await listen('b')];
    const before = b.heard.calls;
    await cutOff();
    await until(() => !b.calls.hears);
    await until(() => b.calls.hears && a.calls.hears);
    // Once for the loss, once for the new connection.
    expect(b.heard.calls).toBe(before + 2);
    a.calls.call();
    await until(() => b.heard.calls === before + 3);
  });
});

/** Real time, but a sleep of a second or more lasts until it is cut off. `slept`: every sleep, in ms. */
function endlessPace(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) => {
    slept.push(ms);
    return systemClock.sleep(ms < 1_000 ? ms : 2 ** 30, signal);
  };
  return { slept, now: () => systemClock.now(), sleep };
}

describe('a node that rests', () => {
  const seen: string[] = [];
  let asked = 0;
  let runs = 0;
  /** Finds money in the wallet. */
  const counting: MakeFeature = (deps) => ({
    name: 'counting',
    bindings: [],
    sweeps: [
      {
        name: 'counting',
        everyMs: 100,
        due: () => sql`${(asked += 1)}::integer > 0 and exists (select from wallet where total > 0)`,
        run: async () => {
          if (await deps.db.maybe(sql`select 1 from wallet where total > 0`)) runs += 1;
          return 0;
        },
      },
    ],
  });

  /** A node that commits, and one that rests on a clock that stands still: only a call can wake it. */
  async function twoNodes() {
    [asked, runs, seen.length] = [0, 0, 0];
    world = await makeWorld({ features: [wallet, counting] });
    stop = new AbortController();
    await createWallet(world.db);
    const wakeUrl = world.databaseUrl;
    const clock = new FakeClock(world.clock.now());
    const pace = endlessPace();
    const first = await world.http({ wakeUrl });
    const resting = await world.http({ wakeUrl, clock, pace, sweeping: true });
    const client = io(resting.url, { path: SOCKET_PATH, transports: ['websocket'], forceNew: true });
    clients.push(client);
    client.on('fact', (...facts) => seen.push(...facts.map(() => 'fact')));
    await new Promise((subscribed) => client.emit('subscribe', ['chat'], subscribed));
    await until(async () => {
      await clock.advance(1_000);
      return asked >= 3;
    });
    await until(() => pace.slept.includes(1_600));
    return { pace, put: () => first.runner.execute(put, world.actor(), { amount: 1 }) };
  }

  test('runs its sweep and reads the facts when the other node commits', async () => {
    const { put } = await twoNodes();
    expect(runs).toBe(0);
    await put();
    await until(() => runs > 0 && seen.length > 0);
  });

  test('polls as before when it does not hear others', async () => {
    const { put, pace } = await twoNodes();
    await cutOff();
    // The new connection waits for ever, and pauses do not grow.
    await until(() => pace.slept.filter((ms) => ms === 1_000).length > 0);
    const polls = () => pace.slept.filter((ms) => ms === 50).length;
    const before = polls();
    await until(() => polls() >= before + 20);
    await put();
    await until(() => seen.length > 0);
  });
});
