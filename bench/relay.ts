/**
 * `npx tsx bench/relay.ts`: what it takes to bring facts to several nodes. Each node reads the database, as the product does; or one node reads, and passes
 * facts on by NATS or by NOTIFY. The relays are the product's own, all in this process. A fact here has its body: presenting one costs a node more
 * statements, which the other ways save, too. At last, facts written at full speed, with and without a NOTIFY in each transaction.
 *
 * Options: --nodes 8 --rates 0,50,500 (facts a second) --seconds 8. Needs `nats-server` on the PATH (Debian's package has this name); exit 2 without.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';
import { openPool } from '../server/src/platform/database/db.ts';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { Relay } from '../server/src/platform/live/relay.ts';
import { pinoLog, systemClock as clock } from '../server/src/platform/process/system-ports.ts';
import { cpuMs } from './lib/cpu.ts';
import { load, percentile, say } from './lib/figures.ts';
import { startSite, type BenchSite } from './lib/site.ts';

const { values: given } = parseArgs({
  options: {
    nodes: { type: 'string', default: '8' },
    rates: { type: 'string', default: '0,50,500' },
    seconds: { type: 'string', default: '8' },
  },
});
const nodes = Number(given.nodes);
const seconds = Number(given.seconds);
const log = pinoLog('error', process.stderr);
const CHANNEL = 'bench_facts';
const PORT = 4_333;
const WRITERS = 16;
/** As large as a fact of a case battle. */
const FILLER = 'x'.repeat(300);
const TICK_MS = 20;
const LAST_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Facts arrive at `arrive`, once at each node. */
interface Way {
  readonly name: string;
  start(site: BenchSite, arrive: (fact: FactEnvelope) => void): Promise<{ readonly stop: () => Promise<void> }>;
}

/** A relay that polls as on a node with listeners. */
function startRelay({ url }: BenchSite, publish: (fact: FactEnvelope) => void) {
  const db = openPool({ url, maxConnections: 2 });
  const ended = new AbortController();
  const ignore = () => undefined;
  const relay = new Relay({ db, clock, log, presenters: [], publish, signal: ignore, busy: () => true });
  const running = relay.start().then(() => relay.run(ended.signal));
  return {
    db,
    stop: async () => {
      ended.abort();
      await running;
      await db.close();
    },
  };
}

const eachReads: Way = {
  name: 'each node reads',
  start(site, arrive) {
    const relays = Array.from({ length: nodes }, () => startRelay(site, arrive));
    return Promise.resolve({
      stop: async () => {
        await Promise.all(relays.map((relay) => relay.stop()));
      },
    });
  },
};

const byNats: Way = {
  name: 'one reads, NATS',
  async start(site, arrive) {
    const all: NatsConnection[] = [];
    for (let n = 0; n <= nodes; n += 1) all.push(await connect({ servers: `127.0.0.1:${PORT}` }));
    const [sender, ...receivers] = all;
    for (const receiver of receivers) {
      receiver.subscribe(CHANNEL, { callback: (_error, message) => arrive(message.json<FactEnvelope>()) });
      await receiver.flush();
    }
    const relay = startRelay(site, (fact) => sender?.publish(CHANNEL, JSON.stringify(fact)));
    return {
      stop: async () => {
        await relay.stop();
        for (const connection of all) await connection.close();
      },
    };
  },
};

const byNotify: Way = {
  name: 'one reads, NOTIFY',
  async start(site, arrive) {
    const receivers = Array.from({ length: nodes }, () => new Client({ connectionString: site.url }));
    for (const receiver of receivers) {
      receiver.on('notification', ({ payload }) => arrive(JSON.parse(payload ?? '') as FactEnvelope));
      await receiver.connect();
      await receiver.query(`listen ${CHANNEL}`);
    }
    // What one read found goes in one statement.
    let batch: string[] = [];
    const relay = startRelay(site, (fact) => {
      if (batch.push(JSON.stringify(fact)) > 1) return;
      setImmediate(() => {
        const texts = batch;
        batch = [];
        void relay.db.many(sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) text`);
      });
    });
    return {
      stop: async () => {
        await relay.stop();
        for (const receiver of receivers) await receiver.end();
      },
    };
  },
};

const writeFact = (db: Db, no: number) =>
  db.run(sql`select emit_fact('chat', null, 'bench', 1, 'bench', ${JSON.stringify({ no, FILLER })}::jsonb, 1)`);

/** Writes facts at this rate, and prints what it took until all of them had arrived at each node. */
async function measure(site: BenchSite, way: Way, rate: number, broker: number): Promise<void> {
  const committedAt = new Map<number, number>();
  const delays: number[] = [];
  let arrived = 0;
  const arrivedAt = new Map<number, number[]>();
  const running = await way.start(site, ({ body }) => {
    const { no } = body as unknown as { readonly no: number };
    arrived += 1;
    arrivedAt.set(no, [...(arrivedAt.get(no) ?? []), performance.now()]);
  });
  await pause(LAST_MS);
  const before = { database: site.cpu().database, broker: cpuMs(broker), nodes: process.cpuUsage() };
  const began = performance.now();
  const writes: Promise<void>[] = [];
  for (let no = 0; performance.now() - began < 1_000 * seconds; await pause(TICK_MS))
    for (; no < ((performance.now() - began) / 1_000) * rate; no += 1) {
      const fact = no;
      writes.push(writeFact(site.db, fact).then(() => void committedAt.set(fact, performance.now())));
    }
  await Promise.all(writes);
  await pause(LAST_MS);
  const ms = performance.now() - began;
  const used = process.cpuUsage(before.nodes);
  const [database, brokerMs] = [site.cpu().database - before.database, cpuMs(broker) - before.broker];
  await running.stop();
  for (const [no, all] of arrivedAt) for (const at of all) delays.push(Math.max(0, at - (committedAt.get(no) ?? at)));
  const due = writes.length * nodes;
  if (arrived !== due) throw new Error(`${way.name}: ${arrived} of ${due} facts arrived`);
  const share = (part: number) => `${((100 * part) / ms).toFixed(1)}%`;
  const delay = (of: number) => percentile(delays, of).toFixed(0);
  say(
    `${way.name}, ${rate} facts a second to ${nodes} nodes: database ${share(database)}, nodes and writer ` +
      `${share((used.user + used.system) / 1_000)}, broker ${share(brokerMs)} of a core; ` +
      `commit to node p50 ${delay(0.5)}, p99 ${delay(0.99)} ms; load ${load()}`,
  );
}

/** Facts a second at full speed. */
async function fullSpeed({ url }: BenchSite, notifies: boolean): Promise<number> {
  const db = openPool({ url, maxConnections: WRITERS });
  const began = performance.now();
  let written = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() - began < 1_000 * seconds) {
        await db.transaction(async (tx) => {
          await writeFact(tx, 0);
          if (notifies) await tx.run(sql`select pg_notify(${CHANNEL}, '')`);
        });
        written += 1;
      }
    }),
  );
  const perSecond = (1_000 * written) / (performance.now() - began);
  await db.close();
  return perSecond;
}

async function main(): Promise<void> {
  if (spawnSync('nats-server', ['--version']).status !== 0) {
    say('no nats-server on the PATH: Debian has it in the package of this name');
    process.exit(2);
  }
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(PORT)], { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(nats.stderr, 'data');
  const site = await startSite({ nodes: 0, profiles: null });
  try {
    say(`Node ${process.version}, ${cpus().length} cores, load ${load()}; ${nodes} nodes`);
    for (const rate of given.rates.split(',').map(Number))
      for (const way of [eachReads, byNats, byNotify]) await measure(site, way, rate, nats.pid ?? 0);
    for (const turn of [1, 2, 3]) {
      const [plain, notifying] = [await fullSpeed(site, false), await fullSpeed(site, true)];
      const ratio = (notifying / plain).toFixed(2);
      say(
        `${turn}. ${WRITERS} writers at full speed: ${plain.toFixed(0)} facts a second, ` +
          `${notifying.toFixed(0)} with a NOTIFY in each transaction (${ratio}); load ${load()}`,
      );
    }
  } finally {
    await site.stop();
    nats.kill();
  }
}

await main();
