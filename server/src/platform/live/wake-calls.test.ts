/** Two nodes on one database wake each other, and connect again after a cut. Real PostgreSQL. */
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { sql } from '../database/sql.ts';
import type { Log } from '../process/ports.ts';
import { systemClock } from '../process/system-ports.ts';
import { WakeCalls } from './wake-calls.ts';

const noop = () => undefined;
const log: Log = { child: () => log, debug: noop, info: noop, warn: noop, error: noop };

let world: World;
let stop = new AbortController();
const running: Promise<void>[] = [];
afterEach(async () => {
  stop.abort(new Error('test over'));
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
    await world.db.run(sql`select pg_notify('fairpot_wake', 'end')`);
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
