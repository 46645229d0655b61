/**
 * A sequencer in a separate process that kills itself (SIGKILL) at a step. Started by crash.test.ts: URL, step, folder
 * of the keeper.
 */
import { openPool } from '../../src/platform/database/db.ts';
import { readConfig } from '../../src/platform/process/config.ts';
import { systemClock, systemRandom } from '../../src/platform/process/system-ports.ts';
import { sequence } from '../../src/transparency/sequencer.ts';
import { keeperIn } from '../../src/transparency/keeper.ts';
import { TEST_LOG_KEY } from '../fakes.ts';
import { openSigner } from '../../src/transparency/signer.ts';

const [url = '', step = '', folder = ''] = process.argv.slice(2);
const db = openPool({ url, maxConnections: 2 });
const signer = await openSigner({ db, config: { ...readConfig({}), logKey: TEST_LOG_KEY }, random: systemRandom });
await sequence({
  db,
  clock: systemClock,
  signer,
  keeper: folder === '' ? null : keeperIn(folder, signer.key),
  onStep: (at) => void (at === step && process.kill(process.pid, 'SIGKILL')),
});
await db.close();
