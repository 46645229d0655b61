/**
 * The kinds of object an item can be, each with its silhouette. A kind only decides which one is drawn: two weapons with the same outline share one.
 */
import type { Silhouette } from './shape.ts';
import { KNIVES } from './knives.ts';
import { LEGENDS } from './legends.ts';
import { OBJECTS } from './objects.ts';
import { REGALIA } from './regalia.ts';
import { RIFLES } from './rifles.ts';
import { SIDEARMS } from './sidearms.ts';
import { WEARABLES } from './wearables.ts';

export const SHAPES = {
  ...RIFLES,
  ...SIDEARMS,
  ...KNIVES,
  ...WEARABLES,
  ...OBJECTS,
  ...LEGENDS,
  ...REGALIA,
} as const satisfies Readonly<Record<string, Silhouette>>;

export type ObjectKind = keyof typeof SHAPES;

/** Narrows a word read from data to a kind. */
export function isKind(word: string): word is ObjectKind {
  return Object.hasOwn(SHAPES, word);
}
