/** The product: its features and what they are built with. The only file that knows them all, the games by their list (games/games.ts); main.ts starts it, tests may too. */
import { accountsFeature } from './accounts/accounts.feature.ts';
import { sessionResolver } from './accounts/front.ts';
import { chatFeature } from './chat/chat.feature.ts';
import { cryptoFeature } from './crypto/crypto.feature.ts';
import { demoFeature, demoGreeting } from './demo/demo.feature.ts';
import { loadDemoWorld } from './demo/seed.ts';
import { GAME_FEATURES, GAME_SETTINGS } from './games/games.ts';
import { fairFeature } from './games/kit/fair.feature.ts';
import { makeBeaconGateway } from './gateways/beacons/beacons.ts';
import { readEos, type EosConfig } from './gateways/beacons/eos-config.ts';
import { makePriceSources } from './gateways/prices/prices.ts';
import { makeCrypto, readCrypto, type CryptoConfig } from './gateways/rates/crypto-config.ts';
import { makeSteamGateway, steamAddresses } from './gateways/steam/steam.ts';
import { makeWindowMaker } from './games/kit/beacon/window-maker.ts';
import { httpWitnesses } from './gateways/witnesses/witnesses.ts';
import { DEPOSIT_SETTINGS } from './crypto/settings.ts';
import { WITHDRAWAL_SETTINGS } from './crypto/withdrawals/settings.ts';
import { ledgerFeature } from './ledger/ledger.feature.ts';
import { marketFeature } from './market/market.feature.ts';
import { MARKET_SETTINGS } from './market/settings.ts';
import { operationsFeature } from './operations/operations.feature.ts';
import { readConfigWith, type Config } from './platform/process/config.ts';
import type { Deps } from './platform/process/deps.ts';
import type { MakeFeature } from './platform/runner/feature.ts';
import type { Clock } from './platform/process/ports.ts';
import { SITE_SETTINGS, type SettingTable } from './platform/runner/settings.ts';
import { systemRandom, timeSortedIds } from './platform/process/system-ports.ts';
import { solvencyFeature } from './solvency/solvency.feature.ts';
import { profileFeature } from './profile/profile.feature.ts';
import { CLOSING_SETTINGS } from './profile/settings.ts';
import { promoFeature } from './promo/promo.feature.ts';
import { protectionFeature } from './protection/protection.feature.ts';
import { notificationsFeature } from './notifications/notifications.feature.ts';
import { staffFeature } from './staff/staff.feature.ts';
import { supportFeature } from './support/support.feature.ts';
import { transparencyFeature } from './transparency/transparency.feature.ts';
import { tradesFeature } from './trades/trades.feature.ts';
import { vaultFeature } from './vault/vault.feature.ts';

/** Every setting of every room, as staff can change them. */
export const ALL_SETTINGS: SettingTable = {
  ...GAME_SETTINGS,
  ...SITE_SETTINGS,
  ...MARKET_SETTINGS,
  ...DEPOSIT_SETTINGS,
  ...WITHDRAWAL_SETTINGS,
  ...CLOSING_SETTINGS,
};

/** They start in this order: the public log first, which announces the terms before any round is opened under them. */
export const FEATURES: readonly MakeFeature[] = [
  transparencyFeature,
  ledgerFeature,
  vaultFeature,
  fairFeature,
  ...GAME_FEATURES,
  marketFeature,
  (deps, execute) => accountsFeature(deps, execute, demoGreeting(deps)),
  (deps, execute) => ({ ...demoFeature(deps, execute), start: () => loadDemoWorld(deps, execute) }),
  chatFeature,
  supportFeature,
  notificationsFeature,
  staffFeature,
  (deps) => operationsFeature(deps, ALL_SETTINGS),
  tradesFeature,
  cryptoFeature,
  solvencyFeature,
  (deps, execute) => profileFeature(deps, execute),
  protectionFeature,
  promoFeature,
];

/** Who a session's token stands for. */
export const resolveSession = sessionResolver;

/** The configuration of the product: the platform's, and what its gateways read besides. */
export type ProductConfig = Config & EosConfig & CryptoConfig;

/** Reads the environment. Throws ConfigRefused with every problem found. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ProductConfig {
  return readConfigWith(env, (source, problems) => ({
    ...readEos(source, problems),
    ...readCrypto(source, problems),
  }));
}

export interface ProductParts extends Pick<Deps, 'db' | 'settler' | 'clock' | 'log'> {
  readonly config: ProductConfig;
}

/** What the product is built with on this database, living by this clock; the signals are the caller's. */
export function productDeps(parts: ProductParts): Omit<Deps, 'signals'> {
  const { config, clock } = parts;
  return {
    ...parts,
    random: systemRandom,
    ids: timeSortedIds(clock, systemRandom),
    gateways: makeGateways(config, clock),
    windowMaker: makeWindowMaker(config.drand.chain, systemRandom),
    drandChain: config.drand.chain,
  };
}

/** The outside world as the configuration places it. */
function makeGateways(config: ProductConfig, clock: Clock): Deps['gateways'] {
  return {
    beacons: makeBeaconGateway(
      { drandBase: config.drand.base, drandChain: config.drand.chain, eos: config.eos },
      clock,
    ),
    steam: makeSteamGateway(steamAddresses(config), clock),
    witnesses: httpWitnesses,
    prices: makePriceSources(config.prices, clock),
    crypto: makeCrypto(config, clock),
  };
}
