/** Links to the Fairplay page. Pure; called by every game. */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';

/** Link to a round in the form of the specification (section 2); leaves out `secret` until it is public. */
export function fairplayLink(round: {
  readonly game: ProvableGame;
  readonly hash: string;
  readonly secret: string | null;
}): string {
  const search = new URLSearchParams({ game: round.game, hash: round.hash });
  if (round.secret !== null) search.set('secret', round.secret);
  return `/fairplay?${search.toString()}`;
}

/** Short link, by round id. */
export function roundLink(roundId: string): string {
  return `/fairplay?round=${encodeURIComponent(roundId)}`;
}
