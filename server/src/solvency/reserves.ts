/**
 * The addresses that the site names as its reserves, as recorded by the chain watcher and the signer. Called by read.ts. Invariant: a
 * signature is only published if it is the address's own, over the root of a published statement.
 */
import {
  MAX_ADDRESSES,
  namedUnits,
  type CoinReserve,
  type CoinUnits,
  type StatementTime,
  type ReserveAddress,
} from '@fairpot/fairness/reserves/reserves';
import type { ReserveNetwork } from '@fairpot/fairness/reserves/claim';
import { isReserveSigned } from '@fairpot/fairness/reserves/signatures';
import { coinWorth } from '../crypto/front.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { steamHeld } from '../trades/front.ts';

interface ReserveRow {
  readonly network: ReserveNetwork;
  readonly address: string;
  readonly kind: 'HOT' | 'COLD';
  readonly held: readonly CoinUnits[] | null;
  readonly height: number | null;
  readonly seenAt: number | null;
  readonly number: number | null;
  readonly root: string | null;
  readonly signature: string | null;
}

/** Addresses in a fixed order, and the total of those read recently, at current rates. */
export async function readReserves(
  db: Db,
  moment: Omit<StatementTime, 'number'>,
): Promise<{ readonly addresses: ReserveAddress[]; readonly named: CoinReserve[] }> {
  const rows = await db.many<ReserveRow>(sql`
    select network, address, kind, held, height, seen_at as "seenAt", signed_number as number,
      signed_root as root, signature
    from solvency_reserves order by network, address limit ${MAX_ADDRESSES}`);
  const addresses = rows.map(addressOf);
  const worth = await coinWorth(db, moment.at);
  const named = namedUnits(addresses, moment).map(({ coin, units }) => ({
    coin,
    units,
    cents: worth(coin, BigInt(units)),
  }));
  return { addresses, named };
}

/**
 * Whether everything held was read: the reserve addresses, each of their coins with a believed rate, and the inventory of the trading
 * account. A site without watcher or trade worker has none of it, and publishes without it after a while.
 */
export async function areHoldingsRead(db: Db, now: number): Promise<boolean> {
  const rows = await db.many<Pick<ReserveRow, 'held'>>(sql`
    select held from solvency_reserves order by network, address limit ${MAX_ADDRESSES}`);
  const worth = await coinWorth(db, now);
  const { accounts, games } = await steamHeld(db);
  const isSeen = ({ held }: Pick<ReserveRow, 'held'>) =>
    held !== null && held.every(({ coin, units }) => worth(coin, BigInt(units)) !== null);
  return rows.length > 0 && rows.every(isSeen) && accounts.length > 0 && games.length > 0;
}

function addressOf({
  network,
  address,
  kind,
  held,
  height,
  seenAt,
  number,
  root,
  signature,
}: ReserveRow): ReserveAddress {
  const signed = number === null || root === null || signature === null ? null : { number, root, signature };
  const isOwn = signed !== null && isReserveSigned({ network, address, ...signed }, signed.signature);
  return {
    network,
    address,
    kind: kind === 'HOT' ? 'hot' : 'cold',
    held: held ?? [],
    height,
    at: seenAt,
    // A row that was tampered with would make the whole statement false.
    signed: isOwn ? signed : null,
  };
}
