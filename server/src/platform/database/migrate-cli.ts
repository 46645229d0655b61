/**
 * `npm run migrate`: migrates the database of DATABASE_URL as its owner, with the roles and their grants, and exits. For sites whose nodes never hold
 * the owner's credentials (docs/runbook.md).
 */
import { readConfig } from '../process/config.ts';
import { prepareDatabase } from './database.ts';
import { pinoLog, systemClock } from '../process/system-ports.ts';

const { DATABASE_URL, DATABASE_APP_URL, DATABASE_SETTLER_URL } = process.env;
const { databaseUrl, roleUrls } = readConfig({ DATABASE_URL, DATABASE_APP_URL, DATABASE_SETTLER_URL });
if (databaseUrl === null) {
  process.stderr.write('DATABASE_URL: the owner of the database, as a postgres:// URL\n');
  process.exit(2);
}
await prepareDatabase(databaseUrl, roleUrls === null, systemClock, pinoLog('info', process.stderr));
