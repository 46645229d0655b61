/** Why an item is neither sold nor accepted, said alike wherever its price stands. */
import { PRICE_DOUBT_TEXTS, type PriceDoubt } from '@fairpot/contract/inventory/prices';

const when = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** 'The two sources of prices contradict each other. No price from two sources since 22 Nov, 10:15.' */
export function priceDoubtText(doubt: PriceDoubt, pricedAt: number): string {
  return `${PRICE_DOUBT_TEXTS[doubt]} No price from two sources since ${when.format(pricedAt)}.`;
}
