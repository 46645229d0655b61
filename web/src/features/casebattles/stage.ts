/**
 * The stage of a battle on the screen, and what may be shown of it at a given time. Used by every picture of a battle.
 *
 * Pure; instants are epoch ms of the server's clock. Invariant: the server publishes all drops at once. Until a reel has shown
 * a drop nothing rendered depends on it (`veiled` removes it), and everyone sees it at the same instant, however late their
 * facts arrive.
 */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { seatsOf } from './seats.ts';
import { isOpen, momentAt, nextChangeAt as nextOf } from './timeline.ts';
import type { ReplayMoment, Timeline } from './timeline.ts';

/**
 * - `pending`: waits for players
 * - `awaiting`: all seats are taken, the named beacon round is not due yet
 * - `spinning`: the round is due; the reels turn and wait for the result
 * - `lead`: a replay starts in a moment
 * - `rolling`, `tie`, `standing`: the reels turn, a tie is drawn, the final totals are shown
 * - `over`: winner and winnings are shown
 */
export type BattleStage =
  | 'pending'
  | 'awaiting'
  | 'spinning'
  | 'lead'
  | 'rolling'
  | 'tie'
  | 'standing'
  | 'over'
  | 'cancelled'
  | 'voided';

/** Locked and not over yet: an account update now would reveal the result before the reels do. */
export function isUnderWay(stage: BattleStage): boolean {
  return ['awaiting', 'spinning', 'lead', 'rolling', 'tie', 'standing'].includes(stage);
}

const BEFORE: ReplayMoment = { part: 'before', round: 0, stopped: 0 };

/** The timeline that the server named; null before the result is published. */
export function timelineOf(battle: Pick<Casebattle, 'id' | 'replay' | 'cases' | 'type' | 'teams'>): Timeline | null {
  const { replay, cases } = battle;
  return replay && { ...replay, rounds: cases.length, seats: seatsOf(battle).length };
}

/** The moment of the reels at `now`, by `timeline` (the server's or a replay's). */
export function momentOf(timeline: Timeline | null, now: number): ReplayMoment {
  return timeline === null ? BEFORE : momentAt(timeline, now);
}

type Staged = Pick<Casebattle, 'status' | 'dueAt' | 'replay'>;

export function stageOf(battle: Staged, timeline: Timeline | null, now: number): BattleStage {
  const { status, dueAt } = battle;
  if (status === 'PENDING') return 'pending';
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'VOIDED') return 'voided';
  const { part } = momentOf(timeline, now);
  if (part !== 'before') return part;
  if (isReplay(battle, timeline)) return 'lead';
  return dueAt !== null && now >= dueAt ? 'spinning' : 'awaiting';
}

/** True when `timeline` shows the battle again, later than the server named. */
export function isReplay({ replay }: Pick<Casebattle, 'replay'>, timeline: Timeline | null): boolean {
  return timeline !== null && timeline.startsAt !== replay?.startsAt;
}

/**
 * The battle without what the reels have not shown. `T` keeps the tables of the details. The secret is removed too, because the
 * rest can be computed from it.
 */
export function veiled<T extends Casebattle>(battle: T, moment: ReplayMoment): T {
  if (moment.part === 'over') return battle;
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

/** The next instant after `now` at which the stage changes by time alone; null if it will not. */
export function nextChangeAt(
  { dueAt }: Pick<Casebattle, 'dueAt'>,
  timeline: Timeline | null,
  now: number,
): number | null {
  if (dueAt !== null && now < dueAt) return dueAt;
  return timeline === null ? null : nextOf(timeline, now);
}
