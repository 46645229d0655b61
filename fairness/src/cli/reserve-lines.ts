/**
 * Output of `--solvency` for the named reserves: what was checked of each address, and what only a block explorer or
 * Steam can show.
 */
import { isFresh } from '../reserves/reserves.ts';
import type { Moment, ReserveAddress, Reserves } from '../reserves/reserves.ts';

/** Lines with their newlines. */
export function reserveLines({ addresses, named, accounts, games }: Reserves, moment: Moment): string[] {
  const sum = named.map(({ coin, units }) => `${units} base units of ${coin}`).join(', ');
  const lines = addresses.map((each) => `${each.network} ${each.address} (${each.kind}): ${wordsOf(each, moment)}`);
  const counts = games.map(({ appId, items }) => `${items} of game ${appId}`).join(', ');
  return [
    addresses.length === 0 ? 'no address is named' : `named addresses hold together: ${sum === '' ? 'nothing' : sum}`,
    ...lines,
    accounts.length === 0
      ? 'no Steam account is named'
      : `Steam accounts ${accounts.join(', ')}: ${counts === '' ? 'never seen whole' : counts}`,
    'what an address held, and what is in an inventory, is the site’s word here: ' +
      'look each up in its chain and at Steam;',
    'coins at no named address, and reserves that are borrowed for the moment, no check shows',
  ].map((line) => `     ${line}\n`);
}

function wordsOf(address: ReserveAddress, moment: Moment): string {
  const { held, height, at, signed } = address;
  const amounts = held.map(({ coin, units }) => `${units} ${coin}`).join(', ');
  const seen =
    height === null || at === null
      ? 'never looked at, counts nothing'
      : `${amounts} at block ${height}, ` +
        `seen ${new Date(at).toISOString()}${isFresh(address, moment) ? '' : ': STALE, counts nothing'}`;
  return `${seen}; ${signed === null ? 'not signed' : `signed by its key over statement ${signed.number}`}`;
}
