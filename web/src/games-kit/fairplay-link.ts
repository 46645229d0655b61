/** Links to the fair-play page. Pure; called by every game. */
import type { Game } from '@fairpot/contract/fair/schemas';

/** The product's own form of a link to a round (spec 2); `secret` is left out while it is not public. */
export function fairplayLink(round: {
  readonly game: Game;
  readonly hash: string;
  readonly secret: string | null;
}): string {
  const search = new URLSearchParams({ game: round.game, hash: round.hash });
  if (round.secret !== null) search.set('secret', round.secret);
  return `/fairplay?${search.toString()}`;
}

/** The short form: by the id of a round. */
export function roundLink(roundId: string): string {
  return `/fairplay?round=${encodeURIComponent(roundId)}`;
}
