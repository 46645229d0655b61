import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { DirectAdapter } from './direct-adapter.ts';

let server: Server;
let sockets: ServerSocket[];
let clients: Socket[];
/** What each client received, in its order. */
let received: unknown[][];

beforeEach(async () => {
  const http = createServer();
  server = new Server(http, { transports: ['websocket'], perMessageDeflate: false, adapter: DirectAdapter });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  sockets = [];
  clients = [];
  received = [];
  for (const n of [0, 1]) {
    const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, reconnection: false });
    clients.push(client);
    received.push([]);
    client.on('said', (what: unknown) => received[n]?.push(what));
    sockets.push(await new Promise<ServerSocket>((resolve) => server.once('connection', resolve)));
  }
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await server.close();
});

/** The two sockets, which are connected. */
function both(): readonly [ServerSocket, ServerSocket] {
  const [first, second] = sockets;
  if (!first || !second) throw new Error('two sockets are connected');
  return [first, second];
}

test('a broadcast reaches each socket of its rooms once, and no other', async () => {
  const [first, second] = both();
  void first.join(['a', 'b']);
  server.to(['a', 'b', 'empty']).emit('said', 'to both rooms');
  void second.join('c');
  server.to('c').emit('said', 'to the other');
  server.emit('said', 'to all');
  await until(() => received.every((all) => all.at(-1) === 'to all'));
  expect(received).toEqual([
    ['to both rooms', 'to all'],
    ['to the other', 'to all'],
  ]);
});

test('texts of all lengths arrive as they are', async () => {
  const [first] = both();
  void first.join('a');
  // Around the lengths from which the frame has a longer head, with the 13 bytes that surround the text.
  const texts = [0, 1, 110, 111, 112, 113, 65_520, 65_521, 65_522, 65_523, 300_000].map((n) => 'x'.repeat(n));
  texts.push('ö€😀'.repeat(50));
  for (const text of texts) server.to('a').emit('said', text);
  await until(() => received[0]?.length === texts.length);
  expect(received[0]).toEqual(texts);
});

test('a broadcast comes after the packets that still wait in Engine.IO', async () => {
  const [first, second] = both();
  for (const socket of [first, second]) void socket.join('a');
  // The second waits until the first was written.
  for (const n of [1, 2]) first.emit('said', n);
  server.to('a').emit('said', 3);
  first.emit('said', 4);
  server.to('a').emit('said', 5);
  await until(() => received.every((all) => all.at(-1) === 5));
  expect(received).toEqual([
    [1, 2, 3, 4, 5],
    [3, 5],
  ]);
});

test('what is left out and what has attachments goes the usual way', async () => {
  const [first, second] = both();
  for (const socket of [first, second]) void socket.join('a');
  first.to('a').emit('said', 'to the others');
  server.to('a').emit('said', Buffer.from([1, 2]));
  server.to('a').emit('said', 'end');
  await until(() => received.every((all) => all.at(-1) === 'end'));
  expect(received).toEqual([
    [Buffer.from([1, 2]), 'end'],
    ['to the others', Buffer.from([1, 2]), 'end'],
  ]);
});

test('a connection that is closing gets nothing, and the others get theirs', async () => {
  const [first, second] = both();
  for (const socket of [first, second]) void socket.join('a');
  first.conn.close();
  server.to('a').emit('said', 'late');
  await until(() => received[1]?.length === 1);
  await until(() => clients[0]?.connected === false);
  expect(received).toEqual([[], ['late']]);
});
