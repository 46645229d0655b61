/** Schemas of money.ts. */
import { z } from 'zod';

/** A USD amount on the wire: finite, at most two decimals. */
export const UsdSchema = z.number().meta({ description: 'US dollars with at most two decimals' });
