/** Coinflips in the soak. */
import { centsOf, type Crowd, type SoakGame } from '../soak/crowd.ts';

const MIN_CENTS = 1_000;
const MAX_CENTS = 6_000;

/** One member creates a game and another joins it. Returns the id of a running game. */
async function play(crowd: Crowd): Promise<readonly string[]> {
  const [creator, ...others] = crowd.shuffled();
  if (!creator) return [];
  const own = await crowd.take(creator, MIN_CENTS, MAX_CENTS);
  if (own === null) return [];
  const side = crowd.chance() < 0.5 ? 1 : 2;
  const opened = await crowd.stake(creator, 'coinflip', own, '/coinflip/create/inventory', {
    side,
  });
  if (opened === null) return [];
  const { gameId } = opened;
  for (const joiner of others.slice(0, 4)) {
    const total = centsOf(own);
    const theirs = await crowd.take(joiner, Math.floor(total * 0.9), Math.ceil(total * 1.1));
    if (theirs === null) continue;
    const more = { side: side === 1 ? 2 : 1, gameId };
    const joined = await crowd.stake(joiner, 'coinflip', theirs, '/coinflip/join/inventory', more);
    return joined === null ? [] : [gameId];
  }
  return [];
}

export const soak: SoakGame = {
  game: 'coinflip',
  many: true,
  cancels: true,
  expected: ['ERR_AMOUNT_TOOMUCH', 'Coinflip is already started'],
  play,
};
