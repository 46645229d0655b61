/** All patterns by name; the motifs of a name's words and the fallbacks of each material draw from this table. */
import * as hard from './patterns-hard.ts';
import * as soft from './patterns-soft.ts';

export const PATTERNS = { ...hard, ...soft };

export type PatternName = keyof typeof PATTERNS;
