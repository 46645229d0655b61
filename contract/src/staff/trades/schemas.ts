/** Server side of calls.ts: schemas and permissions. */
import { z } from 'zod';
import * as staffTrades from './calls.ts';
import { query } from '../../wire/call.schemas.ts';
import { ItemId } from '../../wire/ids.schemas.ts';
import { Asset } from '../../operations/trace/schemas.ts';
import { TradeOrder } from '../../trades/schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

/** What Steam says a trade of the order moved. BACK: the trade was reversed. */
const Moved = z.object({
  tradeId: z.string(),
  direction: z.enum(['IN', 'OUT', 'BACK']),
  before: Asset,
  after: Asset,
  /** The site's item that it is or was; null when it became none. */
  itemId: ItemId.nullable(),
});

const TradeSearchResult = z.object({
  user: PublicUser,
  order: TradeOrder,
  /** The trade that the offer became, and Steam's status number for it; null when there is none. */
  tradeId: z.string().nullable(),
  tradeStatus: z.number().int().nullable(),
  moved: z.array(Moved),
});
export type TradeSearchResult = z.infer<typeof TradeSearchResult>;

export const findTrades = query({
  ...staffTrades.findTrades,
  summary:
    'Trade orders by the number of an asset (before or after a trade), an offer or a trade at Steam, ' +
    `by their code, or by the id of an order or item: the newest ${staffTrades.TRADE_SEARCH_LIMIT}`,
  permission: 'tickets',
  input: z.strictObject({ text: z.string().max(100) }),
  output: z.object({ found: z.array(TradeSearchResult) }),
});
