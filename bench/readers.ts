/**
 * The readers of chat.ts and fan-out.ts, in a process of their own: sockets that follow a topic and time what arrives. A chat message has the mark
 * `@<epoch ms>@` in its text; any other fact is timed by its `at`, the moment at which its command began. As light as possible, so that the server is
 * measured and not its readers: frames are searched for the mark and not parsed further.
 *
 * Messages over IPC: ReadersPlan (any number; answered with 'ready'), ReconnectPlan (answered with a ReconnectReport), 'reset' (answered with 'ready'),
 * 'report' (answered with a ReadersReport of what arrived since the last reset).
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface ReadersPlan {
  readonly port: number;
  /** Number of the first reader: readers of other processes have other numbers. */
  readonly from: number;
  readonly count: number;
  /** Null: connects and follows nothing. */
  readonly topic: 'chat' | 'jackpot' | null;
}

/** The first `reconnect` sockets of the process are cut at once, and connect again spread over `overMs`. */
export interface ReconnectPlan {
  readonly reconnect: number;
  readonly overMs: number;
}

export interface ReconnectReport {
  /** From the cut to the last accepted subscription. */
  readonly ms: number;
  /** Connections that the server did not accept. */
  readonly refused: number;
}

export interface ReadersReport {
  readonly connected: number;
  readonly cut: number;
  /** Messages that arrived, over all readers. */
  readonly received: number;
  /** Whole ms from post to arrival -> how many; the last bucket is everything later. */
  readonly histogram: readonly number[];
}

/** The server accepts twenty sockets per address, so readers come from many addresses of this machine. */
const PER_ADDRESS = 20;
const CONNECT_AT_ONCE = 50;
const BUCKETS = 30_001;
const MARK = 0x40; // '@'
const FACT_MARK = Buffer.from(',"at":');
const DIGITS = 13;

interface Reader {
  readonly port: number;
  readonly number: number;
  readonly topic: ReadersPlan['topic'];
  /** Null while it is not connected. */
  socket: Socket | null;
}

const readers: Reader[] = [];
let histogram = new Float64Array(BUCKETS);
let connected = 0;
let cut = 0;
let received = 0;

async function follow({ port, from, count, topic }: ReadersPlan): Promise<void> {
  for (let at = 0; at < count; at += CONNECT_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECT_AT_ONCE, count - at) }, (_, i): Reader => {
      return { port, number: from + at + i, topic, socket: null };
    });
    readers.push(...some);
    await Promise.all(some.map(join));
  }
  process.send?.('ready');
}

async function reconnect({ reconnect: count, overMs }: ReconnectPlan): Promise<void> {
  const began = performance.now();
  const lost = readers.slice(0, count);
  for (const { socket } of lost) {
    socket?.removeAllListeners('close');
    socket?.destroy();
  }
  connected -= lost.length;
  let refused = 0;
  await Promise.all(
    lost.map(async (reader, i) => {
      await new Promise((resolve) => setTimeout(resolve, (overMs * i) / lost.length));
      await join(reader).catch(() => (refused += 1));
    }),
  );
  const report: ReconnectReport = { ms: performance.now() - began, refused };
  process.send?.(report);
}

/** Engine.IO 4 in frames by hand, as in spectator.ts; resolves when the server has accepted the subscription. */
function join(reader: Reader): Promise<void> {
  const { port, number, topic } = reader;
  const group = Math.floor(number / PER_ADDRESS);
  const localAddress = `127.1.${Math.floor(group / 250)}.${1 + (group % 250)}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
      socket.write(
        `GET /api/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\n` +
          'connection: Upgrade\r\nsec-websocket-version: 13\r\n' +
          `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      );
    });
    reader.socket = socket;
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('close', () => {
      cut += 1;
      reject(new Error('the server closed the connection'));
    });
    listen(socket, topic, () => {
      connected += 1;
      socket.off('error', reject);
      socket.on('error', () => undefined); // counted when it closes
      resolve();
    });
  });
}

function listen(socket: Socket, topic: ReadersPlan['topic'], ready: () => void): void {
  let rest: Buffer | null = null;
  let upgraded = false;
  socket.on('data', (part: Buffer) => {
    let data = rest === null ? part : Buffer.concat([rest, part]);
    rest = null;
    if (!upgraded) {
      const end = data.indexOf('\r\n\r\n');
      if (end < 0) return void (rest = data);
      upgraded = true;
      data = data.subarray(end + 4);
    }
    const left = frames(data, (payload) => hear(socket, topic, payload, ready));
    if (left.length > 0) rest = left;
  });
}

/** Calls back for each whole frame (the server's are not masked). Returns the rest of an incomplete frame. */
function frames(data: Buffer, onFrame: (payload: Buffer) => void): Buffer {
  for (;;) {
    if (data.length < 2) return data;
    const short = (data[1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (data.length < head) return data;
    const length = short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short;
    if (data.length < head + length) return data;
    onFrame(data.subarray(head, head + length));
    data = data.subarray(head + length);
  }
}

function hear(socket: Socket, topic: ReadersPlan['topic'], payload: Buffer, ready: () => void): void {
  const kind = payload.toString('latin1', 0, 3);
  if (kind.startsWith('0')) say(socket, '40');
  else if (kind.startsWith('2')) say(socket, '3');
  else if (kind.startsWith('40') && topic === null) ready();
  else if (kind.startsWith('40')) say(socket, `420["subscribe",["${topic}"]]`);
  else if (kind.startsWith('43')) ready();
  else if (kind.startsWith('42') && topic === 'chat') takeMessages(payload);
  else if (kind.startsWith('42')) takeFacts(payload);
}

/** Counts the messages of the bench in a frame; anything else on the topic has no mark. */
function takeMessages(payload: Buffer): void {
  const now = Date.now();
  for (let at = payload.indexOf(MARK); at >= 0; at = payload.indexOf(MARK, at + 1)) {
    if (payload[at + DIGITS + 1] !== MARK) continue;
    count(now - Number(payload.toString('latin1', at + 1, at + 1 + DIGITS)));
    at += DIGITS + 1;
  }
}

/** Counts the facts of a frame. Only an envelope has its time right before its body. */
function takeFacts(payload: Buffer): void {
  const now = Date.now();
  for (let at = payload.indexOf(FACT_MARK); at >= 0; at = payload.indexOf(FACT_MARK, at + FACT_MARK.length)) {
    const from = at + FACT_MARK.length;
    if (payload.toString('latin1', from + DIGITS, from + DIGITS + 7) !== ',"body"') continue;
    count(now - Number(payload.toString('latin1', from, from + DIGITS)));
  }
}

function count(ms: number): void {
  received += 1;
  const bucket = Math.min(BUCKETS - 1, Math.max(0, ms));
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

function say(socket: Socket, text: string): void {
  // A client's frame is masked; a mask of zeros changes nothing.
  const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, Buffer.from(text)]));
}

process.on('message', (message: ReadersPlan | ReconnectPlan | 'report' | 'reset') => {
  if (typeof message !== 'string') return void ('reconnect' in message ? reconnect(message) : follow(message));
  if (message === 'reset') {
    histogram = new Float64Array(BUCKETS);
    received = 0;
    cut = 0;
    return void process.send?.('ready');
  }
  const report: ReadersReport = { connected, cut, received, histogram: [...histogram] };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
