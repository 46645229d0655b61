/** Defines a case of the plan tests and what it gets. Games bring their own (games/sample.fixture.ts), the others are in this folder. */
import type { Deps } from '../../src/platform/process/deps.ts';
import type { Actor, Feature } from '../../src/platform/runner/feature.ts';
import type { Pool } from '../../src/platform/database/sql.ts';
import type { TestBeacons } from '../beacon.ts';
import type { FakeClock } from '../fakes.ts';
import type { World } from '../world.ts';

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

export interface PlanStage {
  /** The product over the filled database, with the parts below. */
  readonly world: World;
  readonly deps: Deps;
  readonly clock: FakeClock;
  readonly features: readonly Feature[];
  readonly played: PlayedSample;
  /** Ids of players whose `userUpdated` was sent. */
  readonly updated: readonly string[];
  readonly beacons: TestBeacons;
  readonly execute: World['runner']['execute'];
  /** Runs the sweep of this name once; returns how much it did. `stopAfter`: aborts as soon as it updated a player. */
  readonly sweep: (name: string, stopAfter?: 'first') => Promise<number>;
  /** What the sweep of this name answers when it is asked whether it is due, of a node with people; null: it is not asked. */
  readonly asked: (name: string) => Promise<boolean | null>;
  /** A player with money. */
  readonly player: (overrides?: Partial<Actor>) => Promise<Actor>;
}

/** A piece of work whose statements are counted. */
export interface PlanCase {
  /** Name of the sweep, the call, or other work. */
  readonly about: string;
  /** Distinguishes several cases of the same name. */
  readonly variant?: string;
  /** Maximum things that one run or page handles. It determines what a statement may read (`maxRows`). */
  readonly limit: number;
  /** Rows that a statement may read per thing; 20 by default. */
  readonly perThing?: number;
  /** Prepares rows that get in the way, by plain SQL; not counted. */
  readonly crowd?: (db: Pool) => Promise<void>;
  /** The work with its commands; all of it counted. Fails if it did nothing. */
  readonly run: (stage: PlanStage) => Promise<void>;
}

/** A query's case also has the input, so that a test can check which pages are covered. */
export interface QueryCase extends PlanCase {
  readonly input: unknown;
}

export const nameOf = ({ about, variant }: PlanCase): string =>
  variant === undefined ? about : `${about}: ${variant}`;

/** Rows that a statement of the case may read: one thing needs look-ups in many tables. 100,000 must be far beyond it. */
export const maxRows = ({ limit, perThing = 20 }: PlanCase): number => perThing * limit + 500;
