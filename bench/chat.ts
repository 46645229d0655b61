/**
 * `npx tsx bench/chat.ts`: a chat with 5,000 readers and 50 messages a second. Real server, real sockets; every message must reach every reader.
 * Prints how long that took (p50, p99, worst), how much of a core the server needed, and whether the rate was kept. Exit 0 when all messages arrived
 * at the requested rate, else 1.
 *
 * Options: --readers 5000 --rate 50 --seconds 20 --processes 2 (of readers)
 */
import { parseArgs } from 'node:util';
import { load, say } from './lib/figures.ts';
import { makePlayers } from './lib/players.ts';
import { delaysOf, startReaders, type ReaderPool } from './lib/reader-pool.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { openWire, type Wire } from './lib/wire.ts';
import type { ReadersReport } from './readers.ts';

const { values: given } = parseArgs({
  options: {
    readers: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    processes: { type: 'string', default: '2' },
  },
});
const readers = Number(given.readers);
const rate = Number(given.rate);
const seconds = Number(given.seconds);
const POSTERS = 25;
/** The last messages may still be on their way. */
const ARRIVED_WITHIN_MS = 30_000;
/** From post to arrival, p99: a conversation feels immediate up to half a second. */
const ARRIVES_WITHIN_MS = 500;
/** The rate counts as kept within this share. */
const KEPT = 0.98;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
  const pool = startReaders(Number(given.processes));
  try {
    return await measure(site, pool);
  } finally {
    pool.close();
    await site.stop();
  }
}

async function measure(site: BenchSite, pool: ReaderPool): Promise<boolean> {
  const port = site.ports[0] ?? 0;
  const began = performance.now();
  await pool.connect(port, readers, 'chat');
  say(`${readers} readers in ${((performance.now() - began) / 1_000).toFixed(1)} s; load ${load()}`);
  const posters = await makePlayers(site.inside.runner, POSTERS);
  const wires = await Promise.all(posters.map(async ({ cookie }) => ({ cookie, wire: await openWire(port) })));
  await pool.reset();
  const before = site.cpu();
  const posted = await post(port, wires);
  const after = site.cpu();
  const arrivals = await arrived(pool, posted.messages * readers);
  for (const { wire } of wires) wire.close();
  return printResult(posted, arrivals, {
    server: after.server - before.server,
    database: after.database - before.database,
  });
}

interface PostedMessages {
  readonly messages: number;
  readonly refused: number;
  readonly ms: number;
}

/** Posts at the rate, however long each post takes: a slow answer does not delay other messages. */
async function post(
  port: number,
  wires: readonly { readonly cookie: string; readonly wire: Wire }[],
): Promise<PostedMessages> {
  let messages = 0;
  let refused = 0;
  const began = performance.now();
  const total = rate * seconds;
  let next = 0;
  await Promise.all(
    wires.map(async ({ cookie, wire }) => {
      for (let n = next++; n < total; n = next++) {
        await pause(Math.max(0, began + (1_000 * n) / rate - performance.now()));
        const answer = await wire.ask(requestOf(port, cookie, `message ${n} @${Date.now()}@ of the bench`));
        if (answer.status === 200) messages += 1;
        else refused += 1;
      }
    }),
  );
  return { messages, refused, ms: performance.now() - began };
}

function requestOf(port: number, cookie: string, message: string): string {
  const body = JSON.stringify({ message });
  return (
    `POST /api/chat/create HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\n` +
    `sec-fetch-site: same-origin\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Once everything has arrived or the time is over. */
async function arrived(pool: ReaderPool, due: number): Promise<ReadersReport> {
  const until = performance.now() + ARRIVED_WITHIN_MS;
  for (;;) {
    await pause(500);
    const arrivals = await pool.report();
    if (arrivals.received >= due || performance.now() > until) return arrivals;
  }
}

function printResult(
  posted: PostedMessages,
  arrivals: ReadersReport,
  cpu: { server: number; database: number },
): boolean {
  const { messages, refused, ms } = posted;
  const due = messages * readers;
  const perSecond = (1_000 * messages) / ms;
  const at = delaysOf(arrivals.arrivals, Number);
  const part = (used: number) => `${((100 * used) / ms).toFixed(0)}% of a core`;
  say(
    `${messages} messages in ${(ms / 1_000).toFixed(1)} s, ${perSecond.toFixed(1)} a second (${rate} asked for), ` +
      `${refused} refused`,
  );
  say(
    `${arrivals.received} of ${due} arrived at ${arrivals.connected} readers, ${arrivals.cut} were cut; ` +
      `${((arrivals.received / ms) * 1_000).toFixed(0)} a second`,
  );
  say(`post to arrival: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
  say(
    `processor: server ${part(cpu.server)}, database ${part(cpu.database)}, readers ${part(arrivals.cpuMs)}; ` +
      `load ${load()}`,
  );
  const ok = refused === 0 && arrivals.received === due && arrivals.cut === 0 && perSecond >= rate * KEPT;
  report({
    work: `chat with ${readers} readers`,
    ours: `${perSecond.toFixed(0)} messages/s, p99 ${at(0.99)} ms`,
    limit: `${ARRIVES_WITHIN_MS} ms`,
    ratio: ARRIVES_WITHIN_MS / Math.max(1, at(0.99)),
  });
  say(`${ok ? 'OK  ' : 'FAIL'} ${readers} readers, ${rate} messages a second`);
  return ok;
}

process.exitCode = (await main()) ? 0 : 1;
