/** What crypto deposits need from outside: the keys that addresses are derived from, and exchange rates. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import type { PortOutcome } from './steam-port.ts';

export interface RateQuote {
  readonly coin: Coin;
  /** Millionths of a US dollar for one coin; above 0. */
  readonly micro: number;
  /** Epoch ms of the figure itself, if the source reports it. */
  readonly quotedAt: number;
}

/** One source of rates. Coins without a valid figure are missing from its answer. */
export interface RateSource {
  readonly name: 'coingecko' | 'kraken';
  read(): Promise<PortOutcome<RateQuote[]>>;
}

/** Deposit addresses signed with the operator's offline key. */
export interface SignedAddresses {
  /** Oldest first; signatures of the last one count. */
  readonly keys: readonly AddressKey[];
  /** 128 hex digits; null: this address is not signed (yet). */
  signatureOf(network: Network, index: number, address: string): string | null;
}

export interface CryptoSetup {
  /** Null in tests only: no address is signed, so browsers would show none. */
  readonly signed: SignedAddresses | null;
  /** Extended public key of the account of each offered network: addresses are its children 0/i. */
  readonly xpubs: Readonly<Partial<Record<Network, string>>>;
  /** Two sources, or none where no coin is offered. */
  readonly rates: readonly RateSource[];
}

export const NO_CRYPTO: CryptoSetup = { signed: null, xpubs: {}, rates: [] };
