/** What the deposits by crypto need of the outside: the keys that addresses come from, and what coins are worth. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import type { Outcome } from './steam-port.ts';

export interface RateQuote {
  readonly coin: Coin;
  /** Millionths of a US dollar for one coin; above 0. */
  readonly micro: number;
  /** Epoch ms of the figure itself, as far as the source says it. */
  readonly quotedAt: number;
}

/** One source of rates. A coin that it has no sound figure for is left out of its answer. */
export interface RateSource {
  readonly name: 'coingecko' | 'kraken';
  read(): Promise<Outcome<RateQuote[]>>;
}

/** Deposit addresses that the operator's offline key has signed. */
export interface SignedAddresses {
  /** Oldest first; the last one's signatures count. */
  readonly keys: readonly AddressKey[];
  /** 128 hex digits; null: this address is not signed (yet). */
  signatureOf(network: Network, index: number, address: string): string | null;
}

export interface CryptoSetup {
  /** Null in tests alone: no address is signed, and no browser would show one. */
  readonly signed: SignedAddresses | null;
  /** Extended public key of the account of each network that is offered: addresses are its children 0/i. */
  readonly xpubs: Readonly<Partial<Record<Network, string>>>;
  /** Two, or none where nothing is offered. */
  readonly rates: readonly RateSource[];
}

export const NO_CRYPTO: CryptoSetup = { signed: null, xpubs: {}, rates: [] };
