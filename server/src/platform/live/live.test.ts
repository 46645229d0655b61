import { GAMES } from '@fairpot/contract/games/games';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/live/events';
import type { FactEnvelope, SubscribeAck, Topic } from '@fairpot/contract/live/channel.schemas';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWallet, wallet, put } from '../../../testing/wallet.ts';
import { ManualPace } from '../../../testing/fakes.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { peopleOf } from './presence.ts';
import type { RunningServer } from '../process/server.ts';
import { systemClock } from '../process/system-ports.ts';
import { sendNotificationFact } from '../../../testing/notifications.ts';

/** A topic of some game. */
const GAME = GAMES[0].game;
/** Socket.IO's packet type. */
const DISCONNECT = 1;

type Client = Socket<ServerEvents, ClientEvents>;

let world: World;
let server: RunningServer;
const clients: Client[] = [];

beforeAll(async () => {
  world = await makeWorld({ features: [wallet] });
  await createWallet(world.db);
  server = await world.http();
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.disconnect();
    client.io.engine.close();
  }
  await until(() => !server.live.busy);
});
afterAll(() => world.close());

/** Opens a socket. Rejects with the reason when it is refused. */
function connect(headers: Record<string, string> = {}, at = server): Promise<Client> {
  const client: Client = io(at.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('connect_error', reject);
  });
}

function subscribe(client: Client, topics: Topic[]): Promise<SubscribeAck> {
  return new Promise((resolve) => client.emit('subscribe', topics, resolve));
}

async function subscribed(topics: Topic[]): Promise<Client> {
  const client = await connect();
  await subscribe(client, topics);
  return client;
}

function facts(client: Client): FactEnvelope[] {
  const got: FactEnvelope[] = [];
  client.on('fact', (...envelopes) => got.push(...envelopes));
  return got;
}

const act = (tag?: string, actor = world.actor()) =>
  server.runner.execute(put, actor, { amount: 1, ...(tag !== undefined && { tag }) });

describe('facts', () => {
  test('reach subscribers after the head of the acknowledgement, without a gap', async () => {
    const client = await connect();
    const other = await connect();
    const [got, none] = [facts(client), facts(other)];
    const { heads } = await subscribe(client, ['chat', GAME]);
    expect(Object.keys(heads)).toEqual(['chat', GAME]);
    await act('one');
    await act('two');
    await until(() => got.length === 2);
    expect(got.map((e) => e.body)).toEqual([
      { type: 'wallet.put', tag: 'one' },
      { type: 'wallet.put', tag: 'two' },
    ]);
    expect([got[0]?.prev, got[1]?.prev]).toEqual([heads['chat'], got[0]?.seq]);
    expect(none).toEqual([]);
    expect((await subscribe(other, ['chat'])).heads['chat']).toBe(got[1]?.seq);
  });

  test('stop after unsubscribe', async () => {
    const client = await connect();
    const got = facts(client);
    await subscribe(client, ['chat']);
    client.emit('unsubscribe', ['chat']);
    await new Promise<number>((resolve) => client.emit('ping', resolve));
    const after = facts(await subscribed(['chat']));
    await act('not heard');
    await until(() => after.length === 1);
    await subscribe(client, ['chat']);
    await act('heard');
    await until(() => got.length > 0);
    expect(got.map(({ body }) => body['tag'])).toEqual(['heard']);
  });

  test('of a player reach only that player, whatever others subscribe to', async () => {
    const [anna, bob] = [world.actor(), world.actor()];
    const hers = await connect({ cookie: world.signedIn(anna) });
    const his = await connect({ cookie: world.signedIn(bob) });
    const visitor = await connect();
    const [toHer, toHim, toVisitor] = [facts(hers), facts(his), facts(visitor)];
    for (const client of [hers, his, visitor]) await subscribe(client, ['player', 'chat']);
    expect((await subscribe(visitor, ['player'])).heads).toEqual({});
    await act('mine', anna);
    await act('for all');
    await until(() => toVisitor.length === 1 && toHim.length === 1 && toHer.length === 2);
    expect(toHer.map((e) => e.topic)).toEqual(['player', 'chat']);
    expect([...toHim, ...toVisitor].map((e) => e.topic)).toEqual(['chat', 'chat']);
  });

  test('arrive because the commit wakes the relay, without waiting for its next poll', async () => {
    const node = await world.http({ pace: new ManualPace(50) });
    const client = await connect({}, node);
    const got = facts(client);
    await subscribe(client, ['chat']);
    // Several attempts: the read after a commit may be blocked by a transaction of another test.
    await until(async () => {
      await node.runner.execute(put, world.actor(), { amount: 1 });
      return got.length > 0;
    });
    client.disconnect();
    await node.stop();
  });
});

describe('the handshake', () => {
  test('refuses pages of other sites', async () => {
    await expect(connect({ origin: 'https://evil.example' })).rejects.toThrow();
    await expect(connect({ origin: 'null' })).rejects.toThrow();
    await expect(connect({ origin: server.url })).resolves.toBeDefined();
  });

  test('allows at most 20 sockets of one address, even at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => connect()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(server.live.presence.everyone()).toHaveLength(20);
    await expect(connect()).rejects.toThrow();
    clients.find(({ connected }) => connected)?.disconnect();
    await until(() => connect().then(Boolean, () => false));
    expect(server.live.presence.everyone()).toHaveLength(20);
  });

  test('keeps the slot of a client that disconnects but keeps its connection', async () => {
    const kept = await Promise.all(Array.from({ length: 20 }, () => connect()));
    // Leaves the namespace; the WebSocket below it stays open.
    for (const { nsp, io: manager } of kept.map((client) => ({ nsp: '/', io: client.io })))
      (manager as unknown as { _packet(packet: object): void })._packet({ type: DISCONNECT, nsp });
    await until(() => server.live.presence.everyone().length === 0);
    await expect(connect()).rejects.toThrow();
  });

  test('treats an invalid cookie as a visitor', async () => {
    const client = await connect({ cookie: 'fp_session=forged' });
    expect((await subscribe(client, ['player'])).heads).toEqual({});
  });
});

describe('signals', () => {
  test('reach all sockets of a person, and no one else’s', async () => {
    const anna = world.actor();
    const cookie = world.signedIn(anna);
    const tabs = await Promise.all([connect({ cookie }), connect({ cookie })]);
    const stranger = await connect();
    for (const tab of tabs) await subscribe(tab, ['player']);
    const got: string[] = [];
    tabs.forEach((tab, i) => {
      tab.on('userUpdated', () => got.push(`updated ${i}`));
      tab.on('notification', ({ header, text }) => got.push(`${header} ${text} ${i}`));
    });
    stranger.on('userUpdated', () => got.push('stranger'));
    server.deps.signals.userUpdated(anna.id);
    await sendNotificationFact(world, anna, 'Hello', 'you');
    await until(() => got.length === 4);
    expect(got.sort()).toEqual(['Hello you 0', 'Hello you 1', 'updated 0', 'updated 1']);
  });

  test('about staff matters reach only those who answer tickets, and stop when they lose that role', async () => {
    const pace = new ManualPace(1_000);
    const node = await world.http({ pace });
    const support = world.actor({ status: 'SUPPORT' });
    const player = await connect({ cookie: world.signedIn(world.actor()) }, node);
    const staff = await connect({ cookie: world.signedIn(support) }, node);
    expect(Object.keys((await subscribe(await connect(), ['support', 'chat'])).heads)).toEqual(['chat']);
    expect(Object.keys((await subscribe(player, ['support', 'chat'])).heads)).toEqual(['chat']);
    expect(Object.keys((await subscribe(staff, ['support', 'chat'])).heads)).toEqual(['support', 'chat']);
    world.signedIn({ ...support, status: 'USER' });
    // Sessions are checked every thirty of its seconds.
    await until(() => {
      pace.pass();
      return staff.disconnected;
    });
    expect(player.connected).toBe(true);
    player.disconnect();
    await node.stop();
  });

  test('a session that ends closes its sockets at once', async () => {
    const [anna, bob] = [world.actor(), world.actor()];
    const hers = await connect({ cookie: world.signedIn(anna) });
    const his = await connect({ cookie: world.signedIn(bob) });
    server.deps.signals.disconnect({ sessionId: `session-${anna.id}` });
    // At once: this node has dropped the socket before any time has passed.
    expect(server.live.presence.everyone().map(({ playerId }) => playerId)).toEqual([bob.id]);
    await until(() => hers.disconnected);
    expect(his.connected).toBe(true);
    server.deps.signals.disconnect({ playerId: bob.id });
    await until(() => his.disconnected);
  });

  test('the online count: persons once, visitors by socket', async () => {
    const cookie = world.signedIn(world.actor());
    await connect({ cookie });
    await connect({ cookie });
    const visitor = await connect();
    const counts: number[] = [];
    visitor.on('chatOnline', (n) => counts.push(n));
    expect(peopleOf(server.live.presence.online())).toBe(2);
    await connect();
    await until(() => counts.includes(3));
    const path = '/some/page (main)';
    visitor.emit('path', path);
    await until(() => server.live.presence.everyone().some((p) => p.path === path));
  });
});

test('a chat change is announced to everyone, at most once a second', async () => {
  const pace = new ManualPace(1_000);
  const node = await world.http({ pace });
  const client = await connect({}, node);
  const order: string[] = [];
  client.on('chatMessage', () => order.push('changed'));
  client.on('fact', (...received) => order.push(...received.map(() => 'fact')));
  await subscribe(client, ['chat']);
  for (let i = 0; i < 5; i++) await act();
  await until(() => order.length === 5);
  pace.pass();
  await until(() => order.length === 6);
  pace.pass();
  await act();
  await until(() => order.length === 7);
  pace.pass();
  await until(() => order.length === 8);
  expect(order.join(' ')).toBe('fact fact fact fact fact changed fact changed');
  client.disconnect();
  await node.stop();
});

describe('floods', () => {
  test('events beyond the budget are dropped, and a client that continues is disconnected', async () => {
    const client = await connect();
    const quiet = await connect();
    let answers = 0;
    for (let i = 0; i < 60; i++) client.emit('ping', () => (answers += 1));
    await until(() => answers >= 10);
    // Events are answered in order: once a later one is answered (when the budget has room again), no answer to the sixty is pending.
    let later = false;
    await until(() => {
      client.emit('ping', () => (later = true));
      return later;
    });
    expect(answers).toBeLessThan(30);
    for (let i = 0; i < 60; i++) client.emit('ping', () => undefined);
    await until(() => client.disconnected);
    expect(quiet.connected).toBe(true);
  });

  test('a message beyond 16 KB ends the socket', async () => {
    const client = await connect();
    client.emit('path', 'x'.repeat(20_000));
    await until(() => client.disconnected);
  });

  test('nonsense is ignored', async () => {
    const client = await connect();
    const send = client as unknown as { emit(name: string, ...args: unknown[]): void };
    send.emit('subscribe', ['__proto__'], () => undefined);
    send.emit('subscribe', 'chat');
    send.emit('subscribe', ['chat']);
    send.emit('unsubscribe', { topics: 1 });
    send.emit('path', { toString: 1 });
    send.emit('ping', 'no function');
    send.emit('made up');
    const before = systemClock.now();
    const now = await new Promise<number>((resolve) => client.emit('ping', resolve));
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(systemClock.now());
  });

  test('a slow reader is disconnected when too much data waits for it', async () => {
    const client = await connect();
    const got = facts(client);
    await subscribe(client, ['chat']);
    const engine = (client.io as unknown as { engine: { transport: { ws: { _socket?: { pause(): void } } } } }).engine;
    engine.transport.ws._socket?.pause();
    const body = { type: 'big', text: 'x'.repeat(100_000) };
    for (let i = 0; i < 300; i++) server.live.publish({ topic: 'chat', seq: '1', prev: '0', at: 1, body }, null);
    await until(() => server.live.presence.everyone().length === 0);
    expect(got.length).toBeLessThan(300);
  });
});
