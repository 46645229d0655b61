/**
 * When each reel of a battle starts and stops, and which drops may be shown at a given time.
 *
 * Used by the page, the list and the sounds. Pure; instants are epoch ms of the server's clock. The server names the replay
 * (contract: BattleReplay); this file divides its rounds among the seats. Invariant: everything follows from the public record
 * alone, so a late visitor sees the same reel at the same position, and a replay is the same timeline later.
 */
import type { BattleReplay } from '@fairpot/contract/casebattle/schemas';
import { nextInstant } from '../../games-kit/instants.ts';

/** Fractions of a round's time: the spin and the delay from seat to seat; in the rest all drops are shown. */
const SPIN = 0.72;
const SEAT = 0.02;
/** Fraction of the tie's time that its reel takes. */
const TIE_SPIN = 0.8;

export interface Timeline extends BattleReplay {
  readonly rounds: number;
  readonly seats: number;
}

/** The same timeline with another start: a replay, possibly from a later round on. */
export function restartedAt(timeline: Timeline, startsAt: number): Timeline {
  return { ...timeline, startsAt, endsAt: timeline.endsAt + startsAt - timeline.startsAt };
}

/** When the reels of round `round` (from 0) start. */
export function roundStartsAt({ startsAt, roundMs }: Timeline, round: number): number {
  return startsAt + round * roundMs;
}

/** How long the reel of seat `seat` (from 0, over all teams) turns. 2.5 s or more: the shortest round has 3.5 s. */
export function spinMsOf({ roundMs }: Pick<Timeline, 'roundMs'>, seat: number): number {
  return roundMs * (SPIN + SEAT * seat);
}

/** When the drop of a round and seat may be shown. */
export function stopsAt(timeline: Timeline, round: number, seat: number): number {
  return roundStartsAt(timeline, round) + spinMsOf(timeline, seat);
}

/** When the draw of the tie starts; null without a tie. */
export function tieStartsAt(timeline: Timeline): number | null {
  return timeline.tieMs === 0 ? null : roundStartsAt(timeline, timeline.rounds);
}

/** How long the reel of the tie turns. */
export function tieSpinMs({ tieMs }: Timeline): number {
  return tieMs * TIE_SPIN;
}

/**
 * - `before`: the reels have not started
 * - `rolling`: the reels of round `round` turn or have stopped
 * - `tie`: the tie is being drawn
 * - `standing`: everything is drawn, the final totals are shown
 * - `over`: winner and winnings are shown
 */
export interface ReplayMoment {
  readonly part: 'before' | 'rolling' | 'tie' | 'standing' | 'over';
  /** The battle round on the reels, from 0; the last one once all are open. */
  readonly round: number;
  /** Number of seats (in order) whose reel has stopped in this round. */
  readonly stopped: number;
}

export function momentAt(timeline: Timeline, now: number): ReplayMoment {
  const { startsAt, roundMs, tieMs, endsAt, rounds, seats } = timeline;
  if (now < startsAt) return { part: 'before', round: 0, stopped: 0 };
  const over = { round: rounds - 1, stopped: seats };
  if (now >= endsAt) return { part: 'over', ...over };
  const reelsEnd = startsAt + rounds * roundMs;
  if (now >= reelsEnd + tieMs) return { part: 'standing', ...over };
  if (now >= reelsEnd) return { part: 'tie', ...over };
  const round = Math.floor((now - startsAt) / roundMs);
  const stopped = Array.from({ length: seats }, (_, seat) => stopsAt(timeline, round, seat)).filter((at) => at <= now);
  return { part: 'rolling', round, stopped: stopped.length };
}

/** True when the drop of a round and seat may be shown at this moment. */
export function isOpen({ part, round, stopped }: ReplayMoment, dropRound: number, seat: number): boolean {
  if (part === 'before') return false;
  return dropRound < round || (dropRound === round && seat < stopped);
}

/** The next instant after `now` at which the moment changes; null if it will not. */
export function nextChangeAt(timeline: Timeline, now: number): number | null {
  const { round } = momentAt(timeline, now);
  const reelsEnd = roundStartsAt(timeline, timeline.rounds);
  const instants = [
    timeline.startsAt,
    ...Array.from({ length: timeline.seats }, (_, seat) => stopsAt(timeline, round, seat)),
    roundStartsAt(timeline, round + 1),
    reelsEnd,
    reelsEnd + timeline.tieMs,
    timeline.endsAt,
  ];
  return nextInstant(
    instants.filter((at) => at <= timeline.endsAt),
    now,
  );
}
