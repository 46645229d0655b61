/** What remains of one round of each game for its players: statistics, experience, and a history that leads to the proof. */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { listMyRounds, type PlayedRound } from '@fairpot/contract/log/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import type { Actor, MakeFeature } from '../platform/runner/feature.ts';
import { verifiedProof } from '../../testing/proof.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { ARENA_FEATURES, makeArena, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';
import { PotTable } from '../../testing/games/jackpot/pot.fixture.ts';

/** The tests of each game check them; after every step of all games at once they would take most of the time. */
const withoutInvariants =
  (make: MakeFeature): MakeFeature =>
  (deps, execute) => ({ ...make(deps, execute), invariants: [] });

const FEATURES: readonly MakeFeature[] = [
  ...ARENA_FEATURES,
  coinflipFeature,
  jackpotFeature,
  (deps, execute) => accountsFeature(deps, execute),
  transparencyFeature,
];

/** The games played here; any other game is covered by the same rows. */
const PLAYED = ['casebattle', 'coinflip', 'jackpot'] as const satisfies readonly ProvableGame[];
type PlayedRounds = Record<(typeof PLAYED)[number], { readonly id: string; readonly winner: string | undefined }>;

let arena: Arena;
let table: PotTable;
let players: Actor[];
let played: PlayedRounds;
beforeAll(async () => {
  arena = await makeArena({ features: FEATURES.map(withoutInvariants) });
  table = new PotTable(arena.world);
  players = await arena.players(2);
  const [one, two] = players;
  played = await playAll(one!, two!);
});
afterAll(() => arena.world.close());

/** One round of each game between these two; the winners, as the games themselves show them. */
async function playAll(one: Actor, two: Actor): Promise<PlayedRounds> {
  const battleId = await arena.create(one, { caseIds: ['coin'] });
  await arena.join(two, battleId, 1);
  const flipId = await table.create(one, await table.give(one, [1_500, 500]));
  await table.join(two, flipId, await table.give(two, [2_100]));
  const potId = (await table.round()).id;
  await table.enter(one, await table.give(one, [500]));
  await table.enter(two, await table.give(two, [700, 100]));

  // The coinflip ends; the jackpot is locked, the battle shown. Then the jackpot ends, and the battle last.
  for (const ms of [60_000, 9_000, 60_000]) await table.pass(ms);
  const [battle, flip] = [await arena.battle(battleId), await table.game(flipId)];
  const seat = battle.teams.find((team) => battle.teamWinners.includes(team.id))?.participants[0];
  const flipped = flip.winnerSide === flip.firstSide ? flip.firstUser : flip.secondUser;
  return {
    casebattle: { id: battleId, winner: seat?.user.id },
    coinflip: { id: flipId, winner: flipped?.id },
    jackpot: { id: potId, winner: (await table.roundOf(potId)).result?.user.id },
  };
}

const historyOf = async (actor: Actor) => (await arena.world.run(listMyRounds, actor, {})).rounds;

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

// The coinflip is opened last and ends first.
test('the history is in the order of the ends, page by page', async () => {
  for (const actor of players) {
    const rounds = await historyOf(actor);
    expect(rounds.map(({ game, roundId }) => [game, roundId])).toEqual([
      ['casebattle', played.casebattle.id],
      ['jackpot', played.jackpot.id],
      ['coinflip', played.coinflip.id],
    ]);
    expect(await pages(actor, 2)).toEqual([rounds.slice(0, 2), rounds.slice(2)]);
  }
});

test('statistics count each game once, by its result; experience counts each stake', async () => {
  const staked = [
    { casebattle: 5.5, coinflip: 20, jackpot: 5 },
    { casebattle: 5.5, coinflip: 21, jackpot: 8 },
  ];
  for (const [n, actor] of players.entries()) {
    const { user, statistics } = await arena.world.run(getUser, actor, {});
    const rounds = await historyOf(actor);
    for (const game of PLAYED) {
      const { won, stakedUsd, wonUsd, feeUsd } = rounds.find((round) => round.game === game)!;
      expect(statistics.games[game], game).toEqual({ played: 1, won: won ? 1 : 0, stakedUsd, wonUsd, feeUsd });
      expect(stakedUsd).toBe(staked[n]?.[game]);
      expect(won, game).toBe(played[game].winner === actor.id);
    }
    const net = rounds.reduce((sum, { wonUsd, stakedUsd }) => sum + Math.round((wonUsd - stakedUsd) * 100), 0);
    expect(Math.round(statistics.netUsd * 100)).toBe(net);
    // 10 per USD staked, in every game alike.
    expect(user.experience).toBe(n === 0 ? 305 : 345);
  }
});

test('every line of the history has its proof, which verifies and pays what the line says', async () => {
  const [own, others] = await Promise.all(players.map(historyOf));
  for (const [at, mine] of own!.entries()) {
    const { payouts } = await verifiedProof(arena.world, mine.roundId);
    const feeCents = mine.game === 'casebattle' ? 0 : payouts.feeCents;
    const sums = [mine, others![at]!].map(({ wonUsd, feeUsd }) => [wonUsd, feeUsd].map((usd) => Math.round(usd * 100)));
    const paid = [payouts.potCents - feeCents, feeCents];
    expect(sums).toEqual(mine.won ? [paid, [0, 0]] : [[0, 0], paid]);
  }
});
