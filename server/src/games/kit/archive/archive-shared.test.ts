/** Of the ledger and of moves of items, what belongs to rounds leaves with them; balances, places of items and all other rows stay, and are checked. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balancesOf } from '../../../ledger/ledger.ts';
import { movementsOf } from '../../../ledger/movements.ts';
import { sql } from '../../../platform/database/sql.ts';
import { invariant } from '../../../platform/runner/refused.ts';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import { lastVisibleMove, movesOf } from '../../../vault/moves.ts';
import { restoreMonth } from './archive.ts';
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

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 120_000);
afterAll(() => played.drop());

interface Line {
  readonly ref: string;
  readonly code: string;
  readonly account: string;
  readonly cents: number;
}
/** Lines of the first month. */
const lines = (site: OldSite): Promise<Line[]> =>
  site.world.db.many(sql`
    select t.ref, t.code, p.account_id as account, p.cents from postings p join transfers t on t.id = p.transfer_id
    where p.tableoid::regclass::text like 'partitions.postings_before%' order by t.id, p.account_id`);

interface Move {
  readonly item: string;
  readonly version: number;
  readonly code: string;
}
/** Moves of the first month. */
const moves = (site: OldSite): Promise<Move[]> =>
  site.world.db.many(sql`
    select item_id as item, version, code from item_moves
    where tableoid::regclass::text like 'partitions.item_moves_before%' order by 1, 2`);

const balances = (site: OldSite) => Promise.all(site.players.map(({ id }) => balancesOf(site.world.deps.db, id)));

/** Runs a statement as the owner, without triggers, and undoes it after `look`. */
async function planted(site: OldSite, text: string, look: () => Promise<void>): Promise<void> {
  const tables = ['postings', 'item_moves', 'move_archives', 'log_leaves'];
  for (const table of tables)
    await site.world.db.run({ text: `create table saved_${table} as table ${table}`, values: [] });
  const byHand = (...texts: string[]) =>
    site.world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      for (const each of texts) await tx.run({ text: each, values: [] });
    });
  await byHand(text);
  await look();
  await byHand(
    ...tables.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} table saved_${table}`,
      `drop table saved_${table}`,
    ]),
  );
}

test('lines of rounds leave the ledger; one transfer carries what they add up to, and every other line stays', async () => {
  const site = await openOldSite(played);
  const before = { lines: await lines(site), balances: await balances(site) };
  await site.archive(0, temporaryFolder());
  const after = await lines(site);
  const isOfRound = ({ ref }: Line) => ref.startsWith('rnd_');
  const [ofRounds, others] = [before.lines.filter(isOfRound), before.lines.filter((line) => !isOfRound(line))];
  expect(ofRounds.length).toBeGreaterThan(4);
  expect(others.length).toBeGreaterThan(2);
  expect(after.filter(({ code }) => code !== 'ARCHIVED')).toEqual(others);
  const sums = new Map<string, number>();
  for (const { account, cents } of ofRounds) sums.set(account, (sums.get(account) ?? 0) + cents);
  const carried = after.filter(({ code }) => code === 'ARCHIVED');
  expect(carried.map(({ account, cents }) => [account, cents])).toEqual(
    [...sums].filter(([, cents]) => cents !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  expect(new Set(carried.map(({ ref }) => ref))).toEqual(new Set([monthOf(0)]));
  expect(await balances(site)).toEqual(before.balances);
  await site.world.checkInvariants();
  // Staff see the month as one movement.
  const loser = carried.find(({ account }) => account.startsWith('cash:'));
  const { movements } = await movementsOf(site.world.deps.db, loser?.account.slice(5) ?? '', null);
  expect(movements.filter(({ code }) => code === 'ARCHIVED')).toEqual([
    expect.objectContaining({ ref: monthOf(0), cash: loser?.cents }),
  ]);
  const owned = site.players.map(({ id }) => `cash:${id}`);
  expect(owned).toContain(loser?.account);
});

test('moves of rounds leave but for the last one of each item, and every other move stays', async () => {
  const site = await openOldSite(played);
  const before = await moves(site);
  const to = temporaryFolder();
  await site.archive(0, to);
  const last = new Map(before.map((move) => [move.item, move.version]));
  const stays = before.filter(({ item, code, version }) => code === 'MINT' || last.get(item) === version);
  expect(stays.length).toBeLessThan(before.length - 3);
  expect(await moves(site)).toEqual(stays);
  await site.world.checkInvariants();
  // Items move on from where they were.
  const { db } = site.world.deps;
  const [actor] = site.players;
  const [item] = await site.world.db.many<{ id: string; version: number }>(sql`
    select item_id as id, version from item_positions p
    where holder_id = ${actor?.id} and state = 'available' and version > 2 and not exists (
      select from item_moves m
      where m.item_id = p.item_id and m.tableoid <> 'partitions.item_moves_before_kept'::regclass)
    order by 1`);
  invariant(actor && item, 'a player has an item that was staked');
  await site.world.run(createCoinflip, actor, { inventoryIds: [item.id], side: 1 });
  const seen = (await movesOf(db, item.id, 0, 99, 99)).map(({ version }) => version);
  expect(seen).toEqual([1, item.version, item.version + 1]);
  await site.world.checkInvariants();
  // The archive has them all.
  const own = await rowsOfPlayer(join(to, monthOf(0)), actor.id);
  expect(own['item_moves']?.filter((row) => row['item_id'] === item.id)).toHaveLength(item.version);
  expect(own['postings']?.length).toBeGreaterThan(1);
});

test('a former owner no longer sees an item whose moves to them are archived; its owner and staff do', async () => {
  const site = await openOldSite(played);
  const { db } = site.world.deps;
  const won = await site.world.db.many<{ item: string; from: string; to: string }>(sql`
    select m.item_id as item, b.from_id as "from", m.to_id as "to" from item_moves m
      join item_moves b on b.item_id = m.item_id and b.version = m.version - 1
    where m.code = 'WIN' and b.from_id <> m.to_id and m.tableoid::regclass::text = 'partitions.item_moves_before'
      and not exists (select from item_moves n where n.item_id = m.item_id and n.version > m.version)`);
  const [one] = won;
  invariant(one, 'an item was won');
  const [loser, winner] = [one.from, one.to];
  const before = await lastVisibleMove(db, one.item, loser);
  expect(before).toBeGreaterThan(1);
  await site.archive(0, temporaryFolder());
  expect(await lastVisibleMove(db, one.item, winner)).toBe(before);
  expect(await lastVisibleMove(db, one.item, loser)).toBeLessThan(before);
});

test('what is missing or changed in an archived month, or after it, is found', async () => {
  const site = await openOldSite(played);
  await site.archive(0, temporaryFolder());
  const check = () => site.world.checkInvariants();
  const first = `(select min(transfer_id) from postings p join transfers t on t.id = p.transfer_id
    where code = 'ARCHIVED')`;
  for (const [text, finds] of [
    [`delete from postings where transfer_id = ${first}`, 'I7'],
    [`update postings set cents = cents + 1 where transfer_id = ${first}`, 'I1'],
    [`delete from item_moves where code <> 'MINT' and at < (select until_at from move_archives)`, 'I3'],
    [`delete from move_archives`, 'I3'],
    [
      `delete from log_leaves where kind = 'result' and round_id = (select min(round_id) from log_leaves)`,
      'has leaves',
    ],
    [`delete from log_leaves where round_id = (select max(round_id) from log_leaves)`, 'has leaves none'],
    [
      `delete from item_moves m where code = 'STAKE' and at >= (select until_at from move_archives)
        and exists (select from item_moves n where n.item_id = m.item_id and n.version = m.version + 1)`,
      'I3',
    ],
    [
      `delete from postings where transfer_id = (select max(p.transfer_id) from postings p
        join transfers t on t.id = p.transfer_id where t.ref like 'rnd_%')`,
      'moves nothing',
    ],
  ] as const)
    await planted(site, text, async () => {
      await expect(check(), text).rejects.toThrow(finds);
    });
  await check();
});

test('an archive of the first format, without shared tables, returns', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const before = await site.rows();
  await site.archive(0, to);
  const folder = join(to, monthOf(0));
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { tables: { table: string }[] };
  const tables = manifest.tables
    .filter(({ table }) => !SHARED.includes(table))
    .map((table) => Object.fromEntries(Object.entries(table).filter(([name]) => !BOUNDS.includes(name))));
  const text = JSON.stringify({ ...manifest, format: 'fairpot-archive/1', tables });
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(file, text);
  writeFileSync(join(folder, 'manifest.sha256'), `${sha256}  manifest.json\n`);
  await site.world.db.run(sql`update round_archives set manifest = ${sha256}`);
  await restoreMonth(site.parts, folder);
  expect((await site.rows()).slice(0, OF_ROUNDS.length)).toEqual(before.slice(0, OF_ROUNDS.length));
});
const BOUNDS = ['by', 'first', 'until', 'kept'];
