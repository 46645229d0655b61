/** The page of an item whose moves in rounds are partly archived: its numbers have a gap, and where it is now is known. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openOldSite, playMonths, type PlayedMonths } from '../../testing/transparency/archive.fixture.ts';
import { itemTrace } from './trace.ts';

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 120_000);
afterAll(() => played.drop());

test('an item shows its first and its last move of an archived month', async () => {
  const site = await openOldSite(played);
  const { db } = site.world.deps;
  const [item] = await site.world.db.many<{ id: string; owner: string; version: number }>(sql`
    select item_id as id, holder_id as owner, version from item_positions p
    where holder_kind = 'player' and state = 'available' and version > 2 and not exists (
      select from item_moves m
      where m.item_id = p.item_id and m.tableoid <> 'partitions.item_moves_before'::regclass)
    order by 1`);
  invariant(item, 'an item was staked and is a player’s again');
  const owner = site.players.find(({ id }) => id === item.owner);
  invariant(owner, 'its owner is a player of the site');
  const before = await itemTrace(db, owner, item.id, 0);
  expect(before.steps.map(({ no }) => no)).toEqual(Array.from({ length: item.version }, (_, n) => n + 1));
  await site.archive(0, temporaryFolder());
  const after = await itemTrace(db, owner, item.id, 0);
  const [first, last] = [before.steps[0], before.steps.at(-1)];
  // The round's value of the item is archived, too.
  const round = last?.round === null || last === undefined ? null : { ...last.round, valueUsd: null };
  expect(after.steps).toEqual([first, { ...last, round }]);
  expect(after.now).toEqual(before.now);
  expect(after.more).toBe(false);
});
