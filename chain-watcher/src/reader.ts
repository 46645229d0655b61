/**
 * What the watcher needs of a chain, independent of which. A reader trusts a node about the contents of blocks, and never a name: tokens
 * are identified by their contract.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';

export interface Transfer {
  /** 64 hex digits, without 0x. */
  readonly txid: string;
  /** The output index, the log index within the transaction, or 0. */
  readonly idx: number;
  /** In the form in which it was handed out. */
  readonly address: string;
  readonly coin: Coin;
  /** Base units, above 0. */
  readonly units: bigint;
}

/** A token that is not accepted, sent to one of our addresses. */
export interface StrayToken {
  readonly txid: string;
  readonly idx: number;
  readonly address: string;
  readonly contract: string;
  readonly units: bigint;
}

export interface ChainBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly transfers: readonly Transfer[];
  readonly strays: readonly StrayToken[];
}

export interface ChainTip {
  /** The newest block to read. */
  readonly newest: number;
  /** All blocks up to this one are final by the chain's own rules. */
  readonly final: number;
}

/** What an address holds in one coin, according to the chain. */
export interface CoinHolding {
  readonly coin: Coin;
  /** Base units. */
  readonly units: bigint;
  /** True if the address has spent something, so it may hold less than it received. False if `units` is everything it ever received. */
  readonly spent: boolean;
}

/** What is on an address now. */
export type CoinBalance = Omit<CoinHolding, 'spent'>;

/** Returns those of the addresses that the site handed out. */
export type AddressFilter = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** A chain that is read block by block. Every call throws NodeUnavailable if the node does not answer properly. */
export interface BlockReader {
  readonly network: Network;
  tip(): Promise<ChainTip>;
  /** The hash of the block at this height; null if the node has none. */
  hashAt(height: number): Promise<string | null>;
  /** The transfers of a transaction, to any recipient; null if it failed or is in no block that the node knows. */
  transfersIn(txid: string): Promise<readonly Transfer[] | null>;
  /** What an address holds of each coin of this chain at block `height`, the newest that was read. */
  holdingsOf(address: string, height: number): Promise<readonly CoinHolding[]>;
  /** The balance of an address at block `height`, under the same rule as `holdingsOf`. */
  balanceOf(address: string, height: number): Promise<readonly CoinBalance[]>;
  /** True if these two can only report the newest block, so that no other block may arrive in between. */
  readonly latestOnly: boolean;
  /** Blocks `from` to `to`, both included, with their transfers to our addresses. */
  blocks(from: number, to: number, ours: AddressFilter): Promise<ChainBlock[]>;
}

/** A transfer to one address; `height` and `hash` are null while it is pending. */
export interface AddressTransfer extends Transfer {
  readonly height: number | null;
  readonly hash: string | null;
}

/** A chain that is read address by address. */
export interface AddressReader extends BlockReader {
  transfersTo(address: string): Promise<AddressTransfer[]>;
  /** Whether the node knows the transaction, in a block or pending. */
  knowsTransaction(txid: string): Promise<boolean>;
}
