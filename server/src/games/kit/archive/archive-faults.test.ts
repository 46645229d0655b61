/** What must not be archived stays; a damaged file is refused by its name; a crash at any step is ended by the next run; no site role can do it. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cancelCoinflip, createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/database/sql.ts';
import { invariant } from '../../../platform/runner/refused.ts';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import { offsetClock } from '../../../../testing/fakes.ts';
import { until } from '../../../../testing/until.ts';
import { archiveMonth, restoreMonth, type ArchiveStep } from './archive.ts';
import { archive } from './archive-cli.ts';
import {
  databaseAt,
  monthOf,
  openOldSite,
  playMonths,
  OF_ROUNDS,
  type OldSite,
  type PlayedMonths,
} from '../../../../testing/transparency/archive.fixture.ts';

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 60_000);
afterAll(() => played.drop());

/** Runs a statement as the owner, without triggers. */
async function byHand(site: OldSite, text: string): Promise<void> {
  await site.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run({ text, values: [] });
  });
}

describe('a month stays in the database', () => {
  test('with everything that still needs it', async () => {
    const site = await openOldSite(played);
    const [old = {}] = site.months;
    const to = temporaryFolder();
    const why = () => site.archive(0, to).then(String, String);
    const coinflip = old['coinflip'] ?? '';

    await databaseAt(site, 1);
    expect(await why()).toContain('Months since its end: 0. --min-age is 1.');
    await databaseAt(site, 0);
    expect(await why()).toContain(`${monthOf(0)} is not over.`);
    await databaseAt(site, 3);
    expect(await site.archive(1, to).then(String, String)).toContain('Archive the oldest month first.');
    expect(await site.archive(7, to).then(String, String)).toContain(
      `Tables without a partition that ends with ${monthOf(7)}: 4.`,
    );

    await byHand(site, `update rounds set phase = 'locked', ended_at = null where id = '${coinflip}'`);
    expect(await why()).toContain('Open or locked rounds: 1.');
    await byHand(site, `update rounds set phase = 'settled', ended_at = locked_at where id = '${coinflip}'`);

    await byHand(site, `insert into items_at_stake (item_id, round_id) values ('itm_x', '${coinflip}')`);
    expect(await why()).toContain('Items at stake: 1.');
    await byHand(site, `delete from items_at_stake where item_id = 'itm_x'`);

    await byHand(
      site,
      `insert into open_stakes (round_id, player_id, cents, seat, hour) values ('${coinflip}', 'ply_x', 1, false, 0)`,
    );
    expect(await why()).toContain('Held stakes: 1.');
    await byHand(site, `delete from open_stakes where player_id = 'ply_x'`);

    await byHand(site, `update log_leaves set round_id = 'rnd_z' where round_id = '${coinflip}' and kind = 'result'`);
    expect(await why()).toContain('so that no one could check them: 1.');
    await byHand(site, `update log_leaves set round_id = '${coinflip}' where round_id = 'rnd_z'`);

    await byHand(site, `update log_heads set published_at = null where size > 2`);
    expect(await why()).toMatch(/Leaves that are not published: \d+\./);
    await byHand(site, `update log_heads set published_at = at`);

    await byHand(site, 'alter table entries detach partition partitions.entries_before');
    expect(await why()).toContain(`Tables without a partition that ends with ${monthOf(0)}: 1.`);
    const { end } = await site.world.db.one<{ end: string }>(sql`
      select substring(pg_get_expr(relpartbound, oid) from 'TO.*') as end
      from pg_class where relname = 'settlements_before'`);
    await byHand(
      site,
      `alter table entries attach partition partitions.entries_before for values from (minvalue) ${end}`,
    );

    expect(readdirSync(to)).toEqual([]);
    expect(await why()).toBe('undefined');
  });

  test('when rows change between the two comparisons', async () => {
    const site = await openOldSite(played);
    const to = temporaryFolder();
    const partitions = await site.partitions();
    const change = (step: ArchiveStep) =>
      step === 'compared' ? byHand(site, `update entries set at = at + 1`) : undefined;
    await expect(site.archive(0, to, { onStep: change })).rejects.toThrow('rows changed meanwhile');
    expect(await site.partitions()).toEqual(partitions);
    expect((await site.rowsOf(site.months[0]?.['coinflip'])).flat().length).toBeGreaterThan(3);
    await expect(site.archive(0, to)).rejects.toThrow(
      /^entries_before has \d+ rows, the archive \d+, and they differ$/,
    );
    await site.archive(0, temporaryFolder());
  });
});

test('a stake that is held at the last moment keeps the month in the database', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const partitions = await site.partitions();
  const stake = (step: ArchiveStep) =>
    step === 'compared'
      ? byHand(site, `insert into items_at_stake (item_id, round_id) values ('itm_x', '${site.crossing}')`)
      : undefined;
  await expect(site.archive(0, to, { onStep: stake })).rejects.toThrow('Items at stake: 1.');
  expect(await site.partitions()).toEqual(partitions);
});

test('a flipped bit in any file is refused by the file’s name, and nothing changes', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  await site.archive(0, to);
  const good = join(to, monthOf(0));
  const bad = join(temporaryFolder(), 'bad');
  mkdirSync(bad);
  const state = async () => ({ partitions: await site.partitions(), rows: await site.rows() });
  const before = await state();
  const noDatabase = () => Promise.reject(new Error('opens no database'));
  for (const name of readdirSync(good)) {
    for (const file of readdirSync(good)) copyFileSync(join(good, file), join(bad, file));
    // The tenth byte of a gzip file says on which system it was written: only the SHA-256 of the file covers it.
    for (const at of [0, 9, 0.3, 0.99]) {
      const bytes = readFileSync(join(good, name));
      const place = at < 1 ? Math.floor(at * bytes.length) : at;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(join(bad, name), bytes);
      await expect(restoreMonth(site.parts, bad), `${name} ${at}`).rejects.toThrow(name);
      await expect(archive(noDatabase, ['--verify', bad])).rejects.toThrow(name);
    }
  }
  expect(await state()).toEqual(before);
  expect(await archive(noDatabase, ['--verify', good])).toContain('Every file is as it was written.');
  for (const file of readdirSync(good)) copyFileSync(join(good, file), join(bad, file));
  await restoreMonth(site.parts, bad);
});

test('another archive of the same month is not restored in its place', async () => {
  const site = await openOldSite(played);
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await site.archive(0, first);
  await restoreMonth(site.parts, join(first, monthOf(0)));
  await site.archive(0, second);
  await expect(restoreMonth(site.parts, join(first, monthOf(0)))).rejects.toThrow(
    'is not the archive that this database',
  );
  await expect(site.archive(0, first)).rejects.toThrow('is not the archive that this database');
  await restoreMonth(site.parts, join(second, monthOf(0)));
});

test('months return from the newest on', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const before = await site.rows();
  const playing = await site.world.db.many<{ id: string }>(sql`select id from rounds where phase = 'open'`);
  await site.archive(0, to);
  // The jackpot of the next month is still open.
  expect(playing).toHaveLength(1);
  await expect(site.archive(1, to)).rejects.toThrow('Open or locked rounds: 1.');
  await byHand(site, `update rounds set phase = 'cancelled', ended_at = opened_at where phase = 'open'`);
  const misnamed = temporaryFolder();
  cpSync(join(to, monthOf(0)), join(misnamed, monthOf(1)), { recursive: true });
  await expect(site.archive(1, misnamed)).rejects.toThrow(`is the archive of ${monthOf(0)}.`);
  await site.archive(1, to);
  await expect(restoreMonth(site.parts, join(to, monthOf(0)))).rejects.toThrow(`Restore ${monthOf(1)} first`);
  for (const ahead of [1, 0]) await restoreMonth(site.parts, join(to, monthOf(ahead)));
  expect(await site.rows()).toEqual(before);
});

describe('a run that ends', () => {
  const steps: readonly ArchiveStep[] = ['written', 'compared', 'detached'];
  test.each(steps)('after “%s” is ended by the next one', async (dies) => {
    const site = await openOldSite(played);
    const to = temporaryFolder();
    const before = await site.rows();
    const onStep = (step: ArchiveStep) => {
      if (step === dies) throw new Error('the process ends');
    };
    await expect(site.archive(0, to, { onStep })).rejects.toThrow('the process ends');
    await site.world.checkInvariants();
    await site.archive(0, to);
    await site.archive(0, to);
    expect(Object.keys(await site.partitions()).filter((name) => name.endsWith('_before'))).toEqual([]);
    await site.world.checkInvariants();
    for (const last of ['loaded', 'prepared'] as const) {
      const end = (step: ArchiveStep) => (step === last ? Promise.reject(new Error('the process ends')) : undefined);
      const restored = restoreMonth({ ...site.parts, onStep: end }, join(to, monthOf(0)));
      await expect(restored).rejects.toThrow('the process ends');
      await site.world.checkInvariants();
    }
    await restoreMonth(site.parts, join(to, monthOf(0)));
    expect(await site.rows()).toEqual(before);
  });
});

test('only one command runs at a time, and a folder without a manifest is written again', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  mkdirSync(join(to, monthOf(0)));
  writeFileSync(join(to, monthOf(0), 'entries.copy.gz'), 'half a file');
  const request = { month: monthOf(0), to, minAge: 1 };
  const second = async () => {
    await expect(archiveMonth(site.parts, request)).rejects.toThrow('Another archive command is running.');
  };
  await archiveMonth({ ...site.parts, onStep: (step) => (step === 'written' ? second() : undefined) }, request);
  await restoreMonth(site.parts, join(to, monthOf(0)));
});

test('waits for a transaction that stays open, while others play', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const [actor] = site.players;
  invariant(actor, 'the site has players');
  const items = await site.give(actor, [2_000]);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const reader = site.world.db.transaction(async (tx) => {
    await tx.run(sql`select count(*) from entries`);
    await released;
  });
  let ended = false;
  const archived = site.archive(0, to).finally(() => (ended = true));
  await until(async () => {
    const { waiting } = await site.world.db.one<{ waiting: boolean }>(sql`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'lock table %exclusive%') as waiting`);
    return waiting;
  });
  await site.world.run(createCoinflip, actor, { inventoryIds: items, side: 1 });
  expect(ended).toBe(false);
  release();
  await Promise.all([reader, archived]);
});

test('takes a month out and puts it back while four players play without a pause, beside another node’s sweeps and calls without a key', async () => {
  const site = await openOldSite(played);
  const to = temporaryFolder();
  const [actor] = site.players;
  invariant(actor, 'the site has players');
  let [rounds, isOver] = [0, false];
  const playing = Array.from({ length: 4 }, async () => {
    const inventoryIds = await site.give(actor, [2_000]);
    while (!isOver) {
      const { gameId } = await site.world.run(createCoinflip, actor, { inventoryIds, side: 1 });
      await site.world.run(cancelCoinflip, actor, { gameId });
      rounds += 1;
    }
  });
  // The site's own calls have no receipt, so nothing holds them: the command waits for their locks.
  const other = site.world.node(offsetClock(site.world.clock, -2_000));
  let grants = 0;
  const own = (async () => {
    for (; !isOver; grants += 1) {
      await site.give(actor, [2_000]);
      await other.sweepAll();
    }
  })();
  await until(() => Promise.resolve(rounds > 20 && grants > 2));
  await site.archive(0, to);
  const between = { rounds, grants };
  await until(() => Promise.resolve(rounds > between.rounds + 20 && grants > between.grants + 2));
  await restoreMonth(site.parts, join(to, monthOf(0)));
  isOver = true;
  await Promise.all([...playing, own]);
  await site.world.checkInvariants();
}, 60_000);

test('no role of the site archives, restores or reads a partition', async () => {
  const site = await openOldSite(played);
  const { deps } = site.world;
  for (const db of [deps.db, deps.settler])
    for (const text of [
      `insert into round_archives (until, until_at, month, manifest, archived_at) values ('x', 1, '2026-01', '', 1)`,
      'update round_archives set until_at = 1',
      'delete from round_archives',
      'insert into move_archives (until_at) values (1)',
      'delete from move_archives',
      'alter table item_moves detach partition partitions.item_moves_before',
      'alter table entries detach partition partitions.entries_before',
      'drop table partitions.entries_before',
      'select * from partitions.entries_before',
    ])
      await expect(db.run({ text, values: [] }), text).rejects.toThrow(/permission denied|must be owner/);
  expect(Object.keys(await site.partitions())).toEqual(
    expect.arrayContaining(OF_ROUNDS.map((name) => `${name}_before`)),
  );
});
