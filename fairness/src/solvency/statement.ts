/**
 * A solvency statement: what the site says, in a leaf of the public log, it owes and holds.
 *
 * The server writes it, browser and command line parse it. Invariant: `parseSays` accepts only what `saysOf` makes, so
 * that the statement says everything its leaf covers.
 */
import { fromHex, toHex } from '../encoding/bytes.ts';
import { readArray, readHex, readInt, readObject, ShapeError } from '../encoding/shape.ts';
import { parseReserves, readCoin, readTime } from '../reserves/reserves.ts';
import type { CoinReserve, Reserves } from '../reserves/reserves.ts';
import { MIN_DEPTH } from './commitments.ts';
import { MAX_DEPTH } from './sum-tree.ts';
import { readSums } from './sums.ts';
import type { LiabilitySums } from './sums.ts';

/** The name of statements of this shape in the log. */
export const SOLVENCY = 'solvency';

export type SolvencyStatementBody = {
  /** 1, 2, 3, ... without a gap. */
  readonly number: number;
  /** The promised interval of statements. */
  readonly everyMs: number;
  /** Of the tree: 2^depth leaves. */
  readonly depth: number;
  readonly root: Uint8Array;
  /** Liabilities to all players together: the sums of the root. */
  readonly sums: LiabilitySums;
  readonly seedHash: Uint8Array;
  /** What bots of the house have on their accounts: the site's own, in no leaf. */
  readonly own: LiabilitySums;
  /** What the site says it holds against it. `at`: the time of the figure, epoch ms; null before the first reading. */
  readonly coins: readonly CoinReserve[];
  readonly coinsAt: number | null;
  readonly steam: { readonly items: number; readonly itemCents: number };
  readonly steamAt: number | null;
  /** Where it is held, for outside checks; null in statements from before this field existed. */
  readonly reserves: Reserves | null;
};

/** As in the leaf: plain JSON. */
export function statementBodyOf(says: SolvencyStatementBody): Readonly<Record<string, unknown>> {
  const { root, seedHash, reserves, ...rest } = says;
  const body = { ...rest, root: toHex(root), seedHash: toHex(seedHash) };
  return reserves === null ? { v: 1, ...body } : { v: 2, ...body, reserves };
}

const FIELDS = [
  ...(['v', 'number', 'everyMs', 'depth', 'root', 'sums', 'seedHash', 'own'] as const),
  ...(['coins', 'coinsAt', 'steam', 'steamAt'] as const),
];

/** Parses it; throws a ShapeError for anything else, also for a negative figure. */
export function parseStatementBody(value: unknown, path: string): SolvencyStatementBody {
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : null;
  if (version !== 1 && version !== 2) throw new ShapeError(`${path}.v`, 'not 1 or 2');
  const fields = readObject(value, path, version === 1 ? FIELDS : [...FIELDS, 'reserves' as const]);
  const steam = readObject(fields['steam'], `${path}.steam`, ['items', 'itemCents']);
  return {
    number: readInt(fields['number'], `${path}.number`, 1),
    everyMs: readInt(fields['everyMs'], `${path}.everyMs`, 1),
    depth: readInt(fields['depth'], `${path}.depth`, MIN_DEPTH, MAX_DEPTH),
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
    reserves: version === 1 ? null : parseReserves(fields['reserves'], `${path}.reserves`),
  };
}

function readAll(value: unknown, path: string): LiabilitySums {
  const { cents, items, itemCents } = readObject(value, path, ['cents', 'items', 'itemCents']);
  return readSums({ cents, items, itemCents }, path);
}
