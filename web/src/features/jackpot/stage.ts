/**
 * Which round of the jackpot is on the screen, its stage, and what may be shown of it at a given time.
 *
 * Used by every picture of the pot. Pure; all instants are epoch ms of the server's clock. Invariant: until the pointer has
 * landed nothing rendered depends on the winner (`veiled` removes it), and everyone sees it land at the same instant, however
 * late their facts arrive.
 */
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { JACKPOT_SHOW_RESULT_MS } from '@fairpot/contract/jackpot/calls';
import { nextInstant } from '../../games-kit/instants.ts';

/** How long the pointer turns. */
export const RING_MS = 6_000;
/** From the settlement to the start of the animation: by then the fact has reached almost everyone. */
export const SPIN_DELAY_MS = 1_500;

/**
 * - `waiting` for two different players
 * - `countdown`
 * - `closing`: the countdown is over, the lock has not arrived yet
 * - `finishing`: locked, the named beacon round is pending
 * - `known`: the server has published the result; the pointer starts in a moment
 * - `turning`: the pointer is on its way
 * - `landed`: the result is shown
 */
export type JackpotStage =
  | 'waiting'
  | 'countdown'
  | 'closing'
  | 'finishing'
  | 'known'
  | 'turning'
  | 'landed'
  | 'voided';

export type JackpotTiming = Pick<JackpotRound, 'phase' | 'deadlineAt' | 'settledAt'>;

/** When the pointer starts; null before the settlement. */
export function spinAt({ settledAt }: Pick<JackpotTiming, 'settledAt'>): number | null {
  return settledAt === null ? null : settledAt + SPIN_DELAY_MS;
}

/** When the pointer has landed; null before the settlement. */
export function landedAt(round: Pick<JackpotTiming, 'settledAt'>): number | null {
  const start = spinAt(round);
  return start === null ? null : start + RING_MS;
}

/** Of a round whose player has not seen its result yet. */
export const NEVER_SHOWN = Infinity;

/**
 * When a drawn round makes room for the next one; null before the settlement. `shownAt`: when its result was first on the screen of its player,
 * who may have been away when it landed; 0 for everyone else.
 */
export function leavesAt(round: Pick<JackpotTiming, 'settledAt'>, shownAt = 0): number | null {
  const landed = landedAt(round);
  return landed === null ? null : Math.max(landed, shownAt) + JACKPOT_SHOW_RESULT_MS;
}

export function stageOf(round: JackpotTiming, now: number): JackpotStage {
  switch (round.phase) {
    case 'WAITING':
      return 'waiting';
    case 'COUNTDOWN':
      return now < (round.deadlineAt ?? 0) ? 'countdown' : 'closing';
    case 'FINISHING':
      return 'finishing';
    case 'VOIDED':
      return 'voided';
    case 'SETTLED': {
      if (now < (spinAt(round) ?? 0)) return 'known';
      return now < (landedAt(round) ?? 0) ? 'turning' : 'landed';
    }
  }
}

/** True once the result may be shown. */
export function isRevealed(round: JackpotTiming, now: number): boolean {
  return round.phase !== 'SETTLED' || stageOf(round, now) === 'landed';
}

/** The round without its result until the pointer has landed. Pictures render only this. */
export function veiled(round: JackpotRound, now: number): JackpotRound {
  if (isRevealed(round, now)) return round;
  return { ...round, result: null, secret: null, fair: { ...round.fair, ticket: null, drandSignature: null } };
}

/** The rounds on the page: `round` in the ring, `next` if another one takes entries meanwhile, `before` below. */
export interface StageView {
  readonly round: JackpotRound | null;
  readonly next: JackpotRound | null;
  readonly before: JackpotRound | null;
}

type Rounds = Pick<JackpotState, 'game' | 'last'>;

/**
 * Selects the round in the ring. A drawn round stays until `leavesAt` although the next one already takes entries, unless the
 * player dismissed it (`dismissed` is its id).
 */
export function stageView({ game, last }: Rounds, now: number, dismissed: string | null, shownAt = 0): StageView {
  const leaves = last?.phase === 'SETTLED' && last.id !== dismissed ? leavesAt(last, shownAt) : null;
  const stays = leaves !== null && now < leaves;
  if (stays || game === null) return { round: last, next: last === null ? null : game, before: null };
  return { round: game, next: null, before: last };
}

/** The next instant after `now` at which any of this changes by time alone; null if it will not. */
export function nextChangeAt({ game, last }: Rounds, now: number, shownAt = 0): number | null {
  const instants = [game, last].flatMap((round) =>
    round === null ? [] : [round.deadlineAt, spinAt(round), landedAt(round), leavesAt(round, shownAt)],
  );
  return nextInstant(instants, now);
}
