/**
 * `npm run archive -- --month YYYY-MM --to FOLDER`, and `--restore`, `--verify`, `--player`, `--round`: the archive of old months (games/kit/archive/archive-cli.ts),
 * signed in as the database's owner. Reads the same settings as the server.
 */
import { readConfig } from './app.ts';
import { archive } from './games/kit/archive/archive-cli.ts';
import { openAsOwner } from './platform/database/database.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';
import { runCommand } from './platform/process/terminal.ts';
import { countPublished } from './transparency/front.ts';

await runCommand(import.meta.url, (args) => archive(open, args));

async function open() {
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  return { ...(await openAsOwner(config, clock, log)), countPublished };
}
