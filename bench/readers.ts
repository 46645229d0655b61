/**
 * The readers of fan-out.ts, in a process of their own: sockets that follow the jackpot and note when each fact, known by its `seq`, arrives.
 *
 * On a real site each reader has a machine of its own; these share two cores with the server. So only every eleventh reads at once and times what
 * arrives (`TIMED_EACH`), which puts some into each of the server's 32 parts. The others count everything too, but let the kernel collect it and read
 * twice a second. Sockets share one buffer, and a frame with the same bytes as an earlier one is not searched again.
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
  readonly topic: 'jackpot' | null;
}

/** The first `reconnect` sockets of the process are cut at once. They connect again evenly between the two moments after it, in ms. */
export interface ReconnectPlan {
  readonly reconnect: number;
  readonly between: readonly [number, number];
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
  /** Processor time of the process since the last reset. */
  readonly cpuMs: number;
  /** For each message, at which epoch ms it arrived at how many of the timed readers. */
  readonly arrivals: readonly Arrivals[];
}

export interface Arrivals {
  /** `seq` of the fact. */
  readonly key: string;
  readonly at: readonly (readonly [ms: number, readers: number])[];
}

/** The server accepts twenty sockets per address, so readers come from many addresses of this machine. */
const PER_ADDRESS = 20;
const CONNECT_AT_ONCE = 50;
const BUFFER_BYTES = 64 * 1024;
/** Enough for the `seq` of a frame's first fact. */
const NAMED_BY_BYTES = 64;
const MAX_SEARCHED = 1_000;
const TIMED_EACH = 11;
/** The other readers are called one share after the other, each within this. */
const READ_WITHIN_MS = 500;
const READ_SHARES = 25;
const FACT_MARK = /\{"topic":"jackpot","seq":"(\d+)"/g;

interface Reader {
  readonly port: number;
  readonly number: number;
  readonly topic: ReadersPlan['topic'];
  /** Null while it is not connected. */
  socket: Socket | null;
  /** Reads only when it is called. */
  isPatient: boolean;
}

/** All sockets read into it, one at a time. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
const readers: Reader[] = [];
const arrivals = new Map<string, Map<number, number>>();
let connected = 0;
let cut = 0;
let received = 0;
let cpuBefore = process.cpuUsage();
/** Frames that were searched, and the keys of their messages, by length and beginning. */
const searched = new Map<string, { readonly frame: Buffer; readonly keys: readonly string[] }>();

async function follow({ port, from, count, topic }: ReadersPlan): Promise<void> {
  for (let at = 0; at < count; at += CONNECT_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECT_AT_ONCE, count - at) }, (_, i): Reader => {
      return { port, number: from + at + i, topic, socket: null, isPatient: false };
    });
    readers.push(...some);
    await Promise.all(some.map(join));
  }
  process.send?.('ready');
}

async function reconnect({ reconnect: count, between: [from, to] }: ReconnectPlan): Promise<void> {
  const began = performance.now();
  const lost = readers.slice(0, count);
  for (const reader of lost) {
    reader.isPatient = false;
    reader.socket?.removeAllListeners('close');
    reader.socket?.destroy();
  }
  connected -= lost.length;
  let refused = 0;
  await Promise.all(
    lost.map(async (reader, i) => {
      await new Promise((resolve) => setTimeout(resolve, from + ((to - from) * i) / lost.length));
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
    const onData = listen(reader, (text) => say(socket, text), onReady);
    // A patient reader stops when it has read everything.
    const callback = (bytes: number) => {
      onData(buffer.subarray(0, bytes));
      return !reader.isPatient || bytes === BUFFER_BYTES;
    };
    const socket = connect({ host: '127.0.0.1', port, localAddress, onread: { buffer, callback } }, () => {
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
    function onReady(): void {
      connected += 1;
      reader.isPatient = topic !== null && number % TIMED_EACH !== 0;
      socket.off('error', reject);
      socket.on('error', () => undefined); // counted when it closes
      resolve();
    }
  });
}

/** Returns what takes the bytes of a socket as they arrive. */
function listen(reader: Reader, answer: (text: string) => void, ready: () => void): (part: Buffer) => void {
  let rest: Buffer | null = null;
  let upgraded = false;
  return (part) => {
    let data = rest === null ? part : Buffer.concat([rest, part]);
    rest = null;
    const end = upgraded ? -4 : data.indexOf('\r\n\r\n');
    upgraded ||= end >= 0;
    if (upgraded) data = frames(data.subarray(end + 4), (payload) => hear(reader, payload, answer, ready));
    // The next socket reads into the same buffer.
    if (data.length > 0) rest = Buffer.from(data);
  };
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

function hear(reader: Reader, payload: Buffer, answer: (text: string) => void, ready: () => void): void {
  const { topic } = reader;
  const kind = payload.toString('latin1', 0, 2);
  if (kind === '42') takeMessages(reader, payload);
  else if (kind === '43') ready();
  else if (kind === '40' && topic === null) ready();
  else if (kind === '40') answer(`420["subscribe",["${topic}"]]`);
  else if (kind.startsWith('0')) answer('40');
  else if (kind.startsWith('2')) answer('3');
}

/** Notes the messages of the bench in a frame; anything else on the topic has no mark. */
function takeMessages({ isPatient }: Reader, payload: Buffer): void {
  const now = Date.now();
  const keys = keysOf(payload);
  received += keys.length;
  for (const key of isPatient ? [] : keys) {
    const times = arrivals.get(key) ?? new Map<number, number>();
    if (times.size === 0) arrivals.set(key, times);
    times.set(now, (times.get(now) ?? 0) + 1);
  }
}

/** Readers of the same part of the sockets get the same bytes. */
function keysOf(payload: Buffer): readonly string[] {
  const name = `${payload.length} ${payload.toString('latin1', 0, NAMED_BY_BYTES)}`;
  const known = searched.get(name);
  if (known && payload.equals(known.frame)) return known.keys;
  const marks = payload.toString('latin1').matchAll(FACT_MARK);
  const keys = [...marks].map(([, key = '']) => key);
  if (searched.size > MAX_SEARCHED) searched.clear();
  searched.set(name, { frame: Buffer.from(payload), keys });
  return keys;
}

function say(socket: Socket, text: string): void {
  // A client's frame is masked; a mask of zeros changes nothing.
  const head = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, Buffer.from(text)]));
}

let share = 0;
setInterval(() => {
  share = (share + 1) % READ_SHARES;
  for (let i = share; i < readers.length; i += READ_SHARES) if (readers[i]?.isPatient) readers[i]?.socket?.resume();
}, READ_WITHIN_MS / READ_SHARES);

process.on('message', (message: ReadersPlan | ReconnectPlan | 'report' | 'reset') => {
  if (typeof message !== 'string') return void ('reconnect' in message ? reconnect(message) : follow(message));
  if (message === 'reset') {
    arrivals.clear();
    received = 0;
    cut = 0;
    cpuBefore = process.cpuUsage();
    return void process.send?.('ready');
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const report: ReadersReport = {
    connected,
    cut,
    received,
    cpuMs: (user + system) / 1_000,
    arrivals: [...arrivals].map(([key, times]) => ({ key, at: [...times] })),
  };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
