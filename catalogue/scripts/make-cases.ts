/**
 * Writes data/cases.json from scripts/tables/cases.txt and the item list. Run by hand after editing either: `npx tsx
 * catalogue/scripts/make-cases.ts`. The same tables always give the same bytes; one case per line.
 *
 * Items of a case are spread evenly over the logarithm of their prices; the more expensive an item, the rarer. The price follows
 * from the table: its average divided by `RETURN`, rounded to a readable price. Refuses a case that returns too little or too much.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CatalogueCase } from '../src/cases.ts';
import { APP_IDS, ITEM_TYPES } from '../src/items.ts';
import type { ItemType } from '../src/items.ts';
import { parseMarketName, splitPhase } from '../src/names.ts';

/** The average return of a case before its price is rounded, and how far rounding may move it. */
const RETURN = 0.942;
const MIN_RETURN = 0.925;
const MAX_RETURN = 0.96;
/** Approximate number of tickets of a table. */
const TICKETS = 100_000;
/** Chance falls with price to this power: at 1, every item would add the same to the average. */
const RARER = 1.18;

interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly colorHex: string;
  readonly fits: (item: ItemType) => boolean;
  readonly count: number;
}

function readRecipes(): Recipe[] {
  const text = readFileSync(new URL('./tables/cases.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(readRecipe);
}

function readRecipe(line: string): Recipe {
  const [id = '', name = '', colorHex = '', game = '', kinds = '', range = '', count = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const [least = NaN, most = NaN] = range.split(' ').map(Number);
  const apps: Readonly<Record<string, number>> = APP_IDS;
  const wanted = kinds.split(',');
  const fits = (item: ItemType): boolean =>
    // A case gives the finish: its phase is not known before the asset is.
    splitPhase(item.marketHashName).phase === null &&
    (game === '*' || item.appId === apps[game]) &&
    (kinds === '*' || wanted.includes(item.kind)) &&
    item.priceCents >= least &&
    item.priceCents <= most;
  return { id, name, colorHex, fits, count: Number(count) };
}

/** One item of each skin, spread over the range, cheapest first; always includes the cheapest and the most expensive. */
function choose({ id, fits, count }: Recipe): ItemType[] {
  const bySkin = new Map<string, ItemType>();
  for (const item of ITEM_TYPES.filter(fits).sort(
    (a, b) => a.priceCents - b.priceCents || (a.slug < b.slug ? -1 : 1),
  )) {
    const { name, itemName } = parseMarketName(item.marketHashName, item.appId);
    const skin = `${item.appId} ${name.replace(/^StatTrak™ /, '')} ${itemName}`;
    // The first one found is the cheapest wear; another wear is used only when its price is far away.
    const known = bySkin.get(skin);
    if (!known || item.priceCents > known.priceCents * 4) bySkin.set(known ? `${skin} ${item.wear}` : skin, item);
  }
  const items = [...bySkin.values()].sort((a, b) => a.priceCents - b.priceCents || (a.slug < b.slug ? -1 : 1));
  const [cheapest, mostExpensive] = [items[0], items.at(-1)];
  if (!cheapest || !mostExpensive || items.length < count) throw new Error(`${id}: ${items.length} items for ${count}`);
  const [low, high] = [Math.log(cheapest.priceCents), Math.log(mostExpensive.priceCents)];
  const free = new Set(items);
  const chosen = Array.from({ length: count }, (_, at) => {
    const target = low + ((high - low) * at) / (count - 1);
    const [nearest] = [...free].sort(
      (a, b) => Math.abs(Math.log(a.priceCents) - target) - Math.abs(Math.log(b.priceCents) - target),
    );
    if (!nearest) throw new Error(`${id}: no item left`);
    free.delete(nearest);
    return nearest;
  });
  return chosen.sort((a, b) => b.priceCents - a.priceCents || (a.slug < b.slug ? -1 : 1));
}

/** 5 cents below 5 USD, 25 below 50, 1 USD below 200, then 5. */
function readable(cents: number): number {
  const unit = cents < 500 ? 5 : cents < 5_000 ? 25 : cents < 20_000 ? 100 : 500;
  return Math.max(unit, Math.round(cents / unit) * unit);
}

function make(recipe: Recipe): CatalogueCase {
  const chosen = choose(recipe);
  const shares = chosen.map((item) => item.priceCents ** -RARER);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const items = chosen.map((item, at) => ({
    slug: item.slug,
    weight: Math.max(1, Math.round((TICKETS * (shares[at] ?? 0)) / whole)),
  }));
  const tickets = items.reduce((sum, item) => sum + item.weight, 0);
  const worth = items.reduce((sum, item, at) => sum + item.weight * (chosen[at]?.priceCents ?? 0), 0);
  const priceCents = readable(worth / tickets / RETURN);
  const returned = worth / tickets / priceCents;
  if (returned < MIN_RETURN || returned > MAX_RETURN) throw new Error(`${recipe.id} returns ${returned}`);
  const { id, name, colorHex } = recipe;
  return { id, name, colorHex, priceCents, items };
}

const cases = readRecipes().map(make);
const target = fileURLToPath(new URL('../data/cases.json', import.meta.url));
writeFileSync(target, `[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
process.stdout.write(
  cases
    .map((each) => `${each.id.padEnd(18)} ${(each.priceCents / 100).toFixed(2).padStart(8)}  ${each.items.length}\n`)
    .join(''),
);
