/**
 * The readers of chat.ts, in a process of their own: sockets that follow the chat and time each message by the mark `@<epoch ms>@` in its text. As
 * light as possible, so that the server is measured and not its readers: frames are counted by their heads and not parsed further.
 *
 * Messages over IPC: `{ port, from, count }` once, then `'report'` (answered with a ReadersReport) any number of times.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface ReadersPlan {
  readonly port: number;
  /** Number of the first reader: readers of other processes have other numbers. */
  readonly from: number;
  readonly count: number;
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
const DIGITS = 13;

const histogram = new Float64Array(BUCKETS);
let connected = 0;
let cut = 0;
let received = 0;

async function follow({ port, from, count }: ReadersPlan): Promise<void> {
  for (let at = 0; at < count; at += CONNECT_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECT_AT_ONCE, count - at) }, (_, i) => reader(port, from + at + i));
    await Promise.all(some);
  }
  process.send?.('ready');
}

/** Engine.IO 4 in frames by hand, as in spectator.ts; resolves when the server has accepted the subscription. */
function reader(port: number, number: number): Promise<void> {
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
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('close', () => (cut += 1));
    listen(socket, () => {
      connected += 1;
      socket.off('error', reject);
      socket.on('error', () => undefined); // counted when it closes
      resolve();
    });
  });
}

function listen(socket: Socket, ready: () => void): void {
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
    const left = frames(data, (payload) => hear(socket, payload, ready));
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

function hear(socket: Socket, payload: Buffer, ready: () => void): void {
  const kind = payload.toString('latin1', 0, 3);
  if (kind.startsWith('0')) say(socket, '40');
  else if (kind.startsWith('2')) say(socket, '3');
  else if (kind.startsWith('40')) say(socket, '420["subscribe",["chat"]]');
  else if (kind.startsWith('43')) ready();
  else if (kind.startsWith('42')) take(payload);
}

/** Counts the messages of the bench in a frame; anything else on the topic has no mark. */
function take(payload: Buffer): void {
  const now = Date.now();
  for (let at = payload.indexOf(MARK); at >= 0; at = payload.indexOf(MARK, at + 1)) {
    if (payload[at + DIGITS + 1] !== MARK) continue;
    const ms = Math.max(0, now - Number(payload.toString('latin1', at + 1, at + 1 + DIGITS)));
    received += 1;
    const bucket = Math.min(BUCKETS - 1, ms);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
    at += DIGITS + 1;
  }
}

function say(socket: Socket, text: string): void {
  // A client's frame is masked; a mask of zeros changes nothing.
  const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, Buffer.from(text)]));
}

process.on('message', (message: ReadersPlan | 'report') => {
  if (message !== 'report') return void follow(message);
  const report: ReadersReport = { connected, cut, received, histogram: [...histogram] };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
