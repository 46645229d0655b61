/** The chat over real ports: HTTP up, sockets down, a ban under an open socket, a flood from one socket. */
import type { ClientEvents, ServerEvents } from '@fairpot/contract/wire/live-events';
import type { FactEnvelope, SubscribeAck, Topic } from '@fairpot/contract/wire/live.schemas';
import { SOCKET_PATH } from '@fairpot/contract/wire/live';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../platform/runner/feature.ts';
import type { RunningServer } from '../platform/process/server.ts';
import { systemClock } from '../platform/process/system-ports.ts';
import { makeRoom, type Room } from '../../testing/chat/room.fixture.ts';

type Client = Socket<ServerEvents, ClientEvents>;

let room: Room;
let server: RunningServer;
const clients: Client[] = [];

beforeAll(async () => {
  room = await makeRoom();
  server = await room.world.http();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await room.world.close();
});

async function connect(actor: Actor | null, topics: Topic[]): Promise<{ client: Client; facts: FactEnvelope[] }> {
  const client: Client = io(server.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: actor === null ? {} : { cookie: room.world.signedIn(actor) },
  });
  clients.push(client);
  const facts: FactEnvelope[] = [];
  client.on('fact', (...received) => facts.push(...received));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('connect_error', reject);
  });
  await new Promise<SubscribeAck>((resolve) => client.emit('subscribe', topics, resolve));
  return { client, facts };
}

async function call(actor: Actor, path: string, input: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: room.world.signedIn(actor) },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: await answer.json() };
}

async function until(what: () => boolean): Promise<void> {
  const end = systemClock.now() + 5_000;
  while (!what()) {
    if (systemClock.now() > end) throw new Error('timed out');
    await systemClock.sleep(10);
  }
}

test('a visitor reads each new message at once and complete', async () => {
  const [writer, reader] = [await room.person('USER', { name: 'mirel' }), await connect(null, ['chat'])];
  let received = 0;
  reader.client.on('chatMessage', () => (received += 1));
  const { status, body } = await call(writer, '/chat/create', { message: 'hello :fire:' });
  expect(status).toBe(200);
  const { id } = (body as { response: { id: string } }).response;
  await until(() => reader.facts.length === 1);
  expect(reader.facts[0]?.body).toMatchObject({
    type: 'chat.posted',
    message: { id, message: 'hello :fire:', userId: writer.id, user: { name: 'mirel' }, badge: null },
  });
  await until(() => received === 1);
  const history = (await (await fetch(`${server.url}/api/chat/history`)).json()) as { response: { id: string }[] };
  expect(history.response.map((message) => message.id)).toContain(id);
});

test('a ban takes effect at once, under the open socket', async () => {
  const [player, moderator] = [await room.person(), await room.person('MODERATOR')];
  const { client, facts } = await connect(player, ['chat', 'player']);
  const stranger = await connect(await room.person(), ['player']);
  expect((await call(player, '/chat/create', { message: 'bad words' })).status).toBe(200);
  expect((await call(moderator, '/admin/chat/ban/byUserId', { userId: player.id })).status).toBe(200);
  expect(await call(player, '/chat/create', { message: 'more of it' })).toMatchObject({
    status: 403,
    body: { success: false, message: 'banned', text: 'You are banned' },
  });
  await until(() => facts.filter((fact) => fact.topic === 'player').length === 2);
  expect(client.connected).toBe(true);
  expect(stranger.facts).toEqual([]);
  const mine = facts.filter((fact) => fact.topic === 'player').map((fact) => fact.body);
  expect(mine.map(({ type }) => type).sort()).toEqual(['chat.banned', 'notification.new']);
  expect(mine).toContainEqual({ type: 'chat.banned', until: null });
});

test('10,000 events from one socket are shed; the others keep reading', async () => {
  const [flooder, reader] = [await connect(null, []), await connect(null, ['chat'])];
  let answered = 0;
  for (let n = 0; n < 10_000; n += 1) flooder.client.emit('subscribe', ['chat'], () => (answered += 1));
  await until(() => flooder.client.disconnected);
  expect(answered).toBeLessThan(30);
  const writer = await room.person();
  await call(writer, '/chat/create', { message: 'still here' });
  await until(() => reader.facts.some((fact) => fact.body.type === 'chat.posted'));
  expect(reader.client.connected).toBe(true);
});

test('an oversized frame ends its socket and an oversized post is refused; the others notice nothing', async () => {
  const [sender, reader] = [await room.person(), await connect(null, ['chat'])];
  const { client } = await connect(sender, ['chat']);
  client.emit('path', 'x'.repeat(20_000));
  await until(() => client.disconnected);
  const long = (characters: number) => call(sender, '/chat/create', { message: 'x'.repeat(characters) });
  expect((await long(1_000_000)).status).toBe(413);
  expect((await long(301)).status).toBe(422);
  expect((await long(300)).status).toBe(200);
  await until(() => reader.facts.length > 0);
  expect(reader.facts.map(({ body }) => body.type)).toEqual(['chat.posted']);
  expect(reader.client.connected).toBe(true);
});
