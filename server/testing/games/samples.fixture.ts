/**
 * The samples of all games, and steps with which tests play any of them. A game without a sample fails every test that reads them.
 */
import { GAMES, type GameName } from '@fairpot/contract/games/games';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { sweepOnce } from '../plans/sweep-case.ts';
import { paidPlayer } from '../stages/players.ts';
import type { World } from '../world.ts';
import type { GameSample } from './sample.fixture.ts';

export interface NamedSample extends GameSample {
  readonly game: GameName;
  /** Whether many rounds are played at a time. */
  readonly many: boolean;
}

export const SAMPLES: readonly NamedSample[] = await Promise.all(
  GAMES.map(async ({ game, rounds }) => {
    const found: unknown = await import(`./${game}/${game}.sample.fixture.ts`).catch((cause: unknown) => {
      throw new Error(`${game} has no sample: server/testing/games/${game}/${game}.sample.fixture.ts`, { cause });
    });
    const { sample } = found as { readonly sample: GameSample };
    return { ...sample, game, many: rounds === 'many' };
  }),
);

/** Players for a round; `first` of them are given. */
export async function makePlayers(
  { seats }: GameSample,
  world: World,
  first: readonly Actor[] = [],
  overrides: Partial<Actor> = {},
): Promise<Actor[]> {
  const players = [...first];
  while (players.length < seats) players.push(await paidPlayer(world, 100_000, overrides));
  return players;
}

/**
 * A locked round of these players, opened by the first of them. `admin`: the admin who chose that player as the winner. Returns its
 * id.
 */
export async function makeLockedRound(
  sample: GameSample,
  world: World,
  [first, ...others]: readonly Actor[],
  admin?: Actor,
): Promise<string> {
  if (first === undefined) throw new Error('a round needs players');
  const id = await sample.open(world, first);
  if (admin) await sample.script?.(world, admin, id, first);
  await sample.fill(world, id, others);
  return id;
}

/** The time from the lock to the end passes, and the game's sweeps run. */
export async function finishRound({ game, endsAfterMs }: NamedSample, world: World): Promise<void> {
  for (const ms of endsAfterMs) {
    await world.clock.advance(ms);
    await sweepGame(game, world);
  }
}

/** Runs every sweep of the game once. */
export async function sweepGame(game: string, { features }: World): Promise<void> {
  const sweeps = features.flatMap((feature) => feature.sweeps ?? []).map(({ name }) => name);
  for (const name of sweeps.filter((each) => each.startsWith(`${game}.`))) await sweepOnce(features, name);
}
