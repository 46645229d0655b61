/** A site with all games and its public log: rounds in this month and in the next, and a database whose clock is past both. */
import { onTestFinished } from 'vitest';
import { accountsFeature } from '../../../accounts/accounts.feature.ts';
import { ledgerFeature } from '../../../ledger/ledger.feature.ts';
import { sql } from '../../../platform/database/sql.ts';
import { systemRandom, timeSortedIds } from '../../../platform/process/system-ports.ts';
import type { Actor } from '../../../platform/runner/feature.ts';
import { invariant } from '../../../platform/runner/refused.ts';
import { paidPlayer } from '../../../testing/stages/players.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { makeWorld } from '../../../testing/world.ts';
import { LoggedTable } from '../../../transparency/log.fixture.ts';
import { countPublished } from '../../../transparency/front.ts';
import { transparencyFeature } from '../../../transparency/transparency.feature.ts';
import { vaultFeature } from '../../../vault/vault.feature.ts';
import { GAME_FEATURES } from '../../games.ts';
import { finishRound, makeLockedRound, SAMPLES, type NamedSample } from '../../samples.fixture.ts';
import { fairFeature } from '../fair.feature.ts';
import { archiveMonth, type ArchiveParts } from './archive.ts';

const today = new Date();
/** The middle of a month after this one, by this machine's clock, by which the partitions were made. */
const inMonth = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 15);
export const monthOf = (ahead: number): string => new Date(inMonth(ahead)).toISOString().slice(0, 7);

export const OF_ROUNDS = ['entries', 'round_secrets', 'settlements', 'stake_items'];

function sampleOf(game: string): NamedSample {
  const found = SAMPLES.find((each) => each.game === game);
  invariant(found, `no sample of ${game}`);
  return found;
}

export type PlayedMonth = Readonly<Record<string, string>>;

export class OldSite extends LoggedTable {
  /** By game: a round of this month, and one of the next. */
  readonly months: PlayedMonth[] = [];
  /** A jackpot round that was opened in this month and ended in the next. */
  crossing = '';
  readonly players: readonly Actor[];
  readonly parts: ArchiveParts;

  constructor(world: LoggedTable['world'], players: readonly Actor[]) {
    super(world);
    this.players = players;
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

  /** Every row of the partitioned tables, or those of one round, as text. */
  rows(roundId: string | null = null): Promise<string[][]> {
    return Promise.all(
      OF_ROUNDS.map(async (name) => {
        const rows = await this.world.db.many<{ row: string }>({
          text: `select t::text as row from ${name} t where round_id = coalesce($1, round_id) order by 1`,
          values: [roundId],
        });
        return rows.map(({ row }) => row);
      }),
    );
  }

  /** Tables in the schema of the partitions, with their bounds; null: detached. */
  async partitions(): Promise<Record<string, string | null>> {
    const rows = await this.world.db.many<{ name: string; bounds: string | null }>(sql`
      select relname::text as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
      where relnamespace = 'partitions'::regnamespace and relkind = 'r' order by 1`);
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

/** Closed when the test ends. */
export async function makeOldSite(): Promise<OldSite> {
  let now = () => inMonth(0);
  const ids = timeSortedIds({ now: () => now(), sleep: () => Promise.resolve() }, systemRandom);
  const world = await makeWorld({
    ids,
    fresh: true,
    features: [
      ledgerFeature,
      vaultFeature,
      fairFeature,
      ...GAME_FEATURES,
      (deps, execute) => accountsFeature(deps, execute),
      transparencyFeature,
    ],
    config: { logFolder: temporaryFolder() },
  });
  onTestFinished(() => world.close());
  now = () => world.clock.now();
  const log = world.features.find(({ name }) => name === 'transparency');
  invariant(log, 'the world has no log');
  await log.start?.();
  for (const { prepare } of SAMPLES) await prepare?.(world);
  const site = new OldSite(world, [await paidPlayer(world, 100_000), await paidPlayer(world, 100_000)]);
  for (const ahead of [0, 1]) site.months.push(await site.playMonth(ahead));
  await databaseAt(site, 3);
  return site;
}
