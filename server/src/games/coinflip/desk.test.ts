/** Stakes that are written together: each has its own fate, whatever becomes of the others. */
import { createCoinflip, joinCoinflip } from '@fairpot/contract/schemas/coinflip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputHash } from '../../platform/runner/canonical.ts';
import { sqlState } from '../../platform/database/db.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { invariant, Refused } from '../../platform/runner/refused.ts';
import { sql } from '../../platform/database/sql.ts';
import { systemClock } from '../../platform/process/system-ports.ts';
import { STALE } from '../kit/decide-and-write.ts';
import { makeDesk, type Desk } from '../kit/items/desk.ts';
import { writable, type Decided } from '../kit/items/stake.ts';
import type { DecidedStake, Loaded } from '../kit/items/store.ts';
import { orRefuse } from '../kit/ruling.ts';
import { ensureWindow } from '../kit/beacon/windows.ts';
import { coinflip } from './coinflip.ts';
import { admitCreate, admitJoin } from '../kit/duel/rules.ts';
import { makeTable, type Table } from './table.fixture.ts';

let table: Table;
let desk: Desk;
beforeAll(async () => {
  table = await makeTable();
  desk = makeDesk(table.world.deps, coinflip);
});
afterAll(() => table.world.close());

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const key = () => Buffer.from(table.world.deps.random.bytes(9)).toString('base64url');
const MADE = { earlier: null };

/** A game that this player is about to open, as the command decides it. */
async function opening(actor: Actor, items: readonly string[], under = key()): Promise<DecidedStake> {
  const loaded = await desk.load({ playerId: actor.id, ids: items, gameId: null });
  const stake = orRefuse(admitCreate(items, loaded.available, loaded.terms));
  return decided(actor, receiptOf(actor, createCoinflip.name, under, items), loaded, { kind: 'open', pick: 1, stake });
}

/** The join that this player is about to make. */
async function joining(actor: Actor, items: readonly string[], gameId: string): Promise<DecidedStake> {
  await ensureWindow(table.world.deps, 'coinflip');
  const loaded = await desk.load({ playerId: actor.id, ids: items, gameId });
  const { round, available, terms } = loaded;
  const wish = { playerId: actor.id, side: 2, ids: items, house: false } as const;
  const stake = orRefuse(admitJoin(coinflip, round, wish, available, terms));
  invariant(round, 'there is a game');
  const receipt = receiptOf(actor, joinCoinflip.name, key(), [gameId, ...items]);
  return decided(actor, receipt, loaded, { kind: 'lock', round, pick: 2, stake });
}

function decided(actor: Actor, receipt: DecidedStake['receipt'], loaded: Loaded, what: Decided): DecidedStake {
  const { deps } = table.world;
  const stake = writable(deps, coinflip, { receipt, playerId: actor.id, now: deps.clock.now() }, loaded, what);
  invariant(!('missing' in stake), 'there is a window');
  return stake;
}

function receiptOf(actor: Actor, call: string, under: string, input: readonly string[]) {
  return { playerId: actor.id, call, key: under, inputHash: inputHash(call, input) };
}

const writeAll = (stakes: readonly DecidedStake[]) => Promise.all(stakes.map((stake) => desk.write(stake)));

async function openings(count: number): Promise<DecidedStake[]> {
  const made: DecidedStake[] = [];
  for (let i = 0; i < count; i++) {
    const { actor, items } = await table.playerWith([2_000, 500 + i]);
    made.push(await opening(actor, items));
  }
  return made;
}

/** How many transactions these games were opened or joined in. */
async function transactions(ids: readonly string[]): Promise<number> {
  const { n } = await table.world.db.one<{ n: number }>(sql`
    select count(distinct xid::text) as n from facts where subject = any(${ids}::text[])`);
  return n;
}

const receipts = async (stake: DecidedStake) =>
  (
    await table.world.db.one<{ n: number }>(
      sql`select count(*) as n from receipts
        where player_id = ${stake.receipt.playerId} and key = ${stake.receipt.key}`,
    )
  ).n;

/** What each call ends with: 'ok' or the code of its refusal. */
async function ends(calls: readonly Promise<unknown>[]): Promise<string[]> {
  return (await Promise.allSettled(calls)).map((end) => {
    if (end.status === 'fulfilled') return 'ok';
    return end.reason instanceof Refused ? end.reason.code : String(end.reason);
  });
}

const games = async () => (await table.world.db.one<{ n: number }>(sql`select count(*) as n from rounds`)).n;

describe('stakes of one batch', () => {
  test('are one transaction: opened and joined, with numbers without a gap', async () => {
    const waiting = await openings(3);
    expect(await writeAll(waiting)).toEqual([MADE, MADE, MADE]);
    const joins = await Promise.all(
      waiting.map(async ({ round }, i) => {
        const { actor, items } = await table.playerWith([2_000, 500 + i]);
        return joining(actor, items, round.id);
      }),
    );
    const more = await openings(2);
    const before = await transactions(waiting.map(({ round }) => round.id));
    expect(before).toBe(1);
    expect(await writeAll([...joins, ...more])).toEqual(times(5, () => MADE));
    expect(await transactions([...waiting, ...more].map(({ round }) => round.id))).toBe(2);
    for (const { round } of waiting) expect((await table.game(round.id)).phase).toBe('COUNTDOWN');
    await table.world.checkInvariants();
    await table.settle();
    for (const { round } of waiting) await table.verify(round.id);
  });

  test('one that is no longer as it was decided is told so, alone, and leaves no receipt', async () => {
    const [first, stale, last] = await openings(3);
    invariant(first && stale && last, 'three stakes');
    // Of a type that nobody else stakes.
    const item = stale.entry.stake.items.find(({ cents }) => cents === 501);
    await table.world.db.run(sql`update item_types set price_cents = price_cents + 1 where slug = ${item?.itemType}`);
    expect(await writeAll([first, stale, last])).toEqual([MADE, STALE, MADE]);
    expect(await receipts(stale)).toBe(0);
    await table.world.checkInvariants();
    await table.world.db.run(sql`update item_types set price_cents = price_cents - 1 where slug = ${item?.itemType}`);
    expect(await desk.write(stale)).toEqual(MADE);
    expect(await receipts(stale)).toBe(1);
    await table.world.checkInvariants();
  });

  test('twenty joins of one game: one is in, nineteen decide again', async () => {
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const joins = await Promise.all(
      times(20, async () => {
        const { actor, items } = await table.playerWith([2_000]);
        return joining(actor, items, gameId);
      }),
    );
    expect(await writeAll(joins)).toEqual([MADE, ...times(19, () => STALE)]);
    expect(await desk.writeAlone(joins[1] as DecidedStake)).toBe(STALE);
    await table.world.checkInvariants();
  });

  test('one item in two stakes: the first has it', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const both = [await opening(actor, items), await opening(actor, items)];
    expect(await writeAll(both)).toEqual([MADE, STALE]);
    await table.world.checkInvariants();
  });

  test('one key for two inputs: one happens, the other is refused; one that happened answers as it did', async () => {
    const { actor, items } = await table.playerWith([2_000, 2_000]);
    const { runner } = table.world;
    const one = key();
    const create = (item: string | undefined) =>
      runner.execute(createCoinflip, actor, { inventoryIds: [item], side: 1 }, { key: one });
    expect((await ends(items.map((item) => create(item)))).sort()).toEqual(['KEY_REUSED', 'ok']);
    const [again] = await openings(1);
    invariant(again, 'a stake');
    const { actor: other, items: theirs } = await table.playerWith([2_000]);
    expect(await desk.write(again)).toEqual(MADE);
    const fresh = await opening(other, theirs);
    expect(await writeAll([again, fresh])).toEqual([{ earlier: again.response }, MADE]);
    const foreign = { ...again, receipt: { ...again.receipt, inputHash: inputHash('other', {}) } };
    expect(await desk.write(foreign)).toEqual({ refused: 'KEY_REUSED' });
    await table.world.checkInvariants();
  });

  test('refusals, races and successes of players at once are each one’s own', async () => {
    const { runner } = table.world;
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const people = [];
    for (let i = 0; i < 6; i++) people.push(await table.playerWith([2_000]));
    const [a, b, c, d, e, f] = people;
    invariant(a && b && c && d && e && f, 'six players');
    const create = (actor: Actor, inventoryIds: readonly string[]) =>
      runner.execute(createCoinflip, actor, { inventoryIds, side: 1 }, { key: key() });
    const join = (actor: Actor, inventoryIds: readonly string[], side: 1 | 2) =>
      runner.execute(joinCoinflip, actor, { gameId, inventoryIds, side }, { key: key() });
    const calls = [
      create(a.actor, a.items),
      create(b.actor, a.items),
      join(c.actor, c.items, 1),
      join(d.actor, d.items, 2),
      join(e.actor, e.items, 2),
      create(f.actor, []),
    ];
    const [made, foreign, taken, first, second, empty] = await ends(calls);
    expect([made, foreign, taken, empty]).toEqual(['ok', 'ITEM_NOT_AVAILABLE', 'SIDE_TAKEN', 'BAD_INPUT']);
    expect([first, second].sort()).toEqual(['COINFLIP_STARTED', 'ok']);
    await table.world.checkInvariants();
  });
});

describe('a batch does not wait', () => {
  test('for an item that somebody holds: that stake goes alone, behind the holder', async () => {
    const [held, free] = await openings(2);
    invariant(held && free, 'two stakes');
    const { db } = table.world;
    let alone: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.run(sql`select 1 from item_positions where item_id = ${held.entry.stake.items[0]?.id} for update`);
      expect(await writeAll([held, free])).toEqual([STALE, MADE]);
      alone = desk.writeAlone(held);
      await systemClock.sleep(100);
    });
    expect(await alone).toEqual(MADE);
    await table.world.checkInvariants();
  });

  test('long for a receipt: the others go on, and the second of the key answers as the first', async () => {
    const { db, runner } = table.world;
    const { actor, items } = await table.playerWith([2_000]);
    const stranger = await table.playerWith([2_000]);
    const one = key();
    const create = (who: Actor, inventoryIds: readonly string[], under: string) =>
      runner.execute(createCoinflip, who, { inventoryIds, side: 1 }, { key: under });
    const answer = { gameId: 'rnd_from_elsewhere' };
    const input = { inventoryIds: items, side: 1 };
    let calls: Promise<{ gameId: string }>[] = [];
    await db.transaction(async (tx) => {
      await tx.run(sql`select claim_receipt(${actor.id}, ${one}, ${createCoinflip.name},
        ${inputHash(createCoinflip.name, input)}, ${JSON.stringify(answer)}::jsonb, 1)`);
      calls = [create(actor, items, one), create(stranger.actor, stranger.items, key())];
      expect((await calls[1])?.gameId).toMatch(/^rnd_/);
    });
    expect(await calls[0]).toEqual(answer);
    await table.world.checkInvariants();
  });

  test('for a lock that waited too long to be written: it names its beacon anew', async () => {
    const creator = await table.playerWith([2_000]);
    const gameId = await table.create(creator.actor, creator.items);
    const { actor, items } = await table.playerWith([2_000]);
    const late = await joining(actor, items, gameId);
    await table.world.clock.advance(3_001);
    expect(await desk.write(late)).toBe(STALE);
    expect((await table.game(gameId)).phase).toBe('WAITING');
    await table.join(actor, gameId, items);
  });
});

describe('when something breaks', () => {
  test('an error of one stake undoes the batch and stays its own', async () => {
    const [first, second] = await openings(2);
    invariant(first?.round.kind === 'open' && second?.round.kind === 'open', 'two openings');
    const clash: DecidedStake = { ...second, round: { ...second.round, hash: first.round.hash } };
    const before = await games();
    expect(await writeAll([first, clash])).toEqual([STALE, STALE]);
    expect(await games()).toBe(before);
    expect(await desk.writeAlone(first)).toEqual(MADE);
    expect(await desk.writeAlone(clash).catch(sqlState)).toBe('23505');
    await table.world.checkInvariants();
  });

  test('the connection is lost in the middle: each is told, none is lost or doubled, each may try again', async () => {
    const { db, runner } = table.world;
    const people: { actor: Actor; items: string[]; key: string }[] = [];
    for (let i = 0; i < 5; i++) people.push({ ...(await table.playerWith([2_000])), key: key() });
    const before = await games();
    const attempt = () =>
      people.map(({ actor, items, key: under }) =>
        runner.execute(createCoinflip, actor, { inventoryIds: items, side: 1 }, { key: under }),
      );
    let first: Promise<string[]> = Promise.resolve([]);
    await db
      .transaction(async (tx) => {
        const [held] = people;
        await tx.run(sql`select claim_receipt(${held?.actor.id}, ${held?.key}, 'x', ${Buffer.alloc(32)}, null, 1)`);
        first = ends(attempt());
        // The batch waits for that receipt, at most a quarter of a second: then its connection is cut.
        await cutWaiting();
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await first).toEqual(times(5, () => 'UNAVAILABLE'));
    expect(await games()).toBe(before);
    expect(await ends(attempt())).toEqual(times(5, () => 'ok'));
    const again = await Promise.all(attempt());
    expect(new Set(again.map((answer) => answer.gameId)).size).toBe(5);
    expect(await games()).toBe(before + 5);
    await table.world.checkInvariants();
  });
});

/** Ends the connection whose batch waits for a receipt. */
async function cutWaiting(): Promise<void> {
  const until = systemClock.now() + 5_000;
  while (systemClock.now() < until) {
    const { cut } = await table.world.db.one<{ cut: number }>(sql`
      select count(pg_terminate_backend(pid)) as cut from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%round_stakes%'`);
    if (cut > 0) return;
  }
  throw new Error('no batch waited');
}
