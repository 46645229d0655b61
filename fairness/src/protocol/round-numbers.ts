/**
 * The dense numbers of one game's rounds, read from the log in its order: a missing number is a hidden round.
 *
 * Called by log-verify.ts. Simultaneous openings may enter the log in any order, and the next opening takes the number
 * of a failed one: so a number is missing only once a later opening should have had it.
 */

/** Longer than any two openings overlap. */
export const OVERLAP_MS = 60_000;

export class RoundNumbers {
  readonly #game: string;
  /** Every number up to here was seen. */
  #upTo = 0;
  /** Seen beyond that: number -> leaf and time of its opening. */
  readonly #beyond = new Map<number, { readonly leaf: number; readonly openedAt: number }>();
  #latestAt = 0;

  constructor(game: string) {
    this.#game = game;
  }

  /** Records the number of an opening. Returns its name when it was used before, else null. */
  take(number: number, leaf: number, openedAt: number): string | null {
    if (number <= this.#upTo || this.#beyond.has(number))
      return `${this.#game} number ${number}, which was used before`;
    this.#latestAt = Math.max(this.#latestAt, openedAt);
    this.#beyond.set(number, { leaf, openedAt });
    while (this.#beyond.delete(this.#upTo + 1)) this.#upTo += 1;
    return null;
  }

  /** Numbers that are definitely missing; each run of them is reported once, with the leaf that came after it. */
  gaps(): { readonly leaf: number; readonly problem: string }[] {
    return this.#runs().flatMap(({ from, to, leaf, late }) =>
      late ? [{ leaf, problem: `${this.#name(from, to)} missing` }] : [],
    );
  }

  /** Numbers that an opening in progress may still bring. */
  pending(): string[] {
    return this.#runs().flatMap(({ from, to, late }) => (late ? [] : [this.#name(from, to)]));
  }

  #runs() {
    const seen = [...this.#beyond].sort(([a], [b]) => a - b);
    let below = this.#upTo;
    return seen.flatMap(([number, { leaf, openedAt }]) => {
      const run = { from: below + 1, to: number - 1, leaf, late: this.#latestAt - openedAt >= OVERLAP_MS };
      below = number;
      return run.from <= run.to ? [run] : [];
    });
  }

  #name(from: number, to: number): string {
    return from === to ? `${this.#game} round number ${from} is` : `${this.#game} round numbers ${from} to ${to} are`;
  }
}
