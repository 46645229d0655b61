/** What tests over one of everything get (plans/played.ts). */
import type { Actor } from '../../src/platform/runner/feature.ts';

/** What was played before the history was copied from it. */
export interface PlayedSample {
  /** A settled round of each game, in the order of the games. */
  readonly rounds: readonly string[];
  /** Rounds that ended otherwise: scripted, cancelled, voided. */
  readonly others: readonly string[];
  /** Was in a round of each game and in the chat, so that most of the history is theirs. */
  readonly player: Actor;
  readonly admin: Actor;
  readonly sessionId: string;
  /** A ticket of the player, answered. */
  readonly ticket: string;
  /** An item that came to the player by a trade. */
  readonly tradedItem: string;
  /** The Steam asset of that item before the trade. */
  readonly tradedAsset: string;
  /** An export that the player requested. */
  readonly exportId: string;
}
