/** The client against a server that loses answers, asks to wait, and refuses; and against live topics with gaps. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { POSITION_HEADER } from '@fairpot/contract/wire/position';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { Server as LiveServer } from 'socket.io';
import { afterEach, describe, expect, test } from 'vitest';
import { makeClient } from './client.ts';
import { limitsOf } from './limits.ts';
import { FairpotRefusal } from './refusal.ts';

interface Calls {
  readonly 'pot.get': { readonly input: { readonly id: string; readonly limit?: number }; readonly output: number };
  readonly 'pot.join': { readonly input: { readonly side: number }; readonly output: { readonly id: string } };
}
interface Facts {
  readonly pot: { readonly type: string; readonly n: number };
}
const CALLS = {
  'pot.get': ['GET', '/pot/:id', 'query'],
  'pot.join': ['POST', '/pot/join', 'command'],
} as const;

interface Asked {
  readonly url: string | undefined;
  readonly key: string | string[] | undefined;
  readonly authorization: string | undefined;
  readonly position?: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A site that answers with these, in order. */
async function site(...answers: readonly ((reply: ServerResponse, request: IncomingMessage) => unknown)[]) {
  const asked: Asked[] = [];
  const server = createServer((request, reply) => {
    const { url, headers } = request;
    const position = headers[POSITION_HEADER];
    const { authorization, 'idempotency-key': key } = headers;
    asked.push({ url, key, authorization, ...(typeof position === 'string' && { position }) });
    answers[asked.length - 1]?.(reply, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const retryWaitsMs = [1, 1, 1];
  const client = makeClient<Calls, Facts>(CALLS, { site: address, key: 'fp_x', retryWaitsMs, timeoutMs: 2_000 });
  return { client, asked, server };
}

const ok = (response: unknown) => (reply: ServerResponse) => reply.end(JSON.stringify({ success: true, response }));
const lost = (reply: ServerResponse) => reply.destroy();
const refused =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  (reply: ServerResponse) =>
    reply
      .writeHead(status, headers)
      .end(JSON.stringify({ success: false, message, text: 'no', details: { max: 3 }, requestId: 'req_1' }));

describe('a call', () => {
  test('goes where the contract says, with the key', async () => {
    const { client, asked } = await site(ok(7), ok({ id: 'rnd_1' }));
    expect(await client.call('pot.get', { id: 'a/b', limit: 5 })).toBe(7);
    expect(await client.call('pot.join', { side: 1 })).toEqual({ id: 'rnd_1' });
    const authorization = 'Bearer fp_x';
    expect(asked[0]).toEqual({ url: '/api/pot/a%2Fb?limit=5', key: undefined, authorization });
    expect(asked[1]).toMatchObject({ url: '/api/pot/join', authorization });
    expect(asked[1]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('asks for nothing older than what it did: the highest position of its answers goes with its queries', async () => {
    const at = (position: number) => (reply: ServerResponse) =>
      ok({ id: 'rnd_1' })(reply.setHeader(POSITION_HEADER, position));
    const { client, asked } = await site(ok(1), at(70), at(60), ok(1));
    await client.call('pot.get', { id: 'a' });
    await client.call('pot.join', { side: 1 });
    await client.call('pot.join', { side: 2 });
    await client.call('pot.get', { id: 'a' });
    expect(asked.map(({ position }) => position)).toEqual([undefined, undefined, undefined, '70']);
  });

  test('keeps its idempotency key over lost answers, outages and limits, and the next action has another', async () => {
    const { client, asked } = await site(
      lost,
      refused(503, 'ERR_UNAVAILABLE'),
      refused(409, 'ERR_KEY_IN_FLIGHT'),
      ok(1),
      ok(2),
    );
    await client.call('pot.join', { side: 1 });
    await client.call('pot.join', { side: 1 });
    const keys = asked.map(({ key }) => key);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
    const again = await site(refused(408, 'Client Timeout'), ok(3));
    await again.client.call('pot.join', { side: 1 }, { idempotencyKey: 'mine' });
    expect(again.asked.map(({ key }) => key)).toEqual(['mine', 'mine']);
  });

  test('waits as long as the site asks', async () => {
    const { client } = await site(refused(429, 'ERR_RATE_LIMITED', { 'retry-after': '1' }), ok(1));
    const began = performance.now();
    await client.call('pot.join', { side: 1 });
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  test('throws the refusal at once, with its code, and is not repeated', async () => {
    const { client, asked } = await site(refused(403, 'ERR_LIMIT_STAKE'));
    const refusal = await client.call('pot.join', { side: 1 }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FairpotRefusal);
    expect(refusal).toMatchObject({ code: 'LIMIT_STAKE', status: 403, details: { max: 3 }, requestId: 'req_1' });
    expect(asked).toHaveLength(1);
  });

  test('gives up after its tries, and says that no answer came', async () => {
    const { client, asked } = await site(lost, lost, lost, lost);
    const refusal = await client.call('pot.join', { side: 1 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 0, code: undefined, isTemporary: true });
    expect(asked).toHaveLength(4);
  });

  test('of a proxy that answers with a page is a refusal without a code', async () => {
    const { client } = await site((reply) => reply.writeHead(413).end('<html>'));
    expect(await client.call('pot.join', { side: 1 }).catch((error: unknown) => error)).toMatchObject({
      status: 413,
      code: undefined,
      isTemporary: false,
    });
  });

  test('shows the limits of the last answer', async () => {
    const limits = '"key";r=299;t=1, "call";r=0;t=10';
    const { client } = await site((reply) => ok(1)(reply.setHeader('ratelimit', limits)), ok(2));
    expect(client.limits).toEqual([]);
    await client.call('pot.join', { side: 1 });
    expect(client.limits).toEqual([
      { name: 'key', left: 299, fullInMs: 1_000 },
      { name: 'call', left: 0, fullInMs: 10_000 },
    ]);
    expect(limitsOf('something else')).toEqual([]);
  });
});

describe('live topics', () => {
  /** A follower, and what it saw; `heads`: what the site answers to each subscription. */
  async function followed(...heads: readonly (string | undefined)[]) {
    const { client, server } = await site();
    const live = new LiveServer(server, { path: SOCKET_PATH, transports: ['websocket'] });
    const seen: string[] = [];
    let subscribed = 0;
    live.on('connection', (socket) => {
      socket.on('subscribe', (_topics, answer: (ack: object) => void) => {
        const head = heads[subscribed++];
        answer({ now: 1, heads: head === undefined ? {} : { pot: head } });
      });
    });
    const following = client.follow(['pot'], {
      onRead: (topic) => seen.push(`read ${topic}`),
      onFact: ({ body }) => seen.push(`fact ${body.n}`),
      onRefused: ({ code }) => seen.push(`refused ${code}`),
    });
    const fact = (seq: number, prev: number) =>
      live.emit('fact', { topic: 'pot', seq: `${seq}`, prev: `${prev}`, at: 1, body: { type: 'pot.put', n: seq } });
    const isSeen = (...expected: readonly string[]) => expect.poll(() => seen).toEqual(expected);
    const end = async () => {
      following.close();
      await live.close();
    };
    return { live, fact, isSeen, end };
  }

  test('are read at the start; facts come in order, old ones not twice, and a gap is read again', async () => {
    const { fact, isSeen, end } = await followed('10');
    await isSeen('read pot');
    fact(9, 8);
    fact(11, 7);
    fact(12, 11);
    fact(12, 11);
    await isSeen('read pot', 'fact 11', 'fact 12');
    fact(15, 14);
    await isSeen('read pot', 'fact 11', 'fact 12', 'read pot', 'fact 15');
    await end();
  });

  test('are read again after a lost connection if something was missed, else not', async () => {
    const { live, fact, isSeen, end } = await followed('10', '10', '20');
    await isSeen('read pot');
    live.disconnectSockets(true);
    await expect.poll(() => live.of('/').sockets.size).toBe(1);
    fact(11, 10);
    await isSeen('read pot', 'fact 11');
    live.disconnectSockets(true);
    await isSeen('read pot', 'fact 11', 'read pot');
    await end();
  });

  test('that the key may not follow are refused', async () => {
    const { isSeen, end } = await followed(undefined);
    await isSeen('refused API_KEY_SCOPE');
    await end();
  });
});
