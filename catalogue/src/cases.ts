/**
 * The cases that a demo starts with: items of the catalogue, each with its share of the tickets, and a price that returns 92.5 to
 * 96% of it on average at the catalogue's prices. Read by the server (demo world) and the art build. On a real site staff publish
 * the cases; nothing here is needed for that.
 */
import data from '../data/cases.json' with { type: 'json' };
import type { DrawableCase } from './draw/case-art.ts';
import { familyOf } from './draw/case-shapes.ts';
import { itemTypeBySlug } from './items.ts';

export interface CatalogueCase {
  /** Unique, ascii, kebab-case; its picture is `case-<id>.webp`. */
  readonly id: string;
  readonly name: string;
  /** Tint of the picture, #rrggbb. */
  readonly colorHex: string;
  /** Integer US cents. */
  readonly priceCents: number;
  /** Most expensive first; `slug` names an item type, `weight` is its number of tickets. */
  readonly items: readonly { readonly slug: string; readonly weight: number }[];
}

export const CASES: readonly CatalogueCase[] = Object.freeze(data);

/** What the picture of a case depends on: its items in order, the best first. */
export function drawableCase({ id, colorHex, items }: CatalogueCase): DrawableCase {
  const types = items.flatMap(({ slug }) => itemTypeBySlug.get(slug) ?? []);
  return { id, colorHex, family: familyOf(types), hero: types[0] ?? null };
}
