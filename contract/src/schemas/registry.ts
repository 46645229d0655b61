/**
 * Every call of the product, in one list: the server checks that each has a handler, OpenAPI is made from it, and a client's
 * call finds its types here by its name.
 */
import type { Call } from './call.ts';
import { CASE_CALLS } from './case.ts';
import { CHAT_CALLS } from './chat.ts';
import { FAIR_CALLS } from './fair.ts';
import { GAME_CALLS } from './games.ts';
import { INVENTORY_CALLS } from './inventory.ts';
import { LOG_CALLS } from './log.ts';
import { listSettings } from './settings.ts';
import { listStuckRounds } from './stuck.ts';
import { USER_CALLS } from './user.ts';

const LIST = [
  ...USER_CALLS,
  listSettings,
  ...INVENTORY_CALLS,
  ...GAME_CALLS,
  ...CASE_CALLS,
  ...FAIR_CALLS,
  listStuckRounds,
  ...LOG_CALLS,
  ...CHAT_CALLS,
] as const;

export const CALLS: readonly Call[] = LIST;

type Listed = (typeof LIST)[number];

/** Each call by its name: types only. */
export type CallsByName = { readonly [C in Listed as C['name']]: C };
