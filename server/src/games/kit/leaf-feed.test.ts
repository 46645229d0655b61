/** Leaves of the public log: read in their order, each kind once in a round, and no one can forge an id. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { systemRandom, timeSortedIds } from '../../platform/process/system-ports.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { leafBodies, leavesAfter, leavesBefore, statementLeafId, termsInForce } from './leaf-feed.ts';
import { appendLeaves, appendStatement, appendTerms } from './leaves.ts';

const inMonth = (ahead: number) => Date.UTC(2026, ahead, 15);
const roundIn = (ahead: number) =>
  timeSortedIds({ now: () => inMonth(ahead), sleep: () => Promise.resolve() }, systemRandom).next('round');

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const log = (roundId: string, ...kinds: ('open' | 'lock' | 'scripted')[]) =>
  world.deps.db.transaction((tx) =>
    appendLeaves(
      tx,
      kinds.map((kind) => ({ kind, roundId, body: `${kind} of ${roundId}` })),
      1,
    ),
  );
const terms = (body: string) => world.deps.db.transaction((tx) => appendTerms(tx, body, 1));

test('leaves are read in their order, by id and before another one', async () => {
  const [first, second, third] = [roundIn(0), roundIn(1), roundIn(3)];
  for (const round of [first, second, third]) await log(round, 'open');
  await terms('terms 1');
  await terms('terms 2');
  await log(first, 'scripted');
  await log(first, 'scripted', 'lock');
  const statement = await world.deps.db.transaction((tx) => appendStatement(tx, 'a statement', 1));

  const all = await leavesAfter(world.deps.db, { xid: '0', id: 0 }, 100);
  expect(all.map(({ body }) => body)).toEqual([
    ...[first, second, third].map((round) => `open of ${round}`),
    ...['terms 1', 'terms 2', `scripted of ${first}`, `scripted of ${first}`, `lock of ${first}`, 'a statement'],
  ]);
  const bodies = await leafBodies(
    world.deps.db,
    all.map(({ id }) => id),
  );
  expect(all.map(({ id }) => bodies.get(id))).toEqual(all.map(({ body }) => body));
  const lock = all.filter(({ kind }) => kind === 'lock');
  expect((await leavesBefore(world.deps.db, lock)).map(({ kind }) => kind)).toEqual(['open', 'scripted', 'scripted']);
  expect(await termsInForce(world.deps.db)).toEqual(['terms 2']);
  expect(await statementLeafId(world.deps.db, 'a statement')).toBe(statement);
});

test('each kind is once in a round, of many that are written at once', async () => {
  for (const ahead of [0, 1, 3]) {
    const round = roundIn(ahead);
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => log(round, 'open')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(String(end.reason)).toContain('log_leaves_once');
    await log(round, 'scripted');
    await log(round, 'scripted');
  }
});

test('an id is unique, and only the sequence makes it', async () => {
  const round = roundIn(0);
  await log(round, 'open');
  for (const text of [
    `insert into log_leaves (id, kind, round_id, body, at) select id, 'open', '${roundIn(1)}', 'x', 1 from log_leaves`,
    `insert into log_leaves (id, kind, round_id, body, at) values (1000000, 'open', '${round}', 'x', 1)`,
    `insert into log_leaves (xid, kind, round_id, body, at) values ('1', 'terms', null, 'x', 1)`,
    `insert into log_leaves select * from log_leaves`,
    `select setval('log_leaves_id_seq', 1)`,
  ])
    await expect(world.deps.db.run({ text, values: [] }), text).rejects.toThrow('permission denied');
  // The key holds it against the owner, too.
  await expect(
    world.db.run(sql`
      insert into log_leaves (id, kind, round_id, body, at)
      select id, 'lock', ${roundIn(1)}, 'x', 1 from log_leaves where round_id = ${round}`),
  ).rejects.toThrow('log_leaves_pkey');
});
