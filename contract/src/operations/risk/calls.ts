/** Risk signals for staff to review (docs/assurance.md, RG15). A signal alone has no consequence. */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Text of each signal on the desk. The thresholds are in server/src/protection/risk.ts. */
export const RISK_SIGNALS = {
  LOSSES_UP: 'Lost three times as much in a week as in the weeks before',
  CHASING: 'Deposits again and again while losing, in one day',
  LONG_PLAY: 'Played in 16 or more of 24 hours',
  LIMITS_RAISED: 'Loosened limits twice or more in 30 days',
  CAME_BACK: 'Plays again within 30 days of coming back from a self-exclusion',
} as const;
export type RiskSignal = keyof typeof RISK_SIGNALS;

/** Flags per page. */
export const RISK_PAGE = 30;

export const listRiskFlags = queryAt('risk.list', '/admin/risk');
export const getUserProtection = queryAt('risk.user', '/admin/users/:userId/protection');
export const reviewRiskFlag = commandAt('risk.look', '/admin/risk/look');
