/** Schemas of live.ts. */
import { z } from 'zod';
import * as live from './channel.ts';

export const Topic = z.enum(live.TOPICS);
export type Topic = z.infer<typeof Topic>;

/** Server -> client 'fact', one or more of one topic at a time, in order. `body` is the fact of the topic's feature. */
export const FactEnvelope = z.object({
  topic: Topic,
  /** Position on the topic: increases, may skip numbers. */
  seq: z.string(),
  /** `seq` of the previous fact on the topic, or the position at which the server began to read. */
  prev: z.string(),
  at: z.number().int(),
  body: z.looseObject({ type: z.string() }),
});
export type FactEnvelope = z.infer<typeof FactEnvelope>;

/**
 * Client -> server 'subscribe' [topics], acknowledged with the head of each topic: fetch after it, then apply facts.
 */
export const SubscribeAck = z.object({ now: z.number().int(), heads: z.record(z.string(), z.string()) });
export type SubscribeAck = z.infer<typeof SubscribeAck>;
