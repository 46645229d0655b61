/** The whole path of a deposit: the site's world, the chains on its clock, and any number of watchers of one of them. */
import { createCryptoOrder, listCryptoOrders, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import { cryptoFeature } from '@fairpot/server/crypto/crypto.feature';
import { coingecko, kraken } from '@fairpot/server/gateways/rates/rates';
import { ledgerFeature } from '@fairpot/server/ledger/ledger.feature';
import { balancesOf } from '@fairpot/server/ledger/ledger';
import type { ClosablePool } from '@fairpot/server/platform/database/db';
import { sql } from '@fairpot/server/platform/database/sql';
import { pinoLog } from '@fairpot/server/platform/process/system-ports';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { newPlayer } from '@fairpot/server/testing/stages/players';
import { makeWorld, type World } from '@fairpot/server/testing/world';
import type { PaymentKind } from '@fairpot/simulators/chains/chains';
import type { Anvil } from '@fairpot/simulators/chains/ethereum/anvil';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { audit } from './audit.ts';
import { bitcoinReader } from './chains/bitcoin.ts';
import { ethereumReader } from './chains/ethereum.ts';
import { tronReader } from './chains/tron.ts';
import type { AddressReader, BlockReader } from './reader.ts';
import { pollAddresses, Watch, type WatchParts } from './watch.ts';

export interface WatcherHandle {
  /** Polls every chain until nothing is left to read; returns the node errors. */
  poll(): Promise<string[]>;
  /** Audits payments and addresses until none is due; returns the node errors. */
  audit(): Promise<string[]>;
}

export interface WatcherScene extends WatcherHandle {
  readonly world: World;
  readonly sims: Simulators;
  readonly watcher: ClosablePool;
  /** The Ethereum node; throws where the scene has none. */
  node(): Anvil;
  /** Another watcher with its own memory. */
  newWatcher(): WatcherHandle;
  /** Polls twice with the first watcher (a re-org must be seen twice), then runs the site's sweeps. Returns the node errors. */
  turn(): Promise<string[]>;
  /** Advances the clock and with it the simulated chains. */
  advance(ms: number): Promise<void>;
  player(): Promise<Actor>;
  order(player: Actor, coin: Coin, amountUsd?: number): Promise<CryptoOrder>;
  /** Pays this percentage of the order's amount. Returns the transaction id. */
  pay(order: CryptoOrder, percent?: number, kind?: PaymentKind): Promise<string>;
  last(player: Actor): Promise<CryptoOrder | undefined>;
  /** Cents. */
  cash(player: Actor): Promise<number>;
  incidents(): Promise<string[]>;
  close(): Promise<void>;
}

const DECIMALS: Readonly<Record<Coin, number>> = { TRX: 6, USDT: 6, BTC: 8, ETH: 18 };
const TIMEOUT_MS = 2_000;
const HOUR_MS = 3_600_000;
/** Each turn advances the clock a little, so that postponed work becomes due. */
const TURN_MS = 11_000;

export function unitsOf(amount: string, coin: Coin): bigint {
  const [whole = '0', rest = ''] = amount.split('.');
  return BigInt(whole + rest.padEnd(DECIMALS[coin], '0'));
}

/** Runs `work` on each; returns the node errors. */
async function collectErrors<W extends { readonly reader: BlockReader }>(
  watches: readonly W[],
  work: (watch: W) => Promise<void>,
): Promise<string[]> {
  const failed: string[] = [];
  for (const watch of watches) {
    try {
      await work(watch);
    } catch (error) {
      failed.push(error instanceof Error ? `${watch.reader.network}: ${error.message}` : String(error));
    }
  }
  return failed;
}

export async function makeWatcherScene({ network }: { readonly network: Network }): Promise<WatcherScene> {
  const clock = { now: () => 1_767_225_600_000 };
  const sims = await startSimulators({
    clock,
    bitcoinBlockMs: 600_000,
    ...(network === 'ethereum' && { ethereum: { blockSeconds: 0 } }),
  });
  const { crypto } = sims;
  const world = await makeWorld({
    features: [ledgerFeature, cryptoFeature],
    crypto: {
      signed: null,
      xpubs: crypto.xpubs,
      rates: [coingecko(crypto.rates, TIMEOUT_MS), kraken(crypto.rates, { now: () => world.clock.now() }, TIMEOUT_MS)],
    },
  });
  clock.now = () => world.clock.now();
  const watcher = world.pool('watcher', 8);
  const parts: WatchParts = { db: watcher, clock: world.clock, log: pinoLog('silent', process.stderr) };
  const readers = (): (BlockReader | AddressReader)[] => {
    if (network === 'tron') return [tronReader({ base: crypto.tron, timeoutMs: TIMEOUT_MS })];
    if (network === 'bitcoin') return [bitcoinReader({ base: crypto.bitcoin, timeoutMs: TIMEOUT_MS })];
    return [ethereumReader({ base: crypto.ethereum ?? '', timeoutMs: TIMEOUT_MS })];
  };
  const newWatcher = (): WatcherHandle => {
    const watches = readers().map((reader) => ({ reader, watch: new Watch(parts, reader) }));
    return {
      poll: () =>
        collectErrors(watches, async ({ reader, watch }) => {
          while ((await watch.step(await reader.tip())) === 'more');
          if ('transfersTo' in reader) while (await pollAddresses(parts, reader, 5_000));
        }),
      audit: () =>
        collectErrors(watches, async ({ reader }) => {
          while ((await audit(parts, reader, HOUR_MS)) > 0);
        }),
    };
  };
  const first = newWatcher();
  await first.poll();
  await world.sweepAll();
  return {
    world,
    sims,
    watcher,
    newWatcher,
    ...first,
    turn: async () => {
      await world.clock.advance(TURN_MS);
      const failed = await first.poll();
      await first.poll();
      await world.sweepAll();
      return failed;
    },
    advance: (ms) => world.clock.advance(ms),
    player: () => newPlayer(world),
    order: async (player, coin, amountUsd = 10) => {
      await world.clock.advance(60_000);
      await world.sweepAll();
      const wallet = (await world.run(listCryptoWallets, player, {})).find(({ coinName }) => coinName === coin);
      if (wallet === undefined) throw new Error(`${coin} is not offered`);
      return world.run(createCryptoOrder, player, { walletId: wallet.id, amountUsd });
    },
    node: () => {
      if (sims.anvil === null) throw new Error('no node');
      return sims.anvil;
    },
    pay: ({ wallet, coinName, amountCoin }, percent = 100, kind = 'plain') => {
      const units = (unitsOf(amountCoin ?? '0', coinName) * BigInt(percent)) / 100n;
      return sims.chains.pay({ coin: coinName, address: wallet, units, kind });
    },
    last: async (player) => (await world.run(listCryptoOrders, player, {}))[0],
    cash: async (player) => (await balancesOf(world.db, player.id)).available,
    incidents: async () => {
      const rows = await world.db.many<{ line: string }>(sql`
        select kind || ' ' || network || case when closed_at is null then '' else ' closed' end as line
        from crypto_incidents order by id`);
      return rows.map((row) => row.line);
    },
    close: async () => {
      await watcher.close();
      await world.close();
      await sims.stop();
    },
  };
}
