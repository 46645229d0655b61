/** The rows of an archived month's leaves leave; their texts are served byte for byte from packs, and what is missing or changed there is found. */
import { join } from 'node:path';
import { getLogProof, listLoggedRounds } from '@fairpot/contract/log/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../platform/database/sql.ts';
import { systemClock, systemRandom, timeSortedIds } from '../../../platform/process/system-ports.ts';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import {
  monthOf,
  openOldSite,
  playMonths,
  SHARED,
  type OldSite,
  type PlayedMonths,
} from '../../../../testing/transparency/archive.fixture.ts';
import { downloaded, servedFile } from '../../../../testing/transparency/log.fixture.ts';
import { appendLeaves } from '../leaves.ts';
import { packedLeaves, type PackedLeaf } from '../packed-leaves.ts';
import { restoreMonth } from './archive.ts';
import { archivedLeaves } from './archived-leaves.ts';

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 120_000);
afterAll(() => played.drop());

/** All leaves that the site has of rounds: rows, and packed ones. */
async function leaves({ world: { db } }: OldSite): Promise<{ rows: PackedLeaf[]; packed: PackedLeaf[] }> {
  const rows = await db.many<PackedLeaf>(sql`
    select id, round_id as "roundId", body from log_leaves where round_id is not null order by id`);
  const rounds = await db.many<{ id: string }>(sql`select id from rounds`);
  const packed = await packedLeaves(
    db,
    rounds.map(({ id }) => id),
  );
  return { rows, packed: packed.toSorted((a, b) => a.id - b.id) };
}

const packs = async ({ world: { db } }: OldSite): Promise<number> =>
  (await db.one<{ n: number }>(sql`select count(*) as n from packed_leaves`)).n;

test('the log and each proof are the same bytes before, in the archive, and after', async () => {
  const site = await openOldSite(played);
  const { world, months } = site;
  const server = await world.http();
  const rounds = [...months.flatMap((month) => Object.values(month)), site.crossing];
  const all = async () => ({
    log: await downloaded(`${server.url}/api/fair/log`),
    // A bundle that ends within a round.
    part: await servedFile(`${server.url}/api/fair/log/tile/entries/000.p/7`),
    proofs: await Promise.all(rounds.map((roundId) => world.run(getLogProof, null, { roundId }))),
    list: await world.run(listLoggedRounds, null, {}),
  });
  const before = { seen: await all(), ...(await leaves(site)) };
  expect(before.packed).toEqual([]);
  const to = temporaryFolder();

  await site.archive(0, to);
  const old = new Set([...Object.values(months[0] ?? {}), site.crossing]);
  const between = await leaves(site);
  expect(between.rows).toEqual(before.rows.filter(({ roundId }) => !old.has(roundId)));
  expect(between.packed).toEqual(before.rows.filter(({ roundId }) => old.has(roundId)));
  expect(between.packed.length).toBeGreaterThan(10);
  expect(await all()).toEqual(before.seen);

  await restoreMonth(site.parts, join(to, monthOf(0)));
  expect(await leaves(site)).toEqual({ rows: before.rows, packed: [] });
  expect(await all()).toEqual(before.seen);
});

test('a pack that is missing, changed or of another round is found', async () => {
  const site = await openOldSite(played);
  await site.archive(0, temporaryFolder());
  const { db } = site.world;
  await site.world.checkInvariants();
  await db.run(sql`create table saved as table packed_leaves`);
  await db.run(sql`alter table log_leaves disable trigger user`);
  for (const [text, finds] of [
    ['delete from packed_leaves', /I13[^]*has leaves none|has leaves none[^]*I13/],
    [
      `update packed_leaves set leaves = set_byte(leaves, 40, (get_byte(leaves, 40) + 1) % 256)`,
      /I13|ecompression|JSON/,
    ],
    ['update packed_leaves set last_round = first_round', 'I13'],
    [
      `with wider as (update packed_leaves set last_round = 'rnd_zz')
      delete from log_leaves where round_id = (select max(round_id) from log_leaves)`,
      'has leaves none',
    ],
  ] as const) {
    await db.run({ text, values: [] });
    await expect(site.world.checkInvariants(), text).rejects.toThrow(finds);
    await db.run(sql`delete from packed_leaves`);
    await db.run(sql`insert into packed_leaves table saved`);
  }
});

test('no leaf is added to a round of an archived month, by no role of the site, and packs are not theirs to write', async () => {
  const site = await openOldSite(played);
  await site.archive(0, temporaryFolder());
  const { deps } = site.world;
  const roundId = site.months[0]?.['coinflip'] ?? '';
  for (const kind of ['result', 'scripted'] as const)
    await expect(
      deps.db.transaction((tx) => appendLeaves(tx, [{ kind, roundId, body: '{}' }], 1)),
      kind,
    ).rejects.toThrow('violates check constraint "archived"');
  for (const text of [
    `insert into packed_leaves (last_round, first_round, month, leaves) values ('x', 'x', '2026-01', '')`,
    `update packed_leaves set month = '2026-01'`,
    'delete from packed_leaves',
  ])
    for (const db of [deps.db, deps.settler])
      await expect(db.run({ text, values: [] }), text).rejects.toThrow('permission denied');
});

test('a refused archive leaves no packs, and an interrupted one writes them anew', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const { db } = site.world;
  const stake = () => db.run(sql`insert into items_at_stake (item_id, round_id) values ('itm_x', ${site.crossing})`);
  await db.run(sql`alter table items_at_stake disable trigger all`);
  await expect(
    site.archive(0, to, { onStep: async (step) => void (step === 'compared' && (await stake())) }),
  ).rejects.toThrow('Items at stake: 1.');
  expect(await packs(site)).toBe(0);
  await db.run(sql`delete from items_at_stake where item_id = 'itm_x'`);
  const crash = site.archive(0, to, { onStep: () => Promise.reject(new Error('the process ends')) });
  await expect(crash).rejects.toThrow('the process ends');
  expect(await packs(site)).toBe(1);
  await site.archive(0, to);
  expect(await packs(site)).toBe(1);
});

test('facts and leaves of the log wait for a batch only: what stays, and what returns, is written in short transactions', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const { db } = site.world;
  /** The most rows that one transaction has written, by table of the first month. */
  const most = async (end: string): Promise<number[]> => {
    const sizes: number[] = [];
    for (const table of [...SHARED, 'entries', 'stake_items']) {
      const part = `partitions.${table}_before${end}`;
      const text = `select coalesce(max(n), 0) as most from (select count(*) as n from ${part} group by xmin::text) t`;
      const there = await db.one<{ is: boolean }>(sql`select to_regclass(${part}) is not null as is`);
      if (there.is) sizes.push((await db.one<{ most: number }>({ text, values: [] })).most);
    }
    return sizes;
  };
  await site.archive(0, to, { batch: 3 });
  const [moves, noLeaves, lines] = await most('_kept');
  expect(noLeaves).toBe(0);
  expect([1, 2, 3]).toContain(moves);
  // The sums of accounts are one statement, which reads before it writes.
  const { sums } = await db.one<{ sums: number }>(sql`
    select count(*) as sums from partitions.postings_before_kept p join transfers t on t.id = p.transfer_id
    where t.code = 'ARCHIVED'`);
  expect(lines).toBe(Math.max(sums, 3));
  await restoreMonth({ ...site.parts, batch: 3 }, join(to, monthOf(0)));
  for (const size of await most('')) expect(size).toBeLessThanOrEqual(3);
});

test('packs are cut between rounds, by their number and their length', async () => {
  const site = await openOldSite(played);
  const { db } = site.world;
  const at = Date.UTC(2020, 0, 1);
  const ids = timeSortedIds({ ...systemClock, now: () => at }, systemRandom);
  const rounds = Array.from({ length: 150 }, () => ids.next('round')).toSorted();
  await db.run(sql`create table partitions.old (like partitions.log_leaves_rest including all)`);
  await db.run(sql`create table partitions.old_kept (like partitions.log_leaves_rest including all)`);
  await db.run(sql`
    insert into partitions.old (kind, round_id, body, at)
    select kind, r, kind || repeat('x', case when n % 50 = 0 then 600000 else 9 end), 1
    from unnest(${rounds}::text[]) with ordinality as u (r, n)
      cross join unnest(array['lock', 'scripted', 'scripted', 'open']) as k (kind)`);
  const month = { month: '2020-01', untilAt: at, part: 'old', kept: 'old_kept', batch: 3 };
  await archivedLeaves.keep(db, month);
  await db.run(sql`alter table partitions.old_kept drop constraint archived`);
  await archivedLeaves.keep(db, month);
  const all = await db.many<PackedLeaf>(sql`select id, round_id as "roundId", body from partitions.old order by id`);
  expect((await packedLeaves(db, rounds)).toSorted((a, b) => a.id - b.id)).toEqual(all);
  const found = await db.many<{ first: string; last: string }>(sql`
    select first_round as first, last_round as last from packed_leaves order by last_round`);
  // By number: three of 64 rounds at most. By length: a long round ends its pack.
  expect(found.map(({ first, last }) => [rounds.indexOf(first) + 1, rounds.indexOf(last) + 1])).toEqual([
    [1, 50],
    [51, 64],
    [65, 100],
    [101, 128],
    [129, 150],
  ]);
  await db.run(sql`
    insert into partitions.old (kind, round_id, body, at)
    values ('void', ${ids.next('round')}, 'without an opening', 1)`);
  await db.run(sql`alter table partitions.old_kept drop constraint archived`);
  await expect(archivedLeaves.keep(db, month)).rejects.toThrow('2020-01 has 601 leaves; those of its rounds are 600.');
});
