/**
 * How far a battle is on the screen, and what of it may be shown at a moment. Called by every picture of a battle.
 *
 * Pure; instants are epoch ms of the server's clock. Invariant: the server publishes all drops at once; until a reel has
 * shown a drop nothing that is rendered depends on it (`veiled` removes the rest), and everyone sees it at the same
 * instant, however late their facts arrive.
 */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { seatsOf } from './seats.ts';
import { isOpen, momentAt, nextChangeAt as nextOf } from './timeline.ts';
import type { Moment, Timeline } from './timeline.ts';

/**
 * - `pending`: waits for players
 * - `awaiting`: all seats are taken, the named beacon round is awaited
 * - `lead`: the result is published, the reels start in a moment
 * - `rolling`, `tie`, `standing`: the reels turn, a tie is drawn, the totals stand
 * - `told`: winner and winnings may be read
 */
export type Stage = 'pending' | 'awaiting' | 'lead' | 'rolling' | 'tie' | 'standing' | 'told' | 'cancelled' | 'voided';

/** Locked and not told yet: what the account says now would tell the result before the reels. */
export function isUnderWay(stage: Stage): boolean {
  return ['awaiting', 'lead', 'rolling', 'tie', 'standing'].includes(stage);
}

const BEFORE: Moment = { part: 'before', round: 0, stopped: 0 };

/** The timeline that the server named; null before the result is published. */
export function timelineOf(battle: Pick<Casebattle, 'id' | 'replay' | 'cases' | 'type' | 'teams'>): Timeline | null {
  const { replay, cases } = battle;
  return replay && { ...replay, rounds: cases.length, seats: seatsOf(battle).length };
}

/** What the reels show at `now`, by `timeline` (the server's, or a replay's). */
export function momentOf(timeline: Timeline | null, now: number): Moment {
  return timeline === null ? BEFORE : momentAt(timeline, now);
}

/** The stage at `now`. */
export function stageOf({ status }: Pick<Casebattle, 'status'>, timeline: Timeline | null, now: number): Stage {
  if (status === 'PENDING') return 'pending';
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'VOIDED') return 'voided';
  if (timeline === null) return 'awaiting';
  const { part } = momentAt(timeline, now);
  return part === 'before' ? 'lead' : part;
}

/**
 * The battle without what the reels have not shown. `T` keeps the tables of the details. The secret goes too: with it
 * anybody could compute the rest.
 */
export function veiled<T extends Casebattle>(battle: T, moment: Moment): T {
  if (moment.part === 'told') return battle;
  const seats = seatsOf(battle);
  const indexOf = (id: string): number => seats.find(({ taken }) => taken?.id === id)?.index ?? 0;
  return {
    ...battle,
    teams: battle.teams.map((team) => ({
      ...team,
      participants: team.participants.map((participant) => ({
        ...participant,
        rolls: participant.rolls.filter(({ round }) => isOpen(moment, round, indexOf(participant.id))),
      })),
    })),
    teamWinners: [],
    secret: null,
    result: null,
    fair: { ...battle.fair, ticket: null, drandSignature: null },
  };
}

/** The next instant after `now` at which the stage changes by time alone; null when it will not. */
export function nextChangeAt(timeline: Timeline | null, now: number): number | null {
  return timeline === null ? null : nextOf(timeline, now);
}
