/**
 * A nightly verification in a separate process that kills itself (SIGKILL) before its first page. Started by
 * reports.test.ts: URL, now.
 */
import { openPool } from '../../../src/platform/database/db.ts';
import { readConfig } from '../../../src/platform/process/config.ts';
import { pinoLog, systemClock, systemRandom } from '../../../src/platform/process/system-ports.ts';
import { TEST_CHAIN } from '../../beacon.ts';
import { TEST_LOG_KEY } from '../../fakes.ts';
import { nightlySweep } from '../../../src/transparency/reports/reports.ts';
import { openSigner } from '../../../src/transparency/signer.ts';

const [url = '', now = '0'] = process.argv.slice(2);
const db = openPool({ url, maxConnections: 2 });
const config = { ...readConfig({}), logKey: TEST_LOG_KEY };
const clock = { ...systemClock, now: () => Number(now) };
const deps = { db, config, clock, random: systemRandom, drandChain: TEST_CHAIN, log: pinoLog('error', process.stderr) };
const { key } = await openSigner(deps);
await nightlySweep({
  deps,
  key: () => Promise.resolve(key),
  onPage: () => process.kill(process.pid, 'SIGKILL') as unknown as void,
}).run(new AbortController().signal);
await db.close();
