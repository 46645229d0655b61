/** The calls of all games: types only. */
import type { CASEBATTLE_CALLS } from '../casebattle/schemas.ts';
import type { COINFLIP_CALLS } from '../coinflip/schemas.ts';
import type { JACKPOT_CALLS } from '../jackpot/schemas.ts';

type Calls = typeof JACKPOT_CALLS | typeof COINFLIP_CALLS | typeof CASEBATTLE_CALLS;
/** The calls of all games; types only (schemas/registry.ts). */
export type GameCall = Calls[number];
