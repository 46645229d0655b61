/**
 * Player addresses: derived from the configured keys, handed out once, and derived again whenever one is shown or credited. An address
 * that was changed in the database is therefore never shown and never credited.
 */
import { COIN_NAMES, COINS, type Coin, type Network } from '@fairpot/contract/crypto/calls';
import type { Deps } from '../platform/process/deps.ts';
import type { CryptoSetup } from '../platform/process/crypto-port.ts';
import type { Db, Pool, Tx } from '../platform/database/sql.ts';
import { invariant, StartRefused } from '../platform/runner/refused.ts';
import { lockCoins } from '../withdrawals/front.ts';
import { depositAddresses, type DepositAddresses } from './addresses.ts';
import { freeWallets, insertWallet, lastWallet, takeIndex, keepWarm, type NewWallet, type WalletRow } from './store.ts';

/** How long an address stays in frequent polling after its player last saw it. */
const WARM_MS = 10 * 60_000;

/** The keys of the offered networks, and what can be derived from them. */
export interface AddressBook {
  readonly offered: readonly Coin[];
  /** Whether this node has the network's key. */
  hasKey(network: Network): boolean;
  addressAt(network: Network, index: number): string;
  /** Whether the wallet's address matches its index; false also if there is no key for its network. */
  isOurs(wallet: Pick<WalletRow, 'network' | 'idx' | 'address'>): boolean;
  /** The offline key's signature of the address. Null: unsigned, so never shown. '' where nothing is signed (tests). */
  signatureOf(wallet: Pick<WalletRow, 'network' | 'idx' | 'address'>): string | null;
}

/** Throws StartRefused for an invalid key. */
export function makeAddressBook(setup: CryptoSetup): AddressBook {
  const keys = new Map<Network, DepositAddresses>();
  for (const [network, xpub] of Object.entries(setup.xpubs) as [Network, string][]) {
    try {
      keys.set(network, depositAddresses(network, xpub));
    } catch (error) {
      throw new StartRefused(`The key of ${network} ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  // A coin without rates could be sent but not credited.
  const offered = setup.rates.length === 2 ? COIN_NAMES.filter((coin) => keys.has(COINS[coin].network)) : [];
  return {
    offered,
    hasKey: (network) => keys.has(network),
    addressAt(network, index) {
      const key = keys.get(network);
      invariant(key, `${network} has no key`);
      return key.at(index);
    },
    isOurs: ({ network, idx, address }) => keys.get(network)?.at(idx) === address,
    signatureOf: ({ network, idx, address }) =>
      setup.signed === null ? '' : setup.signed.signatureOf(network, idx, address),
  };
}

/** Refuses to start on a database whose addresses come from other keys: coins sent to them could be neither spent nor credited. */
export async function checkKeys(db: Db, book: AddressBook): Promise<void> {
  const networks = new Set(book.offered.map((coin) => COINS[coin].network));
  for (const network of networks) {
    const last = await lastWallet(db, network);
    if (last !== undefined && !book.isOurs(last)) {
      throw new StartRefused(
        `The key of ${network} is not the one that this database's addresses come from ` +
          '(docs/runbook.md, "Deposits by crypto")',
      );
    }
  }
}

/**
 * The player's address for each offered coin, without an order; creates missing ones. Concurrent calls create one. Coins whose address
 * the offline key has not signed are left out until it has.
 */
export async function ensureWallets(
  deps: Pick<Deps, 'ids' | 'log'> & { readonly db: Pool },
  book: AddressBook,
  playerId: string,
  now: number,
): Promise<WalletRow[]> {
  const free = await freeWallets(deps.db, playerId);
  const complete = book.offered.every((coin) => free.some((wallet) => wallet.coin === coin));
  const wallets = complete ? free : await deps.db.transaction((tx) => makeMissing(deps, book, tx, playerId, now));
  const offered = wallets.filter((wallet) => book.offered.includes(wallet.coin));
  for (const wallet of offered) invariant(book.isOurs(wallet), `the address of ${wallet.id} is not ours`);
  const cold = offered.filter((wallet) => now - wallet.warmAt > WARM_MS).map((wallet) => wallet.id);
  if (cold.length > 0) await keepWarm(deps.db, cold, now);
  const signed = offered.filter((wallet) => book.signatureOf(wallet) !== null);
  for (const { network, idx } of offered.filter((wallet) => !signed.includes(wallet)))
    deps.log.error({ network, idx }, 'unsigned address: sign more of them (docs/how-to/keys.md)');
  return book.offered.flatMap((coin) => signed.filter((wallet) => wallet.coin === coin));
}

async function makeMissing(
  { ids }: Pick<Deps, 'ids'>,
  book: AddressBook,
  tx: Tx,
  playerId: string,
  now: number,
): Promise<WalletRow[]> {
  await lockCoins(tx, playerId);
  const free = await freeWallets(tx, playerId);
  for (const coin of book.offered.filter((each) => !free.some((wallet) => wallet.coin === each))) {
    const { network } = COINS[coin];
    const idx = await takeIndex(tx, network);
    const id = ids.next('cryptoWallet');
    const made: NewWallet = { id, playerId, coin, network, idx, address: book.addressAt(network, idx) };
    await insertWallet(tx, made, now);
    free.push({ ...made, ordered: false, warmAt: now });
  }
  return free;
}
