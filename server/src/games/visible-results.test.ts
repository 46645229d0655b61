/** When a round counts: statistics and history include it at the same moment, and not before the screen has shown its result. */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { listMyRounds } from '@fairpot/contract/log/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { getUser } from '@fairpot/contract/user/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { ARENA_FEATURES, makeArena, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { PotTable } from '../../testing/games/jackpot/pot.fixture.ts';

let arena: Arena;
let table: PotTable;
beforeAll(async () => {
  arena = await makeArena({
    features: [
      ...ARENA_FEATURES,
      coinflipFeature,
      jackpotFeature,
      (deps, execute) => accountsFeature(deps, execute),
      transparencyFeature,
    ],
  });
  table = new PotTable(arena.world);
  await arena.world.sweepAll();
});
afterAll(() => arena.world.close());

/** What this player sees of a game: its rounds in the statistics and in the history, and whether anything is netted. */
async function shownTo(actor: Actor, game: ProvableGame): Promise<[number, number, boolean]> {
  const { statistics } = await arena.world.runner.execute(getUser, actor, {});
  const { rounds } = await arena.world.runner.execute(listMyRounds, actor, {});
  return [statistics.games[game].played, rounds.filter((round) => round.game === game).length, statistics.netUsd !== 0];
}

/** Plays until the result is published; returns the earliest times (by the world's clock) at which it may appear. */
const plays = {
  coinflip: async () => {
    const { id, first } = await table.lockedGame();
    await table.settle();
    const { settledAt } = await table.game(id);
    return { actor: first, visibleAt: settledAt! + RESULTS_VISIBLE_AFTER_MS.coinflip };
  },
  jackpot: async () => {
    const { id, first } = await table.lockedRound();
    await table.pass(9_000);
    const { settledAt } = await table.roundOf(id);
    return { actor: first, visibleAt: settledAt! + RESULTS_VISIBLE_AFTER_MS.jackpot };
  },
  casebattle: async () => {
    const { id, players } = await arena.started();
    await arena.reveal();
    const { replay, revealedAt } = await arena.battle(id);
    expect(replay!.endsAt).toBeGreaterThan(revealedAt!);
    return { actor: players[0]!, visibleAt: replay!.endsAt };
  },
};

test.each(['coinflip', 'jackpot', 'casebattle'] as const)('%s', async (game) => {
  const { actor, visibleAt }: { actor: Actor; visibleAt: number } = await plays[game]();
  const { clock } = arena.world;
  expect(clock.now()).toBeLessThan(visibleAt);
  expect(await shownTo(actor, game), 'when the result is published').toEqual([0, 0, false]);
  await table.pass(visibleAt - 1 - clock.now());
  expect(await shownTo(actor, game), 'while the screen shows it').toEqual([0, 0, false]);
  await table.pass(1);
  expect(await shownTo(actor, game), 'when it has been shown').toEqual([1, 1, true]);
});

test('recorded rounds and one that is not yet: sums and pages leave out only that one', async () => {
  const [one, two] = await arena.players(2);
  for (let n = 0; n < 3; n += 1) {
    const id = await table.create(one!, await table.give(one!, [2_000]));
    await table.join(two!, id, await table.give(two!, [2_000]));
    await table.settle();
  }
  const { statistics } = await arena.world.runner.execute(getUser, one!, {});
  expect(statistics.games.coinflip).toMatchObject({ played: 2, stakedUsd: 40 });
  const first = await arena.world.runner.execute(listMyRounds, one!, { limit: 1 });
  const second = await arena.world.runner.execute(listMyRounds, one!, { limit: 1, before: first.next! });
  expect([first.rounds.length, second.rounds.length, second.next]).toEqual([1, 1, null]);
  await table.pass(RESULTS_VISIBLE_AFTER_MS.coinflip);
  expect((await arena.world.runner.execute(getUser, one!, {})).statistics.games.coinflip.played).toBe(3);
});
