import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { beforeEach, expect, test } from 'vitest';
import { RoomBroadcast, CROWD, GATHER_MS } from './broadcast.ts';

const fact = (n: number): FactEnvelope => ({
  topic: 'chat',
  seq: String(n),
  prev: String(n - 1),
  at: 0,
  body: { type: 'chat.posted' },
});

let size: number;
let sent: { room: string; seqs: string[] }[];
let sleeping: { ms: number; wake: () => void }[];
let broadcast: RoomBroadcast;

beforeEach(() => {
  size = CROWD;
  sent = [];
  sleeping = [];
  broadcast = new RoomBroadcast({
    clock: { sleep: (ms) => new Promise((wake) => sleeping.push({ ms, wake })) },
    sizeOf: () => size,
    send: (room, facts) => sent.push({ room, seqs: facts.map(({ seq }) => seq) }),
  });
});

/** Lets the time of a frame pass, for every waiting room. */
async function aFrame(): Promise<void> {
  for (const { wake } of sleeping.splice(0)) wake();
  await new Promise((resolve) => setImmediate(resolve));
}

test('a small room gets each fact at once', () => {
  size = CROWD - 1;
  for (const n of [1, 2, 3]) broadcast.send('chat', fact(n));
  expect(sent.map(({ seqs }) => seqs)).toEqual([['1'], ['2'], ['3']]);
  expect(sleeping).toEqual([]);
});

test('a large room gets the first fact at once, and the rest of a tenth of a second together, in order, each once', async () => {
  for (const n of [1, 2, 3]) broadcast.send('chat', fact(n));
  expect(sent.map(({ seqs }) => seqs)).toEqual([['1']]);
  expect(sleeping.map(({ ms }) => ms)).toEqual([GATHER_MS]);
  await aFrame();
  broadcast.send('chat', fact(4));
  await aFrame();
  await aFrame();
  expect(sent.map(({ seqs }) => seqs)).toEqual([['1'], ['2', '3'], ['4']]);
});

test('after a quiet tenth of a second the next fact is sent at once again', async () => {
  broadcast.send('chat', fact(1));
  await aFrame();
  expect(sleeping).toEqual([]);
  broadcast.send('chat', fact(2));
  expect(sent.map(({ seqs }) => seqs)).toEqual([['1'], ['2']]);
});

test('rooms do not wait for each other', async () => {
  broadcast.send('chat', fact(1));
  broadcast.send('player', fact(2));
  broadcast.send('chat', fact(3));
  await aFrame();
  expect(sent).toEqual([
    { room: 'chat', seqs: ['1'] },
    { room: 'player', seqs: ['2'] },
    { room: 'chat', seqs: ['3'] },
  ]);
});

test('facts gathered for a large room are still sent when most sockets have left', async () => {
  broadcast.send('chat', fact(1));
  broadcast.send('chat', fact(2));
  size = 1;
  await aFrame();
  expect(sent.map(({ seqs }) => seqs)).toEqual([['1'], ['2']]);
});
