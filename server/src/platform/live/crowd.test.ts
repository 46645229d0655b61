/** Signals and facts to the sockets of a node that has many: they are sent to some at a time, the same number each time, and reach all. */
import { SOCKET_PATH } from '@fairpot/contract/wire/live';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/wire/live-events';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../testing/world.ts';
import { until } from '../../../testing/until.ts';
import type { Clock } from '../process/ports.ts';
import type { RunningServer } from '../process/server.ts';
import { systemClock } from '../process/system-ports.ts';
import { CROWD } from './broadcast.ts';

type Client = Socket<ServerEvents, ClientEvents>;

const SOCKETS = CROWD + 10;
/** The server accepts twenty per address. */
const PER_ADDRESS = 20;
const CONNECTED_MS = 60_000;
const PARTS = 32;
/** Between signals to two parts of the sockets (live.ts). */
const PART_PAUSE_MS = 10;

let world: World;
let server: RunningServer;
const clients: Client[] = [];
const online: number[] = [];
let chatSignals = 0;
/** While it is not null, the pauses between parts are kept here until they are called. */
let pauses: (() => void)[] | null = null;

beforeAll(async () => {
  world = await makeWorld();
  const pace: Clock = {
    now: () => systemClock.now(),
    sleep: (ms, signal) =>
      pauses === null || ms !== PART_PAUSE_MS
        ? systemClock.sleep(ms, signal)
        : new Promise((resolve) => pauses?.push(resolve)),
  };
  server = await world.http({ config: { trustedProxies: ['127.0.0.1'] }, pace });
  await Promise.all(Array.from({ length: SOCKETS }, (_, n) => connect(n)));
}, CONNECTED_MS);
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await world.close();
});

function connect(n: number): Promise<void> {
  const client: Client = io(server.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': `10.0.0.${Math.floor(n / PER_ADDRESS)}` },
  });
  clients.push(client);
  client.on('chatOnline', (people) => (online[n] = people));
  client.on('chatMessage', () => (chatSignals += 1));
  return new Promise((resolve, reject) => {
    client.once('connect', resolve);
    client.once('connect_error', reject);
  });
}

test('the online count reaches each of them', async () => {
  await until(() => online.length === SOCKETS && online.every((people) => people === SOCKETS));
});

test('the signal of a new chat message reaches each of them once', async () => {
  server.live.publish({ topic: 'chat', seq: '1', prev: '0', at: 1, body: { type: 'chat.message' } }, null);
  await until(() => chatSignals === SOCKETS);
  expect(chatSignals).toBe(SOCKETS);
});

test('each part has its share of the sockets', async () => {
  chatSignals = 0;
  const held = (pauses = [] as (() => void)[]);
  server.live.publish({ topic: 'chat', seq: '2', prev: '1', at: 1, body: { type: 'chat.message' } }, null);
  for (let part = 1; part <= PARTS; part++) {
    await until(() => held.length === part);
    if (part === 1 || part === PARTS / 2) {
      // Answers come after everything that was sent before.
      await Promise.all(clients.map((client) => client.emitWithAck('ping')));
      expect(chatSignals).toBeGreaterThanOrEqual(part * Math.floor(SOCKETS / PARTS));
      expect(chatSignals).toBeLessThanOrEqual(part * Math.ceil(SOCKETS / PARTS));
    }
    held[part - 1]?.();
  }
  await until(() => chatSignals === SOCKETS);
  pauses = null;
});

test('facts reach each follower once, in order', async () => {
  const seqs: string[][] = clients.map(() => []);
  for (const [n, client] of clients.entries()) {
    client.on('fact', (...facts) => seqs[n]?.push(...facts.map(({ seq }) => seq)));
    await client.emitWithAck('subscribe', ['market']);
  }
  const published = ['1', '2', '3', '4'];
  for (const seq of published) {
    server.live.publish(
      { topic: 'market', seq, prev: String(Number(seq) - 1), at: 1, body: { type: 'market.x' } },
      null,
    );
  }
  await until(() => seqs.every((all) => all.at(-1) === '4'));
  expect(seqs).toEqual(clients.map(() => published));
});
