/**
 * Where the site says it holds what it owes: addresses on chains with their balance at a block, signed by their own
 * keys, and its Steam accounts with their items per game. Part of a solvency statement; server, browser and command
 * line verify it alike.
 *
 * Invariant: an address counts once, in the sum of its coin, and only while its figure is recent; each signature is by
 * the address's own key.
 */
import { readArray, readHex, readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';
import { RESERVE_NETWORKS } from './claim.ts';
import type { ReserveNetwork } from './claim.ts';

/** An amount of one coin in base units as decimal text. */
export type CoinUnits = { readonly coin: string; readonly units: string };
/** The same and its value in cents; null when no rate was trusted. */
export type CoinReserve = CoinUnits & { readonly cents: number | null };

/**
 * A signature of the address's key over the root (hex) of an earlier statement: made after that one was public, not
 * before.
 */
export type ReserveSignature = { readonly number: number; readonly root: string; readonly signature: string };

export type ReserveAddress = {
  readonly network: ReserveNetwork;
  readonly address: string;
  /** `hot`: withdrawals are paid from it. `cold`: its key is on no machine of the site. */
  readonly kind: 'hot' | 'cold';
  /** Its balance at the block `height`, as seen at `at` (epoch ms); 0 and nulls before the first reading. */
  readonly held: readonly CoinUnits[];
  readonly height: number | null;
  readonly at: number | null;
  readonly signed: ReserveSignature | null;
};

/** Assets of one game on the trading accounts, as last read completely at `at`. */
export type ReserveGame = { readonly appId: number; readonly items: number; readonly at: number | null };

export type Reserves = {
  readonly addresses: readonly ReserveAddress[];
  /** Total of the addresses with a recent figure. */
  readonly named: readonly CoinReserve[];
  /** SteamIDs of the trading accounts, whose inventories are public. */
  readonly accounts: readonly string[];
  readonly games: readonly ReserveGame[];
};

/** Maximum number of addresses in a statement: it has to fit into a leaf. */
export const MAX_ADDRESSES = 32;
/** An address whose figure is older than this many periods counts as nothing. */
export const STALE_PERIODS = 2;

/** When a statement was made, and the interval between statements. */
export type StatementTime = { readonly number: number; readonly at: number; readonly everyMs: number };

/** Whether an address's figure is recent enough to count. */
export function isFresh(
  { at: seenAt }: Pick<ReserveAddress, 'at'>,
  { at, everyMs }: Omit<StatementTime, 'number'>,
): boolean {
  return seenAt !== null && at - seenAt <= STALE_PERIODS * everyMs;
}

/** Total of the recent ones among these addresses, by coin, in name order. */
export function namedUnits(addresses: readonly ReserveAddress[], moment: Omit<StatementTime, 'number'>): CoinUnits[] {
  const sums = new Map<string, bigint>();
  for (const { coin, units } of addresses.filter((each) => isFresh(each, moment)).flatMap(({ held }) => held))
    sums.set(coin, (sums.get(coin) ?? 0n) + BigInt(units));
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([coin, units]) => ({ coin, units: units.toString() }));
}

/**
 * The first figure that is not the sum of its parts, or a signature over a later statement; null when there is none.
 */
export function sumsProblem(
  { addresses, named, games }: Reserves,
  steamItems: number,
  moment: StatementTime,
): string | null {
  const names = addresses.map(({ network, address }) => `${network} ${address}`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `reserves: ${twice} is listed twice`;
  const early = addresses.find(({ signed }) => signed !== null && signed.number >= moment.number);
  if (early) return `reserves: ${early.address} is signed over statement ${early.signed?.number}, which came later`;
  const found = namedUnits(addresses, moment);
  for (const coin of new Set([...found, ...named].map((each) => each.coin))) {
    const said = named.find((each) => each.coin === coin)?.units ?? '0';
    const sum = found.find((each) => each.coin === coin)?.units ?? '0';
    if (said !== sum) return `reserves: the addresses hold ${sum} base units of ${coin} together, ${said} are stated`;
  }
  const items = games.reduce((sum, game) => sum + game.items, 0);
  return items === steamItems ? null : `reserves: ${items} items of all games together, ${steamItems} are stated`;
}

/** Parses them; throws a ShapeError for anything else. */
export function parseReserves(value: unknown, path: string): Reserves {
  const fields = readObject(value, path, ['addresses', 'named', 'accounts', 'games']);
  const addresses = readArray(fields['addresses'], `${path}.addresses`, 0, readAddress);
  if (addresses.length > MAX_ADDRESSES) throw new ShapeError(`${path}.addresses`, `more than ${MAX_ADDRESSES}`);
  return {
    addresses,
    named: readArray(fields['named'], `${path}.named`, 0, readCoin),
    accounts: readArray(fields['accounts'], `${path}.accounts`, 0, readSteamid),
    games: readArray(fields['games'], `${path}.games`, 0, readGame),
  };
}

export function readCoin(value: unknown, path: string): CoinReserve {
  const { coin, units, cents } = readObject(value, path, ['coin', 'units', 'cents']);
  const amount = readUnits({ coin, units }, path);
  return { ...amount, cents: cents === null ? null : readInt(cents, `${path}.cents`) };
}

export function readTime(value: unknown, path: string): number | null {
  return value === null ? null : readInt(value, path);
}

function readUnits(value: unknown, path: string): CoinUnits {
  const fields = readObject(value, path, ['coin', 'units']);
  const units = readText(fields['units'], `${path}.units`, 40);
  if (!/^(?:0|[1-9]\d*)$/.test(units)) throw new ShapeError(`${path}.units`, 'not a decimal number');
  return { coin: readText(fields['coin'], `${path}.coin`, 16), units };
}

function readAddress(value: unknown, path: string): ReserveAddress {
  const fields = readObject(value, path, ['network', 'address', 'kind', 'held', 'height', 'at', 'signed']);
  const address = readText(fields['address'], `${path}.address`, 100);
  if (!/^[0-9A-Za-z]{20,100}$/.test(address)) throw new ShapeError(`${path}.address`, 'not an address');
  return {
    network: readOneOf(fields['network'], `${path}.network`, RESERVE_NETWORKS),
    address,
    kind: readOneOf(fields['kind'], `${path}.kind`, ['hot', 'cold']),
    held: readArray(fields['held'], `${path}.held`, 0, readUnits),
    height: readTime(fields['height'], `${path}.height`),
    at: readTime(fields['at'], `${path}.at`),
    signed: fields['signed'] === null ? null : readSignature(fields['signed'], `${path}.signed`),
  };
}

function readSignature(value: unknown, path: string): ReserveSignature {
  const fields = readObject(value, path, ['number', 'root', 'signature']);
  return {
    number: readInt(fields['number'], `${path}.number`, 1),
    root: readHex(fields['root'], `${path}.root`, 32),
    signature: readText(fields['signature'], `${path}.signature`, 140),
  };
}

function readSteamid(value: unknown, path: string): string {
  const text = readText(value, path, 17);
  if (!/^7656119\d{10}$/.test(text)) throw new ShapeError(path, 'not a SteamID');
  return text;
}

function readGame(value: unknown, path: string): ReserveGame {
  const fields = readObject(value, path, ['appId', 'items', 'at']);
  return {
    appId: readInt(fields['appId'], `${path}.appId`, 1),
    items: readInt(fields['items'], `${path}.items`),
    at: readTime(fields['at'], `${path}.at`),
  };
}
