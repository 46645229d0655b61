/**
 * The items that a player won from others. They light up on their way from the losing side to their place.
 *
 * Used by the result of the item games, for the winner only. It has one height, however many items there are.
 */
import type { CSSProperties } from 'react';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { ItemThumb, mostExpensiveFirst } from './item-thumbs.tsx';
import { texts } from './texts.ts';
import './won-items.css';

export interface WonItemsProps {
  readonly items: readonly StakedItem[];
  /** Where they come from, seen from their place. */
  readonly from: 'left' | 'right' | 'top';
  /** How many are shown as pictures. */
  readonly max: number;
}

export function WonItems({ items, from, max }: WonItemsProps) {
  const more = items.length - max;
  if (items.length === 0) return null;
  return (
    <ul aria-label={texts.own.items} className="won-items" data-from={from}>
      {mostExpensiveFirst(items)
        .slice(0, max)
        .map((staked, at) => (
          <ItemThumb key={staked.id} staked={staked} className="won-item" style={turnOf(at)} />
        ))}
      {more > 0 && <li className="text-xs font-bold text-fg-2">{texts.own.more(more)}</li>}
    </ul>
  );
}

/** One after the other. */
function turnOf(at: number): CSSProperties & Readonly<Record<'--turn', string>> {
  return { '--turn': String(at) };
}
