/** The colour of an item's rarity as a CSS variable. */
import type { CSSProperties } from 'react';
import { hexColor } from '../../ui/values/item-tile.tsx';

export function tintOf({ colorHex }: { readonly colorHex: string }): CSSProperties {
  const tint: Record<string, string> = { '--tier': hexColor(colorHex) };
  return tint;
}
