/** Places far back in the copied history, for whoever pages from there. */
import type { Played } from './played.ts';

export const deep = (n: number) => `rnd_7${String(n).padStart(25, '0')}`;
/** When the clock of tests begins; copied rounds end a minute apart before it. */
export const START = Date.UTC(2026, 0, 1);
/** Copied rounds far back: which copy is of which game is said by `picks` of history.ts. */
export const COINFLIP = deep(35_000);
export const TICKET = `tkt_7${String(10_000_000 - 50_000).padStart(25, '0')}`;
export const TRADE = `trd_7${String(50_000).padStart(25, '0')}`;
export const CRYPTO_ORDER = `cor_7${String(50_000).padStart(25, '0')}`;
export const CRYPTO_WITHDRAWAL = `cwd_7${String(50_000).padStart(25, '0')}`;
export const far = { variant: 'far back' } as const;

/** Among the copied movements of money and of items, in the midst of them. */
export const MIDST = `${START + 20 * 60_000}`;
export const ofPlayer = ({ player }: Played) => ({ userId: player.id });
export const before =
  (place: string) =>
  ({ player }: Played) => ({ userId: player.id, before: place });
