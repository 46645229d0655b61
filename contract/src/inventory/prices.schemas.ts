/** Server side of prices.ts. */
import { z } from 'zod';
import { PRICE_DOUBTS } from './prices.ts';

export const PriceDoubt = z.enum(PRICE_DOUBTS);
