/**
 * `npx tsx bench/chat.ts`: a chat with 5,000 readers and 50 messages a second. Real server, real sockets; every message must reach every reader.
 * Prints how long that took (p50, p99, worst), how much of a core the server needed, and whether the rate was kept. Exit 0 when all messages arrived
 * at the requested rate, else 1.
 *
 * Options: --readers 5000 --rate 50 --seconds 20 --processes 2 (of readers)
 */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/processes.ts';
import { load, say } from './lib/figures.ts';
import { makePlayers } from './lib/players.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { openWire, type Wire } from './lib/wire.ts';
import type { ReadersPlan, ReadersReport } from './readers.ts';

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
/** The rate counts as kept within this share. */
const KEPT = 0.98;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
  const processes = Array.from({ length: Number(given.processes) }, () =>
    fork(join(root, 'bench', 'readers.ts'), [], { execArgv: ['--import', 'tsx'] }),
  );
  try {
    return await measure(site, processes);
  } finally {
    for (const each of processes) each.disconnect();
    await site.stop();
  }
}

async function measure(site: BenchSite, processes: readonly ChildProcess[]): Promise<boolean> {
  const port = site.ports[0] ?? 0;
  const began = performance.now();
  const share = Math.ceil(readers / processes.length);
  await Promise.all(
    processes.map((child, i) => ask(child, { port, from: i * share, count: Math.min(share, readers - i * share) })),
  );
  say(
    `${readers} readers from ${processes.length} processes in ` +
      `${((performance.now() - began) / 1_000).toFixed(1)} s; load ${load()}`,
  );
  const posters = await makePlayers(site.inside.runner, POSTERS);
  const wires = await Promise.all(posters.map(async ({ cookie }) => ({ cookie, wire: await openWire(port) })));
  const before = site.cpu();
  const posted = await post(port, wires);
  const after = site.cpu();
  const report = await arrived(processes, posted.messages * readers);
  for (const { wire } of wires) wire.close();
  return printResult(posted, report, {
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

/** The sum over all readers, once everything has arrived or the time is over. */
async function arrived(processes: readonly ChildProcess[], due: number): Promise<ReadersReport> {
  const until = performance.now() + ARRIVED_WITHIN_MS;
  for (;;) {
    const reports = await Promise.all(processes.map((child) => ask(child, 'report') as Promise<ReadersReport>));
    const sum = (of: (report: ReadersReport) => number) => reports.reduce((all, each) => all + of(each), 0);
    const received = sum((each) => each.received);
    if (received >= due || performance.now() > until) {
      const histogram = (reports[0]?.histogram ?? []).map((_, ms) => sum((each) => each.histogram[ms] ?? 0));
      return { received, histogram, connected: sum((each) => each.connected), cut: sum((each) => each.cut) };
    }
    await pause(500);
  }
}

function printResult(
  posted: PostedMessages,
  report: ReadersReport,
  cpu: { server: number; database: number },
): boolean {
  const { messages, refused, ms } = posted;
  const due = messages * readers;
  const perSecond = (1_000 * messages) / ms;
  const at = (share: number) => quantile(report.histogram, share);
  const part = (used: number) => `${((100 * used) / ms).toFixed(0)}% of a core`;
  say(
    `${messages} messages in ${(ms / 1_000).toFixed(1)} s, ${perSecond.toFixed(1)} a second (${rate} asked for), ` +
      `${refused} refused`,
  );
  say(
    `${report.received} of ${due} arrived at ${report.connected} readers, ${report.cut} were cut; ` +
      `${((report.received / ms) * 1_000).toFixed(0)} a second`,
  );
  say(`post to arrival: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
  say(`processor: server ${part(cpu.server)}, database ${part(cpu.database)}; load ${load()}`);
  const ok = refused === 0 && report.received === due && report.cut === 0 && perSecond >= rate * KEPT;
  say(`${ok ? 'OK  ' : 'FAIL'} ${readers} readers, ${rate} messages a second`);
  return ok;
}

function quantile(histogram: readonly number[], share: number): number {
  const all = histogram.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [ms, n] of histogram.entries()) {
    seen += n;
    if (n > 0 && seen >= all * share) return ms;
  }
  return 0;
}

/** Sends and waits for the answer. */
function ask(child: ChildProcess, message: ReadersPlan | 'report'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('exit', reject);
    child.once('message', (answer) => {
      child.off('exit', reject);
      resolve(answer);
    });
    child.send(message);
  });
}

process.exitCode = (await main()) ? 0 : 1;
