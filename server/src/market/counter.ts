/**
 * Where orders come together: those that arrive at the same time are sold in one transaction (decision 0026), as every one of them
 * needs the account of the house. Called by commands.ts.
 *
 * Invariants: an order is told its own fate, never another's; orders are judged in the order of their arrival; one that breaks
 * (a bug of ours, a row that somebody changed by hand) undoes nothing but itself.
 */
import { DatabaseUnavailable, sqlState } from '../platform/database/db.ts';
import type { Deps } from '../platform/process/deps.ts';
import { inBatches } from '../platform/runner/batches.ts';
import { STALE_MS } from './rules.ts';
import { sellAll, type NewSale, type Sold } from './store.ts';

/** Orders of one transaction at most: enough to share its cost, few enough to keep it short. */
const MOST = 64;

type Fate = Sold | { readonly broke: unknown };

/** Sells with whatever else is being ordered; throws what broke this order. */
export function makeCounter(deps: Pick<Deps, 'db' | 'log'>): (sale: NewSale) => Promise<Sold> {
  const sell = inBatches<NewSale, Fate>({
    most: MOST,
    whose: (sale) => sale.playerId,
    run: (sales) => sold(deps, sales),
  });
  return async (sale) => {
    const fate = await sell(sale);
    if ('broke' in fate) throw fate.broke;
    return fate;
  };
}

/** The fate of each. Of orders under one receipt the later ones come after: they find the answer of the first. */
async function sold(deps: Pick<Deps, 'db' | 'log'>, sales: readonly NewSale[]): Promise<Fate[]> {
  const { first, later } = apart(sales);
  const fates = new Map<NewSale, Fate>();
  const found = await together(deps, first);
  first.forEach((sale, i) => fates.set(sale, found[i] as Fate));
  if (later.length > 0) {
    const after = await sold(deps, later);
    later.forEach((sale, i) => fates.set(sale, after[i] as Fate));
  }
  return sales.map((sale) => fates.get(sale) as Fate);
}

async function together(deps: Pick<Deps, 'db' | 'log'>, sales: readonly NewSale[]): Promise<Fate[]> {
  try {
    return await sellAll(deps.db, sales, STALE_MS);
  } catch (error) {
    // Rolled back because of one of them, and nobody knows which: each is tried by itself.
    if (sales.length === 1 || !spoiled(error)) throw error;
    deps.log.warn({ err: error, orders: sales.length }, 'a batch of orders was undone, each is tried by itself');
    const fates: Fate[] = [];
    for (const sale of sales) {
      fates.push(...(await sellAll(deps.db, [sale], STALE_MS).catch((broke: unknown) => [{ broke }])));
    }
    return fates;
  }
}

/** True for errors of an order, false for those of the database: then trying each would only make it worse. */
function spoiled(error: unknown): boolean {
  return sqlState(error) !== undefined && !(error instanceof DatabaseUnavailable);
}

function apart(sales: readonly NewSale[]): { readonly first: NewSale[]; readonly later: NewSale[] } {
  const receipts = new Set<string>();
  const [first, later]: [NewSale[], NewSale[]] = [[], []];
  for (const sale of sales) {
    const receipt = sale.receipt.key === null ? null : `${sale.playerId} ${sale.receipt.key}`;
    if (receipt !== null && receipts.has(receipt)) later.push(sale);
    else first.push(sale);
    if (receipt !== null) receipts.add(receipt);
  }
  return { first, later };
}
