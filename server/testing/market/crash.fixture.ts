/** A separate process for crash.test.ts: buys one item after another until it is killed. Prints a line per answer. */
import { buyFromMarket } from '@fairpot/contract/market/schemas';
import { makeRunner } from '../../src/platform/runner/command.ts';
import { readConfig } from '../../src/platform/process/config.ts';
import { openPool } from '../../src/platform/database/db.ts';
import { Reads } from '../../src/platform/database/reads.ts';
import type { Deps } from '../../src/platform/process/deps.ts';
import { pinoLog, systemClock, systemRandom, timeSortedIds } from '../../src/platform/process/system-ports.ts';
import { marketFeature } from '../../src/market/market.feature.ts';

const [url = '', playerId = '', ...items] = process.argv.slice(2);
const db = openPool({ url, maxConnections: 8 });
const ignore = () => undefined;
const parts = {
  config: { ...readConfig({}), rateLimits: false },
  db,
  reads: new Reads(null),
  settler: db,
  clock: systemClock,
  random: systemRandom,
  ids: timeSortedIds(systemClock, systemRandom),
  log: pinoLog('silent'),
  signals: { userUpdated: ignore, disconnect: ignore },
  gateways: { prices: [] },
};
// The market uses nothing else of the outside world.
const deps = parts as unknown as Deps;
const never = () => Promise.reject(new Error('no sweep runs here'));
const runner = makeRunner(deps, [marketFeature(deps, never)]);
const actor = { kind: 'player', id: playerId, status: 'USER', isBot: false, ageConfirmed: true } as const;
const left = items.values();
await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (const id of left) {
      await runner.execute(buyFromMarket, actor, { itemIds: [id] }, { key: `buy-${id}` });
      process.stdout.write(`${id}\n`);
    }
  }),
);
await db.close();
