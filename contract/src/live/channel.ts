/**
 * The live channel (Socket.IO at /api/socket.io): names and payloads of every event.
 *
 * Facts are changes, in order and complete: each carries `seq`, and `prev`, the seq of the previous fact on the topic,
 * so that a client detects a gap and fetches again. Signals (the online count) may be lost.
 */
import { GAME_NAMES } from '../games/games.ts';

export const SOCKET_PATH = '/api/socket.io';

/**
 * Topics a client may subscribe to. 'player' is the signed-in player's own topic, 'support' is for staff with
 * 'tickets', 'site' for settings that everyone reads.
 */
export const TOPICS = [...GAME_NAMES, 'chat', 'market', 'support', 'player', 'site'] as const;
