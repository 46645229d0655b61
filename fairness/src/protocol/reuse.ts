/**
 * Checks across rounds: a secret used twice, a round number given twice or left out.
 *
 * Called by the CLI for several saved rounds; log-walk.ts does the same for a whole log. The order of the rounds does
 * not matter.
 */
import { readSecret } from './commitment.ts';

/** The parts of a round that must be unique. */
export type RoundKeys = {
  readonly game: string;
  readonly roundId: string;
  readonly number: number;
  readonly hash: string;
  readonly secret: string;
};

/**
 * One sentence per clash between two rounds: same random part of the secret, same commitment, same id or same number.
 * The same round given twice, identical in everything, is not a clash.
 */
export function findReuse(rounds: readonly RoundKeys[]): string[] {
  const first = new Map<string, RoundKeys>();
  const found: string[] = [];
  for (const round of rounds) {
    for (const [what, value] of identities(round)) {
      const earlier = first.get(`${what} ${value}`);
      if (earlier === undefined) first.set(`${what} ${value}`, round);
      else if (!sameRound(earlier, round))
        found.push(`${what} of ${earlier.roundId} is used again by ${round.roundId}`);
    }
  }
  return found;
}

function identities(round: RoundKeys): Array<readonly [string, string]> {
  return [
    ['the random part of the secret', randomPart(round.secret)],
    ['the commitment', round.hash],
    ['the id', round.roundId],
    ['the number', `${round.game} ${round.number}`],
  ];
}

/** A secret that does not parse has no random part of its own: then the whole text must be unique. */
export function randomPart(secret: string): string {
  try {
    return readSecret(secret).random;
  } catch {
    return secret;
  }
}

function sameRound(a: RoundKeys, b: RoundKeys): boolean {
  return (
    a.roundId === b.roundId && a.secret === b.secret && a.game === b.game && a.number === b.number && a.hash === b.hash
  );
}
