/** Stakes that arrive together share a transaction: each ends as it would alone, whatever happens to the others. */
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputHash } from '../../platform/runner/receipts.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { blockedStatement, attemptResult, times } from '../../../testing/races.ts';
import { batchedCall, runInOneBatch } from '../../../testing/one-batch.ts';
import { ensureWindow } from '../kit/beacon/windows.ts';
import { join as joinSteps } from './commands.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
beforeAll(async () => {
  table = await makeTable();
});
afterAll(() => table.world.close());

const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');
const create = (actor: Actor, inventoryIds: readonly string[], under = key()) =>
  table.world.runner.execute(createCoinflip, actor, { inventoryIds, side: 1 }, { key: under });
const join = (actor: Actor, gameId: string, inventoryIds: readonly string[], side: 1 | 2 = 2) =>
  table.world.runner.execute(joinCoinflip, actor, { gameId, inventoryIds, side }, { key: key() });

interface Staker {
  readonly actor: Actor;
  readonly items: readonly string[];
}

async function people(count: number): Promise<Staker[]> {
  const made: Staker[] = [];
  for (let i = 0; i < count; i++) made.push(await table.playerWith([2_000]));
  return made;
}

/** Runs these calls in one transaction, behind a stake that waits at the gate. */
async function together<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { actor, items } = await table.playerWith([2_000]);
  return runInOneBatch(table.world.db, 'coinflip.paused', () => create(actor, items), calls);
}

/** Same as `together`, for joins: the waiting stake is a join as well. */
async function joiningTogether<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const [creator, joiner] = await people(2);
  const gameId = await table.create(creator!.actor, creator!.items);
  return runInOneBatch(table.world.db, 'coinflip.paused', () => join(joiner!.actor, gameId, joiner!.items), calls);
}

/** The number of transactions in which these rounds were last published. */
async function transactions(ids: readonly string[], type: string): Promise<number> {
  const { n } = await table.world.db.one<{ n: number }>(sql`
    select count(distinct xid::text) as n from facts where subject = any(${ids}::text[]) and type = ${type}`);
  return n;
}

describe('stakes of one transaction', () => {
  test('are opened and joined, with numbers without a gap, and each is provable', async () => {
    const [creators, joiners] = [await people(4), await people(4)];
    const opened = await together(
      creators.map(
        ({ actor, items }) =>
          () =>
            create(actor, items),
      ),
    );
    const ids = opened.map(({ gameId }) => gameId);
    expect(await transactions(ids, 'coinflip.opened')).toBe(1);
    const games = await Promise.all(ids.map((id) => table.game(id)));
    const numbers = games.map((game) => game.fair.number).sort((a, b) => a - b);
    expect(numbers).toEqual(times(4, (n) => numbers[0]! + n));
    await joiningTogether(
      joiners.map(
        ({ actor, items }, n) =>
          () =>
            join(actor, ids[n]!, items),
      ),
    );
    expect(await transactions(ids, 'coinflip.locked')).toBe(1);
    await table.world.checkInvariants();
    await table.settle();
    for (const id of ids) await table.verify(id);
  });

  test('twenty joins of one game: the first is in, nineteen are refused because it started', async () => {
    const [creator] = await people(1);
    const gameId = await table.create(creator!.actor, creator!.items);
    const joiners = await people(20);
    const ends = await joiningTogether(
      joiners.map(
        ({ actor, items }) =>
          () =>
            attemptResult(join(actor, gameId, items)),
      ),
    );
    expect(ends.sort()).toEqual([...times(19, () => 'COINFLIP_STARTED'), 'ok']);
    await table.world.checkInvariants();
  });

  test('one item in two stakes: one gets it', async () => {
    const [one] = await people(1);
    const ends = await together(times(2, () => () => attemptResult(create(one!.actor, one!.items))));
    expect(ends.sort()).toEqual(['ITEM_NOT_AVAILABLE', 'ok']);
    await table.world.checkInvariants();
  });

  test('one key with two inputs: one happens, the other is refused; the same input gets the same answer', async () => {
    const { actor, items } = await table.playerWith([2_000, 2_000]);
    const one = key();
    const ends = await together(items.map((item) => () => attemptResult(create(actor, [item], one))));
    expect(ends.sort()).toEqual(['KEY_REUSED', 'ok']);
    const [other] = await people(1);
    const same = key();
    const answers = await together(times(2, () => () => create(other!.actor, other!.items, same)));
    expect(answers[1]).toEqual(answers[0]);
    await table.world.checkInvariants();
  });

  test('refusals, races and successes stay separate', async () => {
    const [creator, a, b, c, d, e, f] = await people(7);
    const gameId = await table.create(creator!.actor, creator!.items);
    const [made, foreign, taken, first, second, empty] = await Promise.all([
      attemptResult(create(a!.actor, a!.items)),
      attemptResult(create(b!.actor, a!.items)),
      attemptResult(join(c!.actor, gameId, c!.items, 1)),
      attemptResult(join(d!.actor, gameId, d!.items)),
      attemptResult(join(e!.actor, gameId, e!.items)),
      attemptResult(create(f!.actor, [])),
    ]);
    expect([made, foreign, taken, empty]).toEqual(['ok', 'ITEM_NOT_AVAILABLE', 'SIDE_TAKEN', 'BAD_INPUT']);
    expect([first, second].sort()).toEqual(['COINFLIP_STARTED', 'ok']);
    await table.world.checkInvariants();
  });

  test('one stopped by its player’s exclusion takes nothing from the others', async () => {
    const [creator, barred, next] = await people(3);
    const gameId = await table.create(creator!.actor, creator!.items);
    await table.world.db.run(sql`
      insert into protection_guards (player_id, block, blocked_at) values (${barred!.actor.id}, 'EXCLUDED', 1)`);
    const { deps, db } = table.world;
    await ensureWindow(deps, 'coinflip');
    const steps = joinSteps(deps);
    const calls = [barred!, next!].map(({ actor, items }) =>
      batchedCall<typeof joinCoinflip, string | null>(
        actor,
        { gameId, inventoryIds: [...items], side: 2 },
        { now: deps.clock.now(), before: null },
      ),
    );
    const ends = await db.transaction((tx) => steps.runAll(tx, calls));
    expect(ends).toMatchObject([{ code: 'SELF_EXCLUDED' }, { gameId }]);
    const { counted } = await table.world.db.one<{ counted: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as counted from protection_hours where player_id = ${barred!.actor.id}`);
    expect(counted).toBe(0);
    await table.world.checkInvariants();
  });
});

describe('next to other transactions', () => {
  test('waits for an item that another transaction holds', async () => {
    const [held, free] = await people(2);
    const { db } = table.world;
    let waiting: Promise<string> = Promise.resolve('');
    await db.transaction(async (tx) => {
      await tx.run(sql`select 1 from item_positions where item_id = ${held!.items[0]} for update`);
      waiting = attemptResult(create(held!.actor, held!.items));
      await blockedStatement(db, 'item_positions');
      // A batch that hangs holds up only itself.
      expect(await attemptResult(create(free!.actor, free!.items))).toBe('ok');
    });
    expect(await waiting).toBe('ok');
    await table.world.checkInvariants();
  });

  test('waits for a key that another node is writing, and returns its answer', async () => {
    const { db } = table.world;
    const [one] = await people(1);
    const under = key();
    const answer = { gameId: 'rnd_from_elsewhere' };
    const hash = inputHash(createCoinflip.name, { inventoryIds: one!.items, side: 1 });
    let waiting: Promise<{ gameId: string }> = Promise.resolve(answer);
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into receipts (player_id, key, call, input_hash, response, at)
        values (${one!.actor.id}, ${under}, ${createCoinflip.name}, ${hash}, ${JSON.stringify(answer)}::jsonb, 1)`);
      waiting = create(one!.actor, one!.items, under);
      await blockedStatement(db, 'insert into receipts');
    });
    expect(await waiting).toEqual(answer);
    await table.world.checkInvariants();
  });

  test('a lock that waited too long for its round names a new beacon', async () => {
    const [creator, joiner] = await people(2);
    const gameId = await table.create(creator!.actor, creator!.items);
    const { db, clock } = table.world;
    const before = clock.now();
    let waiting: Promise<string> = Promise.resolve('');
    await db.transaction(async (tx) => {
      await tx.run(sql`select 1 from rounds where id = ${gameId} for update`);
      waiting = attemptResult(join(joiner!.actor, gameId, joiner!.items));
      await blockedStatement(db, 'for no key update');
      await clock.advance(3_001);
    });
    expect(await waiting).toBe('ok');
    const row = await db.one<{ lockedAt: number }>(sql`
      select locked_at as "lockedAt" from rounds where id = ${gameId}`);
    expect(row.lockedAt).toBe(before + 3_001);
  });
});

describe('when something breaks', () => {
  test('an error of one stake affects only that stake', async () => {
    const [bad, ...good] = await people(4);
    const { db } = table.world;
    await db.run({
      text: `create function boom() returns trigger language plpgsql as $$
        begin if new.player_id = '${bad!.actor.id}' then raise exception 'boom'; end if; return new; end $$`,
      values: [],
    });
    await db.run({
      text: 'create trigger boom before insert on entries for each row execute function boom()',
      values: [],
    });
    const ends = await together(
      [bad!, ...good].map(
        ({ actor, items }) =>
          () =>
            attemptResult(create(actor, items)),
      ),
    );
    expect(ends).toEqual(['error: boom', 'ok', 'ok', 'ok']);
    await db.run({ text: 'drop function boom cascade', values: [] });
    await table.world.checkInvariants();
  });

  test('the connection is lost midway: none is lost or doubled, each may be retried', async () => {
    const { db } = table.world;
    const five = (await people(5)).map((one) => ({ ...one, under: key() }));
    const count = async () => (await db.one<{ n: number }>(sql`select count(*) as n from rounds`)).n;
    const before = await count();
    const attempt = () =>
      five.map(
        ({ actor, items, under }) =>
          () =>
            attemptResult(create(actor, items, under)),
      );
    let first: Promise<string[]> = Promise.resolve([]);
    await db
      .transaction(async (tx) => {
        const { actor, under } = five[0]!;
        await tx.run(sql`
          insert into receipts (player_id, key, call, input_hash, response, at)
          values (${actor.id}, ${under}, 'x', ${Buffer.alloc(32)}, null, 1)`);
        first = Promise.all(attempt().map((call) => call()));
        await blockedStatement(db, 'insert into receipts');
        await db.run(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into receipts%'`);
        throw new Error('undone');
      })
      .catch(() => undefined);
    // The connection was lost once: each is retried separately under its key.
    expect(await first).toEqual(times(5, () => 'ok'));
    expect(await count()).toBe(before + 5);
    expect(await Promise.all(attempt().map((call) => call()))).toEqual(times(5, () => 'ok'));
    expect(await count()).toBe(before + 5);
    await table.world.checkInvariants();
  });
});
