/**
 * The product: its features and their dependencies. The only file that knows all features; the games come from their list (games/games.ts). main.ts
 * starts it; tests may too.
 */
import { accountsFeature } from './accounts/accounts.feature.ts';
import { keyResolver } from './accounts/keys/keys.ts';
import { sessionResolver } from './accounts/sessions.ts';
import { chatFeature } from './chat/chat.feature.ts';
import { cryptoFeature } from './crypto/crypto.feature.ts';
import { demoFeature, demoGreeting } from './demo/demo.feature.ts';
import { loadDemoWorld } from './demo/seed.ts';
import { ROUND_CARDS, GAME_FEATURES, GAME_SETTINGS } from './games/games.ts';
import { fairFeature } from './games/kit/fair.feature.ts';
import { makeBeaconGateway } from './gateways/beacons/beacons.ts';
import { readEos, type EosConfig } from './gateways/beacons/eos-config.ts';
import { makePriceSources } from './gateways/prices/prices.ts';
import { makePushGateway } from './gateways/push/push.ts';
import { readPush, type PushConfig } from './gateways/push/push-config.ts';
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
import { Reads } from './platform/database/reads.ts';
import type { Deps } from './platform/process/deps.ts';
import type { MakeFeature } from './platform/runner/feature.ts';
import type { Clock } from './platform/process/ports.ts';
import { SITE_SETTINGS, type SettingTable } from './platform/runner/settings.ts';
import { systemRandom, timeSortedIds } from './platform/process/system-ports.ts';
import { shareFeature } from './share/share.feature.ts';
import { solvencyFeature } from './solvency/solvency.feature.ts';
import { breakersFeature } from './breakers/breakers.feature.ts';
import { BREAKER_SETTINGS } from './breakers/settings.ts';
import { collusionFeature } from './collusion/collusion.feature.ts';
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
  ...BREAKER_SETTINGS,
};

/** They start in this order: the public log first, because it announces the terms before any round is opened under them. */
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
  (deps, execute) => shareFeature(deps, execute, ROUND_CARDS),
  tradesFeature,
  cryptoFeature,
  solvencyFeature,
  (deps, execute) => profileFeature(deps, execute),
  protectionFeature,
  promoFeature,
  breakersFeature,
  collusionFeature,
];

/** The session of a token. */
export const resolveSession = sessionResolver;
/** The player of an API key. */
export const resolveKey = keyResolver;

/** The configuration of the product: the platform's, plus its gateways'. */
export type ProductConfig = Config & EosConfig & CryptoConfig & PushConfig;

/** Reads the environment. Throws ConfigRefused with every problem found. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ProductConfig {
  return readConfigWith(env, (source, problems) => ({
    ...readEos(source, problems),
    ...readCrypto(source, problems),
    ...readPush(source, problems),
  }));
}

export interface ProductParts extends Pick<Deps, 'db' | 'settler' | 'clock' | 'log'> {
  readonly config: ProductConfig;
}

/** Creates the product's dependencies on this database, with this clock; the caller adds the signals and the client. */
export function productDeps(parts: ProductParts): Omit<Deps, 'signals' | 'client'> {
  const { config, clock } = parts;
  return {
    ...parts,
    // The server has its own, with its replica.
    reads: new Reads(null),
    random: systemRandom,
    ids: timeSortedIds(clock, systemRandom),
    gateways: makeGateways(config, clock),
    windowMaker: makeWindowMaker(config.drand.chain, systemRandom),
    drandChain: config.drand.chain,
  };
}

/** The gateways to the outside world, as configured. */
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
    push: config.push === null ? null : makePushGateway(config.push),
  };
}
