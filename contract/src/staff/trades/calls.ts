/** How staff find trade orders, and through them an item, from a clue. */
import { queryAt } from '../../wire/call.ts';
import { idPattern } from '../../wire/ids.ts';

/** Orders per response. */
export const TRADE_SEARCH_LIMIT = 20;

/** Kinds of clues. STEAM: the number of an asset, an offer or a trade. */
export interface TradeClue {
  readonly kind: 'CODE' | 'ORDER' | 'ITEM' | 'STEAM';
  readonly text: string;
}

const CODE = /^#?([DW]-[0-9A-HJKMNP-TV-Z]{6})$/i;

/** Parses typed or pasted text: `#D-7Q3K2M`, an id of an order or item, or digits; null for anything else. */
export function tradeClueOf(typed: string): TradeClue | null {
  const text = typed.trim();
  const code = CODE.exec(text)?.[1];
  if (code !== undefined) return { kind: 'CODE', text: code.toUpperCase() };
  if (idPattern('trade').test(text)) return { kind: 'ORDER', text };
  if (idPattern('item').test(text)) return { kind: 'ITEM', text };
  return /^\d{1,20}$/.test(text) ? { kind: 'STEAM', text } : null;
}

export const findTrades = queryAt('trades.find', '/admin/trades/find');
