/**
 * What is asked of a chain, and how it answers, whichever chain it is. A reader believes a node about what stands in blocks, and
 * nobody about names: tokens are known by their contract.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';

export interface Transfer {
  /** 64 hex digits, without 0x. */
  readonly txid: string;
  /** The output, the number of the log in its transaction, or 0. */
  readonly idx: number;
  /** As it was handed out. */
  readonly address: string;
  readonly coin: Coin;
  /** Base units, above 0. */
  readonly units: bigint;
}

/** A token that is not taken, sent to an address of ours. */
export interface Stray {
  readonly txid: string;
  readonly idx: number;
  readonly address: string;
  readonly contract: string;
  readonly units: bigint;
}

export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly transfers: readonly Transfer[];
  readonly strays: readonly Stray[];
}

export interface Tip {
  /** The newest block that is read. */
  readonly newest: number;
  /** All up to this one are final by the chain's own rules. */
  readonly final: number;
}

/** What an address holds in one coin, by the chain. */
export interface Held {
  readonly coin: Coin;
  /** Base units. */
  readonly units: bigint;
  /** Something has left the address: it may hold less than came. False where `units` are all that ever came. */
  readonly spent: boolean;
}

/** What is on an address now, whatever came and went. */
export type Balance = Omit<Held, 'spent'>;

/** Those of these addresses that are ours. */
export type Ours = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** A chain that is read block by block. Every call throws an Unavailable when the node does not answer as it should. */
export interface BlockReader {
  readonly network: Network;
  tip(): Promise<Tip>;
  /** The hash of the block at this height; null: the node has none. */
  hashAt(height: number): Promise<string | null>;
  /** What a transaction paid, to whomever; null: it is in no block that the node knows, or it failed. */
  paidBy(txid: string): Promise<readonly Transfer[] | null>;
  /** What an address holds of each coin of this chain with the block at `height`, which is the newest that was read. */
  heldBy(address: string, height: number): Promise<readonly Held[]>;
  /** What is on an address with the block at `height`, under the same rule as `heldBy`. */
  balanceOf(address: string, height: number): Promise<readonly Balance[]>;
  /** Whether these two can only say what is held now, so that no block may come in between. */
  readonly onlyNow: boolean;
  /** Blocks `from` to `to`, both included, with what they pay to addresses of ours. */
  blocks(from: number, to: number, ours: Ours): Promise<Block[]>;
}

/** What one address was paid; `height` and `hash` null: the transaction waits for a block. */
export interface AddressTransfer extends Transfer {
  readonly height: number | null;
  readonly hash: string | null;
}

/** A chain whose addresses are asked about one by one. */
export interface AddressReader extends BlockReader {
  paidTo(address: string): Promise<AddressTransfer[]>;
  /** Whether the node knows the transaction at all, in a block or waiting. */
  knows(txid: string): Promise<boolean>;
}

/** The node is away, too busy, or says what makes no sense: nothing follows from it, and it is asked again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
