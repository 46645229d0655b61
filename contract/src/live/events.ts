/** Events of the live channel: names and payloads. */
import type { NotificationKind } from '../notifications/calls.ts';
import type { FactEnvelope, Topic, SubscribeAck } from './channel.schemas.ts';

/** A client that reads the facts of its topics knows them by type: `ServerEvents<TopicFact>`. */
export interface ServerEvents<Fact = FactEnvelope> {
  fact: (...envelopes: Fact[]) => void;
  /** Header and text of a notification (spec 4), with its kind: sent with the fact 'notification.new'. */
  notification: (note: { header: string; text: string; kind: NotificationKind }) => void;
  /** People online: signed-in players and watching visitors, not sockets, not bots. */
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
  /** Clock and latency measurement: the server answers with its epoch ms. */
  ping: (ack: (now: number) => void) => void;
}
