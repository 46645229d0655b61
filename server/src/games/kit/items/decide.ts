/** The result of a round of items in any game: the game's fairness rules draw, and the kit maps the draw to rows. */
import { canon } from '@fairpot/fairness/encoding/canon';
import { gameOf } from '@fairpot/fairness/games/index';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import type { Lock } from '@fairpot/fairness/protocol/lock';
import type { RoundDecision, Reveal } from '../round-game.ts';
import type { Round } from '../rounds.ts';
import { keyOf, lockOf, potOf } from '../rules.ts';
import type { ItemGame } from './item-game.ts';

/**
 * The result of a locked round, from lock, secret and beacon output alone. For games with at most one entry per player.
 * Throws when the stored round contradicts its lock or its commitment: such a round is never paid by guesswork.
 */
export function decideItems(
  { game, lock: words }: Pick<ItemGame, 'game' | 'lock'>,
  round: Round,
  reveal: Reveal,
): RoundDecision {
  const lock = lockOf<Lock>(round, game, (stored, entry) => canon(words.entry(stored)) === canon(entry));
  const outcome = outcomeOf(keyOf(round, lock, reveal), lock);
  const payouts = payoutsOf(lock, outcome, potOf(round));
  const [player] = gameOf(game).winners(lock, outcome);
  const winner = round.entries.find((entry) => entry.pseudonym === player);
  if (!winner) throw new Error(`${round.id}: the winner has no entry`);
  return { outcome, payouts, winnerNo: winner.no };
}
