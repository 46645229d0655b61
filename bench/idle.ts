/**
 * `npx tsx bench/idle.ts`: a site at rest, with what `npm start` runs except the demo's personas and bots, which play: server, witness, trade worker,
 * chain watcher, signer, each bundled as a release is. Counts the transactions a second of the whole site, by the role that makes them, and the server's processor time. Exit 1 when
 * the site does more than 10 transactions a second, or the server needs more than 1% of a core.
 *
 * Options: --seconds 60 --settle 130 (before it counts: a start leaves work, and the first statement of solvency follows) --texts 0 (the most frequent
 * statements of each role to print) --profiles FOLDER (for a CPU profile of the server)
 */
import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  root,
  startChainWatcher,
  startSigner,
  startSimulatedWitness,
  startTradeWorker,
  stop,
  type WitnessProcess,
} from '../scripts/processes.ts';
import { roleUrls } from '../server/src/platform/database/roles.ts';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { load, say } from './lib/figures.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { countBySource } from './lib/statements.ts';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    settle: { type: 'string', default: '130' },
    texts: { type: 'string', default: '0' },
    profiles: { type: 'string' },
  },
});
const seconds = Number(given.seconds);
const MOST_PER_SECOND = 10;
const MOST_CORE_PERCENT = 1;
/** A reader of another session sees the statistics of a backend up to this much later. */
const STATISTICS_LAG_MS = 2_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function main(): Promise<boolean> {
  const port = await freePort();
  let witness: WitnessProcess | undefined;
  const site = await startSite({
    nodes: 1,
    profiles: given.profiles ?? null,
    program: 'bench/idle-node.ts',
    port,
    simulators: async (folder) => {
      witness = await startSimulatedWitness(folder, `http://127.0.0.1:${port}`);
      return { witness, prices: true, ethereum: 'unkept' };
    },
  });
  const { trader, watcher, signer } = roleUrls(site.url);
  const { simulators } = site;
  const workers = [
    await startTradeWorker(trader, simulators),
    await startChainWatcher(watcher, simulators.crypto),
    await startSigner(signer, simulators),
  ];
  try {
    return await measure(site);
  } finally {
    for (const worker of workers) await stop(worker);
    await site.stop();
    if (witness !== undefined) await stop(witness.child);
  }
}

async function measure(site: BenchSite): Promise<boolean> {
  await pause(Number(given.settle) * 1_000);
  const before = { transactions: await transactions(site.db), server: site.cpu().server, at: performance.now() };
  await pause(seconds * 1_000);
  const { server } = site.cpu();
  const ms = performance.now() - before.at;
  await pause(STATISTICS_LAG_MS);
  const counted = (await transactions(site.db)) - before.transactions;
  // The pause for the statistics belongs to the count of transactions only.
  const perSecond = counted / ((performance.now() - before.at) / 1_000);
  const percent = (100 * (server - before.server)) / ms;
  await saySources(site);
  say(`${perSecond.toFixed(1)} transactions/s, ${percent.toFixed(2)}% of a core; load ${load()}`);
  report({
    work: 'a site at rest: transactions',
    ours: `${perSecond.toFixed(1)}/s`,
    limit: `${MOST_PER_SECOND}/s`,
    ratio: MOST_PER_SECOND / perSecond,
  });
  report({
    work: 'a site at rest: the server',
    ours: `${percent.toFixed(2)}% of a core`,
    limit: `${MOST_CORE_PERCENT}%`,
    ratio: MOST_CORE_PERCENT / percent,
  });
  return perSecond <= MOST_PER_SECOND && percent <= MOST_CORE_PERCENT;
}

async function transactions(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`);
  return count;
}

async function saySources({ db, folder }: BenchSite): Promise<void> {
  for (const { name, transactions, texts } of await countBySource(db, folder, () => pause(seconds * 1_000))) {
    say(`${(transactions / seconds).toFixed(1).padStart(6)}/s ${name}`);
    for (const [text, n] of texts.slice(0, Number(given.texts)))
      say(`${(n / seconds).toFixed(2).padStart(12)}/s ${text}`);
  }
}

/** A port for the server, which its witness must know before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// Without bundles each process also runs a transpiling loader, which no release has.
const bundles = join(root, '.cache', 'bundles');
execFileSync(process.execPath, ['scripts/bundle.mjs', bundles], { cwd: root, stdio: 'inherit' });
process.env['FAIRPOT_BUNDLES'] = bundles;
await main().then((ok) => (process.exitCode = ok ? 0 : 1));
