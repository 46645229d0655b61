/** Signs that accounts work together, for staff to review. A sign alone has no consequence. */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Text of each sign on the desk. The thresholds are in server/src/collusion/rules.ts. */
export const COLLUSION_SIGNS = {
  VALUE_MOVED: 'Loses to one account again and again, and that account withdraws it',
  LINKED_ACCOUNTS: 'Two accounts of one network or payout address play each other, one way',
  RING: 'Several accounts lose to this one, which withdraws it',
  PASS_THROUGH: 'Deposits and withdraws without playing',
  SHARED_ADDRESS: 'Pays out to an address of another account',
} as const;
export type CollusionSignName = keyof typeof COLLUSION_SIGNS;

/** Signs per page. */
export const COLLUSION_PAGE = 30;

export const listCollusionSigns = queryAt('collusion.list', '/admin/collusion');
export const reviewCollusionSign = commandAt('collusion.review', '/admin/collusion/review');
