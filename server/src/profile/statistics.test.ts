/** Results by day: the charts' sums, unpublished results omitted, years before the first day as one number; and the signed-in browsers. */
import { endOwnSessions, getStatistics, listSessions } from '@fairpot/contract/profile/schemas';
import { STATISTICS_DAYS } from '@fairpot/contract/profile/calls';
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordResults } from '../accounts/results.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { makeProfileWorld, type ProfileWorld } from '../../testing/profile/profile-world.fixture.ts';

const DAY_MS = 86_400_000;
let house: ProfileWorld;
beforeAll(async () => {
  house = await makeProfileWorld();
});
afterAll(() => house.close());

/** A result of the player: `won` cents, 0 for a loss. */
async function played(
  player: Actor,
  game: ProvableGame,
  at: number,
  stakedCents: number,
  wonCents: number,
): Promise<void> {
  const roundId = house.world.deps.ids.next('round');
  const result = { playerId: player.id, roundId, game, at, won: wonCents > 0, stakedCents, wonCents, feeCents: 0 };
  await house.world.db.transaction((tx) => recordResults(tx, [result]));
  // Recorded again, it counts once.
  await house.world.db.transaction((tx) => recordResults(tx, [result]));
}

test('a day is the sum of its results, by game; what is older than a year is in the first net', async () => {
  const { world } = house;
  const player = await house.player();
  const now = world.clock.now();
  const today = Math.floor(now / DAY_MS);
  const at = (day: number) => day * DAY_MS + 1_000;
  await played(player, 'coinflip', at(today - STATISTICS_DAYS), 500, 0);
  await played(player, 'coinflip', at(today - STATISTICS_DAYS - 400), 100, 900);
  await played(player, 'coinflip', at(today - STATISTICS_DAYS + 1), 700, 0);
  await played(player, 'coinflip', at(today - 1), 1_000, 1_950);
  await played(player, 'coinflip', at(today - 1) + 1, 1_000, 0);
  await played(player, 'jackpot', at(today - 1), 300, 0);
  // The last millisecond of a day and the first of the next.
  await played(player, 'jackpot', (today - 3) * DAY_MS - 1, 10, 0);
  await played(player, 'jackpot', (today - 3) * DAY_MS, 20, 0);
  const answer = await world.run(getStatistics, player, {});
  expect(answer).toMatchObject({ from: today - STATISTICS_DAYS + 1, to: today, netBeforeUsd: 3 });
  const none = { feeUsd: 0 };
  expect(answer.days).toEqual([
    { day: today - STATISTICS_DAYS + 1, game: 'coinflip', played: 1, won: 0, stakedUsd: 7, wonUsd: 0, ...none },
    { day: today - 4, game: 'jackpot', played: 1, won: 0, stakedUsd: 0.1, wonUsd: 0, ...none },
    { day: today - 3, game: 'jackpot', played: 1, won: 0, stakedUsd: 0.2, wonUsd: 0, ...none },
    { day: today - 1, game: 'coinflip', played: 2, won: 1, stakedUsd: 20, wonUsd: 19.5, ...none },
    { day: today - 1, game: 'jackpot', played: 1, won: 0, stakedUsd: 3, wonUsd: 0, ...none },
  ]);
});

test('a result is in the charts when its screen has shown it, not before', async () => {
  const { world } = house;
  const player = await house.player();
  await world.clock.advance(60 * 60_000); // from midnight
  const now = world.clock.now();
  await played(player, 'jackpot', now - 60_000, 100, 0);
  await played(player, 'jackpot', now, 500, 900);
  await played(player, 'coinflip', now, 500, 900);
  const seen = async () =>
    (await world.run(getStatistics, player, {})).days.map((day) => [day.game, day.played, day.wonUsd]);
  expect(await seen()).toEqual([['jackpot', 1, 0]]);
  await world.clock.advance(60_000);
  expect(await seen()).toEqual([
    ['coinflip', 1, 9],
    ['jackpot', 2, 9],
  ]);
});

test('sessions: each browser once, one ended by its name, all ended together, no other player’s touched', async () => {
  const { world } = house;
  const here = await house.signIn('76561199000000001');
  await world.clock.advance(60_000);
  const there = await house.signIn('76561199000000001');
  const other = await house.signIn('76561199000000002');
  expect(there.id).toBe(here.id);
  const { sessions, more } = await world.run(listSessions, here, {});
  expect(more).toBe(false);
  expect(sessions.map(({ current, sameAddress }) => [current, sameAddress])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(JSON.stringify(sessions)).not.toContain(here.sessionId);
  const otherName = other.sessionId!.slice(0, 16);
  expect(await world.run(endOwnSessions, here, { which: otherName })).toEqual({ ended: 0 });
  expect((await world.run(listSessions, other, {})).sessions).toHaveLength(1);
  expect(await world.run(endOwnSessions, here, { which: sessions[1]!.id })).toEqual({ ended: 1 });
  expect(world.signals.at(-1)).toEqual({ name: 'disconnect', args: [{ sessionId: there.sessionId }] });
  const again = await house.signIn('76561199000000001');
  // A session that idled for a week is over and is not shown.
  await world.clock.advance(8 * DAY_MS);
  const fresh = await house.signIn('76561199000000001');
  expect((await world.run(listSessions, fresh, {})).sessions).toHaveLength(1);
  expect(await world.run(endOwnSessions, fresh, { which: 'all' })).toEqual({ ended: 3 });
  expect(world.signals.at(-1)).toEqual({ name: 'disconnect', args: [{ playerId: again.id }] });
  expect((await world.run(listSessions, fresh, {})).sessions).toEqual([]);
});
