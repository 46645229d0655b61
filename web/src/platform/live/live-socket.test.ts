/** The socket against a real Socket.IO server, behind a network that can fall silent without closing anything. */
import { createServer, connect as connectTo, type AddressInfo, type Socket as TcpSocket } from 'node:net';
import { createServer as createHttp } from 'node:http';
import { Server } from 'socket.io';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import type * as Queries from '../calls/query-client.ts';
import type * as Live from './live.ts';

/** The visible page that a browser would be. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' });
const tab = new EventTarget();

/** Passes bytes on while it is not silent. Nothing is closed, and nothing is refused. */
class Network {
  #silent = false;
  readonly #pairs: [TcpSocket, TcpSocket][] = [];
  readonly #proxy = createServer((near) => {
    const far = connectTo(this.port);
    this.#pairs.push([near, far]);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
    this.#apply();
  });
  readonly port: number;
  constructor(port: number) {
    this.port = port;
  }
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve));
    return (this.#proxy.address() as AddressInfo).port;
  }
  set silent(value: boolean) {
    this.#silent = value;
    this.#apply();
  }
  #apply(): void {
    for (const socket of this.#pairs.flat()) {
      if (this.#silent) socket.pause();
      else socket.resume();
    }
  }
  close(): void {
    this.#proxy.close();
    for (const socket of this.#pairs.flat()) socket.destroy();
  }
}

const http = createHttp();
const server = new Server(http, { path: SOCKET_PATH, transports: ['websocket'] });
let head = '5';
let subscribed = 0;
let answers = true;
let network: Network;
/** A copy of the modules of its own: the socket stays as long as the page. */
let live: typeof Live;
let queries: typeof Queries;

beforeAll(async () => {
  vi.resetModules();
  live = await import('./live.ts');
  queries = await import('../calls/query-client.ts');
  server.on('connection', (socket) => {
    socket.on('ping', (ack: (now: number) => void) => answers && ack(Date.now()));
    socket.on('subscribe', (topics: string[], ack: (answer: object) => void) => {
      subscribed += 1;
      ack({ now: Date.now(), heads: Object.fromEntries(topics.map((topic) => [topic, head])) });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  network = new Network((http.address() as AddressInfo).port);
  const port = await network.listen();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${port}`, hostname: '127.0.0.1', port: `${port}` });
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  const { connect } = await import('./live-socket.ts');
  connect();
  await reach('online');
});
afterAll(async () => {
  network.close();
  await server.close();
  vi.unstubAllGlobals();
  vi.resetModules();
});
beforeEach(() => queries.queryClient.clear());

const reach = (status: string, timeout = 10_000) =>
  vi.waitFor(() => expect(live.useLive.getState().status).toBe(status), { timeout, interval: 20 });

/** A query on screen, and how often it was sent. */
function showQuery() {
  let asked = 0;
  const observer = new QueryObserver(queries.queryClient, {
    queryKey: ['shown'],
    queryFn: () => Promise.resolve((asked += 1)),
  });
  return { leave: observer.subscribe(() => undefined), asked: () => asked };
}

test('a network that falls silent is away within three seconds; when it speaks again everything on screen is asked for', async () => {
  const shown = showQuery();
  await vi.waitFor(() => expect(shown.asked()).toBe(1));
  const returns = vi.fn();
  const stop = live.onReturn(returns);
  const silentAt = performance.now();
  network.silent = true;
  await reach('reconnecting');
  expect(performance.now() - silentAt).toBeLessThan(3_500);
  expect(shown.asked()).toBe(1);
  network.silent = false;
  await reach('online');
  await vi.waitFor(() => expect(shown.asked()).toBe(2));
  expect(returns).toHaveBeenCalledTimes(1);
  stop();
  shown.leave();
});

test('any message is an answer: a server that talks is not away', async () => {
  const statuses = new Set<string>();
  const stop = live.useLive.subscribe(({ status }) => statuses.add(status));
  answers = false;
  let sent = 0;
  const talk = setInterval(() => server.emit('chatOnline', (sent += 1)), 300);
  await vi.waitFor(() => expect(live.useLive.getState().online).toBe(14), { timeout: 10_000, interval: 20 });
  clearInterval(talk);
  answers = true;
  stop();
  expect([...statuses]).toEqual(['online']);
});

test('a browser that goes offline is away at once, and connects at once when it is online again', async () => {
  tab.dispatchEvent(new Event('offline'));
  expect(live.useLive.getState().status).toBe('reconnecting');
  tab.dispatchEvent(new Event('online'));
  await reach('online');
});

test('a tab that wakes compares its topics, and after a sleep asks for everything on screen', async () => {
  const resync = vi.fn();
  const stop = live.follow('coinflip', { apply: () => undefined, resync });
  await vi.waitFor(() => expect(subscribed).toBeGreaterThan(0));
  const shown = showQuery();
  await vi.waitFor(() => expect(shown.asked()).toBe(1));
  resync.mockClear();
  const now = vi.spyOn(Date, 'now');
  page.dispatchEvent(new Event('freeze'));
  head = '9'; // a fact that this tab never received
  page.dispatchEvent(new Event('resume'));
  await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
  expect(shown.asked()).toBe(1);
  page.dispatchEvent(new Event('freeze'));
  const wokeAt = Date.now() + 15_000;
  now.mockReturnValue(wokeAt);
  page.dispatchEvent(new Event('resume'));
  await vi.waitFor(() => expect(shown.asked()).toBe(2));
  now.mockRestore();
  stop();
  shown.leave();
});
