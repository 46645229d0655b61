/** A node with only the logins of the database's two roles, and not its owner's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { expect, test } from 'vitest';
import { FEATURES, productDeps, readConfig, resolveSession } from '../app.ts';
import { openDatabase } from '../platform/database/database.ts';
import { APP, roleUrls, SETTLER } from '../platform/database/roles.ts';
import { sql } from '../platform/database/sql.ts';
import { startServer } from '../platform/process/server.ts';
import { pinoLog, systemClock } from '../platform/process/system-ports.ts';
import { TEST_LOG_KEY } from '../../testing/fakes.ts';
import { until } from '../../testing/until.ts';
import { makeTable } from '../../testing/games/coinflip/table.fixture.ts';

const log = pinoLog('silent');

test('a node with only the logins of app and settler plays a coinflip to its end', async () => {
  const table = await makeTable();
  const { world } = table;
  const { app, settler } = roleUrls(world.databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-node-'));
  const config = {
    ...readConfig({
      DATABASE_APP_URL: app,
      DATABASE_SETTLER_URL: settler,
      FAIRPOT_DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
    }),
    logKey: TEST_LOG_KEY,
    logKeyFile: null,
    rateLimits: false,
  };
  expect(config.databaseUrl).toBeNull();
  const database = await openDatabase(config, world.clock, log);
  const { gateways, windowMaker, drandChain } = world.deps;
  const deps = productDeps({ config, db: database.db, settler: database.settler, clock: world.clock, log });
  const server = await startServer({
    deps: { ...deps, gateways, windowMaker, drandChain },
    features: FEATURES,
    resolveSession,
    webFolder: '/nonexistent',
    pace: systemClock,
    sweeping: true,
  });
  try {
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    const [first, second] = [await table.playerWith([2_000]), await table.playerWith([2_000])];
    const { gameId } = await server.runner.execute(createCoinflip, first.actor, { inventoryIds: first.items, side: 1 });
    await server.runner.execute(joinCoinflip, second.actor, { gameId, inventoryIds: second.items, side: 2 });
    await until(async () => {
      await world.clock.advance(500);
      return (await table.game(gameId)).phase === 'SETTLED';
    });
    await table.verify(gameId);
    const rows = await world.db.many<{ name: string }>(sql`
      select distinct usename as name from pg_stat_activity
      where datname = current_database() and application_name = 'fairpot' and pid <> pg_backend_pid()`);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([APP, SETTLER]));
  } finally {
    await server.stop();
    await database.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
