/** The newest results of all games and the totals: what is in them, in which order, and when. */
import { RECENT_ROUNDS } from '@fairpot/contract/results/calls';
import { recentResults } from '@fairpot/contract/results/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Db } from '../platform/database/sql.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { accountsFeature } from './accounts.feature.ts';
import { recordResults } from './results.ts';

const SHOWN = Math.max(...Object.values(RESULTS_VISIBLE_AFTER_MS));
let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [(deps, execute) => accountsFeature(deps, execute)] });
});
afterAll(() => world.close());

const player = (overrides = {}) => newPlayer(world, overrides);
const read = () => world.run(recentResults, null, {});

/** Records a round: what each player won, in cents; 0 for a loss. Each staked 5.00. */
async function round(game: ProvableGame, at: number, won: Readonly<Record<string, number>>): Promise<string> {
  const roundId = world.deps.ids.next('round');
  const results = Object.entries(won).map(([playerId, wonCents]) => ({
    ...{ playerId, roundId, game, at, won: wonCents > 0, stakedCents: 500, wonCents, feeCents: 0 },
  }));
  await world.db.transaction((tx) => recordResults(tx, results));
  // Recorded again, it counts once.
  await world.db.transaction((tx) => recordResults(tx, results));
  return roundId;
}

test('a site without rounds says so', async () => {
  expect(await read()).toEqual({ results: [], totals: { rounds: 0, paidUsd: 0 } });
});

test('newest first, only winners, bots marked; the totals count a round once and leave out what bots won', async () => {
  const [one, two, bot] = [await player(), await player(), await player({ isBot: true })];
  const at = world.clock.now() - SHOWN;
  const lost = await round('coinflip', at - 2, { [one.id]: 0, [bot.id]: 950 });
  const team = await round('casebattle', at - 1, { [one.id]: 700, [two.id]: 800, [bot.id]: 0 });
  const pot = await round('jackpot', at, { [one.id]: 0, [two.id]: 1_400 });
  const { results, totals } = await read();
  expect(results.map(({ roundId, game, winners }) => [roundId, game, winners.map(({ user }) => user.id)])).toEqual([
    [pot, 'jackpot', [two.id]],
    [team, 'casebattle', [two.id, one.id]],
    [lost, 'coinflip', [bot.id]],
  ]);
  expect(results[0]?.winners).toMatchObject([{ stakedUsd: 5, wonUsd: 14 }]);
  expect(results[2]?.winners[0]?.user.badge).toBe('BOT');
  expect(totals).toEqual({ rounds: 3, paidUsd: 29 });
  const broken = async (db: Db): Promise<string[]> => {
    const invariants = world.features.flatMap((feature) => feature.invariants ?? []);
    return (await Promise.all(invariants.map((each) => each.check(db)))).flat();
  };
  expect(await broken(world.db)).toEqual([]);
  await world.db.transaction(async (tx) => {
    await tx.run(sql`update result_totals set rounds = rounds + 1 where game = 'jackpot'`);
    expect(await broken(tx)).toEqual(['jackpot']);
    await tx.run(sql`update result_totals set rounds = rounds - 1 where game = 'jackpot'`);
  });
});

test('a result is in neither before every screen has shown it', async () => {
  const one = await player();
  const before = await read();
  const id = await round('jackpot', world.clock.now(), { [one.id]: 2_000 });
  await world.clock.advance(RESULTS_VISIBLE_AFTER_MS.jackpot - 1);
  expect(await read()).toEqual(before);
  await world.clock.advance(1);
  const after = await read();
  expect(after.results[0]?.roundId).toBe(id);
  expect(after.totals).toEqual({ rounds: before.totals.rounds + 1, paidUsd: before.totals.paidUsd + 20 });
});

test('one answer has a bounded number of rounds', async () => {
  const one = await player();
  const at = world.clock.now() - SHOWN;
  for (let n = 0; n <= RECENT_ROUNDS; n += 1) await round('coinflip', at - n, { [one.id]: 900 });
  expect((await read()).results).toHaveLength(RECENT_ROUNDS);
});
