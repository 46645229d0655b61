/**
 * What a game brings so that tests over all games can play it: `<game>/<game>.sample.fixture.ts` exports its `sample`, and
 * samples.fixture.ts finds it by the list of games. What its lock record looks like is said in fairness/src/testing/samples.
 */
import type { Actor } from '../platform/runner/feature.ts';
import type { PlanCase, QueryCase } from '../testing/plans/case.ts';
import type { Changes } from '../testing/plans/copies.ts';
import type { World } from '../testing/world.ts';

export interface GameSample {
  /** Players of a round, each with enough money; items are given by the steps below. */
  readonly seats: number;
  /** What has to be there before a round is opened. */
  readonly prepare?: (world: World) => Promise<void>;
  /** The first player stakes. Gives the id of the round, which waits for others. */
  readonly open: (world: World, first: Actor) => Promise<string>;
  /** The others stake, and the round is locked: by the last stake, or by the clock and a sweep. */
  readonly fill: (world: World, id: string, others: readonly Actor[]) => Promise<void>;
  /** Staff chooses who wins a round that waits; none where staff cannot. */
  readonly script?: (world: World, admin: Actor, id: string, winner: Actor) => Promise<void>;
  /** The first player takes a round back that waits; none where nobody can. */
  readonly cancel?: (world: World, id: string, first: Actor) => Promise<void>;
  /** From the lock until the result is out and paid, ms: the game's own sweeps run after each of these times. */
  readonly endsAfterMs: readonly number[];
  /** The call with which a bet from Steam opens a round, and what it says besides the items. */
  readonly bet?: { readonly call: string; readonly input: object };
  readonly plans: GamePlans;
}

/** What plan tests need of a game (testing/plans/README.md). */
export interface GamePlans {
  /** Of its own sweeps; those for results and for what staff chose are everybody's. */
  readonly sweeps?: readonly PlanCase[];
  /** Of its queries. `round`: a settled round far back in the history. */
  readonly queries: (round: string) => readonly QueryCase[];
  /** Its own tables, by name. */
  readonly tables?: Readonly<Record<string, GameTable>>;
}

export interface GameTable {
  /** Rows of a round, by `round_id`: what makes a copied one another one besides its round. */
  readonly ofRound?: Changes;
  /** What makes a copied row another one when the rounds alone leave the table short. */
  readonly more?: Changes;
  /** Which row is copied then, where not any will do: a condition over `t`. */
  readonly which?: string;
  /** Why it stays small, if it does. */
  readonly small?: string;
  /** It holds nothing of any player; what does has its line in profile/own. */
  readonly noPlayers?: true;
}
