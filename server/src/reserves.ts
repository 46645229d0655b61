/**
 * `npm run reserves -- text|add|remove|list`: addresses that hold reserves (solvency/reserves-cli.ts), on the server's own machine, signed in as the
 * database's owner. Reads the same settings as the server.
 */
import { readConfig } from './app.ts';
import { openAsOwner } from './platform/database/database.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';
import { runCommand } from './platform/process/terminal.ts';
import { reserves } from './solvency/reserves-cli.ts';

await runCommand(import.meta.url, async (args) => {
  const config = readConfig(process.env);
  const { db, close } = await openAsOwner(config, clock, pinoLog(config.log.level, process.stderr, config.log.format));
  try {
    return await reserves(db, args, clock.now());
  } finally {
    await close();
  }
});
