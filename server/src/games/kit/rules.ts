/**
 * Rules that games share, as pure functions: what was locked, and what a reveal draws from. Called by the games' own
 * rules. Source: protocol fp/2.
 */
import { commitmentOf } from '@fairpot/fairness/protocol/commitment';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import { parseLock, type Lock } from '@fairpot/fairness/protocol/lock';
import type { PotItem } from '@fairpot/fairness/games/payout';
import type { Reveal } from './round-game.ts';
import type { RoundEntry, Round } from './rounds.ts';

/**
 * The lock record of a round, checked against the rows it was made from: its commitment, its rate, and each entry by
 * player and by `isLocked`, which compares the game's own fields. Throws when they differ.
 */
export function lockOf<L extends Lock>(
  round: Round,
  game: L['game'],
  isLocked: (stored: RoundEntry, entry: L['entries'][number]) => boolean,
): L {
  const lock = parseLock(JSON.parse(round.lockText ?? 'null'));
  if (!isOf<L>(lock, game) || lock.roundId !== round.id || lock.hash !== round.hash) {
    throw new Error(`${round.id}: its lock belongs to another round`);
  }
  const entries: readonly L['entries'][number][] = lock.entries;
  const same =
    lock.feeBps === round.feeBps &&
    entries.length === round.entries.length &&
    entries.every((entry, at) => {
      const stored = round.entries[at];
      return stored?.pseudonym === entry.player && isLocked(stored, entry);
    });
  if (!same) throw new Error(`${round.id}: its entries differ from the locked ones`);
  return lock;
}

function isOf<L extends Lock>(lock: Lock, game: L['game']): lock is L {
  return lock.game === game;
}

/** The key that every draw of a round comes from. Throws when the secret is not the committed one. */
export function keyOf(round: Round, lock: Lock, reveal: Reveal): Uint8Array {
  if (commitmentOf(reveal.secret) !== round.hash) throw new Error(`${round.id}: the secret is not the committed one`);
  return deriveKey({ secret: reveal.secret, drandSignature: reveal.signature, lock });
}

/** Every item of the pot in order of entry, as `payoutsOf` expects them. */
export function potOf(round: Round): PotItem[] {
  return round.entries.flatMap((entry, at) => entry.items.map((i) => ({ id: i.id, entry: at, cents: i.cents })));
}
