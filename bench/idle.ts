/**
 * `npx tsx bench/idle.ts`: a site at rest. One server, trade worker, chain watcher and signer on a database that no one uses but the demo's personas.
 * Counts the transactions a second of the whole site (pg_stat_database) and the server's processor time. Exit 1 when it does more than 10 transactions
 * a second, or the server needs more than 1% of a core.
 *
 * Options: --seconds 20 --settle 45 (before it counts: what a start leaves to do)
 */
import { parseArgs } from 'node:util';
import { startChainWatcher, startSigner, startTradeWorker, stop } from '../scripts/processes.ts';
import { roleUrls } from '../server/src/platform/database/roles.ts';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { load, say } from './lib/figures.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';

const { values: given } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, settle: { type: 'string', default: '45' } },
});
const seconds = Number(given.seconds);
const MOST_PER_SECOND = 10;
const MOST_CORE_PERCENT = 1;
/** A reader of another session sees the statistics of a backend up to this much later. */
const STATISTICS_LAG_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
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

await main().then((ok) => (process.exitCode = ok ? 0 : 1));
