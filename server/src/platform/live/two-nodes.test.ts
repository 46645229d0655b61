/** Two real servers on one database, their clocks a minute apart: what happens at one reaches people at the other. */
import type { ClientEvents, ServerEvents } from '@fairpot/contract/live/events';
import type { FactEnvelope, SubscribeAck, Topic } from '@fairpot/contract/live/channel.schemas';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { offsetClock, ManualPace } from '../../../testing/fakes.ts';
import { createWallet, wallet, put } from '../../../testing/wallet.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import type { Actor } from '../runner/feature.ts';
import { openPool } from '../database/db.ts';
import type { ClosablePool } from '../database/db.ts';
import { Nodes } from './nodes.ts';
import type { RunningServer } from '../process/server.ts';
import { sql, type Sql } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';
import { sendNotificationFact } from '../../../testing/notifications.ts';

type Client = Socket<ServerEvents, ClientEvents>;
const APART_MS = 30_000;

let world: World;
let second: ClosablePool;
let fast: RunningServer;
let slow: RunningServer;
const clients: Client[] = [];

beforeAll(async () => {
  world = await makeWorld({ features: [wallet] });
  await createWallet(world.db);
  second = openPool({ url: world.databaseUrl });
  // Runs each-second work ten times as often.
  const sleep = (ms: number, signal?: AbortSignal) => systemClock.sleep(Math.min(ms, 100), signal);
  const pace = { now: () => systemClock.now(), sleep };
  fast = await world.http({ pace, clock: offsetClock(world.clock, APART_MS) });
  slow = await world.http({ pace, clock: offsetClock(world.clock, -APART_MS), db: second });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await until(() => !fast.live.busy && !slow.live.busy);
});
afterAll(async () => {
  await fast.stop();
  await slow.stop();
  await second.close();
  await world.close();
});

function connect(server: RunningServer, actor: Actor | null = null): Promise<Client> {
  const client: Client = io(server.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: actor === null ? {} : { cookie: world.signedIn(actor) },
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

async function follow(server: RunningServer, topic: Topic, actor: Actor | null = null) {
  const client = await connect(server, actor);
  const facts: FactEnvelope[] = [];
  client.on('fact', (...received) => facts.push(...received));
  const { heads } = await subscribe(client, [topic]);
  return { client, facts, head: heads[topic] ?? '' };
}

const act = (server: RunningServer, tag: string, actor = world.actor()) =>
  server.runner.execute(put, actor, { amount: 1, tag });
const tags = (facts: readonly FactEnvelope[]) => facts.map(({ body }) => body['tag']);

test('a node writes its heartbeat each second while someone is connected, each third second otherwise', async () => {
  const [begun, ended] = [new Set<object>(), new Set<object>()];
  const watched = async <T>(query: Sql, answer: Promise<T>): Promise<T> => {
    if (!query.text.includes('nodes') || !query.text.includes('returning seen_at')) return answer;
    const beat = {};
    begun.add(beat);
    return answer.finally(() => ended.add(beat));
  };
  const pace = new ManualPace(1_000);
  const node = await world.http({
    pace,
    db: {
      ...second,
      one: (query) => watched(query, second.one(query)),
      maybe: (query) => watched(query, second.maybe(query)),
    },
  });
  await until(() => pace.rests > 0);
  /** How many heartbeats these seconds have. */
  const seconds = async (count: number) => {
    const before = begun.size;
    for (let n = 0; n < count; n += 1) {
      const { rests } = pace;
      pace.pass();
      await until(() => pace.rests > rests && begun.size === ended.size);
    }
    return begun.size - before;
  };
  expect(await seconds(6), 'the first, the third and the sixth').toBe(3);
  const client = await connect(node);
  expect(await seconds(3)).toBe(3);
  client.disconnect();
  await until(() => !node.live.busy);
  expect(await seconds(3), 'one says that they left').toBe(2);
  await node.stop();
});

describe('facts', () => {
  test('of both nodes reach people at both, each once, in one order, whatever the clocks say', async () => {
    const [a, b] = [await follow(fast, 'chat'), await follow(slow, 'chat')];
    const wanted = Array.from({ length: 20 }, (_, i) => `fact ${i}`);
    await Promise.all(wanted.map((tag, i) => act(i % 2 === 0 ? fast : slow, tag)));
    await until(() => a.facts.length >= 20 && b.facts.length >= 20);
    expect(tags(a.facts)).toEqual(tags(b.facts));
    expect([...tags(a.facts)].sort()).toEqual([...wanted].sort());
    const apartMs = new Set(a.facts.map(({ at }) => at - world.clock.now()));
    expect([...apartMs].sort((x, y) => x - y)).toEqual([-APART_MS, APART_MS]);
  });

  test('sent while a client changed nodes show in the head of the other node', async () => {
    const { client, facts } = await follow(fast, 'chat');
    await act(fast, 'seen');
    await until(() => facts.length === 1);
    client.disconnect();
    await act(slow, 'missed');
    const there = await follow(slow, 'chat');
    await act(slow, 'next');
    await until(() => there.facts.some(({ body }) => body['tag'] === 'next'));
    // The client fetches because the head differs from what it knows; or the missed fact is still to come. Never neither.
    const seen = tags(there.facts).join();
    expect(there.head === facts[0]?.seq ? seen : 'fetched').toMatch(/fetched|missed,next/);
    expect(seen).toMatch(/^(seen,)?(missed,)?next$/);
  });
});

describe('signals', () => {
  test('sent at one node reach the person’s sockets at both, once each, and no others', async () => {
    const [anna, bob] = [world.actor(), world.actor()];
    const got: string[] = [];
    for (const [where, server] of Object.entries({ fast, slow })) {
      for (const [who, actor] of Object.entries({ anna, bob })) {
        const client = await connect(server, actor);
        await subscribe(client, ['player']);
        client.on('userUpdated', () => got.push(`${who} updated at ${where}`));
        client.on('notification', ({ header, text }) => got.push(`${who} notified ${header} ${text} at ${where}`));
      }
    }
    fast.deps.signals.userUpdated(anna.id);
    await sendNotificationFact(world, anna, 'Won', '$5.00');
    await until(() => got.length >= 4);
    // Signals arrive in order: when this one is here, so are all earlier ones.
    fast.deps.signals.userUpdated(bob.id);
    slow.deps.signals.userUpdated(bob.id);
    await until(() => got.filter((line) => line.startsWith('bob updated')).length === 4);
    expect(got.filter((line) => line.startsWith('anna')).sort()).toEqual([
      'anna notified Won $5.00 at fast',
      'anna notified Won $5.00 at slow',
      'anna updated at fast',
      'anna updated at slow',
    ]);
    expect(got).toHaveLength(8);
  });

  test('a session that is ended at one node loses its sockets at the other at once, before the periodic check', async () => {
    const third = await world.http({ pace: new ManualPace(1_000) });
    const [anna, bob] = [world.actor(), world.actor()];
    const hers = await connect(third, anna);
    const his = await connect(third, bob);
    fast.deps.signals.disconnect({ sessionId: `session-${anna.id}` });
    await until(() => hers.disconnected);
    expect(his.connected).toBe(true);
    fast.deps.signals.disconnect({ playerId: bob.id });
    await until(() => his.disconnected);
    await third.stop();
  });

  test('a database outage loses signals to other nodes, and nothing else', async () => {
    const anna = world.actor();
    const broken = openPool({ url: world.databaseUrl });
    const node = await world.http({ db: broken });
    const here = await connect(node, anna);
    await broken.close();
    let updates = 0;
    here.on('userUpdated', () => (updates += 1));
    node.deps.signals.userUpdated(anna.id);
    await until(() => updates === 1);
    here.disconnect();
    await node.stop();
  });
});

describe('the online count', () => {
  test('is the same at both: people once each, at however many nodes; a leaver disappears from both', async () => {
    const anna = world.actor();
    const counts = { fast: 0, slow: 0 };
    for (const [where, server] of Object.entries({ fast, slow })) {
      await connect(server, anna);
      const visitor = await connect(server);
      visitor.on('chatOnline', (n) => (counts[where as keyof typeof counts] = n));
    }
    await until(() => counts.fast === 3 && counts.slow === 3);
    await connect(slow, world.actor());
    await until(() => counts.fast === 4 && counts.slow === 4);
    clients.at(-1)?.disconnect();
    await until(() => counts.fast === 3 && counts.slow === 3);
  });

  test('forgets a stopped node at once, and a dead one after a while', async () => {
    const [here, stopped, died] = ['here', 'stopped', 'died'].map((id) => new Nodes(world.db, id));
    const none = { players: new Set<string>(), visitors: 0 };
    await until(async () => (await here?.beat(none)) === 0); // the sockets of the previous test
    await stopped?.beat({ players: new Set(['ply_1', 'ply_2']), visitors: 3 });
    await died?.beat({ players: new Set(['ply_2', 'ply_3']), visitors: 4 });
    expect(await here?.beat(none)).toBe(7 + 3);
    await stopped?.leave();
    expect(await here?.beat(none)).toBe(2 + 4);
    await world.db.run(sql`update nodes set seen_at = seen_at - 11000 where id = 'died'`);
    expect(await here?.beat(none)).toBe(0);
    await world.db.run(sql`update nodes set seen_at = seen_at - 60000 where id = 'died'`);
    await here?.forgetDead();
    expect(await world.db.many(sql`select 1 from nodes where id = 'died'`)).toEqual([]);
    // It was only slow: its next beat brings it back with its names.
    expect(await died?.beat({ players: new Set(['ply_2', 'ply_3']), visitors: 4 })).toBe(6);
    await Promise.all([here?.leave(), died?.leave()]);
  });
});
