/**
 * What ADMIN can pause: each game, the chat, each payment method. In a paused system nothing new begins; what is open
 * continues to its end, and players keep what they have. Read by the server, the staff desk, and every page with
 * buttons that a pause disables.
 */
import { commandAt, queryAt } from '../../wire/call.ts';
import { GAMES } from '../../games/games.ts';

/** `key`: its setting. `label`: its name for staff. */
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
