/**
 * Output of `--solvency` for the named reserves: what was checked of each address, and what only a block explorer or
 * Steam can show.
 */
import { isFresh } from '../reserves/reserves.ts';
import type { StatementTime, ReserveAddress, Reserves } from '../reserves/reserves.ts';

/** Lines with their newlines. */
export function reserveLines({ addresses, named, accounts, games }: Reserves, moment: StatementTime): string[] {
  const sum = named.map(({ coin, units }) => `${units} base units of ${coin}`).join(', ');
  const lines = addresses.map(
    (each) => `${each.network} ${each.address} (${each.kind}): ${describeAddress(each, moment)}`,
  );
  const counts = games.map(({ appId, items }) => `${items} of game ${appId}`).join(', ');
  return [
    addresses.length === 0 ? 'no addresses are named' : `total of the named addresses: ${sum === '' ? 'nothing' : sum}`,
    ...lines,
    accounts.length === 0
      ? 'no Steam account is named'
      : `Steam accounts ${accounts.join(', ')}: ${counts === '' ? 'never read completely' : counts}`,
    'balances and inventories are the site’s word here: look each up on its chain and at Steam;',
    'no check detects coins at unnamed addresses, or reserves borrowed for the moment',
  ].map((line) => `     ${line}\n`);
}

function describeAddress(address: ReserveAddress, moment: StatementTime): string {
  const { held, height, at, signed } = address;
  const amounts = held.map(({ coin, units }) => `${units} ${coin}`).join(', ');
  const seen =
    height === null || at === null
      ? 'never read, counts as 0'
      : `${amounts} at block ${height}, ` +
        `seen ${new Date(at).toISOString()}${isFresh(address, moment) ? '' : ': STALE, counts as 0'}`;
  return `${seen}; ${signed === null ? 'not signed' : `signed by its key over statement ${signed.number}`}`;
}
