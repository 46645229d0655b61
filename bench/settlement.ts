/**
 * `npx tsx bench/settlement.ts`: settled rounds a second, alone and beside stakes at full speed, per pgbench TPC-B transaction of the same run. Rounds
 * are played over HTTP, and then made due within a second or two, which is all that this bench changes by SQL: settlement works as fast as it can until
 * the last one has its result.
 *
 * Options: --rounds 3 --seconds 8 (of stakes, before each turn) --connections 24 --nodes 1 --profiles <folder> (CPU profiles of the servers).
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { load, median, say } from './lib/figures.ts';
import { playGames, requireInvariants } from './lib/load-process.ts';
import { makePlayers, planGames, type PlannedGame } from './lib/players.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { watch } from './lib/spectator.ts';
import { prepareTpcb, requirePgbench, tpcb } from './lib/tpcb.ts';
import type { LoadResult } from './lib/load-process.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '24' },
    nodes: { type: 'string', default: '1' },
    profiles: { type: 'string' },
  },
});
const seconds = Number(given.seconds);
const GAME = 'coinflip';
const PLAYERS = 240;
const TPCB_SECONDS = 4;
const MAX_STAKES_PER_SECOND = 3_500;
/** Longer than a countdown: by then every beacon of these rounds is out. */
const DUE_AFTER_MS = 30_000;
const SETTLED_WITHIN_MS = 120_000;
/** Rounds that become due in a millisecond. */
const DUE_EACH_MS = 4;
/** The load runs by the time that they are due. */
const LEAD_MS = 1_500;

interface Turn {
  readonly settled: number;
  readonly perSecond: number;
  /** Processor time of the server and of the database for each settled round, in ms; stakes beside are in it. */
  readonly server: number;
  readonly database: number;
  /** Beside it, a second. */
  readonly stakes: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  requirePgbench();
  const site = await startSite({ nodes: Number(given.nodes), profiles: given.profiles ?? null });
  try {
    say(`Node ${process.version}, ${cpus().length} cores, load ${load()}; ${given.nodes} node(s)`);
    const players = await makePlayers(site.inside.runner, PLAYERS);
    const spectator = await watch(site.ports[0] ?? 0, GAME);
    const most = (MAX_STAKES_PER_SECOND / 2) * seconds;
    await prepareTpcb(site.besideUrl);
    const tps: number[] = [];
    const turns = { alone: [] as Turn[], beside: [] as Turn[] };
    for (let n = 1; n <= Number(given.rounds); n++) {
      tps.push(await tpcb(site.besideUrl, TPCB_SECONDS));
      for (const kind of ['alone', 'beside'] as const) {
        const games = await planGames(site.inside.runner, players, 2 * most);
        const turn = await settle(site, games.slice(0, most), kind === 'beside' ? games.slice(most) : null);
        turns[kind].push(turn);
        say(`${n}. ${kind === 'alone' ? 'alone' : 'beside stakes'}: ${line(turn)}; load ${load()}`);
      }
    }
    await requireInvariants(site);
    spectator.close();
    const middle = (of: readonly Turn[]) => median(of.map(({ perSecond }) => perSecond));
    report({
      work: 'settlement beside stakes',
      ours: `${middle(turns.beside).toFixed(0)} rounds/s; alone ${middle(turns.alone).toFixed(0)}`,
      limit: `${median(tps).toFixed(0)} TPC-B/s`,
      ratio: middle(turns.beside) / median(tps),
    });
  } finally {
    await site.stop();
  }
}

function line({ settled, perSecond, server, database, stakes }: Turn): string {
  const beside = stakes > 0 ? ` with ${stakes.toFixed(0)} stakes a second` : '';
  return (
    `${settled} rounds, ${perSecond.toFixed(0)} a second, ` +
    `${server.toFixed(2)} ms server + ${database.toFixed(2)} ms database each${beside}`
  );
}

/** Plays rounds, makes them due together, and plays `beside` meanwhile. */
async function settle(
  site: BenchSite,
  games: readonly PlannedGame[],
  beside: readonly PlannedGame[] | null,
): Promise<Turn> {
  await play(site, games);
  const due = Date.now() + DUE_AFTER_MS;
  const moved = await site.db.run(sql`
    update rounds r set due_at = ${due} - n / ${DUE_EACH_MS} from (
      select id, row_number() over (order by due_at desc) - 1 as n from rounds where game = ${GAME} and phase = 'locked'
    ) waiting where r.id = waiting.id`);
  await site.db.run(sql`analyze`);
  await site.db.run(sql`checkpoint`);
  await pause(due - LEAD_MS - Date.now());
  const before = site.cpu();
  const [played] = await Promise.all([beside === null ? null : play(site, beside), settledUntil(site.db, due)]);
  const after = site.cpu();
  const { settled, perSecond } = await pace(site.db, due - moved / DUE_EACH_MS, due);
  const each = (of: 'server' | 'database') => (after[of] - before[of]) / settled;
  const stakes = played === null ? 0 : (1_000 * played.accepted) / played.ms;
  if (played !== null) await settledUntil(site.db, Date.now() + DUE_AFTER_MS);
  return { settled, perSecond, server: each('server'), database: each('database'), stakes };
}

function play(site: BenchSite, games: readonly PlannedGame[]): Promise<LoadResult> {
  return playGames(site, { game: GAME, connections: Number(given.connections), seconds, games });
}

/** Waits until that moment, and until no round of players that was due by then waits. */
async function settledUntil(db: Db, due: number): Promise<void> {
  await pause(due - Date.now());
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*) as waiting from rounds where game = ${GAME} and phase = 'locked' and due_at <= ${due}`);
    if (waiting === 0) return;
    await pause(250);
  }
  throw new Error('rounds were not settled in time');
}

/** Of the rounds that were due between these moments: how many, and how many a second from the first to the last. */
function pace(db: Db, from: number, due: number): Promise<Pick<Turn, 'settled' | 'perSecond'>> {
  return db.one(sql`
    select count(*) as settled, (1000.0 * count(*) / nullif(max(ended_at) - min(ended_at), 0))::float8 as "perSecond"
    from rounds where game = ${GAME} and phase = 'settled' and due_at >= ${Math.ceil(from)} and due_at <= ${due}`);
}

await main();
