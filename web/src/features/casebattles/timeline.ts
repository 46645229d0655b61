/**
 * When each reel of a battle starts and stops, and what may be seen of the result at a moment.
 *
 * Called by the view, the list and the sounds. Pure; instants are epoch ms of the server's clock. The server names the
 * replay (contract: BattleReplay); this file divides its rounds among the seats. Invariant: everything follows from the
 * public record alone, so whoever comes late sees the same reel at the same place, and a replay is the same timeline later.
 */
import type { BattleReplay } from '@fairpot/contract/casebattle/schemas';
import { nextInstant } from '../../games-kit/instants.ts';

/** Parts of a round's time: turning, the delay from seat to seat, and the rest for which all drops stand. */
const SPIN = 0.72;
const SEAT = 0.02;
/** Part of the tie's time that its reel takes. */
const TIE_SPIN = 0.8;

export interface Timeline extends BattleReplay {
  readonly rounds: number;
  readonly seats: number;
}

/** The same, started at another time: a replay, or one from a later round on. */
export function startedAt(timeline: Timeline, startsAt: number): Timeline {
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

/** When the drop of that round and seat may be seen. */
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
 * - `rolling`: round `round` turns or stands
 * - `tie`: the tie is being drawn
 * - `standing`: all is drawn, the totals stand
 * - `told`: winner and winnings may be read
 */
export interface Moment {
  readonly part: 'before' | 'rolling' | 'tie' | 'standing' | 'told';
  /** The battle round on the reels, from 0; the last one once all are open. */
  readonly round: number;
  /** Seats (from 0, in order) whose reel of this round stands. */
  readonly stopped: number;
}

/** What is to be seen at `now`. */
export function momentAt(timeline: Timeline, now: number): Moment {
  const { startsAt, roundMs, tieMs, endsAt, rounds, seats } = timeline;
  if (now < startsAt) return { part: 'before', round: 0, stopped: 0 };
  const over = { round: rounds - 1, stopped: seats };
  if (now >= endsAt) return { part: 'told', ...over };
  const reelsEnd = startsAt + rounds * roundMs;
  if (now >= reelsEnd + tieMs) return { part: 'standing', ...over };
  if (now >= reelsEnd) return { part: 'tie', ...over };
  const round = Math.floor((now - startsAt) / roundMs);
  const stopped = Array.from({ length: seats }, (_, seat) => stopsAt(timeline, round, seat)).filter((at) => at <= now);
  return { part: 'rolling', round, stopped: stopped.length };
}

/** True when the drop of a round and seat may be seen at that moment. */
export function isOpen({ part, round, stopped }: Moment, dropRound: number, seat: number): boolean {
  if (part === 'before') return false;
  return dropRound < round || (dropRound === round && seat < stopped);
}

/** The next instant after `now` at which the moment changes; null when it will not. */
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
