/**
 * Writes data/items.json from the hand-kept tables in scripts/tables. Run by hand after editing a table:
 * `npx tsx catalogue/scripts/make-items.ts`. The same tables always give the same bytes; one item per line keeps diffs
 * readable. Refuses unknown kinds, rarities and wears, bad prices and duplicate slugs, so a typing slip cannot get in.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ItemType } from '../src/items.ts';
import { isKind } from '../src/shapes/kinds.ts';
import type { ObjectKind } from '../src/shapes/kinds.ts';
import { parseMarketName, WEARS } from '../src/names.ts';
import { CS2_RARITIES, DOTA2_RARITIES, rustTier } from '../src/rarity.ts';
import type { Rarity } from '../src/rarity.ts';

interface Group {
  readonly kind: ObjectKind;
  readonly base: string;
  readonly rows: readonly string[];
}

const WEAR_CODES: ReadonlyMap<string, string> = new Map(
  WEARS.map((wear) => [wear.replace(/[^A-Z]/g, ''), wear] as const),
);

/** Phases of a Doppler finish by their code in the table. */
const PHASE_CODES: ReadonlyMap<string, string> = new Map([
  ['P1', 'Phase 1'],
  ['P2', 'Phase 2'],
  ['P3', 'Phase 3'],
  ['P4', 'Phase 4'],
  ['RB', 'Ruby'],
  ['SP', 'Sapphire'],
  ['BP', 'Black Pearl'],
  ['EM', 'Emerald'],
]);

function readGroups(table: string): Group[] {
  const text = readFileSync(new URL(`./tables/${table}.txt`, import.meta.url), 'utf8');
  const groups: { kind: ObjectKind; base: string; rows: string[] }[] = [];
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('@')) {
      const [kind = '', base = ''] = line.slice(1).split('|', 2).map(trimmed);
      if (!isKind(kind)) throw new Error(`${table}: unknown kind '${kind}'`);
      groups.push({ kind, base, rows: [] });
    } else {
      const group = groups.at(-1);
      if (!group) throw new Error(`${table}: row before the first group: ${line}`);
      group.rows.push(line);
    }
  }
  return groups;
}

const trimmed = (text: string): string => text.trim();

function cents(usd: string): number {
  if (!/^\d+(\.\d\d)?$/.test(usd)) throw new Error(`bad price '${usd}'`);
  return Math.round(Number(usd) * 100);
}

function rarityNamed(ladder: readonly Rarity[], name: string): Rarity {
  const found = ladder.find((rarity) => rarity.name === name);
  if (!found) throw new Error(`unknown rarity '${name}'`);
  return found;
}

/** ASCII kebab-case of a market name; the star and the dragon drop out, the trade mark sign is spelled away. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/™/g, '')
    .replace(/♥/g, ' ')
    .replace(/['’.]/g, '')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function item(appId: number, name: string, kind: ObjectKind, rarity: Rarity, priceCents: number): ItemType {
  const wear = parseMarketName(name, appId).itemType;
  return {
    slug: slugOf(name),
    appId,
    marketHashName: name,
    kind,
    rarity: rarity.name,
    rarityColor: rarity.color,
    pips: rarity.pips,
    priceCents,
    wear: wear === '' ? null : wear,
  };
}

/** StatTrak™ goes before the weapon, but after the star of a knife. */
const statTrak = (base: string): string =>
  base.startsWith('★ ') ? `★ StatTrak™ ${base.slice(2)}` : `StatTrak™ ${base}`;

function cs2Row(group: Group, row: string): ItemType[] {
  const whole = /^- (.+) \| ([^|]+) \| ([\d.]+)$/.exec(row);
  if (whole) {
    const [, name = '', rarity = '', price = ''] = whole;
    return [item(730, name, group.kind, rarityNamed(CS2_RARITIES, rarity), cents(price))];
  }
  const [skin = '', rarityName = '', prices = '', phases = ''] = row.split('|').map(trimmed);
  const rarity = rarityNamed(CS2_RARITIES, rarityName);
  if (skin === '-') return [item(730, group.base, group.kind, rarity, cents(prices))];
  const items = pairs(prices).map(([code, price]) => {
    const wear = WEAR_CODES.get(code.replace('ST-', ''));
    if (!wear) throw new Error(`unknown wear '${code}' in: ${row}`);
    const base = code.startsWith('ST-') ? statTrak(group.base) : group.base;
    return item(730, `${base} | ${skin} (${wear})`, group.kind, rarity, cents(price));
  });
  // Phases of the first wear.
  const [plain] = items;
  const phased = pairs(phases).map(([code, price]) => {
    const phase = PHASE_CODES.get(code);
    if (!phase || !plain) throw new Error(`unknown phase '${code}' in: ${row}`);
    return item(730, `${plain.marketHashName} - ${phase}`, group.kind, rarity, cents(price));
  });
  return [...items, ...phased];
}

/** 'FN 1080 MW 990' as pairs of code and price. */
function pairs(text: string): [code: string, price: string][] {
  const words = text === '' ? [] : text.split(/\s+/);
  return words.flatMap((code, at) => (at % 2 === 0 ? [[code, words[at + 1] ?? ''] as [string, string]] : []));
}

function rustRow(group: Group, row: string): ItemType[] {
  const [name = '', price = ''] = row.split('|').map(trimmed);
  return [item(252490, name, group.kind, rustTier(cents(price)), cents(price))];
}

function dotaRow(group: Group, row: string): ItemType[] {
  const [name = '', rarity = '', price = ''] = row.split('|').map(trimmed);
  return [item(570, name, group.kind, rarityNamed(DOTA2_RARITIES, rarity), cents(price))];
}

function rows(table: string, read: (group: Group, row: string) => ItemType[]): ItemType[] {
  return readGroups(table).flatMap((group) => group.rows.flatMap((row) => read(group, row)));
}

const items = [...rows('cs2', cs2Row), ...rows('rust', rustRow), ...rows('dota2', dotaRow)];
const slugs = new Set<string>();
for (const { slug } of items) {
  if (slug === '' || slugs.has(slug)) throw new Error(`duplicate or empty slug '${slug}'`);
  slugs.add(slug);
}
const target = fileURLToPath(new URL('../data/items.json', import.meta.url));
writeFileSync(target, `[\n${items.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
process.stdout.write(`items.json: ${items.length} item types\n`);
