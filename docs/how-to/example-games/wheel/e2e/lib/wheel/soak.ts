/** Wheels in the soak test. */
import { centsOf, type Crowd, type SoakGame } from '../soak/crowd.ts';

const LEAST_CENTS = 1_000;
const MOST_CENTS = 6_000;
const SEATS = 4;

/** One player opens a wheel and others join it until it is full. Returns the id of the running wheel. */
async function play(crowd: Crowd): Promise<readonly string[]> {
  const [creator, ...others] = crowd.shuffled();
  const own = creator ? await crowd.take(creator, LEAST_CENTS, MOST_CENTS) : null;
  if (!creator || own === null) return [];
  const opened = await crowd.stake(creator, 'wheel', own, '/wheel/create/inventory', {});
  if (opened === null) return [];
  const { gameId } = opened;
  const total = centsOf(own);
  let seats = 1;
  for (const joiner of others) {
    const theirs = seats < SEATS ? await crowd.take(joiner, Math.ceil(total * 0.9), Math.floor(total * 1.1)) : null;
    if (theirs === null) continue;
    if ((await crowd.stake(joiner, 'wheel', theirs, '/wheel/join/inventory', { gameId })) !== null) seats += 1;
  }
  return seats === SEATS ? [gameId] : [];
}

export const soak: SoakGame = {
  game: 'wheel',
  many: true,
  cancels: false,
  // Prices may move between loading and staking.
  expected: ['ERR_AMOUNT_TOOMUCH'],
  play,
};
