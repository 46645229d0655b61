/** The price port: what sources outside say items cost. What is believed of it is decided by the market. */
import type { PriceSourceName } from '@fairpot/contract/market/sources';
import type { Outcome } from './steam-port.ts';

/** What a source says of one item. Whole cents above 0; `quotedAt` is the source's own clock, epoch ms. */
export interface PriceQuote {
  readonly marketHashName: string;
  readonly cents: number;
  /** Offers, or sales of a day where a source counts those. */
  readonly quantity: number;
  readonly quotedAt: number;
}

/** A source of prices. `list` answers with everything that it knows of a game; `spot` is asked item by item. */
export type PriceSource =
  | {
      readonly kind: 'list';
      readonly name: Extract<PriceSourceName, 'skinport' | 'marketcsgo'>;
      /** What is malformed, in another currency or named twice is left out. */
      read(appId: number): Promise<Outcome<readonly PriceQuote[]>>;
    }
  | {
      readonly kind: 'spot';
      readonly name: 'steam';
      /** Refused: it has no price for that item. Unavailable: ask later. */
      read(appId: number, marketHashName: string): Promise<Outcome<PriceQuote>>;
    };
