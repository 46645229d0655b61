/**
 * The stage of a dice duel on the screen, and what may be shown of it. Pure; instants are epoch ms of the server's clock.
 *
 * Invariant: until the dice come to rest, nothing that is rendered depends on the winner (`veiled` removes it).
 */
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { THROW_MS } from '@fairpot/contract/diceduel/calls';
import { nextInstant } from '../../games-kit/instants.ts';

/** `drawing`: waiting for the beacon. `thrown`: the dice roll. `landed`: the result may be read. */
export type Stage = 'waiting' | 'countdown' | 'drawing' | 'thrown' | 'landed' | 'cancelled' | 'voided';

type Timed = Pick<DiceduelGame, 'phase' | 'settledAt' | 'deadlineAt'>;

/** When the dice come to rest; null before the settlement. Never before the countdown is over. */
export function landedAt({ settledAt, deadlineAt }: Pick<Timed, 'settledAt' | 'deadlineAt'>): number | null {
  return settledAt === null ? null : Math.max(settledAt, deadlineAt ?? 0) + THROW_MS;
}

export function stageOf(duel: Timed, now: number): Stage {
  const counting = now < (duel.deadlineAt ?? 0);
  switch (duel.phase) {
    case 'WAITING':
      return 'waiting';
    case 'CANCELLED':
      return 'cancelled';
    case 'VOIDED':
      return 'voided';
    case 'COUNTDOWN':
      return counting ? 'countdown' : 'drawing';
    case 'SETTLED':
      return counting ? 'countdown' : now < (landedAt(duel) ?? 0) ? 'thrown' : 'landed';
  }
}

/** The next instant after `now` at which the stage changes by time alone; null when it will not. */
export function nextChangeAt(duel: Timed, now: number): number | null {
  return duel.phase === 'WAITING' ? null : nextInstant([duel.deadlineAt, landedAt(duel)], now);
}

/** The duel without anything that reveals its result, until the dice come to rest. */
export function veiled(duel: DiceduelGame, now: number): DiceduelGame {
  if (duel.phase !== 'SETTLED' || stageOf(duel, now) === 'landed') return duel;
  const fair = { ...duel.fair, drandSignature: null };
  return { ...duel, throws: null, winnerSeat: null, secret: null, feeItemIds: [], fair };
}
