/** Entries that arrive together: in order, each accepted or refused as if it had come alone. */
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '../../platform/database/db.ts';
import { roleUrls } from '../../platform/database/roles.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { makeRunner } from '../../platform/runner/command.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { openStallingProxy } from '../../../testing/stalling-proxy.ts';
import { blockedStatement, attemptResult, times } from '../../../testing/races.ts';
import { batchedCall, runInOneBatch } from '../../../testing/one-batch.ts';
import { closeRounds } from '../kit/lock.ts';
import { takeTurn } from '../kit/rounds.ts';
import { join } from './commands.ts';
import { jackpotFeature } from './jackpot.feature.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';
import { tableSweep } from './sweeps.ts';

let table: PotTable;
let closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  table = await makePotTable();
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
  await table.world.close();
});

const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');
const enter = (actor: Actor, inventoryIds: readonly string[]) =>
  table.world.runner.execute(joinJackpot, actor, { inventoryIds }, { key: key() });

interface Staker {
  readonly actor: Actor;
  readonly items: readonly string[];
}

async function people(count: number, prices: (n: number) => readonly number[] = (n) => [100 + n]): Promise<Staker[]> {
  const made: Staker[] = [];
  for (let n = 0; n < count; n += 1) made.push(await table.playerWith(prices(n)));
  return made;
}

/** Enters for these players, in this order, in one transaction. */
async function together(entries: readonly Staker[]): Promise<string[]> {
  const [first, ...others] = entries.map(
    ({ actor, items }) =>
      () =>
        attemptResult(enter(actor, items)),
  );
  let one = '';
  const ends = await runInOneBatch(table.world.db, 'jackpot.paused', async () => (one = await first!()), others);
  return [one, ...ends];
}

/** Facts of entries in the relay's order: their versions, and the number of transactions that wrote them. */
async function entryFacts(): Promise<{ versions: number[]; transactions: number }> {
  const rows = await table.world.db.many<{ version: number; xid: string }>(sql`
    select version, xid::text as xid from facts where type = 'jackpot.entered' order by facts.xid, facts.id`);
  return { versions: rows.map((row) => row.version), transactions: new Set(rows.map((row) => row.xid)).size };
}

class Rollback extends Error {}

/** The handler's answers to these entries, each at its own time, on the round as `prepare` leaves it; rolled back afterwards. */
async function answers(
  entries: readonly (Staker & { readonly at?: number })[],
  prepare: (tx: Tx) => Promise<unknown>,
): Promise<(number | string)[]> {
  let ends: (number | string)[] = [];
  const run = table.world.db.transaction(async (tx) => {
    await prepare(tx);
    const calls = entries.map(({ actor, items, at = table.world.clock.now() }) =>
      batchedCall<typeof joinJackpot, string | null>(actor, { inventoryIds: [...items] }, { now: at, before: null }),
    );
    const all = await join(table.world.deps).runAll(tx, calls);
    ends = all.map((each) => (each instanceof Refused ? each.code : each.entryNo));
    throw new Rollback();
  });
  await expect(run).rejects.toBeInstanceOf(Rollback);
  return ends;
}

describe('entries of one transaction', () => {
  test('40 by 40 players: all in, facts in their order', async () => {
    const watcher = await Watcher.from(table);
    const { id } = await table.round();
    const players = await people(40);
    expect(await together(players)).toEqual(times(40, () => 'ok'));
    expect((await entryFacts()).versions).toEqual(times(40, (n) => n + 2));
    expect((await entryFacts()).transactions).toBeLessThan(10);
    const round = await table.round();
    expect(new Set(round.entries.map(({ user }) => user.id)).size).toBe(40);
    expect(round).toMatchObject({ version: 41, phase: 'COUNTDOWN' });
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.world.checkInvariants();
    await table.pass(60_000);
    await table.pass(9_000);
    await table.verify(id);
  });

  test('of one player alone start no timer; the second player starts it', async () => {
    const { actor, items } = await table.playerWith([500, 600, 700, 800]);
    const [other] = await people(1);
    await enter(actor, items.slice(0, 1));
    expect(await table.round()).toMatchObject({ phase: 'WAITING', deadlineAt: null, version: 2 });
    const ends = await together([
      { actor, items: items.slice(1, 2) },
      { actor, items: items.slice(2, 3) },
      other!,
      { actor, items: items.slice(3) },
    ]);
    expect(ends).toEqual(times(4, () => 'ok'));
    expect((await table.round()).deadlineAt).toBe(table.world.clock.now() + 60_000);
    await table.world.checkInvariants();
  });

  test('an item in two entries: the first gets it, the second is refused as if it came later', async () => {
    const { actor, items } = await table.playerWith([700]);
    const [first] = await people(1);
    const ends = await together([first!, { actor, items }, { actor, items }]);
    expect(ends).toEqual(['ok', 'ok', 'ITEM_NOT_AVAILABLE']);
    await table.world.checkInvariants();
  });

  test('one stopped by its player’s exclusion takes no number; the others close up', async () => {
    const players = await people(5);
    await table.world.db.run(sql`
      insert into protection_guards (player_id, block, blocked_at) values (${players[2]!.actor.id}, 'EXCLUDED', 1)`);
    expect(await together(players)).toEqual(['ok', 'ok', 'SELF_EXCLUDED', 'ok', 'ok']);
    expect((await entryFacts()).versions).toEqual([2, 3, 4, 5]);
    await table.world.checkInvariants();
  });

  test('the caps are reached midway: what fits is in, what does not is out, a smaller one after it is in', async () => {
    await table.entered([500]);
    await table.entered([500]);
    const { id } = await table.round();
    const four = await people(4, (n) => [[600, 500, 400, 300][n]!]);
    const nearly = (set: string) => (tx: Tx) =>
      tx.run({ text: `update jackpot_rounds set ${set} where round_id = $1`, values: [id] });
    const full = 'JACKPOT_FULL';
    expect(await answers(four, nearly('pot_cents = 50000000 - 1000'))).toEqual([3, full, 4, full]);
    expect(await answers(four, nearly('entries = 998'))).toEqual([999, 1_000, full, full]);
  });

  test('the deadline passes midway: each is judged by its own time', async () => {
    const { clock } = table.world;
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([500]);
    // At the cap of 120 s, so that no entry moves the deadline any more.
    const last = clock.now() + 120_000;
    const four = await people(4);
    const at = [last - 1, last, last - 2, last + 1];
    const ends = await answers(
      four.map((one, n) => ({ ...one, at: at[n]! })),
      (tx) => tx.run(sql`update jackpot_rounds set deadline_at = ${last}::bigint where round_id = ${id}`),
    );
    expect(ends).toEqual([3, 'JACKPOT_FINISHING', 4, 'JACKPOT_FINISHING']);
  });
});

/** Another process on the same database. */
function makeNode(url = roleUrls(table.world.databaseUrl).app): Deps {
  const db = openPool({ url, maxConnections: 4 });
  closing.push(() => db.close());
  return { ...table.world.deps, db };
}

describe('next to other transactions', () => {
  test('the lock comes first while a batch waits for its turn: all are refused, nothing of them remains', async () => {
    const { world } = table;
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([500]);
    const people: { actor: Actor; items: string[] }[] = [];
    for (let n = 0; n < 5; n += 1) people.push(await table.playerWith([300 + n]));
    await world.clock.advance(59_999);
    let joins: Promise<string[]> = Promise.resolve([]);
    await world.db.transaction(async (tx) => {
      await takeTurn(tx, 'jackpot');
      joins = Promise.all(
        people.map(({ actor, items }) =>
          attemptResult(world.runner.execute(joinJackpot, actor, { inventoryIds: items }, { key: key() })),
        ),
      );
      await blockedStatement(world.db, 'pg_advisory_xact_lock(hash');
      await world.clock.advance(20_001);
      const now = world.clock.now();
      const { loadedAt } = await tx.one<{ loadedAt: number }>(sql`select database_ms() as "loadedAt"`);
      await closeRounds(tx, 'jackpot', [
        { id, version: 3, text: 'a lock', drandRound: 1, dueAt: now, lockedAt: now, loadedAt },
      ]);
    });
    expect(await joins).toEqual(times(5, () => 'JACKPOT_FINISHING'));
    expect((await entryFacts()).versions).toEqual([2, 3]);
    const { n } = await world.db.one<{
      n: number;
    }>(sql`select count(*) as n from receipts where call = ${joinJackpot.name}
      and player_id = any(${people.map(({ actor }) => actor.id)}::text[])`);
    expect(n).toBe(0);
  });

  test('two nodes: all are in, numbers without a gap, facts in the order of versions', async () => {
    const watcher = await Watcher.from(table);
    const { id } = await table.round();
    const runners = times(2, () => {
      const deps = makeNode();
      return makeRunner(deps, [jackpotFeature(deps)]);
    });
    const people = [];
    for (let n = 0; n < 40; n += 1) people.push(await table.playerWith([100 + n]));
    const answers = await Promise.all(
      people.map(({ actor, items }, n) =>
        runners[n % 2]!.execute(joinJackpot, actor, { inventoryIds: items }, { key: key() }),
      ),
    );
    expect(answers.map(({ entryNo }) => entryNo).sort((a, b) => a - b)).toEqual(times(40, (n) => n + 1));
    expect((await entryFacts()).versions).toEqual(times(40, (n) => n + 2));
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.world.checkInvariants();
    await table.world.clock.advance(60_000);
    expect(await tableSweep(table.world.deps).run(new AbortController().signal)).toBe(1);
    await table.pass(9_000);
    await table.verify(id);
  });

  test('a node dies between the write and its answer: the next call under its key gets the recorded answer', async () => {
    const { world } = table;
    const line = await openStallingProxy(roleUrls(world.databaseUrl).app);
    const deps = makeNode(line.url);
    const dying = makeRunner(deps, [jackpotFeature(deps)]);
    const { id } = await table.round();
    const people: { actor: Actor; items: string[]; key: string }[] = [];
    for (let n = 0; n < 3; n += 1) people.push({ ...(await table.playerWith([300 + n])), key: key() });
    const joinAll = (runner: typeof dying) =>
      people.map((who) => runner.execute(joinJackpot, who.actor, { inventoryIds: who.items }, { key: who.key }));
    const written = line.hold('answer', 'commit');
    const lost = Promise.all(joinAll(dying).map(attemptResult));
    await written;
    // Those that share its transaction are in; the others have not begun.
    await vi.waitFor(async () => expect((await entryFacts()).versions.length).toBeGreaterThan(0));
    await line.close();
    expect(await lost).toEqual(times(3, () => 'UNAVAILABLE'));
    const again = await Promise.all(joinAll(world.runner));
    expect(again.map(({ entryNo }) => entryNo).sort()).toEqual([1, 2, 3]);
    expect(again.map(({ gameId }) => gameId)).toEqual(times(3, () => id));
    expect((await entryFacts()).versions).toEqual([2, 3, 4]);
    await world.checkInvariants();
  });
});
