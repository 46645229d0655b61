/** Jackpot as the kit knows it: its name, and the decision that settles it. */
import type { RoundGame } from '../kit/round-game.ts';
import { decide } from './rules.ts';

export const jackpot: RoundGame = { game: 'jackpot', decide };
