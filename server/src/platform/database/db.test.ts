import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { DatabaseUnavailable, openPool, sqlState } from './db.ts';
import { InvariantBroken } from '../runner/refused.ts';
import { sql } from './sql.ts';
import type { Db } from './sql.ts';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await world.db.run(sql`create table n (k integer primary key, v bigint)`);
});
afterAll(() => world.close());

describe('values', () => {
  test('round-trip unchanged', async () => {
    const row = await world.db.one(sql`
      select 9007199254740991::bigint as int8, sum(v)::bigint as none, 12::numeric as whole,
        array[1, 2]::bigint[] as list, '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, true as bool
      from (values (1::bigint)) as t (v) where false`);
    expect(row).toEqual({
      int8: 9007199254740991,
      none: null,
      whole: 12,
      list: [1, 2],
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      bool: true,
    });
  });

  test.each(['9007199254740992::bigint', '(-9007199254740992)::bigint', '0.5::numeric', 'array[9007199254740992]'])(
    '%s throws instead of being rounded',
    async (value) => {
      await expect(world.db.many({ text: `select ${value} as x`, values: [] })).rejects.toThrow(InvariantBroken);
      expect(await world.db.one(sql`select 1 as still`)).toEqual({ still: 1 });
    },
  );

  test('are sent as parameters, also in nested statements', async () => {
    const part = sql`k > ${1} and k < ${5}`;
    const query = sql`select k from n where ${part} and v = ${"1'; drop table n; --"} or k = ${9}`;
    expect(query.text).toBe('select k from n where k > $1 and k < $2 and v = $3 or k = $4');
    expect(query.values).toEqual([1, 5, "1'; drop table n; --", 9]);
    const { bytes } = await world.db.one<{ bytes: Buffer }>(sql`select ${new Uint8Array([1, 2])}::bytea as bytes`);
    expect(bytes).toEqual(Buffer.from([1, 2]));
  });

  test('one and maybe throw when there are more rows', async () => {
    await expect(world.db.one(sql`select 1 where false`)).rejects.toThrow(InvariantBroken);
    await expect(world.db.maybe(sql`select 1 from generate_series(1, 2)`)).rejects.toThrow(InvariantBroken);
    expect(await world.db.maybe(sql`select 1 where false`)).toBeUndefined();
  });
});

/** As in a store: a function that returns the promise without awaiting it, so it is missing from the async stack. */
const readOrRefuse = (db: Db, secret: string) => db.many(sql`select 1 / (length(${secret}) - 3) as refused`);

test('a failed statement reports its text and the calling function, but no values', async () => {
  const alone = await readOrRefuse(world.db, 'cat').catch((e: unknown) => e);
  const together = await world.db.transaction((tx) => readOrRefuse(tx, 'dog')).catch((e: unknown) => e);
  const again = await readOrRefuse(world.db, 'cow').catch((e: unknown) => e);
  for (const { stack = '', message } of [alone, together, again] as Error[]) {
    expect(stack).toMatch(
      /in the statement of readOrRefuse \(.*db\.test\.ts:\d+.*\): select 1 \/ \(length\(\$1\) - 3\)/,
    );
    expect(stack).not.toMatch(/'(cat|dog|cow)'/);
    expect(message).toBe('division by zero');
  }
  const hasty = openPool({ url: world.databaseUrl, statementTimeoutMs: 100 });
  const late = (await hasty.many(sql`select pg_sleep(1)::text`).catch((e: unknown) => e)) as Error;
  await hasty.close();
  expect(late).toBeInstanceOf(DatabaseUnavailable);
  expect(late.stack).toContain('select pg_sleep(1)::text');
});

describe('transactions', () => {
  test('are atomic, and a swallowed error does not count as success', async () => {
    const failed = world.db.transaction(async (tx) => {
      await tx.run(sql`insert into n values (1, 1)`);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const swallowed = world.db.transaction(async (tx) => {
      await tx.run(sql`insert into n values (2, 1)`);
      await tx.run(sql`insert into n values (2, 1)`).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow(InvariantBroken);
    expect(await world.db.many(sql`select k from n`)).toEqual([]);
  });

  test('a connection that breaks during a deferred statement causes one error and no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const ended = world.db.transaction((tx) => {
      tx.defer(sql`select pg_terminate_backend(pg_backend_pid())`);
      tx.defer(sql`insert into n values (3, 1)`);
      return Promise.resolve();
    });
    await expect(ended).rejects.toThrow(DatabaseUnavailable);
    // Another statement on another connection: by then, every error of the lost connection has been reported.
    expect(await world.db.many(sql`select k from n`)).toEqual([]);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('our own errors keep their SQLSTATE', async () => {
    const error = await world.db.run(sql`select 1 / 0`).catch((e: unknown) => e);
    expect(sqlState(error)).toBe('22012');
  });
});

describe('a database that does not answer', () => {
  test('throws DatabaseUnavailable, whether absent, slow, locked or read-only', async () => {
    const absent = openPool({ url: 'postgres://x@127.0.0.1:9/x' });
    await expect(absent.many(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
    await absent.close();
    const hasty = openPool({ url: world.databaseUrl, statementTimeoutMs: 100 });
    await expect(hasty.many(sql`select pg_sleep(1)::text`)).rejects.toThrow(DatabaseUnavailable);
    await world.db.transaction(async (tx) => {
      await tx.run(sql`lock table n`);
      await expect(hasty.many(sql`select * from n`)).rejects.toThrow(DatabaseUnavailable);
    });
    await hasty.close();
    // A former primary, or a server that became a standby: nothing is written, and the condition passes.
    const standby = world.db.transaction(async (tx) => {
      await tx.run(sql`set transaction read only`);
      await tx.run(sql`delete from n`);
    });
    await expect(standby).rejects.toThrow(DatabaseUnavailable);
  });

  test('the pool recovers when its connections are cut', async () => {
    const pool = openPool({ url: world.databaseUrl, maxConnections: 2 });
    const { pid } = await pool.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const cut = pool.transaction(async (tx) => {
      await tx.run(sql`insert into n values (7, 7)`);
      await world.db.one(sql`select pg_terminate_backend(${pid})`);
      await tx.run(sql`insert into n values (8, 8)`);
    });
    await expect(cut).rejects.toThrow(DatabaseUnavailable);
    expect(await pool.many(sql`select k from n where k in (7, 8)`)).toEqual([]);
    await pool.close();
  });
});
