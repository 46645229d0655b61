/** Dice duels in the soak test. */
import { centsOf, type Crowd, type SoakGame } from '../soak/crowd.ts';

const LEAST_CENTS = 1_000;
const MOST_CENTS = 6_000;

/** One player opens a duel and another joins it. Returns the id of the running duel. */
async function play(crowd: Crowd): Promise<readonly string[]> {
  const [creator, ...others] = crowd.shuffled();
  const own = creator ? await crowd.take(creator, LEAST_CENTS, MOST_CENTS) : null;
  if (!creator || own === null) return [];
  const opened = await crowd.stake(creator, 'diceduel', own, '/diceduel/create/inventory', {});
  if (opened === null) return [];
  const { gameId } = opened;
  const total = centsOf(own);
  for (const joiner of others.slice(0, 4)) {
    const theirs = await crowd.take(joiner, Math.ceil(total * 0.98), Math.floor(total * 1.02));
    if (theirs === null) continue;
    const joined = await crowd.stake(joiner, 'diceduel', theirs, '/diceduel/join/inventory', { gameId });
    return joined === null ? [] : [gameId];
  }
  return [];
}

export const soak: SoakGame = {
  game: 'diceduel',
  many: true,
  cancels: true,
  // Prices may move between loading and staking.
  expected: ['ERR_AMOUNT_TOOMUCH'],
  play,
};
