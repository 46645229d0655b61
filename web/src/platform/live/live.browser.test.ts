/** The live channel without a socket: folding, gaps, reconnection, and facts that arrive before an older answer. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { TopicFact } from '@fairpot/contract/live/facts';
import { follow, receiveFact, receiveHead, RECENT_MS, recentFacts, watchedTopics, type Feed } from './live.ts';

const fact = (seq: number, prev: number, id = 'a'): TopicFact<'chat'> => ({
  topic: 'chat',
  seq: `${seq}`,
  prev: `${prev}`,
  at: 0,
  body: { type: 'chat.removed', id },
});

function feed(options: Partial<Feed<'chat'>> = {}) {
  const applied: string[] = [];
  const resync = vi.fn();
  const apply = (facts: readonly TopicFact<'chat'>[]): void => void applied.push(facts.map((f) => f.seq).join(','));
  return { applied, resync, feed: { apply, resync, ...options } satisfies Feed<'chat'> };
}

const idOf = ({ body }: TopicFact<'chat'>) => (body.type === 'chat.removed' ? body.id : '');
const urgent = { isUrgent: () => true };
let stop: (() => void) | undefined;
beforeEach(() => () => stop?.());

test('folds facts in order and drops old ones', () => {
  const { applied, resync, feed: own } = feed(urgent);
  stop = follow('chat', own);
  receiveHead('chat', '5');
  resync.mockClear();
  receiveFact(fact(6, 5));
  receiveFact(fact(6, 5));
  receiveFact(fact(4, 3));
  receiveFact(fact(9, 6));
  expect(applied).toEqual(['6', '9']);
  expect(resync).not.toHaveBeenCalled();
});

test('refetches on a gap, and still applies the fact', () => {
  const { applied, resync, feed: own } = feed(urgent);
  stop = follow('chat', own);
  receiveHead('chat', '5');
  resync.mockClear();
  receiveFact(fact(9, 8));
  expect(applied).toEqual(['9']);
  expect(resync).toHaveBeenCalledTimes(1);
  receiveFact(fact(10, 9));
  expect(resync).toHaveBeenCalledTimes(1);
});

test('refetches on reconnection only if facts were missed', () => {
  const { resync, feed: own } = feed(urgent);
  stop = follow('chat', own);
  receiveHead('chat', '5');
  expect(resync).toHaveBeenCalledTimes(1);
  receiveFact(fact(6, 5));
  receiveHead('chat', '6');
  expect(resync).toHaveBeenCalledTimes(1);
  receiveHead('chat', '8');
  expect(resync).toHaveBeenCalledTimes(2);
});

test('refetches on a lower head, and does not take the next facts for old', () => {
  const { applied, resync, feed: own } = feed(urgent);
  stop = follow('chat', own);
  receiveHead('chat', '8000');
  resync.mockClear();
  receiveHead('chat', '5');
  expect(resync).toHaveBeenCalledTimes(1);
  receiveFact(fact(6, 5));
  expect(applied).toEqual(['6']);
  expect(resync).toHaveBeenCalledTimes(1);
});

test('batches facts, and replaces them by key', async () => {
  const { applied, feed: own } = feed({ keyOf: idOf });
  stop = follow('chat', own);
  receiveHead('chat', '0');
  receiveFact(fact(1, 0, 'a'));
  receiveFact(fact(2, 1, 'b'));
  receiveFact(fact(3, 2, 'a'));
  expect(applied).toEqual([]);
  await expect.poll(() => applied).toEqual(['2,3']);
});

test('keeps recent facts for an answer that arrives later', () => {
  stop = follow('chat', feed(urgent).feed);
  receiveHead('chat', '0');
  receiveFact(fact(1, 0), 1_000);
  receiveFact(fact(2, 1), 1_000 + RECENT_MS - 1);
  expect(recentFacts('chat', 1_000 + RECENT_MS - 1).map((f) => f.seq)).toEqual(['1', '2']);
  expect(recentFacts('chat', 1_000 + RECENT_MS).map((f) => f.seq)).toEqual(['2']);
});

test('leaves a topic with its last follower, and ignores late facts', () => {
  const first = feed(urgent);
  const stopFirst = follow('chat', first.feed);
  const stopSecond = follow('chat', feed(urgent).feed);
  stopFirst();
  expect(watchedTopics()).toEqual(['chat']);
  stopSecond();
  expect(watchedTopics()).toEqual([]);
  receiveFact(fact(1, 0));
  expect(first.applied).toEqual([]);
});

test('replaces facts only if every feed of the topic has a key', () => {
  const whole = feed({ keyOf: idOf });
  const each = feed();
  const leave = [follow('chat', whole.feed), follow('chat', each.feed)];
  stop = () => leave.forEach((go) => go());
  receiveHead('chat', '5');
  receiveFact(fact(6, 5));
  receiveFact(fact(7, 6));
  const last = feed(urgent);
  leave.push(follow('chat', last.feed));
  receiveFact(fact(8, 7, 'b'));
  expect(each.applied.join()).toBe('6,7,8');
  expect(whole.applied.join()).toBe('6,7,8');
});
