/** What a link to a round shows in a chat program: who plays for how much, and the result when the screens show it. */
import type { Execute } from '../../platform/runner/feature.ts';

export interface RoundCard {
  /** 'Coinflip: anna vs bela'. */
  readonly title: string;
  /** One sentence: the result, or the state. */
  readonly text: string;
  /** The largest figure of the picture: '$79.10'. */
  readonly sum: string;
  /** At most six, in their order; `won` is null until the result is shown. */
  readonly players: readonly { readonly name: string; readonly sum: string; readonly won: boolean | null }[];
  /** Changes with everything above. */
  readonly version: string;
  /** True when nothing above changes any more. */
  readonly final: boolean;
}

export interface CardSource {
  /** Path of the game's rounds: '/coinflip', for '/coinflip/<id>'. */
  readonly path: string;
  /** The card of a round; refuses NO_GAME. */
  readonly read: (execute: Execute, id: string, now: number) => Promise<RoundCard>;
}
