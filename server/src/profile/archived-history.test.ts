/** A player's own history once a month is archived: all money, all items outside of rounds, and no count of items that it does not know. */
import type { Movement } from '@fairpot/contract/profile/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { restoreMonth } from '../games/kit/archive/archive.ts';
import {
  monthOf,
  openOldSite,
  playMonths,
  type OldSite,
  type PlayedMonths,
} from '../../testing/transparency/archive.fixture.ts';
import { historyOf } from './history.ts';

let played: PlayedMonths;
beforeAll(async () => {
  played = await playMonths();
}, 120_000);
afterAll(() => played.drop());

/** Past the instant at which every result is published. */
const LATER_MS = 3_600_000;

/** The whole history of the first player, page by page. */
async function whole({ world, players }: OldSite): Promise<Movement[]> {
  const found: Movement[] = [];
  let before: string | undefined;
  do {
    const input = before === undefined ? {} : { before };
    const page = await historyOf(world.deps.db, players[0]?.id ?? '', input, world.clock.now() + LATER_MS);
    found.push(...page.movements);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

const CODES_OF_ROUNDS = ['STAKE', 'RETURN', 'WIN', 'FEE'];
const ofRound = ({ item, code }: Movement) => item !== null && CODES_OF_ROUNDS.includes(code);
const uncounted = (movement: Movement): Movement =>
  movement.item === null ? movement : { ...movement, item: { ...movement.item, ownedAfter: null } };

test('items of archived rounds are not listed, everything else stays, and counts end where they are not known', async () => {
  const site = await openOldSite(played);
  const before = await whole(site);
  const [year = 0, month = 0] = monthOf(0).split('-').map(Number);
  const end = Date.UTC(year, month, 1);
  const [old, newer] = [before.filter(({ at }) => at < end), before.filter(({ at }) => at >= end)];
  expect(old.filter(ofRound).length).toBeGreaterThan(1);
  expect(newer.filter(ofRound).length).toBeGreaterThan(1);
  expect(old.some(({ item }) => item?.ownedAfter === 1)).toBe(true);

  const to = temporaryFolder();
  await site.archive(0, to);
  const after = await whole(site);
  expect(after).toEqual([...newer, ...old.filter((each) => !ofRound(each)).map(uncounted)]);
  expect(after.filter(({ balance }) => balance !== null)).toEqual(before.filter(({ balance }) => balance !== null));

  await restoreMonth(site.parts, `${to}/${monthOf(0)}`);
  expect(await whole(site)).toEqual(before);
});
