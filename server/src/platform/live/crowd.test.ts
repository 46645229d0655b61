/** Signals and facts to the sockets of a node that has many: they are sent to some at a time, and reach all. */
import { SOCKET_PATH } from '@fairpot/contract/wire/live';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/wire/live-events';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { until } from '../../testing/until.ts';
import type { RunningServer } from '../process/server.ts';
import { CROWD } from './broadcast.ts';

type Client = Socket<ServerEvents, ClientEvents>;

const SOCKETS = CROWD + 10;
/** The server accepts twenty per address. */
const PER_ADDRESS = 20;
const CONNECTED_MS = 60_000;

let world: World;
let server: RunningServer;
const clients: Client[] = [];
const online: number[] = [];
let chatSignals = 0;

beforeAll(async () => {
  world = await makeWorld();
  server = await world.http({ config: { trustedProxies: ['127.0.0.1'] } });
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
