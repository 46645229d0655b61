import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';
import { beforeEach, expect, test } from 'vitest';
import { RoomBroadcast, CROWD, ROUND_MS, ROUND_MS_PER_SOCKET } from './broadcast.ts';

const fact = (n: number): FactEnvelope => ({
  topic: 'chat',
  seq: String(n),
  prev: String(n - 1),
  at: 0,
  body: { type: 'chat.posted' },
});

const ROOMS = ['a', 'b', 'c', 'd'];

let sizes: Record<string, number>;
let now: number;
let sent: { ms: number; rooms: string[]; seqs: string[] }[];
let sleeping: { until: number; wake: () => void }[];
let turns: number;
let onSent: () => void;
let broadcast: RoomBroadcast;

beforeEach(() => {
  sizes = Object.fromEntries(ROOMS.map((room) => [room, CROWD / ROOMS.length]));
  now = 0;
  sent = [];
  sleeping = [];
  turns = 0;
  onSent = () => undefined;
  broadcast = new RoomBroadcast({
    clock: { sleep: (ms) => new Promise((wake) => sleeping.push({ until: now + ms, wake })) },
    elapsedMs: () => now,
    afterOthers: () => {
      turns += 1;
      return new Promise<void>((wake) => sleeping.push({ until: now, wake }));
    },
    sizeOf: (room) => sizes[room] ?? 0,
    send: (rooms, facts) => {
      sent.push({ ms: now, rooms, seqs: facts.map(({ seq }) => seq) });
      onSent();
    },
  });
});

/** Lets time pass up to this moment. */
async function pass(until: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = sleeping.toSorted((a, b) => a.until - b.until)[0];
    if (next === undefined || next.until > until) break;
    sleeping.splice(sleeping.indexOf(next), 1);
    now = Math.max(now, next.until);
    next.wake();
  }
  now = until;
}

const seqsOf = (room: string) => sent.filter(({ rooms }) => rooms.includes(room)).map(({ seqs }) => seqs);

test('a small audience gets each fact at once, in a frame of its own', () => {
  sizes['a'] = CROWD / ROOMS.length - 1;
  for (const n of [1, 2]) broadcast.send('all', ROOMS, fact(n));
  expect(sent).toEqual([1, 2].map((n) => ({ ms: 0, rooms: ROOMS, seqs: [String(n)] })));
  expect(sleeping).toEqual([]);
});

test('the first fact goes to all rooms of a large audience at once, with a pause after each', async () => {
  broadcast.send('all', ROOMS, fact(1));
  expect(sent).toEqual([{ ms: 0, rooms: ['a'], seqs: ['1'] }]);
  await pass(0);
  expect(sent).toEqual(ROOMS.map((room) => ({ ms: 0, rooms: [room], seqs: ['1'] })));
  expect(turns).toBe(ROOMS.length - 1);
});

test('then the rooms take turns, evenly spread over a round; each gets all facts since its last turn, in order, once', async () => {
  broadcast.send('all', ROOMS, fact(1));
  await pass(ROUND_MS / 2);
  for (const n of [2, 3]) broadcast.send('all', ROOMS, fact(n));
  await pass(ROUND_MS + ROUND_MS / 4);
  broadcast.send('all', ROOMS, fact(4));
  await pass(4 * ROUND_MS);
  expect(sent.slice(ROOMS.length)).toEqual([
    { ms: 100, rooms: ['a'], seqs: ['2', '3'] },
    { ms: 125, rooms: ['b'], seqs: ['2', '3'] },
    { ms: 150, rooms: ['c'], seqs: ['2', '3', '4'] },
    { ms: 175, rooms: ['d'], seqs: ['2', '3', '4'] },
    { ms: 200, rooms: ['a'], seqs: ['4'] },
    { ms: 225, rooms: ['b'], seqs: ['4'] },
  ]);
});

test('after a round without a fact the next one is sent at once again', async () => {
  broadcast.send('all', ROOMS, fact(1));
  await pass(2 * ROUND_MS);
  expect(sleeping).toEqual([]);
  broadcast.send('all', ROOMS, fact(2));
  await pass(2 * ROUND_MS);
  expect(sent.slice(ROOMS.length)).toEqual(ROOMS.map((room) => ({ ms: 2 * ROUND_MS, rooms: [room], seqs: ['2'] })));
});

test('a fact that arrives late in a quiet round reaches all rooms', async () => {
  broadcast.send('all', ROOMS, fact(1));
  await pass(ROUND_MS + 60);
  broadcast.send('all', ROOMS, fact(2));
  await pass(3 * ROUND_MS);
  for (const room of ROOMS) expect(seqsOf(room)).toEqual([['1'], ['2']]);
});

test('a round of very many sockets is longer', async () => {
  const many = 10_000;
  sizes = { a: many };
  broadcast.send('a', ['a'], fact(1));
  broadcast.send('a', ['a'], fact(2));
  await pass(1_000);
  expect(sent.map(({ ms }) => ms)).toEqual([0, many * ROUND_MS_PER_SOCKET]);
});

test('a round that was held up is followed by one at once, not by all that were missed', async () => {
  sizes = { a: CROWD };
  // The next fact arrives with each frame.
  onSent = () => sent.length < 5 && broadcast.send('a', ['a'], fact(sent.length + 1));
  broadcast.send('a', ['a'], fact(1));
  broadcast.send('a', ['a'], fact(2));
  await pass(0);
  now = 10 * ROUND_MS;
  await pass(20 * ROUND_MS);
  expect(sent.map(({ ms }) => ms)).toEqual([0, 1_000, 1_000, 1_100, 1_200]);
});

test('audiences do not wait for each other', async () => {
  sizes = { a: CROWD, player: 1 };
  broadcast.send('a', ['a'], fact(1));
  broadcast.send('player', ['player'], fact(2));
  broadcast.send('a', ['a'], fact(3));
  await pass(ROUND_MS);
  expect(sent).toEqual([
    { ms: 0, rooms: ['a'], seqs: ['1'] },
    { ms: 0, rooms: ['player'], seqs: ['2'] },
    { ms: ROUND_MS, rooms: ['a'], seqs: ['3'] },
  ]);
});

test('facts gathered for a large audience are still sent when most sockets have left', async () => {
  sizes = { a: CROWD };
  broadcast.send('a', ['a'], fact(1));
  broadcast.send('a', ['a'], fact(2));
  sizes['a'] = 1;
  await pass(ROUND_MS);
  expect(seqsOf('a')).toEqual([['1'], ['2']]);
});

test.each(Array.from({ length: 12 }, (_, n) => n))(
  'a fact %i promises after the last turn of a round without facts reaches each room',
  async (promises) => {
    broadcast.send('all', ROOMS, fact(1));
    const lastTurn = ROUND_MS + (ROUND_MS * (ROOMS.length - 1)) / ROOMS.length;
    await pass(lastTurn - 1);
    now = lastTurn;
    for (const { wake } of sleeping.splice(0)) wake();
    for (let n = 0; n < promises; n++) await Promise.resolve();
    broadcast.send('all', ROOMS, fact(2));
    await pass(6 * ROUND_MS);
    expect(ROOMS.map((room) => seqsOf(room).flat())).toEqual(ROOMS.map(() => ['1', '2']));
  },
);
