/**
 * What a game provides so that tests over all games can play it: `<game>/<game>.sample.fixture.ts` exports its `sample`, and
 * samples.fixture.ts finds it by the list of games. The shape of its lock record is in fairness/src/testing/samples.
 */
import type { Actor } from '../../src/platform/runner/feature.ts';
import type { Changes } from '../cases/copies.ts';
import type { World } from '../world.ts';

export interface GameSample {
  /** Players of a round, each with enough money; the steps below give them items. */
  readonly seats: number;
  /** What must exist before a round is opened. */
  readonly prepare?: (world: World) => Promise<void>;
  /** The first player stakes. Returns the id of the round, which waits for others. */
  readonly open: (world: World, first: Actor) => Promise<string>;
  /** The others stake, and the round is locked: by the last stake, or by the clock and a sweep. */
  readonly fill: (world: World, id: string, others: readonly Actor[]) => Promise<void>;
  /** Staff choose who wins a waiting round; missing when staff cannot. */
  readonly script?: (world: World, admin: Actor, id: string, winner: Actor) => Promise<void>;
  /** The first player cancels a waiting round; missing when no player can. */
  readonly cancel?: (world: World, id: string, first: Actor) => Promise<void>;
  /** From the lock until the result is published and paid, ms: the game's own sweeps run after each of these times. */
  readonly endsAfterMs: readonly number[];
  /** The call with which a bet from Steam opens a round, and its fields besides the items. */
  readonly bet?: { readonly call: string; readonly input: object };
  /** Its own tables, by name: what plan tests (testing/plans) and the list of players' data need of them. */
  readonly tables?: Readonly<Record<string, GameTable>>;
}

export interface GameTable {
  /** Rows of a round, by `round_id`: the columns besides the round that make a copied row distinct. */
  readonly ofRound?: Changes;
  /** What makes a copied row distinct when the rounds alone leave the table short. */
  readonly more?: Changes;
  /** Which row is copied, when it matters: a condition over `t`. */
  readonly which?: string;
  /** Why it stays small, if it does. */
  readonly small?: string;
  /** It holds no player's data; a table that does has its line in profile/own. */
  readonly noPlayers?: true;
}
