/**
 * What is asked of a chain to pay on it, whichever it is. A transaction is built and signed without believing a node more than it has
 * to be: a node says where the chain stands and what the wallet has, never where a payment goes.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';

export interface Payment {
  readonly coin: Coin;
  readonly address: string;
  /** Base units. */
  readonly units: bigint;
}

/** A signed transaction, as it is stored before anybody sees it. */
export interface Signed {
  /** 64 hex digits. */
  readonly txid: string;
  /** The bytes that are sent, hex. */
  readonly raw: string;
  /** Epoch ms after which no block can hold it; null where there is no such moment. */
  readonly expiresAt: number | null;
  /** Its number in the order of the wallet's; null where they have none. */
  readonly nonce: number | null;
  /** What it spends, 'txid:vout'; empty where nothing is spent as a whole. */
  readonly inputs: readonly string[];
}

/** What of the wallet is spoken for by transactions that are not in the chain for good. */
export interface Reserved {
  /** Base units of the coin in transactions that no node has shown yet. */
  readonly units: bigint;
  readonly inputs: ReadonlySet<string>;
  /** Of transactions with a number that are not final: what each pays. Which of them the wallet has paid already, the chain says. */
  readonly numbered: readonly { readonly nonce: number; readonly units: bigint }[];
  /** The next number that no stored transaction has; 0 where there is none. */
  readonly nonce: number;
}

/** `wait`: not now, for this reason; `refuse`: never, as this address cannot be paid. */
export type Built = { readonly signed: Signed } | { readonly wait: string } | { readonly refuse: 'ADDRESS' };

/**
 * Where a transaction stands. `final`: in the chain for good. `failed`: in it for good, and it moved nothing. `pending`: a node has it.
 * `unknown`: none has it, and it may still come. `dead`: it can never be in the chain.
 */
export type Standing =
  | { readonly at: 'final' | 'failed'; readonly height: number }
  | { readonly at: 'pending' | 'unknown' | 'dead' };

/** A solvency statement by its number and root (64 hex digits). */
export interface ProvenStatement {
  readonly number: number;
  readonly root: string;
}

export interface Chain {
  readonly network: Network;
  /** What it carries that can be sent. */
  readonly coins: readonly Coin[];
  /** The address that is paid from. */
  readonly wallet: string;
  build(payment: Payment, reserved: Reserved): Promise<Built>;
  /** True: a node has it (also when it had it before). False: the node says no; what that is worth is seen by looking. */
  broadcast(signed: Pick<Signed, 'txid' | 'raw'>): Promise<{ readonly taken: boolean; readonly said: string }>;
  look(signed: Signed): Promise<Standing>;
  /** Shows over the root of a statement that the wallet's key is here, as wallets sign messages. It signs nothing else that is no payment. */
  prove(statement: ProvenStatement): string;
}

/** The node did not answer as it should. Nothing follows from it. */
export class Unavailable extends Error {}
