/** Signals as written for other nodes; two-nodes.test.ts tests that they arrive. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { sql } from '../database/sql.ts';
import { SharedSignals } from './signals.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [] });
});
afterAll(() => world.close());

test('signals sent during a write are written together, in order; repeated user changes only once', async () => {
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
  // This node delivers each at once, and writes none before its time.
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
