/** The colour of an item's rarity, for the parts of the market that draw with it. */
import type { CSSProperties } from 'react';
import { hexColor } from '../../ui/values/item-tile.tsx';

export function tintOf({ colorHex }: { readonly colorHex: string }): CSSProperties {
  const tint: Record<string, string> = { '--tier': hexColor(colorHex) };
  return tint;
}
