/** What a case of the plan tests is, and what it is given. Games bring theirs (games/sample.fixture.ts), the others stand in this folder. */
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, Feature } from '../../platform/runner/feature.ts';
import type { Pool } from '../../platform/database/sql.ts';
import type { TestBeacons } from '../beacon.ts';
import type { FakeClock } from '../fakes.ts';
import type { World } from '../world.ts';

/** What was played before the history was made of it. */
export interface Played {
  /** A settled round of each game, in the order of the games. */
  readonly rounds: readonly string[];
  /** Rounds that ended otherwise: scripted, cancelled, voided. */
  readonly others: readonly string[];
  /** Was in a round of each game and in the chat, so that most of the history is theirs. */
  readonly player: Actor;
  readonly admin: Actor;
  readonly sessionId: string;
  /** Of the player, answered. */
  readonly ticket: string;
  /** Came to the player by a trade. */
  readonly tradedItem: string;
  /** The asset that it was at Steam before that trade. */
  readonly tradedAsset: string;
  /** An export that the player asked for. */
  readonly exportId: string;
}

export interface Stage {
  /** The product over the filled database, with the parts below. */
  readonly world: World;
  readonly deps: Deps;
  readonly clock: FakeClock;
  readonly features: readonly Feature[];
  readonly played: Played;
  /** Ids of players whose `userUpdated` was sent. */
  readonly updated: readonly string[];
  readonly beacons: TestBeacons;
  readonly execute: World['runner']['execute'];
  /** Runs the sweep of this name once; says how much it did. `stopAfter`: told to stop as soon as it updated a player. */
  readonly sweep: (name: string, stopAfter?: 'first') => Promise<number>;
  /** A player with money. */
  readonly player: (overrides?: Partial<Actor>) => Promise<Actor>;
}

/** A piece of work whose statements are counted. */
export interface PlanCase {
  /** Name of the sweep or of the call, or what else it is. */
  readonly about: string;
  /** Which of several cases about the same thing. */
  readonly variant?: string;
  /** How many things one run or page does at most. What a statement may read follows from it (`mostRows`). */
  readonly limit: number;
  /** Rows that a statement may read per thing that it does; 20 by default. */
  readonly perThing?: number;
  /** Rows that are in the way, by plain SQL; not counted. */
  readonly crowd?: (db: Pool) => Promise<void>;
  /** The work, with the commands that lead to it; all of it counted. Fails when it did nothing. */
  readonly run: (stage: Stage) => Promise<void>;
}

/** A query's case also says what was asked, so that a test can see which pages are covered. */
export interface QueryCase extends PlanCase {
  readonly input: unknown;
}

export const nameOf = ({ about, variant }: PlanCase): string =>
  variant === undefined ? about : `${about}: ${variant}`;

/** Rows that a statement of the case may read: a thing is looked up in many tables. 100,000 must be far beyond it. */
export const mostRows = ({ limit, perThing = 20 }: PlanCase): number => perThing * limit + 500;
