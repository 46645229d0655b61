/**
 * A witness in a separate process that kills itself (SIGKILL) between state and response. Started by witness.test.ts:
 * key, state, log.
 */
import { startWitness } from './start.ts';

const [keyFile = '', stateFile = '', log = ''] = process.argv.slice(2);
const { url } = await startWitness({
  name: null,
  keyFile,
  stateFile,
  logs: [log],
  site: null,
  client: false,
  host: '127.0.0.1',
  port: 0,
  print: () => undefined,
  onStored: () => void process.kill(process.pid, 'SIGKILL'),
});
process.stdout.write(`${url}\n`);
