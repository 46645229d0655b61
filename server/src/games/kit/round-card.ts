/** What a link to a round shows in a chat program: who plays for how much, and the result when the screens show it. */
import type { Badge } from '@fairpot/contract/user/schemas';
import type { Execute } from '../../platform/runner/feature.ts';

export interface CardPlayer {
  readonly name: string;
  readonly badge: Badge;
  readonly sum: string;
  readonly won: boolean | null;
}

export interface RoundCard {
  /** 'Coinflip: anna vs bela'. */
  readonly title: string;
  /** One sentence: the result, or the state. */
  readonly text: string;
  /** The largest figure of the picture: '$79.10'. */
  readonly sum: string;
  /** At most six, in their order; `won` is null until the result is shown. */
  readonly players: readonly CardPlayer[];
  /** Whether staff chose the winner. */
  readonly scripted: boolean;
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

/** Letters of a name in a picture. */
const MAX_NAME = 16;

export function clipped(text: string, most = MAX_NAME): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

/** A name in a sentence, with its badge (rulings 1.5). */
export function markedName({ name, badge }: Pick<CardPlayer, 'name' | 'badge'>): string {
  return badge === null ? clipped(name) : `${clipped(name)} [${badge}]`;
}
