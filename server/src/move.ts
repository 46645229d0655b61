/** `npm run move`: moves a player between cells (profile/moving/move-cli.ts). Reads the same settings as the server. Exits with 2 when it refuses. */
import { productDeps, readConfig } from './app.ts';
import { openAsOwner } from './platform/database/database.ts';
import { exitWith } from './platform/process/exit.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';
import { move, readMove } from './profile/moving/move-cli.ts';
import { openSigner } from './transparency/front.ts';

async function main(): Promise<void> {
  const command = readMove(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const { db, close } = await openAsOwner(config, clock, log);
  try {
    const deps = productDeps({ config, db, settler: db, clock, log });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const done = await move({ deps, db, signer: await openSigner(deps), say }, command);
    process.stdout.write(`${done}\n`);
  } finally {
    await close();
  }
}

main().catch(exitWith);
