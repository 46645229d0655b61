/** What is left of one round of each game for who played it: statistics, experience, and a history that leads to the proof. */
import type { Game } from '@fairpot/contract/fair';
import { listMyRounds, type PlayedRound } from '@fairpot/contract/log';
import { getUser } from '@fairpot/contract/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import type { Actor } from '../platform/feature.ts';
import { verifiedProof } from '../testing/proof.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { ARENA_FEATURES, makeArena, type Arena } from './casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { PotTable } from './jackpot/pot.fixture.ts';

let arena: Arena;
let table: PotTable;
beforeAll(async () => {
  arena = await makeArena({
    features: [
      ...ARENA_FEATURES,
      coinflipFeature,
      jackpotFeature,
      (...parts) => accountsFeature(...parts),
      transparencyFeature,
    ],
  });
  table = new PotTable(arena.world);
});
afterAll(() => arena.world.close());

/** One round of each game between these two; who won which, as the games themselves show it. */
async function playAll(one: Actor, two: Actor): Promise<Record<Game, { id: string; winner: string | undefined }>> {
  const battleId = await arena.create(one, { caseIds: ['coin'] });
  await arena.join(two, battleId, 1);
  const battle = await arena.finish(battleId);

  const flipId = await table.create(one, await table.give(one, [1_500, 500]));
  await table.join(two, flipId, await table.give(two, [2_100]));
  await table.settle();
  const flip = await table.game(flipId);
  const [firstWins, loser] = [flip.winnerSide === flip.firstSide, flip.secondUser?.id];

  const potId = (await table.round()).id;
  await table.enter(one, await table.give(one, [500]));
  await table.enter(two, await table.give(two, [700, 100]));
  await table.pass(60_000);
  await table.pass(9_000);
  return {
    casebattle: {
      id: battleId,
      winner: battle.teams.find((team) => battle.teamWinners.includes(team.id))?.participants[0]?.user.id,
    },
    coinflip: { id: flipId, winner: firstWins ? flip.firstUser.id : loser },
    jackpot: { id: potId, winner: (await table.roundOf(potId)).result?.user.id },
  };
}

/** The history of this player, page by page. */
async function pages(actor: Actor, limit: number): Promise<PlayedRound[][]> {
  const found: PlayedRound[][] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page = await arena.world.run(listMyRounds, actor, { limit, ...(before !== undefined && { before }) });
    found.push(page.rounds);
    before = page.next;
  }
  return found;
}

// The jackpot is opened first and ends last: a history is in the order of the ends.
test('both players: each game counted once and as it ended, and every line of the history verifies', async () => {
  const [one, two] = await arena.players(2);
  const played = await playAll(one!, two!);
  const staked = [
    { casebattle: 5.5, coinflip: 20, jackpot: 5 },
    { casebattle: 5.5, coinflip: 21, jackpot: 8 },
  ];
  for (const [n, actor] of [one!, two!].entries()) {
    const { user, statistics } = await arena.world.run(getUser, actor, {});
    const { rounds } = await arena.world.run(listMyRounds, actor, {});
    expect(rounds.map(({ game, roundId }) => [game, roundId])).toEqual([
      ['jackpot', played.jackpot.id],
      ['coinflip', played.coinflip.id],
      ['casebattle', played.casebattle.id],
    ]);
    for (const { game, roundId, won, stakedUsd, wonUsd, feeUsd } of rounds) {
      expect(statistics[game], game).toEqual({ played: 1, won: won ? 1 : 0, stakedUsd, wonUsd, feeUsd });
      expect(stakedUsd).toBe(staked[n]?.[game]);
      expect(won, game).toBe(played[game].winner === actor.id);
      const { payouts } = await verifiedProof(arena.world, roundId);
      const paidCents = game === 'casebattle' ? payouts.potCents : payouts.potCents - payouts.feeCents;
      expect([wonUsd, feeUsd].map((usd) => Math.round(usd * 100))).toEqual(
        won ? [paidCents, payouts.feeCents] : [0, 0],
      );
    }
    const paged = await pages(actor, 2);
    expect(paged).toEqual([rounds.slice(0, 2), rounds.slice(2)]);
    const net = rounds.reduce((sum, { wonUsd, stakedUsd }) => sum + Math.round((wonUsd - stakedUsd) * 100), 0);
    expect(Math.round(statistics.netUsd * 100)).toBe(net);
    // 10 per USD staked, in every game alike.
    expect(user.experience).toBe(n === 0 ? 305 : 345);
  }
});
