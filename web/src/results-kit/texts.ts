/** Texts of results that the first page and the chat share. */
import { byGame, type GameName } from '@fairpot/contract/games/games';

/** 'in the jackpot', 'in a coinflip' */
const IN = byGame(({ rounds, one }) => `in ${rounds === 'one' ? 'the' : 'a'} ${one.toLowerCase()}`);

export const texts = {
  verified: 'Verified: your browser recomputed this result',
  wrong: 'Does not verify: open the proof',
  unchecked: 'Proof published, not checked here yet',
  won: 'won',
  /** 'anna and 2 others' */
  more: (count: number) => (count === 1 ? 'and 1 other' : `and ${count} others`),
  in: (game: GameName) => IN[game],
} as const;
