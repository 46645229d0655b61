/** How a server stops while clients keep reconnecting or never finish. */
import { Agent, request as rawRequest } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { createConnection } from 'node:net';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWallet, wallet } from '../../../testing/wallet.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import type { RunningServer } from './server.ts';
import { sql } from '../database/sql.ts';
import { systemClock } from './system-ports.ts';

let world: World;
const clients: Socket[] = [];
const held: (() => void)[] = [];

beforeEach(async () => {
  world = await makeWorld({ features: [wallet] });
  await createWallet(world.db);
});
afterEach(async () => {
  for (const release of held.splice(0)) release();
  for (const client of clients.splice(0)) client.off('disconnect').disconnect();
  await world.close();
});

async function until(what: () => boolean, withinMs = 10_000): Promise<void> {
  const end = systemClock.now() + withinMs;
  while (!what()) {
    if (systemClock.now() > end) throw new Error('timed out');
    await systemClock.sleep(5);
  }
}

/** An open page: its socket reconnects at once, for ever. */
function page(server: RunningServer, log: string[]): Socket {
  const reconnection = { reconnectionDelay: 0, reconnectionDelayMax: 0, randomizationFactor: 0 };
  const client = io(server.url, { path: SOCKET_PATH, transports: ['websocket'], forceNew: true, ...reconnection });
  client.on('connect', () => log.push('connected'));
  client.on('disconnect', () => client.connect());
  client.on('connect_error', (error) => {
    const { description } = error as { description?: { message?: string } };
    log.push(description?.message ?? error.message);
  });
  clients.push(client);
  return client;
}

interface Answered {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: string;
}

function ask(
  server: RunningServer,
  path: string,
  agent: Agent,
  sent: { body?: string; headers?: OutgoingHttpHeaders } = {},
) {
  const { hostname, port } = new URL(server.url);
  const method = sent.body === undefined ? 'GET' : 'POST';
  return new Promise<Answered>((resolve, reject) => {
    const request = rawRequest({ hostname, port, path, method, agent, headers: sent.headers ?? {} }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }));
    });
    request.on('error', reject).end(sent.body);
  });
}

/** A write that waits for the wallet, which a transaction locks until `release`; resolves when it is seen to wait. */
async function slowPut(server: RunningServer, agent: Agent) {
  let release = () => undefined as void;
  const until = new Promise<void>((resolve) => (release = resolve));
  held.push(() => release());
  const taken = new Promise<void>((resolve, reject) => {
    const hold = world.db.transaction(async (tx) => {
      await tx.run(sql`select * from wallet for update`);
      resolve();
      await until;
    });
    hold.catch(reject);
  });
  await taken;
  const headers = { 'content-type': 'application/json', cookie: world.signedIn(world.actor()) };
  const answer = ask(server, '/api/wallet/put', agent, { body: '{"amount":1}', headers });
  answer.catch(() => undefined); // checked by the test
  let waiting = 0;
  while (waiting === 0) {
    const { n } = await world.db.one<{ n: number }>(sql`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    waiting = n;
  }
  return { answer, release };
}

describe('a server that stops', () => {
  test('ends with twelve clients that reconnect at once, after answering the request under way', async () => {
    const server = await world.http({ config: { drainNoticeMs: 2_000 } });
    const log: string[] = [];
    const pages = Array.from({ length: 12 }, () => page(server, log));
    await until(() => pages.every((client) => client.connected));
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const put = await slowPut(server, new Agent({ keepAlive: true }));
    await ask(server, '/api/health', agent);

    const before = log.length;
    let over = false;
    const stopping = server.stop().then(() => (over = true));
    // Until the listener is closed, the node still answers, and reports that it must not be used.
    const probe = await ask(server, '/api/ready', agent);
    expect(JSON.parse(probe.body)).toMatchObject({ ready: false, draining: true, database: true });
    expect([probe.status, probe.connection]).toEqual([503, 'close']);
    expect((await ask(server, '/api/health', agent)).status).toBe(200);
    await until(() => log.slice(before).length >= 12);
    expect(over).toBe(false);
    put.release();
    expect(await put.answer).toMatchObject({ status: 200, connection: 'close' });
    await stopping;
    expect(log.slice(before).filter((what) => what === 'connected')).toEqual([]);
    expect(log.slice(before).filter((what) => what.includes('503')).length).toBeGreaterThanOrEqual(12);
    expect(pages.some((client) => client.connected)).toBe(false);
    await expect(ask(server, '/api/health', agent)).rejects.toThrow(/ECONNREFUSED/);
  }, 20_000);

  test('cuts off at the deadline what is unfinished, and idle connections', async () => {
    const server = await world.http({ stopWithinMs: 200 });
    const { hostname, port } = new URL(server.url);
    const silent = createConnection({ host: hostname, port: Number(port) });
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    silent.write('GET /api/health HTTP/1.1\r\nHost: x\r\n');
    const put = await slowPut(server, new Agent({ keepAlive: true }));
    let released = false;
    const stopped = server.stop().then(() => released);
    await expect(put.answer).rejects.toThrow(/socket hang up|ECONNRESET/);
    await until(() => silent.destroyed);
    expect(await stopped).toBe(false);
    released = true;
    put.release();
  }, 20_000);

  test('stops once, however often it is called', async () => {
    const server = await world.http();
    const first = server.stop();
    expect(server.stop()).toBe(first);
    await first;
  });
});

describe('a request that does not arrive completely', () => {
  const limits = { headersMs: 150, requestMs: 300, checkMs: 25 };

  /** Sends only this piece; returns what the server sends until it closes. */
  async function stalled(piece: string): Promise<string> {
    const server = await world.http({ limits });
    const { hostname, port } = new URL(server.url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.write(piece);
    await new Promise((resolve) => socket.once('close', resolve));
    return said;
  }

  test('gets an answer and is cut off: a body that stalls', async () => {
    const head =
      'POST /api/wallet/put HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n';
    expect(await stalled(`${head}{"amount"`)).toContain('408 Request Timeout');
  });

  test('gets an answer and is cut off: headers that stall', async () => {
    expect(await stalled('POST /api/wallet/put HTTP/1.1\r\nHost: x\r\n')).toContain('408 Request Timeout');
  });
});
