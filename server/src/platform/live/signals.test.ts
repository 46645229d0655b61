/** Signals as they are written for other nodes; that they arrive is in two-nodes.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { sql } from '../database/sql.ts';
import { SharedSignals } from './signals.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [] });
});
afterAll(() => world.close());

test('what is sent while one is written goes together, in its order; that somebody has changed once', async () => {
  const heard: string[] = [];
  const rests: (() => void)[] = [];
  const signals = new SharedSignals({
    ...world.deps,
    node: 'here',
    here: {
      userUpdated: (playerId) => heard.push(playerId),
      disconnect: ({ sessionId }) => heard.push(sessionId ?? 'gone'),
    },
    pace: { sleep: () => new Promise((resolve) => rests.push(resolve)) },
  });
  const written = () =>
    world.db.many<{ write: string; text: string }>(sql`
      select xid::text as write, coalesce(body ->> 'sessionId', body ->> 'type') as text from facts
      where topic = 'signal' order by xid, id`);
  signals.userUpdated('anna');
  await until(() => rests.length === 1);
  for (const n of ['one', 'two', 'three']) {
    signals.userUpdated('anna');
    signals.disconnect({ sessionId: n });
    signals.userUpdated('bob');
  }
  // Each is heard here at once, and none is written before its time.
  expect(heard).toEqual(['anna', 'anna', 'one', 'bob', 'anna', 'two', 'bob', 'anna', 'three', 'bob']);
  expect(await written()).toHaveLength(1);
  rests[0]?.();
  await until(() => rests.length === 2);
  const [first, ...rest] = await written();
  expect(first?.text).toBe('userUpdated');
  expect(rest.map(({ text }) => text)).toEqual(['userUpdated', 'one', 'userUpdated', 'two', 'three']);
  expect(new Set(rest.map(({ write }) => write)).size).toBe(1);
  rests[1]?.();
  await signals.written();
});
