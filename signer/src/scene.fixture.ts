/** The whole path of a withdrawal: the site's world, the chains on its clock, and any number of signers. */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import { cryptoFeature } from '@fairpot/server/crypto/crypto.feature';
import {
  withdrawalCalls,
  newReviewer,
  richPlayer,
  type Reviewer,
} from '@fairpot/server/testing/crypto/withdrawals/withdrawals.fixture';
import { coingecko, kraken } from '@fairpot/server/gateways/rates/rates';
import { ledgerFeature } from '@fairpot/server/ledger/ledger.feature';
import type { ClosablePool } from '@fairpot/server/platform/database/db';
import { sql } from '@fairpot/server/platform/database/sql';
import { pinoLog } from '@fairpot/server/platform/process/system-ports';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { makeWorld, type World } from '@fairpot/server/testing/world';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import type { Chain } from './chain.ts';
import { makeChains } from './chains.ts';
import type { PayoutLimits } from './policy.ts';
import { Worker, type SignerParts } from './worker.ts';

const TIMEOUT_MS = 2_000;
export const PACE = { lookMs: 1_000, waitMs: 1_000, leaseMs: 30_000 } as const;
/** Recipients in tests: addresses that the site never hands out. */
export const OUTSIDE: Readonly<Record<Coin, string>> = {
  TRX: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  USDT: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};
/** Base units: free up to about $2,000, at most about $20,000 at once. */
const LIMITS: readonly (readonly [Coin, PayoutLimits])[] = [
  ['TRX', { free: 8_000_000_000n, most: 80_000_000_000n, day: 400_000_000_000n }],
  ['USDT', { free: 2_000_000_000n, most: 20_000_000_000n, day: 100_000_000_000n }],
  ['BTC', { free: 3_000_000n, most: 30_000_000n, day: 150_000_000n }],
  ['ETH', { free: 6n * 10n ** 17n, most: 6n * 10n ** 18n, day: 30n * 10n ** 18n }],
];

export interface SignerScene {
  readonly world: World;
  readonly sims: Simulators;
  readonly signer: ClosablePool;
  readonly chain: Chain;
  readonly reviewers: readonly [Reviewer, Reviewer];
  readonly limits: Map<Coin, PayoutLimits>;
  readonly calls: ReturnType<typeof withdrawalCalls>;
  /** Another signer with its own memory; `change` overrides its parts. */
  newSigner(change?: Partial<SignerParts>): Worker;
  /** Advances the clock, runs the first signer once, then the site's sweeps. */
  turn(ms?: number): Promise<void>;
  /** The chain's node fails in three different ways, four minutes each. */
  runOutage(): Promise<void>;
  /** Turns until the player's last withdrawal has this status; fails after `turns`. */
  until(player: Actor, status: string, turns?: number, ms?: number): Promise<void>;
  player(): Promise<Actor>;
  /** All transactions ever stored for a withdrawal, with their states. */
  payouts(id: string): Promise<{ txid: string; state: string; raw: string }[]>;
  close(): Promise<void>;
}

export async function makeSignerScene({ network }: { readonly network: Network }): Promise<SignerScene> {
  const clock = { now: () => 1_767_225_600_000 };
  const sims = await startSimulators({
    clock,
    bitcoinBlockMs: 30_000,
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
  const signer = world.pool('signer', 8);
  const keyOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const { tron, bitcoin, ethereum } = crypto.wallets;
  const keys = {
    tron: keyOf(tron),
    bitcoin: keyOf(bitcoin),
    ...(ethereum !== undefined && { ethereum: keyOf(ethereum) }),
  };
  const nodes = { [network]: { tron: crypto.tron, bitcoin: crypto.bitcoin, ethereum: crypto.ethereum ?? '' }[network] };
  const [chain] = makeChains({ nodes, keys, tronApiKey: null, ethereumChainId: 31_337 }, TIMEOUT_MS);
  if (chain === undefined) throw new Error(`no chain for ${network}`);
  const reviewers = [await newReviewer(world), await newReviewer(world)] as const;
  const limits = new Map(LIMITS);
  const parts: SignerParts = {
    db: signer,
    clock: world.clock,
    log: pinoLog('silent', process.stderr),
    limits,
    reviewers: reviewers.map(({ key }) => key),
    pace: PACE,
  };
  const newSigner = (change: Partial<SignerParts> = {}) => new Worker({ ...parts, ...change }, chain);
  const first = newSigner();
  const calls = withdrawalCalls(world);
  // Mine a block that contains the wallet's funding.
  if (network === 'bitcoin') sims.chains.bitcoin.chain.mine(1);
  await first.advertise();
  await world.clock.advance(60_000);
  await world.sweepAll();
  const turn = async (ms = 3_000) => {
    await world.clock.advance(ms);
    await first.step();
    await first.advertise();
    await world.sweepAll();
  };
  return {
    world,
    sims,
    signer,
    chain,
    reviewers,
    limits,
    calls,
    newSigner,
    turn,
    runOutage: async () => {
      for (const fault of ['429', '503', 'html'] as const) {
        sims.faults.set(network, fault);
        for (let n = 0; n < 2; n += 1) await turn(120_000);
        sims.faults.clear();
      }
    },
    until: async (player, status, turns = 60, ms) => {
      for (let n = 0; n < turns; n += 1) {
        if ((await calls.last(player)).status === status) return world.checkInvariants();
        await turn(ms);
      }
      throw new Error(`still ${(await calls.last(player)).status}, not ${status}`);
    },
    player: () => richPlayer(world),
    payouts: (id) =>
      world.db.many<{ txid: string; state: string; raw: string }>(sql`
        select txid, state, raw from crypto_payouts where withdrawal_id = ${id} order by attempt`),
    close: async () => {
      await signer.close();
      await world.close();
      await sims.stop();
    },
  };
}
