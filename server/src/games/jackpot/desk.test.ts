/** Entries that are written together: in their order, and each accepted or refused as if it had come alone. */
import { joinJackpot } from '@fairpot/contract/schemas/jackpot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '../../platform/database/db.ts';
import { roleUrls } from '../../platform/database/roles.ts';
import { sql, type Db } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { makeRunner } from '../../platform/runner/command.ts';
import { inputHash } from '../../platform/runner/canonical.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { openHeldLine } from '../../testing/held-line.ts';
import { blockedStatement, endOf, times } from '../../testing/races.ts';
import { STALE } from '../kit/decide-and-write.ts';
import { makeDesk, type Desk } from '../kit/items/desk.ts';
import { writable } from '../kit/items/stake.ts';
import { writeStakes, type DecidedStake } from '../kit/items/store.ts';
import { takeTurn } from '../kit/open.ts';
import { orRefuse } from '../kit/ruling.ts';
import { jackpot } from './jackpot.ts';
import { jackpotFeature } from './jackpot.feature.ts';
import { makePotTable, Watcher, type PotTable } from './pot.fixture.ts';
import { admitEntry, type Pot } from './rules.ts';
import { tableSweep } from './sweeps.ts';

let table: PotTable;
let desk: Desk<Pot>;
let closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  table = await makePotTable();
  desk = makeDesk<Pot>(table.world.deps, jackpot);
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
  await table.world.close();
});

const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');

/** The entry that this player is about to make, as the command decides it. */
async function entering(actor: Actor, ids: readonly string[], at = table.world.clock.now()): Promise<DecidedStake> {
  const { deps } = table.world;
  const loaded = await desk.load({ playerId: actor.id, ids, gameId: null });
  const wish = { playerId: actor.id, ids, house: false, at };
  const { pot, stake } = orRefuse(admitEntry(loaded.live, wish, loaded.available, loaded.terms));
  const receipt = {
    playerId: actor.id,
    call: joinJackpot.name,
    key: key(),
    inputHash: inputHash(joinJackpot.name, ids),
  };
  const decided = { kind: 'enter', round: pot, pick: null, stake } as const;
  const made = writable(deps, jackpot, { receipt, playerId: actor.id, now: at }, loaded, decided);
  invariant(!('missing' in made), 'an entry needs no window');
  return made;
}

async function entries(count: number, prices: (n: number) => readonly number[] = (n) => [100 + n]) {
  const made: DecidedStake[] = [];
  for (let n = 0; n < count; n += 1) {
    const { actor, items } = await table.playerWith(prices(n));
    made.push(await entering(actor, items));
  }
  return made;
}

const writeAll = (stakes: readonly DecidedStake[]) => Promise.all(stakes.map((stake) => desk.write(stake)));
const madeOf = (gameId: string, entryNo: number) => ({ earlier: null, made: { gameId, entryNo } });

/** Facts of entries in the relay's order: their versions, and in how many transactions they were written. */
async function entered(): Promise<{ versions: number[]; transactions: number }> {
  const rows = await table.world.db.many<{ version: number; xid: string }>(sql`
    select version, xid::text as xid from facts where type = 'jackpot.entered' order by facts.xid, facts.id`);
  return { versions: rows.map((row) => row.version), transactions: new Set(rows.map((row) => row.xid)).size };
}

const receiptsOf = async (stake: DecidedStake) =>
  table.world.db.many<{ response: object }>(sql`
    select response from receipts where player_id = ${stake.receipt.playerId} and key = ${stake.receipt.key}`);

describe('entries of one batch', () => {
  test('40 by 40 players are one transaction, in the order of their arrival, and their facts too', async () => {
    const watcher = await Watcher.from(table);
    const { id } = await table.round();
    const stakes = await entries(40);
    expect(await writeAll(stakes)).toEqual(times(40, (n) => madeOf(id, n + 1)));
    expect(await entered()).toEqual({ versions: times(40, (n) => n + 2), transactions: 1 });
    const round = await table.round();
    expect(round.entries.map(({ user }) => user.id)).toEqual(stakes.map(({ entry }) => entry.playerId));
    expect(round).toMatchObject({ version: 41, phase: 'COUNTDOWN' });
    expect(await receiptsOf(stakes[16]!)).toEqual([{ response: { gameId: id, entryNo: 17 } }]);
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.world.checkInvariants();
    await table.pass(60_000);
    await table.pass(9_000);
    await table.verify(id);
  });

  test('40 joins that arrive at once are in by that order, in fewer transactions than joins', async () => {
    const players = [];
    for (let n = 0; n < 40; n += 1) players.push(await table.playerWith([100 + n]));
    const answers = await Promise.all(
      players.map(({ actor, items }) =>
        table.world.runner.execute(joinJackpot, actor, { inventoryIds: items }, { key: key() }),
      ),
    );
    expect(answers.map(({ entryNo }) => entryNo)).toEqual(times(40, (n) => n + 1));
    expect((await entered()).transactions).toBeLessThan(10);
    await table.world.checkInvariants();
  });

  test('two of one player alone start no countdown; with another’s between them they do', async () => {
    const { id } = await table.round();
    const { actor, items } = await table.playerWith([300, 400]);
    const both = [await entering(actor, items.slice(0, 1)), await entering(actor, items.slice(1))];
    expect(await writeAll(both)).toEqual([madeOf(id, 1), madeOf(id, 2)]);
    expect(await table.round()).toMatchObject({ phase: 'WAITING', deadlineAt: null, version: 3 });
    const again = await table.give(actor, [500, 600]);
    const [other] = await entries(1);
    const mixed = [await entering(actor, again.slice(0, 1)), other!, await entering(actor, again.slice(1))];
    await writeAll(mixed);
    const round = await table.round();
    expect(round.deadlineAt).toBe(table.world.clock.now() + 60_000);
    // Players take turns: a second entry of one stands behind the first of everybody else.
    const [one, two] = [actor.id, other!.entry.playerId];
    expect(round.entries.map(({ user }) => user.id)).toEqual([one, one, one, two, one]);
    await table.world.checkInvariants();
  });

  test('an item in two entries: the first has it, the second is refused as if it had come later', async () => {
    const { actor, items } = await table.playerWith([700]);
    const both = [await entering(actor, items), await entering(actor, items)];
    const { id } = await table.round();
    expect(await writeAll(both)).toEqual([madeOf(id, 1), STALE]);
    expect(await desk.writeAlone(both[1]!)).toBe(STALE);
    expect(await receiptsOf(both[1]!)).toEqual([]);
    const join = () => endOf(table.world.runner.execute(joinJackpot, actor, { inventoryIds: items }, { key: key() }));
    expect(await Promise.all([join(), join()])).toEqual(times(2, () => 'ITEM_NOT_AVAILABLE'));
    await table.world.checkInvariants();
  });

  test('one bad stake leaves no number, no receipt and no fact; the others close up', async () => {
    const { db } = table.world;
    const { id } = await table.round();
    const stakes = await entries(5);
    const bad = stakes[2]!;
    await db.run(
      sql`update item_types set price_cents = price_cents + 1 where slug = ${bad.entry.stake.items[0]!.itemType}`,
    );
    expect(await writeAll(stakes)).toEqual([madeOf(id, 1), madeOf(id, 2), STALE, madeOf(id, 3), madeOf(id, 4)]);
    expect(await entered()).toEqual({ versions: [2, 3, 4, 5], transactions: 1 });
    expect(await receiptsOf(bad)).toEqual([]);
    expect(await receiptsOf(stakes[4]!)).toEqual([{ response: { gameId: id, entryNo: 4 } }]);
    await table.world.checkInvariants();
    // Again, with a stake that happened before among them: it is told what it was told.
    await db.run(
      sql`update item_types set price_cents = price_cents - 1 where slug = ${bad.entry.stake.items[0]!.itemType}`,
    );
    const [fresh] = await entries(1, () => [900]);
    expect(await writeAll([stakes[0]!, bad, fresh!])).toEqual([
      { earlier: { gameId: id, entryNo: 1 } },
      madeOf(id, 5),
      madeOf(id, 6),
    ]);
    await table.world.checkInvariants();
  });

  test('the caps fall in the middle: what fits is in, what does not is out, a smaller one after it is in', async () => {
    await table.entered([500]);
    await table.entered([500]);
    const { id } = await table.round();
    const stakes = await entries(4, (n) => [[600, 500, 400, 300][n]!]);
    const undo = new Error('undo');
    /** Writes the four over a round that is nearly full, and undoes it: filling one takes a while. */
    const over = async (nearly: (tx: Db) => Promise<unknown>) => {
      let numbers: (number | undefined)[] = [];
      const run = table.world.db.transaction(async (tx) => {
        await nearly(tx);
        const told = await writeStakes(tx, jackpot, stakes, true);
        const made = new Map(told.map((each) => [each.stake, each.made?.entryNo]));
        numbers = stakes.map((_, n) => made.get(n));
        throw undo;
      });
      await expect(run).rejects.toBe(undo);
      return numbers;
    };
    expect(
      await over((tx) => tx.run(sql`update jackpot_rounds set pot_cents = 50000000 - 1000 where round_id = ${id}`)),
    ).toEqual([3, undefined, 4, undefined]);
    expect(await over((tx) => tx.run(sql`update jackpot_rounds set entries = 998 where round_id = ${id}`))).toEqual([
      999,
      1_000,
      undefined,
      undefined,
    ]);
  });

  test('the deadline falls in the middle: each is held against it by its own time', async () => {
    const { clock, db } = table.world;
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([500]);
    const players = [];
    for (let n = 0; n < 4; n += 1) players.push(await table.playerWith([800 + n]));
    const start = clock.now();
    // At the cap of 120 s, so that no entry moves the deadline any more.
    const last = start + 120_000;
    await db.run(sql`update jackpot_rounds set deadline_at = ${last}::bigint where round_id = ${id}`);
    const stakes = [];
    for (const { actor, items } of players) stakes.push(await entering(actor, items));
    const at = [last - 1, last, last - 2, last + 1];
    const fates = await writeAll(stakes.map((stake, n) => ({ ...stake, at: at[n]! })));
    expect(fates).toEqual([madeOf(id, 3), STALE, madeOf(id, 4), STALE]);
  });
});

/** Another process on the same database. */
function node(url = roleUrls(table.world.databaseUrl).app): Deps {
  const db = openPool({ url, maxConnections: 4 });
  closing.push(() => db.close());
  return { ...table.world.deps, db };
}

describe('beside others', () => {
  test('the lock comes first while a batch waits for its turn: all are refused, nothing of them is left', async () => {
    const { world } = table;
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([500]);
    const people: { actor: Actor; items: string[] }[] = [];
    for (let n = 0; n < 5; n += 1) people.push(await table.playerWith([300 + n]));
    await world.clock.advance(59_999);
    let joins: Promise<string[]> = Promise.resolve([]);
    await world.db.transaction(async (tx) => {
      await takeTurn(tx, id);
      joins = Promise.all(
        people.map(({ actor, items }) =>
          endOf(world.runner.execute(joinJackpot, actor, { inventoryIds: items }, { key: key() })),
        ),
      );
      await blockedStatement(world.db, 'round_stakes');
      await world.clock.advance(20_001);
      await tx.run(sql`
        select rounds_lock(array[row(0, ${id}, 3, 'a lock', 1, ${world.clock.now()}, ${world.clock.now()},
          database_ms())::round_locking])`);
    });
    expect(await joins).toEqual(times(5, () => 'JACKPOT_FINISHING'));
    expect((await entered()).versions).toEqual([2, 3]);
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
      const deps = node();
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
    expect((await entered()).versions).toEqual(times(40, (n) => n + 2));
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.world.checkInvariants();
    await table.world.clock.advance(60_000);
    expect(await tableSweep(table.world.deps).run(new AbortController().signal)).toBe(1);
    await table.pass(9_000);
    await table.verify(id);
  });

  test('a node dies between the write and its answer: the next call under its key is told what was', async () => {
    const { world } = table;
    const line = await openHeldLine(roleUrls(world.databaseUrl).app);
    const deps = node(line.url);
    const dying = makeRunner(deps, [jackpotFeature(deps)]);
    const { id } = await table.round();
    const people: { actor: Actor; items: string[]; key: string }[] = [];
    for (let n = 0; n < 3; n += 1) people.push({ ...(await table.playerWith([300 + n])), key: key() });
    const joinAll = (runner: typeof dying) =>
      people.map((who) => runner.execute(joinJackpot, who.actor, { inventoryIds: who.items }, { key: who.key }));
    const written = line.hold('answer', 'round_stakes');
    const lost = Promise.all(joinAll(dying).map(endOf));
    await written;
    await vi.waitFor(async () => expect((await entered()).versions).toHaveLength(3));
    await line.close();
    expect(await lost).toEqual(times(3, () => 'UNAVAILABLE'));
    const again = await Promise.all(joinAll(world.runner));
    expect(again).toEqual(times(3, (n) => ({ gameId: id, entryNo: n + 1 })));
    expect(await entered()).toEqual({ versions: [2, 3, 4], transactions: 1 });
    await world.checkInvariants();
  });
});
