/** A test world with crypto deposits: its own keys, rates that tests set, and watcher calls made with the watcher's role. */
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { createCryptoOrder, listCryptoOrders, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import { COIN_NAMES, COINS } from '@fairpot/contract/crypto/calls';
import { ledgerFeature } from '../../src/ledger/ledger.feature.ts';
import { balancesOf } from '../../src/ledger/ledger.ts';
import type { ClosablePool } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { CryptoSetup, RateSource } from '../../src/platform/process/crypto-port.ts';
import type { Actor, MakeFeature } from '../../src/platform/runner/feature.ts';
import { writeSetting } from '../settings.ts';
import { newPlayer } from '../stages/players.ts';
import { makeWorld, type World } from '../world.ts';
import { cryptoFeature } from '../../src/crypto/crypto.feature.ts';
import { DEPOSIT_SETTINGS } from '../../src/crypto/settings.ts';

const PATHS: Readonly<Record<Network, string>> = {
  tron: "m/44'/195'/0'",
  bitcoin: "m/84'/0'/0'",
  ethereum: "m/44'/60'/0'",
};

/** Account keys of an operator whose seed is this text, public and private. */
export function keysOf(seed: string): Readonly<Record<Network, HDKey>> {
  const master = HDKey.fromMasterSeed(Buffer.from(seed.padEnd(32, '.')));
  const at = (network: Network) => master.derive(PATHS[network]);
  return { tron: at('tron'), bitcoin: at('bitcoin'), ethereum: at('ethereum') };
}

export function xpubsOf(seed: string): Readonly<Record<Network, string>> {
  const keys = keysOf(seed);
  return {
    tron: keys.tron.publicExtendedKey,
    bitcoin: keys.bitcoin.publicExtendedKey,
    ethereum: keys.ethereum.publicExtendedKey,
  };
}

/** The dollar price of each coin, as both sources report it. */
export type TestRates = Record<Coin, number>;

export interface TestPayment {
  readonly txid: string;
  readonly height: number;
}

export interface Till {
  readonly world: World;
  readonly watcher: ClosablePool;
  /** Changed by tests; `second` overrides the second source. */
  readonly rates: TestRates;
  readonly second: Partial<TestRates>;
  /** The sources do not answer while this is true. */
  silent: boolean;
  player(): Promise<Actor>;
  order(player: Actor, coin: Coin, amountUsd?: number): Promise<CryptoOrder>;
  orders(player: Actor): Promise<CryptoOrder[]>;
  /** Shows a payment in the block at `height` (null: pending), through the watcher's function. */
  show(
    coin: Coin,
    address: string,
    units: bigint,
    at?: { height?: number | null; txid?: string; idx?: number },
  ): Promise<TestPayment>;
  /** Sets the chain to `tip` blocks, final up to `final`. */
  confirm(network: Network, tip: number, final?: number): Promise<void>;
  /** Polls rates again and books. */
  sweep(): Promise<void>;
  cash(player: Actor): Promise<number>;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

export async function makeTill(setup: Partial<CryptoSetup> = {}, others: readonly MakeFeature[] = []): Promise<Till> {
  const rates: TestRates = { TRX: 0.27, USDT: 1, BTC: 67_187.33, ETH: 3_500 };
  const second: Partial<TestRates> = {};
  const state = { silent: false };
  let now = () => 0;
  const source = (name: RateSource['name'], says: () => TestRates): RateSource => ({
    name,
    read: () =>
      Promise.resolve(
        state.silent
          ? { kind: 'unavailable', why: 'silent' }
          : {
              kind: 'ok',
              value: COIN_NAMES.map((coin) => ({ coin, micro: Math.round(says()[coin] * 1e6), quotedAt: now() })),
            },
      ),
  });
  const crypto: CryptoSetup = {
    signed: null,
    xpubs: xpubsOf('the till of the tests'),
    rates: [source('coingecko', () => rates), source('kraken', () => ({ ...rates, ...second }))],
    ...setup,
  };
  const world = await makeWorld({ features: [ledgerFeature, cryptoFeature, ...others], crypto });
  now = () => world.clock.now();
  // Amounts in tests are at market rates; a test of the spread sets its own.
  await writeSetting(world.db, DEPOSIT_SETTINGS, 'crypto.depositSpreadBps', 0, now());
  const watcher = world.pool('watcher', 6);
  const orders = (player: Actor) => world.run(listCryptoOrders, player, {});
  return {
    world,
    watcher,
    rates,
    second,
    get silent() {
      return state.silent;
    },
    set silent(value) {
      state.silent = value;
    },
    player: () => newPlayer(world),
    orders,
    order: async (player, coin, amountUsd = 10) => {
      await world.sweepAll();
      const wallet = (await world.run(listCryptoWallets, player, {})).find(({ coinName }) => coinName === coin);
      if (wallet === undefined) throw new Error(`${coin} is not offered`);
      return world.run(createCryptoOrder, player, { walletId: wallet.id, amountUsd });
    },
    show: async (coin, address, units, { height = 100, txid = randomBytes(32).toString('hex'), idx = 0 } = {}) => {
      const hash = height === null ? null : `block ${height}`;
      const payment = { txid, idx, address, coin, units: units.toString(), height, hash };
      const { network } = COINS[coin];
      await watcher.run(sql`select crypto_see(${network}, ${JSON.stringify([payment])}::jsonb, ${world.clock.now()})`);
      return { txid, height: height ?? 0 };
    },
    confirm: async (network, tip, final = -1) => {
      await watcher.run(sql`select crypto_confirm(${network}, ${tip}, ${final}, ${world.clock.now()})`);
    },
    sweep: async () => {
      await world.clock.advance(MINUTE_MS);
      await world.sweepAll();
    },
    cash: async (player) => (await balancesOf(world.db, player.id)).available,
    close: async () => {
      await watcher.close();
      await world.close();
    },
  };
}
