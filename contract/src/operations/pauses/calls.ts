/**
 * What ADMIN can pause, one by one: each game, the chat, each way of money. Nothing new begins in what is paused; what is open goes on to
 * its end, and what a player has stays theirs. Read by the server, the staff desk, and every page whose buttons a pause stops.
 */
import { commandAt, queryAt } from '../../wire/call.ts';
import { GAMES } from '../../games/games.ts';

/** `key`: of the setting that says it. `label`: what is paused, to staff. */
export const PAUSES = [
  ...GAMES.map(({ game, label }) => ({ system: game, key: `${game}.paused` as const, label })),
  { system: 'chat', key: 'chat.closed', label: 'Chat' },
  { system: 'deposit', key: 'deposit.paused', label: 'Deposits of items' },
  { system: 'cryptoDeposit', key: 'cryptoDeposit.paused', label: 'Deposits by crypto' },
  { system: 'withdraw', key: 'withdraw.paused', label: 'Withdrawals' },
  { system: 'market', key: 'market.paused', label: 'Market' },
] as const;

export type PauseSystem = (typeof PAUSES)[number]['system'];
export type PauseKey = (typeof PAUSES)[number]['key'];

export const PAUSE_SYSTEMS = PAUSES.map(({ system }) => system);

/** The systems that these settings, by key, pause. */
export function pausedSystems(settings: Readonly<Record<string, unknown>> | null): PauseSystem[] {
  return PAUSES.filter(({ key }) => settings?.[key] === true).map(({ system }) => system);
}

export const listPauses = queryAt('pauses.list', '/admin/pauses');
export const setPause = commandAt('pauses.set', '/admin/pauses/set');
