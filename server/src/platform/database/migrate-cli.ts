/**
 * `npm run migrate`: migrates the database of DATABASE_URL as its owner, with the roles and their grants, and exits. For sites whose nodes never hold
 * the owner's credentials (docs/runbook.md).
 */
import { ConfigRefused, readConfig } from '../process/config.ts';
import { exitWith } from '../process/exit.ts';
import { prepareDatabase } from './database.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';

async function main(): Promise<void> {
  const { databaseUrl, roleUrls } = readConfig(onlyDatabase(process.env));
  if (databaseUrl === null) throw new ConfigRefused(['DATABASE_URL: the owner of the database, as a postgres:// URL']);
  await prepareDatabase(databaseUrl, roleUrls === null, systemClock, pinoLog('info', process.stderr));
}

/** The settings of the database alone: a migration needs no others. */
function onlyDatabase(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => /^DATABASE_(APP_|SETTLER_)?URL(_FILE)?$/.test(name)),
  );
}

main().catch(exitWith);
