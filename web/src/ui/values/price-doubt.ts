/** Why an item is neither sold nor accepted, said alike wherever its price stands. */
import { PRICE_DOUBT_TEXTS, type PriceDoubt } from '@fairpot/contract/inventory/prices';
import { formatDayTime } from './time.ts';

/** 'Its price sources contradict each other. Last confirmed 22 Nov, 10:15.' */
export function priceDoubtText(doubt: PriceDoubt, pricedAt: number): string {
  return `${PRICE_DOUBT_TEXTS[doubt]} Last confirmed ${formatDayTime(pricedAt)}.`;
}
