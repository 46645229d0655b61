/** Statements over a world that plays: what they sum, who makes them, what a crash leaves, and what an operator cannot do unnoticed. */
import { getLogHead } from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof, listBotBooks, listSolvency } from '@fairpot/contract/solvency/schemas';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { checkOwn, checkStatement } from '@fairpot/fairness/checks/own-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { facesOf } from '../accounts/people.ts';
import { recordResults } from '../accounts/results.ts';
import { ARENA_FEATURES, makeArena, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql, type Sql } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import type { World } from '../../testing/world.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { CLAIM_MS, publishDue, type PublishStep } from './publish.ts';
import { solvencyFeature } from './solvency.feature.ts';

const HOUR = 3_600_000;
const never = new AbortController().signal;

let arena: Arena;
let world: World;
let table: CoinflipTable;

beforeEach(async () => {
  arena = await makeArena({
    features: [
      ...ARENA_FEATURES,
      coinflipFeature,
      (deps, execute) => accountsFeature(deps, execute),
      transparencyFeature,
      solvencyFeature,
    ],
  });
  world = arena.world;
  table = new CoinflipTable(world);
});
afterEach(() => world.close());

async function sweep(name: string): Promise<number> {
  const found = world.features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
  return found === undefined ? Promise.reject(new Error(`no sweep ${name}`)) : found.run(never);
}

/** Waits for the next hourly statement in the log. */
async function published() {
  await sweep('transparency.sequence');
  await world.clock.advance(HOUR);
  expect(await sweep('solvency.publish')).toBe(1);
  await sweep('transparency.sequence');
  return proofOf();
}

async function proofOf(number?: number) {
  const proof = await world.run(getSolvencyProof, null, { number });
  invariant(proof, 'the statement is in the log');
  return proof;
}

/** The findings of this player's browser. */
async function found(actor: Actor) {
  // Without the invariants, which the operator's tests break.
  const mine = await world.runner.execute(getMySolvency, actor, {});
  invariant(mine, 'there is a tree');
  const { head, number, leaf, own } = mine;
  const [{ steamid } = { steamid: '' }] = await facesOf(world.db, [actor.id]);
  if (own === null) return { problem: 'no leaf', sums: null };
  return { ...checkOwn({ key: head.key, note: head.checkpoint, leaf, number, steamid, own }), sums: own.sums };
}

describe('a statement', () => {
  test('counts what players have, hold, staked and own, to the cent of the books, and bots separately', async () => {
    const idle = await arena.player(5_000);
    const fighter = await arena.player(2_000);
    const waiting = await arena.player(1_000);
    const rival = await arena.player(2_000);
    const bot = await arena.player(700, { isBot: true });
    const flipper = await table.player();
    const [staked = ''] = await table.give(flipper, [1_100]);
    await table.give(flipper, [250]);
    await table.give(bot, [250]);
    await arena.join(rival, await arena.create(fighter), 1); // $1.70 each in escrow
    await arena.create(waiting); // $1.70 held
    await table.create(flipper, [staked]);
    const proof = await published();
    expect(
      checkStatement({ key: proof.head.key, note: proof.head.checkpoint, leaf: proof.leaf, number: 1 }),
    ).toMatchObject({
      problem: null,
      says: {
        sums: { cents: 5_000 + 2_000 + 1_000 + 2_000, items: 2, itemCents: 1_350 },
        own: { cents: 700, items: 1, itemCents: 250 },
      },
    });
    for (const [actor, sums] of [
      [idle, { cents: 5_000, items: 0, itemCents: 0 }],
      [fighter, { cents: 2_000, items: 0, itemCents: 0 }],
      [waiting, { cents: 1_000, items: 0, itemCents: 0 }],
      [flipper, { cents: 0, items: 2, itemCents: 1_350 }],
    ] as const)
      expect(await found(actor)).toMatchObject({ problem: null, sums });
    expect(await found(bot)).toMatchObject({ problem: 'no leaf' });
    const { statements, everyMs } = await world.run(listSolvency, null, {});
    expect([everyMs, statements.length]).toEqual([HOUR, 1]);
    expect(statements[0]).toMatchObject({
      number: 1,
      index: proof.leaf.index,
      kept: true,
      owed: { balanceUsd: 100, items: 2, itemsUsd: 13.5 },
      own: { balanceUsd: 7 },
    });
    await world.checkInvariants();
  });

  test('is published when due, numbered without a gap, and passes the command that players run', async () => {
    await arena.player(4_200);
    await sweep('transparency.sequence');
    expect(await sweep('solvency.publish')).toBe(0);
    await published();
    await world.clock.advance(HOUR - 1);
    expect(await sweep('solvency.publish')).toBe(0);
    await world.clock.advance(1);
    expect(await sweep('solvency.publish')).toBe(1);
    await sweep('transparency.sequence');
    const { url } = await world.http();
    const { key } = await world.run(getLogHead, null, {});
    const said: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const check = (...more: string[]) => fairpotVerify(['--solvency', ...more, '--site', url]);
    const pinned = ['--log-key', key];
    const held = await Promise.all([check(...pinned), check('1', ...pinned), check(), check('--accept-unpinned')]);
    const whole = await fairpotVerify(['--all', '--quiet', '--site', url, ...pinned]);
    await world.db.run(sql`alter table solvency_statements disable trigger all`);
    await world.db.run(
      sql`update solvency_tiles set bytes = overlay(bytes placing '\\x01'::bytea from 40) where number = 2`,
    );
    const changed = await check(...pinned);
    // Of the first leaf: negative money; then with the leaf left out.
    await world.db.run(
      sql`update solvency_tiles set bytes = overlay(bytes placing '\\xff'::bytea from 33) where number = 2`,
    );
    const negative = await check(...pinned);
    await world.db.run(sql`update solvency_tiles set bytes = substring(bytes from 57) where number = 2`);
    const missing = await check(...pinned);
    await world.db.run(sql`delete from solvency_tiles where number = 2`);
    const gone = await check(...pinned);
    spy.mockRestore();
    expect([held, whole, changed, negative, missing, gone]).toEqual([[0, 0, 3, 0], 0, 1, 1, 1, 1]);
    expect(said.join('')).toMatch(
      /OK .* statement 2: the whole tree holds[^]*FAIL .*sum to [^]*FAIL .*safe integer[^]*FAIL .*15 leaves, 16 are stated[^]*FAIL .*not served/,
    );
  });

  test('is refused if the two sides of the books disagree: nothing is published', async () => {
    const player = await arena.player(1_000);
    await sweep('transparency.sequence');
    await world.clock.advance(HOUR);
    await world.db.run(
      sql`update ledger_accounts set balance = 900 where owner_id = ${player.id} and kind = 'player_cash'`,
    );
    await expect(sweep('solvency.publish')).rejects.toThrow(
      'players and bots have 900 cents together, but the books have 1000',
    );
    await world.db.run(
      sql`update ledger_accounts set balance = 1000 where owner_id = ${player.id} and kind = 'player_cash'`,
    );
    expect(await sweep('solvency.publish')).toBe(1);
  });

  test('is refused if a staked item is not in its round, or a liability has no player', async () => {
    const flipper = await table.player();
    const [staked = ''] = await table.give(flipper, [1_100]);
    await table.create(flipper, [staked]);
    await sweep('transparency.sequence');
    await world.clock.advance(HOUR);
    const byHand = (statement: Sql) =>
      world.db.transaction(async (tx) => {
        await tx.run(sql`set local session_replication_role = replica`);
        await tx.run(statement);
      });
    const elsewhere = 'rnd_00000000000000000000000000';
    const { at } = await world.db.one<{ at: string }>(
      sql`select holder_id as at from item_positions where item_id = ${staked}`,
    );
    await byHand(sql`update item_positions set holder_id = ${elsewhere} where item_id = ${staked}`);
    await expect(sweep('solvency.publish')).rejects.toThrow('1 items are at stake, but 0 are in their rounds');
    await byHand(sql`update item_positions set holder_id = ${at} where item_id = ${staked}`);
    await byHand(sql`update entries set player_id = 'ply_00000000000000000000000000' where player_id = ${flipper.id}`);
    await expect(sweep('solvency.publish')).rejects.toThrow('a liability has no player');
    await byHand(sql`update entries set player_id = ${flipper.id} where round_id = ${at}`);
    expect(await sweep('solvency.publish')).toBe(1);
  });

  test('is of one moment: money that moves during the reading counts once, and the reading blocks no one', async () => {
    const [a, b] = [await arena.player(1_000), await arena.player(1_000)];
    await sweep('transparency.sequence');
    await world.clock.advance(HOUR);
    const { db } = world.deps;
    const moving: typeof db = {
      ...db,
      snapshot: (fn) =>
        db.snapshot(async (at) => {
          let first = true;
          return fn({
            ...at,
            many: async (query) => {
              const rows = await at.many(query);
              if (first && query.text.includes('player_hold')) {
                first = false;
                await arena.create(a);
                await arena.join(b, await arena.create(b, { type: 'TWO_VS_TWO' }), 1).catch(() => undefined);
              }
              return rows as never;
            },
          });
        }),
    };
    expect(await publishDue({ deps: { ...world.deps, db: moving } }, never)).toBe(true);
    await sweep('transparency.sequence');
    expect(await found(a)).toMatchObject({ problem: null, sums: { cents: 1_000 } });
    expect((await arena.balances(a)).hold).toBe(170);
  });
});

describe('two nodes, and a node that dies', () => {
  const die = (at: PublishStep) => ({
    deps: world.deps,
    onStep: (step: PublishStep) => {
      // As if the process were gone: nothing of it runs any more, so the claim stays.
      if (step === at) throw new Error('killed');
    },
  });
  const deadAt = async (step: PublishStep) => {
    const { db } = world.deps;
    const dying = { ...world.deps, db: { ...db, run: dropUnclaim((query) => db.run(query)) } };
    await publishDue({ ...die(step), deps: dying }, never).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'killed')) throw error;
    });
  };
  const dropUnclaim =
    (run: World['deps']['db']['run']): World['deps']['db']['run'] =>
    (query) =>
      query.text.includes('set claimed_until = 0') ? Promise.resolve(0) : run(query);

  test.each<PublishStep>(['claimed', 'read', 'built', 'tiles', 'published'])(
    'killed when %s: one complete statement',
    async (step) => {
      const player = await arena.player(1_234);
      await sweep('transparency.sequence');
      await world.clock.advance(HOUR);
      await deadAt(step);
      if (step !== 'published') {
        expect(await sweep('solvency.publish')).toBe(0); // the dead node's claim is still active
        expect((await world.run(listSolvency, null, {})).statements).toEqual([]);
        await world.clock.advance(CLAIM_MS);
        expect(await sweep('solvency.publish')).toBe(1);
      }
      expect(await sweep('solvency.publish')).toBe(0);
      await sweep('transparency.sequence');
      expect(await found(player)).toMatchObject({ problem: null, sums: { cents: 1_234 } });
      await world.checkInvariants();
    },
  );

  test.each<PublishStep>(['read', 'built', 'tiles'])(
    'a node that was overtaken when %s publishes nothing',
    async (overtakenAt) => {
      await arena.player(1_000);
      await sweep('transparency.sequence');
      await world.clock.advance(HOUR);
      const late = {
        deps: world.deps,
        onStep: async (step: PublishStep) => {
          if (step !== overtakenAt) return;
          await world.clock.advance(CLAIM_MS);
          expect(await sweep('solvency.publish')).toBe(1);
        },
      };
      expect(await publishDue(late, never).catch(() => false)).toBe(false);
      await sweep('transparency.sequence');
      const { statements } = await world.run(listSolvency, null, {});
      expect(statements.map(({ number }) => number)).toEqual([1]);
      const { leaves } = await world.db.one<{ leaves: number }>(
        sql`select count(*) as leaves from log_leaves where kind = 'statement'`,
      );
      expect(leaves).toBe(1);
      await world.checkInvariants();
    },
  );

  test('five at once with clock skew: one statement', async () => {
    await arena.player(1_000);
    await sweep('transparency.sequence');
    await world.clock.advance(HOUR);
    const all = await Promise.all(Array.from({ length: 5 }, () => sweep('solvency.publish')));
    expect(all.reduce((sum, each) => sum + each, 0)).toBe(1);
  });
});

describe('the operator', () => {
  test('cannot change a published statement, as the app or in a tile: the player notices', async () => {
    const [player, other] = [await arena.player(1_000), await arena.player(2_000)];
    await published();
    const app = world.deps.db;
    for (const statement of [
      sql`update solvency_statements set body = body || ' '`,
      sql`update solvency_statements set number = number + 1`,
      sql`delete from solvency_statements`,
      sql`update solvency_tiles set bytes = bytes`,
      sql`update crypto_held set units_in = units_in + 1`,
      sql`update solvency_statements set at = null, token = 'x', claimed_until = 0`,
    ])
      await expect(app.run(statement)).rejects.toThrow();
    expect(await found(player)).toMatchObject({ problem: null });
    // As the owner of the database: shrinks the other player's leaf and recomputes all above it.
    await world.db.run(sql`
      update solvency_tiles set bytes = overlay(bytes placing int8send(500) from position(int8send(2000) in bytes))`);
    for (const each of [player, other]) expect((await found(each)).problem).toMatch(/sums to|not yours/);
  });

  test('cannot show a leaf to a player who was left out of the tree', async () => {
    const player = await arena.player(1_000);
    await arena.player(2_000);
    await published();
    await world.db.run(sql`
      update solvency_tiles set bytes = overlay(bytes placing int8send(0) from position(int8send(1000) in bytes))`);
    expect((await found(player)).problem).not.toBeNull();
  });
});

test('old trees are deleted with their seeds; statements, roots and leaves stay', async () => {
  const player = await arena.player(1_000);
  await writeSetting(world.db, SITE_SETTINGS, 'solvency.keep', 2, 0);
  for (let n = 0; n < 4; n += 1) await published();
  while ((await sweep('solvency.forget')) > 0);
  const rows = await world.db.many<{ number: number; kept: boolean; seeds: number; tiles: number }>(sql`
    select s.number, s.kept, num_nonnulls(s.seed)::bigint as seeds,
      (select count(*) from solvency_tiles t where t.number = s.number) as tiles
    from solvency_statements s order by s.number`);
  expect(rows).toEqual([
    { number: 1, kept: false, seeds: 0, tiles: 0 },
    { number: 2, kept: false, seeds: 0, tiles: 0 },
    { number: 3, kept: true, seeds: 1, tiles: 1 },
    { number: 4, kept: true, seeds: 1, tiles: 1 },
  ]);
  expect(await found(player)).toMatchObject({ problem: null });
  const first = await proofOf(1);
  expect(
    checkStatement({ key: first.head.key, note: first.head.checkpoint, leaf: first.leaf, number: 1 }).problem,
  ).toBeNull();
  const page = await world.run(listSolvency, null, { before: 4, limit: 2 });
  expect([page.statements.map(({ number, kept }) => [number, kept]), page.next]).toEqual([
    [
      [3, true],
      [2, false],
    ],
    2,
  ]);
  expect(await world.refused(getSolvencyProof, null, { number: 9 })).toBe('NOT_FOUND');
  expect(await world.refused(getMySolvency, null, {})).toBe('SIGNED_OUT');
});

test('a statement lost by a restored database comes back without its tree, and its number is not reused', async () => {
  await arena.player(1_000);
  const { leaf } = await published();
  const feature = world.features.find(({ name }) => name === 'solvency');
  await world.db.run(sql`alter table solvency_statements disable trigger all`);
  await world.db.run(sql`delete from solvency_tiles`);
  await world.db.run(sql`delete from solvency_statements`);
  await world.db.run(sql`alter table solvency_statements enable trigger all`);
  await world.db.transaction(
    (tx) => feature?.afterRestore?.takeLeaf?.(tx, parseLeaf(utf8(leaf.body))) ?? Promise.resolve(),
  );
  expect((await world.run(listSolvency, null, {})).statements).toMatchObject([
    { number: 1, kept: false, index: leaf.index },
  ]);
  await published();
  expect((await world.run(listSolvency, null, {})).statements.map(({ number }) => number)).toEqual([2, 1]);
  await world.checkInvariants();
});

test('the bots’ books: by day and game since the settlement, newest first, nothing still on a screen, only bots', async () => {
  const bots = [await arena.player(0, { isBot: true }), await arena.player(0, { isBot: true })];
  const person = await arena.player(0);
  const day = 86_400_000;
  const record = (playerId: string, staked: number, paid: number) => {
    const roundId = world.deps.ids.next('round');
    const result = { won: paid > 0, stakedCents: staked, wonCents: paid, feeCents: 0, at: world.clock.now() };
    return world.db.transaction((tx) => recordResults(tx, [{ playerId, roundId, game: 'coinflip', ...result }]));
  };
  for (let n = 0; n < 3; n += 1) {
    for (const { id } of [...bots, person]) await record(id, 1_000, n === 1 ? 2_500 : 0);
    await world.clock.advance(day);
  }
  await Promise.all(Array.from({ length: 8 }, () => record(bots[0]?.id ?? '', 10, 0)));
  const books = async () => (await world.run(listBotBooks, null, {})).books;
  expect((await books()).length).toBe(6);
  await world.clock.advance(10_000);
  expect((await books())[0]).toMatchObject({
    played: 8,
    won: 0,
    stakedUsd: 0.8,
    wonUsd: 0,
    netUsd: -0.8,
    game: 'coinflip',
  });
  const paged: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await world.run(listBotBooks, null, { limit: 2, ...(before !== undefined && { before }) });
    paged.push(...page.books.map((row) => `${row.day} ${row.bot.isFake} ${row.netUsd}`));
    if (page.next === null) break;
    before = page.next;
  }
  expect(paged).toEqual([
    '2026-01-04 true -0.8',
    ...['2026-01-03 true -10', '2026-01-03 true -10'],
    ...['2026-01-02 true 15', '2026-01-02 true 15'],
    ...['2026-01-01 true -10', '2026-01-01 true -10'],
  ]);
  await world.checkInvariants();
});
