/** Which items may be staked. */
import type { ItemKind } from './item.schemas.ts';

/** True when items of this type may be staked (spec 3: types containing PRIZE are excluded). */
export function stakeable(kind: ItemKind): boolean {
  return !kind.includes('PRIZE');
}
