/**
 * Live topics over Socket.IO. Facts of a topic arrive in order and complete: each names the one before it. Where one is missing, at the start and after
 * a reconnection, the listener is asked to read the state by a call; facts that the state may include already come again, and their version says so.
 */
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { positionAfter } from '@fairpot/contract/wire/position';
import { refusalOfWire, REFUSALS } from '@fairpot/contract/wire/refusals';
import { io } from 'socket.io-client';
import { FairpotRefusal } from './refusal.ts';

/** The bodies of each topic's facts. */
export type FactShapes = object;

export interface Fact<B> {
  readonly topic: string;
  /** Position on the topic: increases, may skip numbers. */
  readonly seq: string;
  /** `seq` of the fact before it. */
  readonly prev: string;
  /** Epoch ms. */
  readonly at: number;
  readonly body: B;
}

export interface TopicListener<F, T extends keyof F> {
  /** Read the state of the topic now: facts before this moment were not seen. */
  readonly onRead?: (topic: T) => void;
  readonly onFact: (fact: Fact<F[T]>) => void;
  /** The site does not let the key follow; nothing follows. */
  readonly onRefused?: (refusal: FairpotRefusal) => void;
}

export interface Following {
  close(): void;
}

interface Envelope {
  readonly topic: string;
  readonly seq: string;
  readonly prev: string;
  readonly at: number;
  readonly body: never;
}

interface LiveSite {
  readonly site: string;
  readonly key: string | undefined;
  /** Facts up to this position are known. */
  readonly reach: (position: number) => void;
}

export function followTopics<F extends FactShapes, T extends keyof F & string>(
  { site, key, reach }: LiveSite,
  topics: readonly T[],
  { onRead, onFact, onRefused }: TopicListener<F, T>,
): Following {
  const extraHeaders = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const socket = io(site, { path: SOCKET_PATH, transports: ['websocket'], forceNew: true, extraHeaders });
  /** The newest fact of each topic, or the head at the subscription. */
  const seen = new Map<string, string>();
  const refuse = (refusal: FairpotRefusal) => {
    socket.disconnect();
    onRefused?.(refusal);
  };

  socket.on('connect', () => {
    socket.emit('subscribe', topics, ({ heads }: { heads: Readonly<Record<string, string>> }) => {
      const missing = topics.find((topic) => heads[topic] === undefined);
      if (missing !== undefined) return refuse(refusalOfKey('API_KEY_SCOPE'));
      for (const topic of topics) {
        const head = heads[topic] ?? '';
        if (seen.get(topic) === head) continue;
        seen.set(topic, head);
        reach(positionAfter(head));
        onRead?.(topic);
      }
    });
  });
  socket.on('fact', (...facts: readonly Envelope[]) => {
    for (const fact of facts) {
      const last = seen.get(fact.topic);
      // Not subscribed yet, or sent before the head that the subscription was answered with.
      if (last === undefined || BigInt(fact.seq) <= BigInt(last)) continue;
      seen.set(fact.topic, fact.seq);
      reach(positionAfter(fact.seq));
      // It may be older than `last`: the head of a subscription may be ahead of it.
      if (BigInt(fact.prev) > BigInt(last)) onRead?.(fact.topic as T);
      onFact(fact);
    }
  });
  // A revoked key: the site ends the socket, and refuses the next one.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', ({ message }) => {
    if (refusalOfWire(message) === 'API_KEY_UNKNOWN') refuse(refusalOfKey('API_KEY_UNKNOWN'));
    else if (!socket.active) setTimeout(() => socket.connect(), RECONNECT_MS);
  });
  return { close: () => void socket.disconnect() };
}

/** After the site refused a connection for a moment; lost ones are retried by Socket.IO. */
const RECONNECT_MS = 2_000;

function refusalOfKey(code: 'API_KEY_UNKNOWN' | 'API_KEY_SCOPE'): FairpotRefusal {
  const { status, text } = REFUSALS[code];
  return new FairpotRefusal({ code, text, status });
}
