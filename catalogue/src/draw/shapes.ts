/**
 * The kinds of object an item can be, each with its silhouette. A kind only decides which one is drawn: two weapons with the same outline share one.
 */
import type { Silhouette } from './shape.ts';
import { KNIVES } from './shapes/knives.ts';
import { LEGENDS } from './shapes/legends.ts';
import { OBJECTS } from './shapes/objects.ts';
import { REGALIA } from './shapes/regalia.ts';
import { RIFLES } from './shapes/rifles.ts';
import { SIDEARMS } from './shapes/sidearms.ts';
import { WEARABLES } from './shapes/wearables.ts';

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
