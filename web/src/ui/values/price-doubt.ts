/** Why an item is neither sold nor accepted, with the same text wherever its price is shown. */
import { PRICE_DOUBT_TEXTS, type PriceDoubt } from '@fairpot/contract/inventory/prices';
import { formatDayTime } from '../../platform/page/time.ts';
import { messages } from '../../messages.ts';

/** 'Its price sources contradict each other. Last confirmed 22 Nov, 10:15.' */
export function priceDoubtText(doubt: PriceDoubt, pricedAt: number): string {
  return messages.parts.doubt(PRICE_DOUBT_TEXTS[doubt], formatDayTime(pricedAt));
}
