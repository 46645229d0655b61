/** The price port: item prices from outside sources. The market decides which to trust. */
import type { PriceSourceName } from '@fairpot/contract/market/sources';
import type { PortOutcome } from './steam-port.ts';

/** How often lists of offers are read. A fall counts within this time. */
export const LIST_EVERY_MS = 2 * 60_000;

/** One item's price at a source. Whole cents above 0; `quotedAt` is the source's own clock, epoch ms. */
export interface PriceQuote {
  readonly marketHashName: string;
  readonly cents: number;
  /** Number of offers, or of sales a day if the source counts those. */
  readonly quantity: number;
  readonly quotedAt: number;
}

/** A source of prices. `list` returns all its prices for a game; `spot` is queried item by item. */
export type PriceSource =
  | {
      readonly kind: 'list';
      readonly name: Exclude<PriceSourceName, 'steam'>;
      /** How often it is read. */
      readonly everyMs: number;
      /** Entries that are malformed, in another currency or duplicate are left out. */
      read(appId: number): Promise<PortOutcome<readonly PriceQuote[]>>;
    }
  | {
      readonly kind: 'spot';
      readonly name: 'steam';
      /** Refused: the source has no price for that item. Unavailable: try again later. */
      read(appId: number, marketHashName: string): Promise<PortOutcome<PriceQuote>>;
    };
