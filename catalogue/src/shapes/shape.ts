/**
 * What a silhouette is made of: parts painted in order, each of one material, plus engraved detail lines. The shapes folder fills
 * these in; item-art.ts paints them. Adding a kind means adding one `Silhouette`.
 */
/** The look of a part. `skin` carries the item's pattern, `accent` and `deep` plain colours of its palette. */
export type Material =
  | 'skin'
  | 'accent'
  | 'deep'
  | 'steel'
  | 'dark'
  | 'grip'
  | 'wood'
  | 'brass'
  | 'glass'
  | 'glow'
  | 'fire';

/** How light falls on a part: `round` like a tube, `flat` like a panel, `blade` with a ground edge, `soft` like cloth. */
export type Finish = 'round' | 'flat' | 'blade' | 'soft';

/** One part of a silhouette. `shade` darkens it by 0 to 1, to set a part off from its neighbour. */
export interface ShapePart {
  readonly material: Material;
  readonly path: string;
  readonly finish: Finish;
  readonly shade: number;
}

/** A whole silhouette. `tilt` in degrees, negative lifts the right side; `lines` are engraved strokes. */
export interface Silhouette {
  readonly tilt: number;
  readonly parts: readonly ShapePart[];
  readonly lines: string;
}

type PartMaker = (path: string, finish?: Finish, shade?: number) => ShapePart;

const maker =
  (material: Material, usual: Finish): PartMaker =>
  (path, finish = usual, shade = 0) => ({ material, path, finish, shade });

export const skin = maker('skin', 'flat');
export const accent = maker('accent', 'flat');
export const deep = maker('deep', 'flat');
export const steel = maker('steel', 'round');
export const dark = maker('dark', 'flat');
export const grip = maker('grip', 'flat');
export const wood = maker('wood', 'round');
export const brass = maker('brass', 'round');
export const glass = maker('glass', 'flat');
export const glow = maker('glow', 'soft');
export const fire = maker('fire', 'soft');

/** Puts a shape together. */
export function shape(tilt: number, parts: readonly ShapePart[], lines = ''): Silhouette {
  return { tilt, parts, lines };
}
