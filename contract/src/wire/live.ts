/**
 * The live channel (Socket.IO at /api/socket.io): names and payloads of every event.
 *
 * Facts are what happened, in order, none lost: each carries `seq`, and `prev`, the seq of the fact before it on the
 * same topic, so that a client sees a gap and fetches again. Signals (the online count) may be lost.
 */
import { GAME_NAMES } from '../games/games.ts';

export const SOCKET_PATH = '/api/socket.io';

/**
 * Topics a client may subscribe to. 'player' stands for the signed-in person's own topic, 'support' is for staff who hold 'tickets', 'site'
 * for settings that all read.
 */
export const TOPICS = [...GAME_NAMES, 'chat', 'market', 'support', 'player', 'site'] as const;
