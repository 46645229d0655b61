/** A player moves between two cells with databases of their own, over a real directory that can be away at every step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openDirectory, testCell, type TestCell, type TestDirectory } from '@fairpot/directory/directory.fixture';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { formatMoveNote, parseMoveNote } from '@fairpot/contract/wire/move-note';
import { parseNote, signNote } from '@fairpot/fairness/tree/note';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from '../../accounts/front.ts';
import { foldPending } from '../../ledger/ledger.ts';
import { cellDebts, owedByTheBooks } from '../../ledger/liabilities.ts';
import { sql } from '../../platform/database/sql.ts';
import { blockNow } from '../../protection/front.ts';
import { itemTypeAt, slugOf } from '../../../testing/item-types.ts';
import {
  addPerson,
  cashAt,
  grant,
  homeOf,
  idAt,
  LOG,
  openTwoCells,
  runMove,
  type CellWorld,
  type TwoCells,
} from '../../../testing/profile/moving.fixture.ts';
import type { World } from '../../../testing/world.ts';
import { takeOutTerms } from '../../takeouts/front.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { hashOfLuggage, type Parcel } from './luggage.ts';
import { readMove } from './move-cli.ts';
import { bookOut, stopAccount } from './move-out.ts';

let cells: TwoCells<TestDirectory>;
let directory: TestDirectory;
let eu: CellWorld;
let us: CellWorld;
beforeAll(async () => {
  cells = await openTwoCells<TestCell, TestDirectory>({ openDirectory, testCell });
  ({ directory, eu, us } = cells);
  await upsertItemTypes(eu.world.db, [itemTypeAt(500)], 1);
});
afterAll(() => cells.close());

let steamid = '';
let file = '';
/** The player's id at eu. */
let anna = '';
beforeEach(async () => {
  ({ steamid, file, playerId: anna } = await cells.makePerson());
  eu.said.length = 0;
});

const run = (at: CellWorld, ...args: string[]) => runMove(at, args);
const out = (from: CellWorld = eu, to = 'us') => run(from, 'out', steamid, to, file);
const arrive = (at: CellWorld = us) => run(at, 'in', file);
const parcel = () => JSON.parse(readFileSync(file, 'utf8')) as Parcel;

const homeNow = () => homeOf(directory, steamid);
const betweenCells = async ({ world }: CellWorld, cell: string) =>
  (
    await world.db.one<{ cents: number }>(sql`
      select (coalesce(sum(cents), 0))::bigint as cents from postings where account_id = ${`cell:${cell}`}`)
  ).cents;

test('money moves once, both books balance, and the directory names the new home', async () => {
  const before = [await betweenCells(eu, 'us'), await betweenCells(us, 'eu')] as const;
  await grant(eu, anna, 12_345);
  const owed = await owedByTheBooks(eu.world.db);
  const owedThere = await owedByTheBooks(us.world.db);
  expect(await out()).toContain('Carry it to us');
  expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
    0,
    null,
    { cell: 'eu', moves: 0 },
  ]);
  expect(await arrive()).toContain('at home here now');
  expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
    0,
    12_345,
    { cell: 'us', moves: 1 },
  ]);
  expect(await betweenCells(eu, 'us')).toBe(before[0] + 12_345);
  expect(await betweenCells(us, 'eu')).toBe(before[1] - 12_345);
  // Also once the accounts of the site have their balances.
  for (const { world } of [eu, us]) while ((await foldPending(world.db)) > 0);
  expect(owed - (await owedByTheBooks(eu.world.db))).toBe(12_345);
  expect((await owedByTheBooks(us.world.db)) - owedThere).toBe(12_345);
  const [ours] = await cellDebts(eu.world.db);
  const [theirs] = await cellDebts(us.world.db);
  expect(ours).toEqual({ cell: 'us', cents: before[0] + 12_345 });
  expect(theirs).toEqual({ cell: 'eu', cents: before[1] - 12_345 });
  for (const { world } of [eu, us]) await world.checkInvariants();
});

test('both public logs say the same of the money, and name no player', async () => {
  await grant(eu, anna, 500);
  await out();
  await arrive();
  const leaf = async ({ world }: CellWorld) =>
    (
      await world.db.one<{ body: string }>(sql`
        select body from log_leaves where kind = 'statement' and body like '%cell-transfer%' order by id desc limit 1`)
    ).body;
  const [left, came] = [await leaf(eu), await leaf(us)].map(
    (body) => (JSON.parse(body) as { says: { cell: string; cents: number; move: string } }).says,
  );
  expect(left).toMatchObject({ cell: 'us', cents: 500 });
  expect(came).toMatchObject({ cell: 'eu', cents: -500 });
  expect(left?.move).toBe(came?.move);
  expect(`${JSON.stringify(left)}${JSON.stringify(came)}`).not.toContain(steamid);
});

test('every command may be run again, also two at once', async () => {
  await grant(eu, anna, 700);
  await Promise.all([out(), out()]);
  const first = parcel();
  await out();
  expect(parcel()).toEqual(first);
  await Promise.all([arrive(), arrive()]);
  expect(await arrive()).toContain('arrived before');
  expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
    0,
    700,
    { cell: 'us', moves: 1 },
  ]);
});

test('a stopped account may not stake, may take everything out, and waits for items that came in', async () => {
  await grant(eu, anna, 100, [{ slug: slugOf(500), kind: 'DEPOSIT', count: 1 }]);
  await stopped();
  const actor = await actorOf(eu.world.db, anna);
  const stake = { inventoryIds: [`itm_${'0'.repeat(26)}`], side: 1 };
  expect(await eu.world.refused(createCoinflip, actor, stake)).toBe('ACCOUNT_MOVING');
  expect((await takeOutTerms(eu.world.db, anna)).isClosing).toBe(true);
  const own = { name: 'eu', signText: (text: string) => text };
  const request = { steamid, why: 'test', now: 2 };
  const result = await eu.world.db.transaction((tx) => bookOut({ ids: eu.world.deps.ids, own }, tx, request));
  expect(result).toEqual({ waitsFor: ['ITEMS'] });
  await run(eu, 'cancel', steamid);
  expect(await actorOf(eu.world.db, anna)).toMatchObject({ isMoving: false });
});

/** Stops the account as `out` does when an item came in between its check and the stop. */
async function stopped(): Promise<void> {
  const request = { steamid, to: 'us', number: 0, why: 'test', now: 1 };
  await eu.world.db.transaction((tx) => stopAccount(tx, request));
}

test('items do not move: the command says what to do first, and stops nothing', async () => {
  await grant(eu, anna, 0, [{ slug: slugOf(500), kind: 'DEPOSIT', count: 2 }]);
  await expect(out()).rejects.toThrow('MOVE_ITEMS');
  expect(await actorOf(eu.world.db, anna)).toMatchObject({ isMoving: false });
});

describe('limits and exclusions', () => {
  const exclude = (until: number | null) =>
    eu.world.db.run(sql`
      insert into protection_guards (player_id, block, blocked_at, block_until)
      values (${anna}, 'EXCLUDED', 1, ${until})
      on conflict (player_id) do update set block = 'EXCLUDED', blocked_at = 1, block_until = excluded.block_until`);

  test('an exclusion arrives with the player', async () => {
    await exclude(null);
    await out();
    await arrive();
    expect(await blockNow(us.world.db, (await idAt(us, steamid)) ?? '')).toMatchObject({
      kind: 'EXCLUDED',
      until: null,
    });
  });

  test('of two exclusions the longer one holds', async () => {
    const far = Date.now() + 1e10;
    await exclude(far);
    const there = await addPerson(us, steamid);
    await us.world.db.run(sql`
      insert into protection_guards (player_id, block, blocked_at, block_until)
      values (${there}, 'EXCLUDED', 1, ${far + 5})`);
    await out();
    await arrive();
    expect(await blockNow(us.world.db, there)).toMatchObject({ until: far + 5 });
  });

  test('limits arrive with what counts against them; the stricter of two holds', async () => {
    await eu.world.db.run(sql`insert into protection_guards (player_id) values (${anna})`);
    await eu.world.db.run(sql`
      insert into protection_limits (player_id, kind, span, cents) values
        (${anna}, 'stake', 'day', 1000), (${anna}, 'deposit', 'week', 9000)`);
    await eu.world.db.run(sql`
      insert into protection_hours (player_id, kind, hour, cents) values (${anna}, 'stake', protection_hour(), 400)`);
    const there = await addPerson(us, steamid);
    await us.world.db.run(sql`insert into protection_guards (player_id) values (${there})`);
    await us.world.db.run(sql`
      insert into protection_limits (player_id, kind, span, cents) values
        (${there}, 'stake', 'day', 3000), (${there}, 'deposit', 'week', 50)`);
    await out();
    await arrive();
    const limits = await us.world.db.many(sql`
      select kind, span, cents from protection_limits where player_id = ${there} order by kind`);
    expect(limits).toEqual([
      { kind: 'deposit', span: 'week', cents: 50 },
      { kind: 'stake', span: 'day', cents: 1000 },
    ]);
    const hours = await us.world.db.many(sql`
      select kind, sum(cents)::bigint as cents from protection_hours
      where player_id = ${there} and cents <> 0 group by kind`);
    expect(hours).toEqual([{ kind: 'stake', cents: 400 }]);
  });
});

test('there and back: the account opens again with what was earned elsewhere, and money is not doubled', async () => {
  await grant(eu, anna, 1_000);
  await eu.world.db.run(
    sql`update players set carried_xp_hundredths = 500, carried_refund_cents = 70 where id = ${anna}`,
  );
  await out();
  await arrive();
  const there = (await idAt(us, steamid)) ?? '';
  await us.world.db.run(sql`
    update players set carried_xp_hundredths = carried_xp_hundredths + 40,
      carried_refund_cents = carried_refund_cents - 20
    where id = ${there}`);
  await out(us, 'eu');
  await arrive(eu);
  expect(await idAt(eu, steamid)).toBe(anna);
  expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
    1_000,
    0,
    { cell: 'eu', moves: 2 },
  ]);
  const row = await eu.world.db.one(sql`
    select moving_to as "movingTo", moved_at as "movedAt", carried_xp_hundredths::integer as xp,
      carried_refund_cents::integer as refund from players where id = ${anna}`);
  expect(row).toEqual({ movingTo: null, movedAt: null, xp: 540, refund: 50 });
  await out();
  await arrive();
  expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
    0,
    1_000,
    { cell: 'us', moves: 3 },
  ]);
});

test('a player below the level keeps what may be taken out', async () => {
  await grant(eu, anna, 900);
  await eu.world.db.run(sql`update players set carried_refund_cents = 900 where id = ${anna}`);
  await out();
  await arrive();
  expect(await takeOutTerms(us.world.db, (await idAt(us, steamid)) ?? '')).toMatchObject({
    refundable: 900,
    isClosing: false,
  });
});

describe('while the directory is away', () => {
  test('before the stop, nothing changes', async () => {
    await grant(eu, anna, 100);
    await directory.stop();
    await expect(out()).rejects.toThrow('did not answer');
    expect(await actorOf(eu.world.db, anna)).toMatchObject({ isMoving: false });
    await directory.start();
    await out();
    expect(await cashAt(eu, steamid)).toBe(0);
  });

  test('before and after the arrival, the command is run again', async () => {
    await grant(eu, anna, 100);
    await out();
    await directory.stop();
    await expect(arrive()).rejects.toThrow('did not answer');
    expect(await cashAt(us, steamid)).toBeNull();
    await directory.start();
    // Away only for the last step.
    const { gateways } = us.world.deps;
    const away = { moveHome: () => Promise.resolve({ kind: 'away' as const, why: 'killed' }) };
    const half = {
      ...us,
      world: withDirectory(us.world, { ...gateways.directory, ...away } as typeof gateways.directory),
    };
    await expect(arrive(half)).rejects.toThrow('Run this again');
    expect([await cashAt(us, steamid), await homeNow()]).toEqual([100, { cell: 'eu', moves: 0 }]);
    await arrive();
    expect([await cashAt(us, steamid), await homeNow()]).toEqual([100, { cell: 'us', moves: 1 }]);
  });

  const withDirectory = (world: World, gateway: World['deps']['gateways']['directory']): World => ({
    ...world,
    deps: { ...world.deps, gateways: { ...world.deps.gateways, directory: gateway } },
  });
});

describe('a note that is not genuine', () => {
  beforeEach(async () => {
    await grant(eu, anna, 300);
    await out();
  });
  const rewrite = (change: (old: Parcel) => Parcel) => writeFileSync(file, JSON.stringify(change(parcel())));
  const nothing = async () =>
    expect([await cashAt(us, steamid), await homeNow()]).toEqual([null, { cell: 'eu', moves: 0 }]);

  test('more money in the luggage', async () => {
    rewrite(({ note, luggage }) => ({ note, luggage: { ...luggage, cents: 999_999 } }));
    await expect(arrive()).rejects.toThrow('not the one that was signed');
    await nothing();
  });

  test('a weaker exclusion in the luggage', async () => {
    const block = { kind: 'BREAK' as const, since: 1, until: 2, returnFrom: null };
    rewrite(({ note, luggage }) => ({ note, luggage: { ...luggage, protection: { ...luggage.protection, block } } }));
    await expect(arrive()).rejects.toThrow('not the one that was signed');
    await nothing();
  });

  test('signed by the receiving cell itself', async () => {
    rewrite(({ luggage }) => {
      const richer = { ...luggage, cents: 999_999 };
      const text = formatMoveNote({ steamid, number: 0, from: 'eu', to: 'us', luggage: hashOfLuggage(richer) });
      return { note: signNote(text, [{ name: LOG, secretKey: us.cell.logSeed }]), luggage: richer };
    });
    await expect(arrive()).rejects.toThrow('not signed by the cell');
    const headers = { authorization: `Bearer ${us.cell.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ note: parcel().note });
    expect((await fetch(`${directory.url}/homes/move`, { method: 'POST', headers, body })).status).toBe(403);
    await nothing();
  });

  test('for another cell, or by a cell that it does not lead to', async () => {
    await expect(arrive(eu)).rejects.toThrow('leads to us');
    const headers = { authorization: `Bearer ${eu.cell.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ note: parcel().note });
    expect((await fetch(`${directory.url}/homes/move`, { method: 'POST', headers, body })).status).toBe(403);
    await nothing();
  });

  test('an old one, after the player has moved on', async () => {
    const old = parcel();
    await arrive();
    await out(us, 'eu');
    await arrive(eu);
    writeFileSync(file, JSON.stringify(old));
    await expect(arrive()).rejects.toThrow('an old one');
    const headers = { authorization: `Bearer ${us.cell.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ note: old.note });
    expect((await fetch(`${directory.url}/homes/move`, { method: 'POST', headers, body })).status).toBe(409);
    expect([await cashAt(eu, steamid), await cashAt(us, steamid), await homeNow()]).toEqual([
      300,
      0,
      { cell: 'eu', moves: 2 },
    ]);
  });

  test('again, after the player has closed the new account', async () => {
    await arrive();
    const there = await idAt(us, steamid);
    await us.world.db.run(sql`delete from cell_moves where player_id = ${there}`);
    await us.world.db.run(sql`
      update players set steamid = null, pseudonym_key = null, closing_at = 1, closes_at = 1, erased_at = 1
      where id = ${there}`);
    await expect(arrive()).rejects.toThrow('was used for something else');
    expect([await cashAt(us, steamid), await homeNow()]).toEqual([null, { cell: 'us', moves: 1 }]);
  });

  test('parts that do not belong to the text', () => {
    const { text } = parseNote(parcel().note);
    expect(parseMoveNote(text)).toMatchObject({ steamid, from: 'eu', to: 'us', number: 0 });
    for (const wrong of [`${text}x\n`, text.replace('move 0', 'move 00'), text.replace('to us', 'to eu')])
      expect(parseMoveNote(wrong)).toBeNull();
  });
});

test('cancelling is possible until the account is booked out', async () => {
  await grant(eu, anna, 100);
  await stopped();
  await run(eu, 'cancel', steamid);
  await expect(run(eu, 'cancel', steamid)).rejects.toThrow('no move');
  await out();
  await expect(run(eu, 'cancel', steamid)).rejects.toThrow('final');
});

test('each step is in the audit log', async () => {
  await grant(eu, anna, 100);
  await out();
  await arrive();
  const steps = async ({ world }: CellWorld, id: string) =>
    (
      await world.db.many<{ step: string }>(sql`
        select details ->> 'step' as step from staff_acts where player_id = ${id} order by id`)
    ).map(({ step }) => step);
  expect(await steps(eu, anna)).toEqual(['stopped', 'out']);
  expect(await steps(us, (await idAt(us, steamid)) ?? '')).toEqual(['in']);
});

test.each([
  [['out', '123', 'us', 'f', '--why', 'why']],
  [['out', '76561198000000001', 'us', '--why', 'why']],
  [['in', 'f']],
  [['away', 'f', '--why', 'why']],
])('%j is no command', (args) => {
  expect(() => readMove(args)).toThrow();
});
