/** Texts of results that the first page and the chat share. */
import type { GameName } from '@fairpot/contract/games/games';

export const texts = {
  verified: 'Verified: your browser recomputed this result',
  wrong: 'Does not verify: open the proof',
  unchecked: 'Proof published, not checked here yet',
  won: 'won',
  /** 'anna and 2 others' */
  more: (count: number) => (count === 1 ? 'and 1 other' : `and ${count} others`),
  in: (game: GameName) => `in ${{ jackpot: 'the jackpot', coinflip: 'a coinflip', casebattle: 'a case battle' }[game]}`,
} as const;
