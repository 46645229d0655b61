/**
 * `npm run restore-log [-- --from PLACE]`: the operator's command after the database was restored from an older copy than the published log
 * (docs/runbook.md, "A restored database"). Reads the same settings as the server. Exits with 0 when the server can start; with 2, and without any
 * change, when the operator must do something first.
 */
import { parseArgs } from 'node:util';
import { FEATURES, productDeps, readConfig } from './app.ts';
import { openAsOwner } from './platform/database/database.ts';
import { assemble } from './platform/runner/command.ts';
import { exitWith } from './platform/process/exit.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';
import { sourceAt } from './transparency/restore/published.ts';
import { restoreLog } from './transparency/restore/restore-log.ts';

const USAGE = `npm run restore-log [-- --from PLACE]
  Puts the published leaves back that a restored database lacks, and voids the rounds that it lost, in the log itself.
  PLACE: a folder or file of "fairpot-verify --all --save", or the address of a site that serves the log;
  besides LOG_FOLDER.
`;
const noSignals = { userUpdated: () => undefined, notify: () => undefined, disconnect: () => undefined };

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return void process.stdout.write(USAGE);
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const source = values.from === undefined ? null : await sourceAt(values.from);
  const { db, close } = await openAsOwner(config, clock, log);
  try {
    const deps = { ...productDeps({ config, db, settler: db, clock, log }), signals: noSignals, client: null };
    const { features } = assemble(deps, FEATURES);
    const { from, to, ended, voided } = await restoreLog({ db, deps, features, source });
    const message =
      to === from && ended === 0
        ? 'Nothing to do: this database has everything that was published.'
        : `${to - from} published leaves are restored (${from} to ${to}). ${ended} rounds ended with ` +
          `all stakes returned; ${voided} of them are voided in the log, which records it at the next start.`;
    process.stdout.write(`${message}\n`);
  } finally {
    await close();
  }
}

main().catch(exitWith);
