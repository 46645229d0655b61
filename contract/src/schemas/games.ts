/** What a server needs of ../games.ts: the calls of every game, and what clients are told of its settings. */
import type { GameName } from '../games.ts';
import { CASEBATTLE_CALLS, CasebattleSettings } from './casebattle.ts';
import { COINFLIP_CALLS } from './coinflip.ts';
import { ItemGameSettings } from './item.ts';
import { JACKPOT_CALLS } from './jackpot.ts';

export const GAME_CALLS = [...JACKPOT_CALLS, ...COINFLIP_CALLS, ...CASEBATTLE_CALLS] as const;

export const GAME_SETTINGS = {
  jackpot: ItemGameSettings,
  coinflip: ItemGameSettings,
  casebattle: CasebattleSettings,
} as const satisfies Record<GameName, unknown>;
