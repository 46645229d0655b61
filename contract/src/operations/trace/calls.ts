/**
 * The trace of an item: its source, its location and every movement, with the real asset behind it, for players who had
 * it and for staff.
 */
import { queryAt } from '../../wire/call.ts';

/** Movements per page. */
export const TRACE_PAGE = 50;

/**
 * Why an item moved. MINT: it arrived. STAKE, RETURN, WIN, FEE: into a round and out of it. SELL: bought in the
 * marketplace. TRADE_HOLD: reserved for a trade with Steam; TRADE_RELEASE: free again; TRADE_LEAVE: it left by the
 * trade; TRADE_SELL: it is the house's, which paid for it.
 */
export const MOVE_CODES = [
  'MINT',
  'STAKE',
  'RETURN',
  'WIN',
  'FEE',
  'SELL',
  'TRADE_HOLD',
  'TRADE_RELEASE',
  'TRADE_LEAVE',
  'TRADE_SELL',
] as const;

export const getItemTrace = queryAt('items.trace', '/items/:id/trace');
