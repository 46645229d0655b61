/**
 * The stage of a wheel on the screen, and what may be shown of it. Pure; instants are epoch ms of the server's clock.
 *
 * Invariant: while the wheel turns, nothing that is rendered depends on the winner (`veiled` removes it).
 */
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { TURN_MS } from '@fairpot/contract/wheel/calls';
import { nextInstant } from '../../games-kit/instants.ts';

/** `drawing`: waiting for the beacon. `turning`: the result is on its way. `landed`: it may be read. */
export type Stage = 'waiting' | 'drawing' | 'turning' | 'landed' | 'cancelled' | 'voided';

type Timed = Pick<WheelGame, 'phase' | 'settledAt'>;

/** When the wheel comes to rest; 0 before the settlement. */
export const landedAt = ({ settledAt }: Pick<Timed, 'settledAt'>): number =>
  settledAt === null ? 0 : settledAt + TURN_MS;

export function stageOf(wheel: Timed, now: number): Stage {
  switch (wheel.phase) {
    case 'WAITING':
      return 'waiting';
    case 'SPINNING':
      return 'drawing';
    case 'SETTLED':
      return now < landedAt(wheel) ? 'turning' : 'landed';
    case 'CANCELLED':
      return 'cancelled';
    case 'VOIDED':
      return 'voided';
  }
}

/** The next instant after `now` at which the stage changes by time alone; null when it will not. */
export function nextChangeAt(wheel: Timed, now: number): number | null {
  return wheel.settledAt === null ? null : nextInstant([landedAt(wheel)], now);
}

/** The wheel without anything that reveals its result, until it comes to rest. */
export function veiled(wheel: WheelGame, now: number): WheelGame {
  if (stageOf(wheel, now) !== 'turning') return wheel;
  const fair = { ...wheel.fair, drandSignature: null, ticket: null };
  return { ...wheel, winner: null, secret: null, feeItemIds: [], fair };
}
