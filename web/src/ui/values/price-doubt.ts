/** Why an item is neither sold nor accepted, said alike wherever its price stands. */
import { PRICE_DOUBT_TEXTS, type PriceDoubt } from '@fairpot/contract/inventory/prices';

const when = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** 'Its price sources contradict each other. Last confirmed 22 Nov, 10:15.' */
export function priceDoubtText(doubt: PriceDoubt, pricedAt: number): string {
  return `${PRICE_DOUBT_TEXTS[doubt]} Last confirmed ${when.format(pricedAt)}.`;
}
