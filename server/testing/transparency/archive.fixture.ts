/** A site with all games and its public log: rounds in this month and in the next, and a database whose clock is past both. */
import { onTestFinished } from 'vitest';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { ledgerFeature } from '../../src/ledger/ledger.feature.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { systemClock, systemRandom, timeSortedIds } from '../../src/platform/process/system-ports.ts';
import type { Actor, MakeFeature } from '../../src/platform/runner/feature.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { paidPlayer } from '../stages/players.ts';
import type { KeptWorld } from '../databases.ts';
import { makeWorld, type World, type WorldOptions } from '../world.ts';
import { LoggedTable } from './log.fixture.ts';
import { countPublished } from '../../src/transparency/front.ts';
import { staffFeature } from '../../src/staff/staff.feature.ts';
import { transparencyFeature } from '../../src/transparency/transparency.feature.ts';
import { vaultFeature } from '../../src/vault/vault.feature.ts';
import { GAME_FEATURES } from '../../src/games/games.ts';
import { finishRound, makeLockedRound, SAMPLES, type NamedSample } from '../games/samples.fixture.ts';
import { fairFeature } from '../../src/games/kit/fair.feature.ts';
import { archiveMonth, type ArchiveParts } from '../../src/games/kit/archive/archive.ts';

const today = new Date(systemClock.now());
/** The middle of a month after this one, by this machine's clock, by which the partitions were made. */
const inMonth = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 15);
export const monthOf = (ahead: number): string => new Date(inMonth(ahead)).toISOString().slice(0, 7);

export const OF_ROUNDS = ['entries', 'round_secrets', 'settlements', 'stake_items'];
/** What is not of a round stays of these. */
export const SHARED = ['item_moves', 'log_leaves', 'postings'];

function sampleOf(game: string): NamedSample {
  const found = SAMPLES.find((each) => each.game === game);
  invariant(found, `no sample of ${game}`);
  return found;
}

export type PlayedMonth = Readonly<Record<string, string>>;

export interface PlayedMonths {
  readonly kept: KeptWorld;
  readonly state: Pick<OldSite, 'months' | 'players' | 'crossing'>;
  /** By the world's clock, epoch ms. */
  readonly now: number;
  readonly drop: () => Promise<void>;
}

export class OldSite extends LoggedTable {
  /** By game: a round of this month, and one of the next. */
  months: PlayedMonth[] = [];
  /** A jackpot round that was opened in this month and ended in the next. */
  crossing = '';
  players: readonly Actor[] = [];
  readonly parts: ArchiveParts;

  constructor(world: World) {
    super(world);
    this.parts = { db: world.db, url: world.databaseUrl, countPublished };
  }

  /** One settled round of each game, in this month after this one. */
  async playMonth(ahead: number): Promise<PlayedMonth> {
    await this.world.clock.advance(inMonth(ahead) - this.world.clock.now());
    if (ahead > 0) this.crossing = await this.playOne(sampleOf('jackpot'));
    const rounds: Record<string, string> = {};
    for (const sample of SAMPLES) rounds[sample.game] = await this.playOne(sample);
    await this.world.sweepAll();
    await this.publish();
    return rounds;
  }

  private async playOne(sample: NamedSample): Promise<string> {
    const id = await makeLockedRound(sample, this.world, this.players);
    await finishRound(sample, this.world);
    return id;
  }

  async publish(): Promise<void> {
    while ((await this.sequence()) > 0);
  }

  /** Every row of the tables that an archive takes rows from, as text. */
  rows(): Promise<string[][]> {
    return this.rowsWhere([...OF_ROUNDS, ...SHARED], 'true', []);
  }

  /** Those of a round, in the tables of rounds. */
  rowsOf(roundId = ''): Promise<string[][]> {
    return this.rowsWhere(OF_ROUNDS, 'round_id = $1', [roundId]);
  }

  private rowsWhere(tables: readonly string[], condition: string, values: readonly string[]): Promise<string[][]> {
    return Promise.all(
      tables.map(async (name) => {
        const text = `select t::text as row from ${name} t where ${condition} order by 1`;
        return (await this.world.db.many<{ row: string }>({ text, values })).map(({ row }) => row);
      }),
    );
  }

  /** The partitions of these tables, with their bounds; null: detached. */
  async partitions(): Promise<Record<string, string | null>> {
    const ofTables = `^(${[...OF_ROUNDS, ...SHARED].join('|')})_`;
    const rows = await this.world.db.many<{ name: string; bounds: string | null }>(sql`
      select relname::text as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
      where relnamespace = 'partitions'::regnamespace and relkind = 'r' and relname ~ ${ofTables} order by 1`);
    return Object.fromEntries(rows.map(({ name, bounds }) => [name, bounds]));
  }

  async archive(ahead: number, to: string, options: Partial<ArchiveParts> = {}): Promise<void> {
    await archiveMonth({ ...this.parts, ...options }, { month: monthOf(ahead), to, minAge: 1 });
  }
}

/** The database's clock is `months` after this machine's. */
export const databaseAt = (site: OldSite, months: number): Promise<number> =>
  site.world.db.run({
    text: `create or replace function database_ms() returns bigint language sql volatile as
      $$ select (extract(epoch from clock_timestamp() + interval '${months} months') * 1000)::bigint $$`,
    values: [],
  });

const FEATURES = [
  ledgerFeature,
  staffFeature,
  vaultFeature,
  fairFeature,
  ...GAME_FEATURES,
  (...[deps, execute]: Parameters<MakeFeature>) => accountsFeature(deps, execute),
  transparencyFeature,
];

async function makeSite(options: WorldOptions): Promise<OldSite> {
  let now = () => inMonth(0);
  const ids = timeSortedIds({ now: () => now(), sleep: () => Promise.resolve() }, systemRandom);
  const world = await makeWorld({ ...options, ids, features: FEATURES });
  now = () => world.clock.now();
  const log = world.features.find(({ name }) => name === 'transparency');
  invariant(log, 'the world has no log');
  await log.start?.();
  return new OldSite(world);
}

/** Plays both months once, for the tests of a file. Call `played.drop` when they are over. */
export async function playMonths(): Promise<PlayedMonths> {
  const site = await makeSite({ fresh: true });
  const { world } = site;
  for (const { prepare } of SAMPLES) await prepare?.(world);
  site.players = [await paidPlayer(world, 100_000), await paidPlayer(world, 100_000)];
  for (const ahead of [0, 1]) site.months.push(await site.playMonth(ahead));
  await databaseAt(site, 3);
  const { months, players, crossing } = site;
  const kept = await world.keep();
  return { kept, state: { months, players, crossing }, now: world.clock.now(), drop: () => kept.drop() };
}

/** A site with a copy of their database. Closed when the test ends. */
export async function openOldSite({ kept, state, now }: PlayedMonths): Promise<OldSite> {
  const site = await makeSite({ from: kept });
  onTestFinished(() => site.world.close());
  await site.world.clock.advance(now - site.world.clock.now());
  return Object.assign(site, state);
}
