/**
 * The live channel (Socket.IO at /api/socket.io): names and payloads of every event.
 *
 * Facts are what happened, in order, none lost: each carries `seq`, and `prev`, the seq of the fact before it on the
 * same topic, so that a client sees a gap and fetches again. Signals (the online count) may be lost.
 */
import { GAME_NAMES } from './games.ts';
import type { NotificationKind } from './notifications.ts';
import type { FactEnvelope, Topic, SubscribeAck } from './schemas/live.ts';

export type * from './schemas/live.ts';

export const SOCKET_PATH = '/api/socket.io';

/**
 * Topics a client may subscribe to. 'player' stands for the signed-in person's own topic, 'support' is for staff who hold 'tickets', 'site'
 * for settings that all read.
 */
export const TOPICS = [...GAME_NAMES, 'chat', 'market', 'support', 'player', 'site'] as const;

export interface ServerEvents {
  fact: (...envelopes: FactEnvelope[]) => void;
  /** Header and text of a notification (spec 4), with its kind: sent with the fact 'notification.new'. */
  notification: (note: { header: string; text: string; kind: NotificationKind }) => void;
  /** People online: signed-in persons and watching visitors, not sockets, not bots. */
  chatOnline: (count: number) => void;
  /** The chat history changed. */
  chatMessage: () => void;
  /** The signed-in user changed: fetch GET /user again. */
  userUpdated: () => void;
}

export interface ClientEvents {
  subscribe: (topics: Topic[], ack: (answer: SubscribeAck) => void) => void;
  unsubscribe: (topics: Topic[]) => void;
  /** The path the page is on; after route changes with ' (main)' appended (spec 2). */
  path: (path: string) => void;
  /** Clock and latency measurement: answered with the server's epoch ms. */
  ping: (ack: (now: number) => void) => void;
}
