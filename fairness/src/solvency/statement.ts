/**
 * A solvency statement: what the site says, in a leaf of the public log, of what it owes and what it holds.
 *
 * The server writes it, browser and command line read it back. Invariant: `parseSays` takes what `saysOf` makes and nothing else, so that
 * the statement says all that its leaf covers.
 */
import { fromHex, toHex } from '../encoding/bytes.ts';
import { readArray, readHex, readInt, readObject, readText, ShapeError } from '../encoding/shape.ts';
import { LEAST_DEPTH } from './commitments.ts';
import { MOST_DEPTH } from './sum-tree.ts';
import { readSums } from './sums.ts';
import type { Sums } from './sums.ts';

/** The name under which statements of this shape stand in the log. */
export const SOLVENCY = 'solvency';

/** What was held of one coin, in base units as decimal text, and what it was worth; null where no rate was believed. */
export type CoinReserve = { readonly coin: string; readonly units: string; readonly cents: number | null };

export type SolvencySays = {
  /** 1, 2, 3, ... without a gap. */
  readonly number: number;
  /** How often the site promises to say it. */
  readonly everyMs: number;
  /** Of the tree: 2^depth leaves. */
  readonly depth: number;
  readonly root: Uint8Array;
  /** What all players together are owed: the sums of the root. */
  readonly sums: Sums;
  readonly seedHash: Uint8Array;
  /** What bots of the house have on their accounts: the site's own, in no leaf. */
  readonly own: Sums;
  /** What the site holds against it, by its own word. `at`: of what moment, epoch ms; null where nothing was ever seen. */
  readonly coins: readonly CoinReserve[];
  readonly coinsAt: number | null;
  readonly steam: { readonly items: number; readonly itemCents: number };
  readonly steamAt: number | null;
};

/** As it stands in the leaf: plain JSON. */
export function saysOf(says: SolvencySays): Readonly<Record<string, unknown>> {
  const { root, seedHash, ...rest } = says;
  return { v: 1, ...rest, root: toHex(root), seedHash: toHex(seedHash) };
}

const FIELDS = [
  ...(['v', 'number', 'everyMs', 'depth', 'root', 'sums', 'seedHash', 'own'] as const),
  ...(['coins', 'coinsAt', 'steam', 'steamAt'] as const),
];

/** Reads it back; throws a ShapeError for anything else, also for a negative figure. */
export function parseSays(value: unknown, path: string): SolvencySays {
  const fields = readObject(value, path, FIELDS);
  if (fields['v'] !== 1) throw new ShapeError(`${path}.v`, 'not 1');
  const steam = readObject(fields['steam'], `${path}.steam`, ['items', 'itemCents']);
  return {
    number: readInt(fields['number'], `${path}.number`, 1),
    everyMs: readInt(fields['everyMs'], `${path}.everyMs`, 1),
    depth: readInt(fields['depth'], `${path}.depth`, LEAST_DEPTH, MOST_DEPTH),
    root: fromHex(readHex(fields['root'], `${path}.root`, 32)),
    sums: readAll(fields['sums'], `${path}.sums`),
    seedHash: fromHex(readHex(fields['seedHash'], `${path}.seedHash`, 32)),
    own: readAll(fields['own'], `${path}.own`),
    coins: readArray(fields['coins'], `${path}.coins`, 0, readCoin),
    coinsAt: readTime(fields['coinsAt'], `${path}.coinsAt`),
    steam: {
      items: readInt(steam['items'], `${path}.steam.items`),
      itemCents: readInt(steam['itemCents'], `${path}.steam.itemCents`),
    },
    steamAt: readTime(fields['steamAt'], `${path}.steamAt`),
  };
}

function readAll(value: unknown, path: string): Sums {
  const { cents, items, itemCents } = readObject(value, path, ['cents', 'items', 'itemCents']);
  return readSums({ cents, items, itemCents }, path);
}

function readCoin(value: unknown, path: string): CoinReserve {
  const fields = readObject(value, path, ['coin', 'units', 'cents']);
  const units = readText(fields['units'], `${path}.units`, 40);
  if (!/^(?:0|[1-9]\d*)$/.test(units)) throw new ShapeError(`${path}.units`, 'not a decimal number');
  const cents = fields['cents'] === null ? null : readInt(fields['cents'], `${path}.cents`);
  return { coin: readText(fields['coin'], `${path}.coin`, 16), units, cents };
}

function readTime(value: unknown, path: string): number | null {
  return value === null ? null : readInt(value, path);
}
