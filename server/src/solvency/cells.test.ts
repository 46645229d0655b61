/** What a cell owes another for players who moved is in its statements, which pass the command that players run. */
import { getLogHead } from '@fairpot/contract/log/schemas';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { ARENA_FEATURES, makeArena, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { saysIn } from './present.ts';
import { solvencyFeature } from './solvency.feature.ts';
import { publishedBefore } from './store.ts';

const HOUR = 3_600_000;

let arena: Arena;
beforeEach(async () => {
  const accounts: MakeFeature = (deps, execute) => accountsFeature(deps, execute);
  arena = await makeArena({ features: [...ARENA_FEATURES, accounts, transparencyFeature, solvencyFeature] });
  const { features: made } = arena.world;
  for (const feature of made) await feature.start?.();
});
afterEach(() => arena.world.close());

async function sweep(name: string): Promise<void> {
  const sweeps = arena.world.features.flatMap((feature) => feature.sweeps ?? []);
  await sweeps.find((each) => each.name === name)?.run(new AbortController().signal);
}

async function publish() {
  await sweep('transparency.sequence');
  await arena.world.clock.advance(HOUR);
  await sweep('solvency.publish');
  await sweep('transparency.sequence');
  const [newest] = await publishedBefore(arena.world.db, null, 1);
  return saysIn(newest?.body ?? '');
}

test('a site without cells says nothing of them; a cell says what it owes', async () => {
  const { world } = arena;
  await arena.player(4_200);
  expect('cells' in (await publish())).toBe(false);
  await world.db.run(sql`select ledger_open('cell:us', 'house', null, 1)`);
  const moved = sql`'trf_us', 'cells', 'CELL_OUT', 'test', 1, array['house', 'cell:us'], array[-5, 5]`;
  await world.db.run(sql`select ledger_transfer(${moved})`);
  expect((await publish()).cells).toEqual([{ cell: 'us', cents: 5 }]);

  const { url } = await world.http();
  const { key } = await world.run(getLogHead, null, {});
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const whole = await fairpotVerify(['--all', '--quiet', '--site', url, '--log-key', key]);
  const tree = await fairpotVerify(['--solvency', '--site', url, '--log-key', key]);
  spy.mockRestore();
  expect([whole, tree]).toEqual([0, 0]);
});
