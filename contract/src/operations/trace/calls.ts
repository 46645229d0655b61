/**
 * Where an item of the site came from and where it is: every movement since it came in, with the real asset behind it, for whoever
 * had it in their hands and for staff.
 */
import { queryAt } from '../../wire/call.ts';

/** Movements of one answer. */
export const TRACE_PAGE = 50;

/**
 * Why an item moved. MINT: it came in. STAKE, RETURN, WIN, FEE: into a round and out of it. SELL: bought in the marketplace. TRADE_HOLD:
 * reserved for a trade with Steam; TRADE_RELEASE: free again; TRADE_LEAVE: gone out by it; TRADE_SELL: the house's, who paid for it.
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
