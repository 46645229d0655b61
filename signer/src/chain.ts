/**
 * What the signer needs of a chain to pay on it. The node is trusted as little as possible: it reports the state of the chain and the
 * wallet's balance, and never decides where a payment goes.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';

export interface CoinPayment {
  readonly coin: Coin;
  readonly address: string;
  /** Base units. */
  readonly units: bigint;
}

/** A signed transaction, as it is stored before it is sent. */
export interface SignedTransaction {
  /** 64 hex digits. */
  readonly txid: string;
  /** The bytes to broadcast, hex. */
  readonly raw: string;
  /** Epoch ms after which no block can contain it; null if it never expires. */
  readonly expiresAt: number | null;
  /** Its number in the wallet's sequence; null on chains without one. */
  readonly nonce: number | null;
  /** The outputs it spends, as 'txid:vout'; empty on account-based chains. */
  readonly inputs: readonly string[];
}

/** The part of the wallet that is committed to transactions which are not final yet. */
export interface WalletReservations {
  /** Base units of this coin in transactions that no node has accepted yet. */
  readonly units: bigint;
  readonly inputs: ReadonlySet<string>;
  /** Numbered transactions that are not final, and what each pays. The chain knows which of them are already off the balance. */
  readonly numbered: readonly { readonly nonce: number; readonly units: bigint }[];
  /** The next unused number among the stored transactions; 0 if there is none. */
  readonly nonce: number;
}

/** `wait`: not now, with the reason. `refuse`: never, because this address cannot be paid. */
export type BuildResult =
  | { readonly signed: SignedTransaction }
  | { readonly wait: string }
  | { readonly refuse: 'ADDRESS' };

/**
 * The state of a transaction. `final`: in the chain for good. `failed`: in the chain for good, but it moved nothing. `pending`: a node
 * has it. `unknown`: no node has it, but it may still appear. `dead`: it can never be in the chain.
 */
export type TransactionStatus =
  | { readonly state: 'final' | 'failed'; readonly height: number }
  | { readonly state: 'pending' | 'unknown' | 'dead' };

/** A solvency statement: its number and its root (64 hex digits). */
export interface StatementToSign {
  readonly number: number;
  readonly root: string;
}

export interface Chain {
  readonly network: Network;
  /** The coins that can be sent on this network. */
  readonly coins: readonly Coin[];
  /** The address that pays. */
  readonly wallet: string;
  build(payment: CoinPayment, reserved: WalletReservations): Promise<BuildResult>;
  /** `accepted`: a node has it (also if it had it before). Otherwise the node refused; only `checkStatus` shows what that means. */
  broadcast(
    signed: Pick<SignedTransaction, 'txid' | 'raw'>,
  ): Promise<{ readonly accepted: boolean; readonly message: string }>;
  checkStatus(signed: SignedTransaction): Promise<TransactionStatus>;
  /** Signs the statement's root as a wallet message, which proves that the wallet's key is here. The only thing signed besides payments. */
  proveReserves(statement: StatementToSign): string;
}
