/**
 * Client of the live channel: watched topics, arriving facts, and when to refetch instead.
 *
 * Invariants: facts are folded in order and old ones dropped; a gap or missed facts cause a refetch; all facts reach React through one
 * batcher. The socket (live-socket.ts, with its library) is loaded after the first paint.
 */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { TOPICS } from '@fairpot/contract/live/channel';
import type { Topic } from '@fairpot/contract/live/channel.schemas';
import type { TopicFact } from '@fairpot/contract/live/facts';
import { coversHead } from '../calls/covered.ts';
import { reachSeq } from '../calls/position.ts';
import { createBatcher } from './batcher.ts';
import { arrivalOf, missedSince } from './gaps.ts';

/** `connecting` until the first connection, `reconnecting` while a server that was reached does not answer: header, bars and actions follow it. */
export type LiveStatus = 'connecting' | 'online' | 'reconnecting';

interface LiveState {
  readonly status: LiveStatus;
  /** People online; null until the server reports it. */
  readonly online: number | null;
}

export const useLive = create<LiveState>(() => ({ status: 'connecting', online: null }));

/** True while a command would not reach the server. */
export const useAway = (): boolean => useLive(({ status }) => status === 'reconnecting');

/** Calls `callback` at each return of the connection, until the returned function is called. */
export function onReturn(callback: () => void): () => void {
  return useLive.subscribe((now, before) => {
    if (now.status === 'online' && before.status === 'reconnecting') callback();
  });
}

/** A feature's callbacks for a topic. */
export interface Feed<T extends Topic = Topic> {
  /** Folds facts, oldest first, into the query cache: one `setQueryData` per list. */
  readonly apply: (facts: readonly TopicFact<T>[]) => void;
  /** Facts were missed: refetch the queries of this topic. */
  readonly resync: () => void;
  /** Waiting facts with the same key replace each other. Set it if a fact carries the whole state. */
  readonly keyOf?: (fact: TopicFact<T>) => string;
  /** True for facts that must not wait for the next batch: the player's own money or game. */
  readonly isUrgent?: (fact: TopicFact<T>) => boolean;
}

/** How long a fact is kept, to be folded into an answer that is older but arrives later. */
export const RECENT_MS = 15_000;

interface WatchedTopic<T extends Topic> {
  readonly feeds: Set<Feed<T>>;
  last: string | null;
  recent: { readonly fact: TopicFact<T>; readonly arrivedAt: number }[];
}

const watched: { [T in Topic]?: WatchedTopic<T> } = {};
let changed: (topics: { added?: Topic; removed?: Topic }) => void = () => undefined;

const batcher = createBatcher<TopicFact>((facts) => {
  for (const topic of watchedTopics()) deliver(topic, facts);
});

function deliver<T extends Topic>(topic: T, facts: readonly TopicFact[]): void {
  const own = facts.filter((fact): fact is TopicFact<T> => fact.topic === topic);
  if (own.length > 0) for (const feed of watched[topic]?.feeds ?? []) feed.apply(own);
}

let path = '';
let pathChanged: (path: string) => void = () => undefined;

/** The current path, to be reported to the server: kept until the socket is loaded, and reported again on each connection. */
export function reportPath(current: string): void {
  path = current;
  pathChanged(current);
}

export function reportedNow(): string {
  return path;
}

/** The socket registers its path reporter here, once when it is loaded. */
export function onPathChanged(listener: typeof pathChanged): void {
  pathChanged = listener;
}

/** Topics that are followed on screen now. */
export function watchedTopics(): readonly Topic[] {
  return TOPICS.filter((topic) => watched[topic] !== undefined);
}

/** The socket registers its subscribe function here, once when it is loaded. */
export function onTopicsChanged(listener: typeof changed): void {
  changed = listener;
}

/** Follows a topic until the returned function is called. */
export function follow<T extends Topic>(topic: T, feed: Feed<T>): () => void {
  const known = watched[topic];
  if (known) known.feeds.add(feed);
  else {
    const entry: WatchedTopic<T> = { feeds: new Set([feed]), last: null, recent: [] };
    Object.assign(watched, { [topic]: entry });
    changed({ added: topic });
  }
  return () => {
    const entry = watched[topic];
    entry?.feeds.delete(feed);
    if (entry?.feeds.size !== 0) return;
    delete watched[topic];
    changed({ removed: topic });
  };
}

/** Follows a topic while the component is mounted; the feed may be a new object on each render. */
export function useTopic<T extends Topic>(topic: T, feed: Feed<T>): void {
  const latest = useRef(feed);
  useEffect(() => {
    latest.current = feed;
  });
  useEffect(
    () =>
      follow(topic, {
        apply: (facts) => latest.current.apply(facts),
        resync: () => latest.current.resync(),
        keyOf: (fact) => latest.current.keyOf?.(fact) ?? fact.seq,
        isUrgent: (fact) => latest.current.isUrgent?.(fact) ?? false,
      }),
    [topic],
  );
}

/** One fact from the socket. */
export function receiveFact<T extends Topic>(fact: TopicFact<T>, now: number = Date.now()): void {
  reachSeq(fact.seq);
  const entry = watched[fact.topic];
  if (!entry) return; // the topic was left meanwhile
  const arrival = arrivalOf(entry.last, fact);
  if (arrival === 'old') return;
  entry.last = fact.seq;
  entry.recent = [...entry.recent.filter((r) => now - r.arrivedAt < RECENT_MS), { fact, arrivedAt: now }];
  const feeds = [...entry.feeds];
  const key = keyFor(feeds, fact);
  const urgent = feeds.some((feed) => feed.isUrgent?.(fact) ?? false);
  batcher.push(`${fact.topic}:${key}`, fact, urgent);
  if (arrival === 'gap') for (const feed of feeds) feed.resync();
}

/** Facts replace each other only if every feed of the topic has a key: a feed that counts facts must lose none. */
function keyFor<T extends Topic>(feeds: readonly Feed<T>[], fact: TopicFact<T>): string {
  const keys = feeds.map((feed) => feed.keyOf?.(fact) ?? fact.seq);
  return JSON.stringify([...new Set(keys)]);
}

/** The head of a topic at (re)subscription. Answers from before are refetched unless they contain everything up to it. */
export function receiveHead(topic: Topic, head: string): void {
  reachSeq(head);
  const entry = watched[topic];
  if (!entry) return;
  const resync = (): void => entry.feeds.forEach((feed) => feed.resync());
  const { last } = entry;
  entry.last = head;
  const covered = last === null ? coversHead(head) : !missedSince(last, head);
  if (covered === false) resync();
  else if (covered !== true) void covered.then((all) => (all ? undefined : resync()));
}

/**
 * The facts of the last seconds, oldest first. Fold them into a fetched answer before it is cached: the answer may be older than a fact that
 * arrived before it. Folding is by version, so a fact that the answer already contains changes nothing.
 */
export function recentFacts<T extends Topic>(topic: T, now: number = Date.now()): readonly TopicFact<T>[] {
  const entry = watched[topic];
  if (!entry) return [];
  return entry.recent.filter((r) => now - r.arrivedAt < RECENT_MS).map((r) => r.fact);
}
