/** The pot in the soak. */
import type { Crowd, SoakGame } from '../soak/crowd.ts';

/** Two to four entries, of at least two members unless calls fail. Returns the rounds that they are in. */
async function play(crowd: Crowd): Promise<readonly string[]> {
  const count = 2 + Math.floor(crowd.chance() ** 2 * 3);
  const players = crowd.shuffled().slice(0, Math.max(2, count - 1));
  const entries = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const member = players[i % players.length];
      const items = member && (await crowd.take(member, 100, 20_000));
      if (!member || !items) return [];
      const answer = await crowd.stake(member, 'jackpot', items, '/jackpot/join/inventory', {});
      return answer === null ? [] : [answer.gameId];
    }),
  );
  return [...new Set(entries.flat())];
}

export const soak: SoakGame = {
  game: 'jackpot',
  many: false,
  cancels: false,
  expected: ['Jackpot is in finish state, try later'],
  play,
};
