/** Cases of closed accounts: their books, and the list of erased accounts outside the database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { profileFeature } from '../../src/profile/profile.feature.ts';
import type { PlanCase, PlanStage } from './case.ts';

/** More than a page of accounts that were closed long ago. */
const closedLongAgo: PlanCase['crowd'] = async (db) => {
  await db.run(sql`
    update players set closing_at = 1, closes_at = 2, erased_at = 3, closed_at = 4, steamid = null, trade_token = '',
      pseudonym_key = null
    where id = any(array(select id from players where not is_fake and status = 'USER' limit 5000))`);
};

/** Runs the writer of the list of erased accounts, as a node with LOG_FOLDER does, with this many to write; `listed`: already in the list. */
async function erasedListCase({ deps, execute }: PlanStage, does: number, listed?: object): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fp-plans-'));
  try {
    if (listed !== undefined) writeFileSync(join(folder, 'erased.jsonl'), `${JSON.stringify(listed)}\n`);
    const own = { ...deps, config: { ...deps.config, logFolder: folder } };
    const { sweeps = [], start } = profileFeature(own, execute);
    await start?.();
    const done = await sweeps.find(({ name }) => name === 'profile.keep')?.run(new AbortController().signal);
    invariant(done === does, `profile.keep did ${done}, not ${does}: the case proves nothing`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const PROFILE_CASES: readonly PlanCase[] = [
  {
    about: 'profile.unname',
    limit: 20,
    crowd: closedLongAgo,
    run: async (stage) => {
      const done = await stage.sweep('profile.unname');
      invariant(done >= 20, `profile.unname did ${done}, not 20: the case proves nothing`);
    },
  },
  { about: 'profile.keep', limit: 200, crowd: closedLongAgo, run: (stage) => erasedListCase(stage, 200) },
  {
    about: 'profile.keep',
    variant: 'one of now behind all of before',
    limit: 10,
    crowd: closedLongAgo,
    run: async (stage) => {
      const { id } = await stage.player();
      const now = stage.clock.now();
      await stage.deps.db.run(sql`
        update players set closing_at = ${now}, closes_at = ${now}, erased_at = ${now}, steamid = null,
          trade_token = '', pseudonym_key = null
        where id = ${id}`);
      await erasedListCase(stage, 1, { id: 'ply_of_before', at: now - 1, barred: null });
    },
  },
];
