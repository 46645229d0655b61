/** A month leaves the database and returns, row for row; meanwhile its rounds stay checkable, and no page breaks. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCasebattle, casebattleHistory } from '@fairpot/contract/casebattle/schemas';
import { coinflipHistory, getCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { getJackpot, getJackpotRound, jackpotHistory } from '@fairpot/contract/jackpot/schemas';
import { listMyRounds } from '@fairpot/contract/log/schemas';
import { listSettings } from '@fairpot/contract/settings/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasResult } from '../../../accounts/front.ts';
import { sql } from '../../../platform/database/sql.ts';
import { verifiedProof } from '../../../../testing/proof.ts';
import { TEST_CHAIN } from '../../../../testing/beacon.ts';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import { downloaded, findingsIn } from '../../../../testing/transparency/log.fixture.ts';
import { missingPartitions, partitionSweep } from '../partitions.ts';
import { stakesOfItem } from '../stakes-of-item.ts';
import { restoreMonth } from './archive.ts';
import { archive } from './archive-cli.ts';
import {
  monthOf,
  openOldSite,
  playMonths,
  OF_ROUNDS,
  SHARED,
  type OldSite,
  type PlayedMonths,
} from '../../../../testing/transparency/archive.fixture.ts';
import { rowsOfPlayer } from './read-rows.ts';

const ALL = [...OF_ROUNDS, ...SHARED].toSorted();
const omit = <T>(from: Readonly<Record<string, T>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 120_000);
afterAll(() => played.drop());

const GETS = { coinflip: getCoinflip, jackpot: getJackpotRound, casebattle: getCasebattle };
const idsIn = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : (answer as { history: unknown[] }).history).map(
    (row) => (row as { id: string }).id,
  );

const run = promisify(execFile);

/** The command-line verifier, as a player runs it. */
async function verifier(...args: string[]): Promise<string> {
  const bin = join(import.meta.dirname, '../../../../../fairness/bin/fairpot-verify.mjs');
  return (await run(process.execPath, [bin, ...args])).stdout;
}

async function pagesOf(site: OldSite, id: string, game: keyof typeof GETS): Promise<string> {
  return site.world.refused(GETS[game], null, { id });
}

test('a month of rounds leaves the database, stays checkable, and returns as it was', async () => {
  const site = await openOldSite(played);
  const { world, months } = site;
  const [old = {}, newer = {}] = months;
  const [, late = null] = site.players;
  const items = late === null ? [] : await site.give(late, [2_000]);
  const before = { rows: await site.rows(), partitions: await site.partitions(), pages: await pages(site) };
  expect((await world.run(listSettings, null, {})).archived).toBe(false);
  const to = temporaryFolder();
  const folder = join(to, monthOf(0));

  await site.archive(0, to);
  const files = ALL.map((name) => `${name}.copy.gz`);
  expect(readdirSync(folder).toSorted()).toEqual([...files, 'manifest.json', 'manifest.sha256'].toSorted());
  const gone = ALL.map((name) => `${name}_before`);
  const stays = SHARED.map((name) => [`${name}_before_kept`, before.partitions[`${name}_before`]]);
  expect(await site.partitions()).toEqual({ ...omit(before.partitions, gone), ...Object.fromEntries(stays) });
  for (const id of Object.values(old)) expect((await site.rowsOf(id)).flat()).toEqual([]);
  for (const id of Object.values(newer)) expect((await site.rowsOf(id)).flat().length).toBeGreaterThan(3);

  // Pages say so; lists end before it; what belongs to players stays.
  for (const game of Object.keys(GETS) as (keyof typeof GETS)[]) {
    expect(await pagesOf(site, old[game] ?? '', game)).toBe('ROUND_ARCHIVED');
    await world.run(GETS[game], null, { id: newer[game] });
  }
  for (const [history, game] of [
    [coinflipHistory, 'coinflip'],
    [jackpotHistory, 'jackpot'],
    [casebattleHistory, 'casebattle'],
  ] as const)
    expect(idsIn(await world.run(history, null, {}))).toEqual([newer[game]]);
  expect((await world.run(listSettings, null, {})).archived).toBe(true);
  const [player] = site.players;
  const { rounds } = await world.run(listMyRounds, player ?? null, {});
  const all = [...Object.values(old), site.crossing, ...Object.values(newer)];
  expect(rounds.map(({ roundId }) => roundId).toSorted()).toEqual(all.toSorted());
  expect(await hasResult(world.deps.db, player?.id ?? '', old['coinflip'] ?? '')).toBe(true);
  const request = { gameId: old['coinflip'], inventoryIds: items, side: 2 };
  expect(await world.refused(joinCoinflip, late, request)).toBe('GAME_FINISHED');

  // The proof comes from the log.
  for (const id of all) await verifiedProof(world, id);
  await world.checkInvariants();
  await checkFromOutside(site, old['coinflip'] ?? '');

  // The sweep makes no partition for it again.
  while ((await partitionSweep(world.deps).run(new AbortController().signal)) > 0);
  expect(await missingPartitions(world.deps.db)).toEqual([]);
  const ahead = await site.partitions();
  expect(ahead['entries_before']).toBeUndefined();

  await restoreMonth(
    { ...site.parts, onStep: (step) => (step === 'prepared' ? checkedBefore(site) : undefined) },
    folder,
  );
  await restoreMonth(site.parts, folder);
  expect(await site.rows()).toEqual(before.rows);
  const kept = SHARED.map((name) => `${name}_before_kept`);
  expect(await site.partitions()).toEqual({ ...omit(ahead, kept), ...before.partitions });
  expect(await pages(site)).toEqual(before.pages);
  await world.checkInvariants();
}, 120_000);

/** Under the locks that follow, PostgreSQL has no row to check: bounds and references are known to hold. */
async function checkedBefore(site: OldSite): Promise<void> {
  const rows = await site.world.db.many<{ table: string; rules: string }>(sql`
    select conrelid::regclass::text as "table", string_agg(contype::text, '' order by contype) as rules
    from pg_constraint
    where conrelid::regclass::text = any(${ALL.map((table) => `partitions.${table}_before`)}::text[])
      and contype in ('f', 'c') and convalidated
      and (contype = 'f' or conname = 'archived_span') group by 1 order by 1`);
  expect(rows.map(({ table, rules }) => `${table} ${rules}`)).toEqual([
    'partitions.entries_before c',
    'partitions.item_moves_before c',
    'partitions.log_leaves_before c',
    'partitions.postings_before cff',
    'partitions.round_secrets_before c',
    'partitions.settlements_before cff',
    'partitions.stake_items_before c',
  ]);
}

/** What visitors see of every round. */
async function pages(site: OldSite): Promise<unknown> {
  const { world } = site;
  const all = site.months.flatMap((month) => Object.entries(month)) as [keyof typeof GETS, string][];
  return Promise.all([
    ...all.map(([game, id]) => world.run(GETS[game], null, { id })),
    world.run(coinflipHistory, null, {}),
    world.run(jackpotHistory, null, {}),
    world.run(casebattleHistory, null, {}),
  ]);
}

/** By the log's files alone, and by the command-line verifier. */
async function checkFromOutside(site: OldSite, id: string): Promise<void> {
  const server = await site.world.http();
  expect(findingsIn(await downloaded(`${server.url}/api/fair/log`))).toEqual([]);
  const chain = join(temporaryFolder(), 'chain.json');
  writeFileSync(chain, JSON.stringify(TEST_CHAIN));
  expect(await verifier(id, '--site', server.url, '--chain', chain, '--quiet')).toContain('all 16 checks pass');
}

test('a jackpot whose last round is archived shows its open round', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const { game } = await site.world.run(getJackpot, null, {});
  await site.archive(0, to);
  // No game is over but the archived ones: the newest rounds of the next month leave, too.
  await site.world.db.run(sql`update round_archives set until = ${game?.id}`);
  const { last } = await site.world.run(getJackpot, null, {});
  expect(last).toBeNull();
});

test('an archive has what a player staked, and the item’s page keeps its rounds', async () => {
  const site = await openOldSite(played);
  const { world, months, players } = site;
  const [player] = players;
  const archived = [...Object.values(months[0] ?? {}), site.crossing];
  const items = await world.db.many<{ id: string; item: string }>(sql`
    select e.round_id as id, s.item_id as item
    from entries e join stake_items s on s.round_id = e.round_id and s.entry_no = e.no
    where e.player_id = ${player?.id} and e.round_id = any(${archived}::text[]) order by 1, 2`);
  const to = temporaryFolder();
  await site.archive(0, to);
  const own = await rowsOfPlayer(join(to, monthOf(0)), player?.id ?? '');
  expect(new Set(own['entries']?.map((row) => row['round_id']))).toEqual(new Set(archived));
  expect(own['stake_items']?.map((row) => ({ id: row['round_id'], item: row['item_id'] }))).toEqual(items);
  const [{ id, item } = { id: '', item: '' }] = items;
  const shown = await stakesOfItem(world.deps.db, item, [id, months[1]?.['coinflip'] ?? '']);
  expect([...shown]).toEqual([[id, expect.objectContaining({ roundId: id, cents: null })]]);
});

test('the command archives, verifies, shows and restores a month, and says how it is used', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const folder = join(to, monthOf(0));
  let closed = 0;
  const open = () => Promise.resolve({ ...site.parts, close: () => Promise.resolve(void (closed += 1)) });
  const command = (...args: string[]) => archive(open, args);
  await expect(command('--month', monthOf(0), '--to', to)).rejects.toThrow('--min-age is 12');
  for (const args of [[], ['--month', '2026-13', '--to', to], ['--month', monthOf(0)], ['--player', 'ply_x']])
    await expect(command(...args)).rejects.toThrow('npm run archive -- --month YYYY-MM');
  expect(await command('--month', monthOf(0), '--to', to, '--min-age', '2')).toContain(`Archive of ${monthOf(0)}`);
  expect(await command('--verify', folder)).toContain('Every file is as it was written.');
  const round = site.months[0]?.['coinflip'] ?? '';
  const shown = JSON.parse(await command('--round', round, '--in', folder)) as Record<string, unknown[]>;
  expect(Object.entries(shown).map(([table, rows]) => [table, rows.length])).toEqual([
    ['entries', 2],
    ['item_moves', 4],
    ['log_leaves', 3],
    ['postings', 0],
    ['round_secrets', 1],
    ['settlements', 1],
    ['stake_items', 2],
  ]);
  expect(JSON.stringify(shown['settlements'])).toContain(String.raw`{\"total\": 2200`);
  const player = site.players[0]?.id ?? '';
  const own = JSON.parse(await command('--player', player, '--in', folder)) as Record<string, { round_id: string }[]>;
  expect(own['entries']?.map((row) => row.round_id)).toContain(round);
  expect(await command('--restore', folder)).toContain('The rows are in the database.');
  expect(closed).toBe(3);
});

test('the manifest can be checked without our program', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  await site.archive(0, to);
  const folder = join(to, monthOf(0));
  await run('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder });
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { tables: { table: string }[] };
  expect(manifest.tables.map(({ table }) => table)).toEqual(ALL);
});
