/**
 * `npm run admin -- STEAMID [--why TEXT]`: creates the first admins, on the server's own machine, signed in as the database's owner. Reads the same
 * settings as the server. In live it shows the authenticator's QR code and recovery codes, once. Exits with 2 when it refuses.
 */
import { parseArgs } from 'node:util';
import { REASON_MIN_LENGTH } from '@fairpot/contract/wire/call';
import { renderUnicodeCompact } from 'uqr';
import { makeFirstAdmin } from './accounts/desk/first-admin.ts';
import { productDeps, readConfig } from './app.ts';
import { openAsOwner } from './platform/database/database.ts';
import { StartRefused } from './platform/runner/refused.ts';
import { exitWith } from './platform/process/exit.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';

const USAGE =
  'npm run admin -- STEAMID [--why TEXT]\n' +
  '  Makes the account of this SteamID (in any form) an ADMIN, while there are fewer than two: ' +
  'two of them can make every other at the\n' +
  '  staff desk. For the only ADMIN: a new authenticator in place of one that was lost. Stands in the audit log.\n';

/** The parsed arguments; throws StartRefused with the usage for anything else. */
function parseArguments(args: string[]): { readonly steamid: string; readonly why: string } {
  const { values, positionals } = parsed(args);
  const [steamid] = positionals;
  const why = values.why.trim();
  if (values.help || steamid === undefined || positionals.length > 1 || why.length < REASON_MIN_LENGTH)
    throw new StartRefused(USAGE);
  return { steamid, why };
}

function parsed(args: string[]) {
  try {
    const options = { why: { type: 'string', default: 'the first admin' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { steamid, why } = parseArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const { db, close } = await openAsOwner(config, clock, log);
  try {
    const made = await makeFirstAdmin(productDeps({ config, db, settler: db, clock, log }), db, steamid, why);
    process.stdout.write(`${made.name} (${made.playerId}) is an ADMIN now.\n`);
    if (made.codes !== null) {
      const { uri, secret, recovery } = made.codes;
      process.stdout.write(
        '\nScan this with your authenticator; it is not shown again.\n\n' +
          `${renderUnicodeCompact(uri)}\n\n${uri}\nSecret: ${secret}\n` +
          '\nRecovery codes, each for one sign-in without the authenticator. Keep them apart from it:\n' +
          `  ${recovery.join('\n  ')}\n`,
      );
    }
  } finally {
    await close();
  }
}

main().catch(exitWith);
