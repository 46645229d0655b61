/**
 * The configuration: process.env parsed once, at start-up, into a read-only value. main.ts calls it; tests build theirs with the same function.
 * Invariant: demo and live never mix (rulings 1.2), and all problems are reported at once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { parsePolicy } from '@fairpot/fairness/tree/policy';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { z } from 'zod';
import { databaseHost } from '../database/database-url.ts';
import { httpUrl, isLoopback, NOWHERE, trimSlash } from './outside-urls.ts';
import { OperatorMustAct } from './exit.ts';
import { proxyProblem } from '../http/proxies.ts';
import { METRICS_ENV, metricsAddress, type MetricsAddress } from '../metrics/metrics-port.ts';
import { readEnv } from './env.ts';
import { LOG_ENV, logSettings, type LogSettings } from './log-settings.ts';

export type Mode = 'demo' | 'live';

export interface Config {
  readonly mode: Mode;
  readonly port: number;
  readonly host: string;
  /** Absolute path of the data folder. It holds the embedded database and nothing that must be public. */
  readonly dataDir: string;
  /** A PostgreSQL server; null: run the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Credentials of app and settler roles created by the operator; null: derived from the owner's, which are in `databaseUrl`. */
  readonly roleUrls: { readonly app: string; readonly settler: string } | null;
  /** A server that follows the primary, with the same sign-in, and how old a state it may show. Null: everything is read from the primary. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | null;
  /** The origin that browsers see ('https://fairpot.example'); null: the one in the Host header (demo only). */
  readonly publicOrigin: string | null;
  readonly steam: { readonly base: string; readonly apiBase: string; readonly apiKey: string | null };
  /** Demo only: where the simulated wallet serves its pages. Null: no payments by hand. */
  readonly walletBase: string | null;
  readonly drand: { readonly base: string; readonly chain: DrandChain };
  /** The sources of prices: cash markets for whole lists, and Steam for single items. Null: none, the catalogue's prices apply. */
  readonly prices: {
    readonly listBase: string;
    readonly marketCsgoBase: string | null;
    readonly waxpeerBase: string | null;
    readonly spotBase: string;
  } | null;
  /** Ed25519 seed of the public log, hex of 32 bytes; null: it is in `logKeyFile`. */
  readonly logKey: string | null;
  /** File of that seed, created at the first start; null: it is a setting. */
  readonly logKeyFile: string | null;
  /** Key that encrypts the authenticator secrets of staff, hex of 32 bytes; null: it is in `staffKeyFile`. */
  readonly staffKey: string | null;
  /** File of that key, created when first needed; null: it is a setting. */
  readonly staffKeyFile: string | null;
  /** Former such keys, hex: exclusions that outlive an account are still matched with them (decision 0041). */
  readonly staffKeysBefore: readonly string[];
  /** Folder for what must not be lost with the database: the last published head, the published leaves. Null: none (tests). */
  readonly logFolder: string | null;
  /** Text of the policy that names the witnesses (c2sp.org/tlog-policy); null: no witnesses. */
  readonly witnessPolicy: string | null;
  /** Where someone reports a weakness (mailto: or https:), for /.well-known/security.txt; null: that file is not served. */
  readonly securityContact: string | null;
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies: readonly string[];
  /** Token buckets per call. Only a demo may switch them off (benchmarks, load tests). */
  readonly rateLimits: boolean;
  /** Whether the demo's bots join players' games on their own; off when people want to play each other. */
  readonly botsJoinPlayers: boolean;
  readonly log: LogSettings;
  /** Whether the log has a line for every request. */
  readonly accessLog: boolean;
  /** Null: no port for metrics. */
  readonly metrics: MetricsAddress | null;
  /** Maximum database connections of this node. */
  readonly dbConnections: number;
  /** How long a stopping node keeps serving, so that a load balancer sees its 503 at /api/ready first. */
  readonly drainNoticeMs: number;
}

/** Start-up cannot continue; the operator reads `problems`. */
export class ConfigRefused extends OperatorMustAct {
  override readonly name = 'ConfigRefused';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`This configuration cannot start:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.problems = problems;
  }
}

const postgresUrl = z.string().refine((url) => databaseHost(url) !== null, 'is not a postgres:// URL');
const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  FAIRPOT_DATA_DIR: z.string().min(1).default('.data'),
  FAIRPOT_MODE: z.enum(['demo', 'live']).default('demo'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_APP_URL: postgresUrl.optional(),
  DATABASE_SETTLER_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  // Above two heartbeats, and below what a browser's position is kept for.
  DATABASE_READ_LAG_MS: z.coerce.number().int().min(2_500).max(30_000).default(5_000),
  PUBLIC_ORIGIN: httpUrl.optional(),
  STEAM_BASE: httpUrl.optional(),
  STEAM_API_BASE: httpUrl.optional(),
  STEAM_API_KEY: z.string().optional(),
  DRAND_BASE: httpUrl.optional(),
  PRICES_LIST_BASE: httpUrl.optional(),
  PRICES_MARKETCSGO_BASE: httpUrl.optional(),
  PRICES_WAXPEER_BASE: httpUrl.optional(),
  PRICES_SPOT_BASE: httpUrl.optional(),
  LOG_KEY: z.string().optional(),
  LOG_KEY_FILE: z.string().min(1).optional(),
  STAFF_KEY: z.string().optional(),
  STAFF_KEY_FILE: z.string().min(1).optional(),
  STAFF_KEYS_BEFORE: z.string().optional(),
  LOG_FOLDER: z.string().min(1).optional(),
  WITNESS_POLICY: z.string().min(1).optional(),
  SIMULATORS_JSON: z.string().min(1).optional(),
  FAIRPOT_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  FAIRPOT_BOTS_JOIN_PLAYERS: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.string().optional(),
  ACCESS_LOG: z.enum(['on', 'off']).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'mailto:NAME@HOST or https://...')
    .optional(),
  FAIRPOT_DB_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(20),
  FAIRPOT_DRAIN_NOTICE_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  ...LOG_ENV,
  ...METRICS_ENV,
});
type Env = z.infer<typeof Env>;

/** Passed by the launcher: addresses of the simulators, and the drand chain of the simulated beacon. */
const Simulators = z.looseObject({
  steam: httpUrl,
  steamApi: httpUrl,
  drand: httpUrl,
  /** Both kinds of sources at one address; without it the catalogue's prices apply. */
  prices: httpUrl.optional(),
  wallet: httpUrl.optional(),
  witness: z.object({ key: z.string().min(1), url: httpUrl }).optional(),
  drandChain: z.object({
    chainHash: z.string().regex(/^[0-9a-f]{64}$/),
    publicKey: z.string().regex(/^[0-9a-f]{192}$/),
    genesisMs: z.number().int(),
    periodMs: z.number().int().positive(),
    scheme: z.literal('bls-unchained-g1-rfc9380'),
  }),
});
type Simulators = z.infer<typeof Simulators>;

const LIVE_BASES = {
  steam: 'https://steamcommunity.com',
  steamApi: 'https://api.steampowered.com',
  drand: 'https://api.drand.sh',
  listPrices: 'https://api.skinport.com',
  marketCsgo: 'https://market.csgo.com',
  waxpeer: 'https://api.waxpeer.com',
  spotPrices: 'https://steamcommunity.com',
} as const;

const ALL_NOWHERE = {
  steam: NOWHERE,
  steamApi: NOWHERE,
  drand: NOWHERE,
} as const;

/** The inputs of one part of the configuration. */
export interface PartSource {
  readonly mode: Mode;
  /** Variables that are set and not empty. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The launcher's values; null without a launcher. */
  readonly simulators: Readonly<Record<string, unknown>> | null;
}

/** Reads the settings of one gateway, which the platform does not know; adds its findings to `problems`. */
export type ReadPart<T> = (source: PartSource, problems: string[]) => T;

/** Reads the environment. Throws ConfigRefused with every problem found. Empty variables count as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readConfigWith(env, () => ({}));
}

/** As `readConfig`, with the settings of a gateway. */
export function readConfigWith<T extends object>(
  env: Readonly<Record<string, string | undefined>>,
  readPart: ReadPart<T>,
): Config & T {
  const problems: string[] = [];
  const set = readEnv(env, problems);
  const simulators = readSimulators(set['SIMULATORS_JSON'], problems);
  const mode = set['FAIRPOT_MODE'] === 'live' ? 'live' : 'demo';
  const part = readPart({ mode, env: set, simulators }, problems);
  const parsed = Env.safeParse(set);
  if (!parsed.success) {
    throw new ConfigRefused([...parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`), ...problems]);
  }
  if ((parsed.data.DATABASE_APP_URL === undefined) !== (parsed.data.DATABASE_SETTLER_URL === undefined))
    problems.push('DATABASE_APP_URL and DATABASE_SETTLER_URL: set both, or neither');
  if ((parsed.data.PRICES_LIST_BASE === undefined) !== (parsed.data.PRICES_SPOT_BASE === undefined))
    problems.push('PRICES_LIST_BASE and PRICES_SPOT_BASE: set both, or neither');
  const config = { ...build(parsed.data, simulators), witnessPolicy: readWitnesses(parsed.data, simulators, problems) };
  if (config.staffKey !== null && !isRandomKey(config.staffKey))
    problems.push('STAFF_KEY: 64 hexadecimal digits from a random source, not a placeholder');
  if (!config.staffKeysBefore.every(isRandomKey))
    problems.push('STAFF_KEYS_BEFORE: former keys of STAFF_KEY, 64 hexadecimal digits each, separated by commas');
  for (const proxy of config.trustedProxies) {
    const problem = proxyProblem(proxy);
    if (problem !== null) problems.push(`TRUSTED_PROXIES: ${problem}`);
  }
  problems.push(...(config.mode === 'demo' ? demoProblems(parsed.data, config) : liveProblems(parsed.data, config)));
  if (problems.length > 0) throw new ConfigRefused(problems);
  return { ...config, ...part };
}

function readSimulators(path: string | undefined, problems: string[]): Simulators | null {
  if (path === undefined) return null;
  if (!existsSync(path)) {
    problems.push(`SIMULATORS_JSON: the file ${path} does not exist`);
    return null;
  }
  try {
    const parsed = Simulators.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
    problems.push(...parsed.error.issues.map((i) => `SIMULATORS_JSON ${i.path.join('.')}: ${i.message}`));
  } catch {
    problems.push(`SIMULATORS_JSON: ${path} is not JSON`);
  }
  return null;
}

/** The policy from the file, or in a demo that of the simulated witness. An unreadable one is reported as a problem and becomes null. */
function readWitnesses(env: Env, simulators: Simulators | null, problems: string[]): string | null {
  const { witness } = simulators ?? {};
  const simulated = witness ? `witness simulated ${witness.key} ${witness.url}\nquorum simulated\n` : null;
  try {
    const text = env.WITNESS_POLICY === undefined ? simulated : readFileSync(env.WITNESS_POLICY, 'utf8');
    if (text !== null) parsePolicy(text);
    return text;
  } catch (error) {
    problems.push(`WITNESS_POLICY: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function build(env: Env, simulators: Simulators | null): Omit<Config, 'witnessPolicy'> {
  const bases = env.FAIRPOT_MODE === 'live' ? LIVE_BASES : (simulators ?? ALL_NOWHERE);
  return {
    mode: env.FAIRPOT_MODE,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.FAIRPOT_DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    roleUrls: readRoleUrls(env),
    replica:
      env.DATABASE_READ_URL === undefined ? null : { url: env.DATABASE_READ_URL, maxLagMs: env.DATABASE_READ_LAG_MS },
    publicOrigin: env.PUBLIC_ORIGIN === undefined ? null : new URL(env.PUBLIC_ORIGIN).origin,
    steam: {
      base: trimSlash(env.STEAM_BASE ?? bases.steam),
      apiBase: trimSlash(env.STEAM_API_BASE ?? bases.steamApi),
      apiKey: env.STEAM_API_KEY ?? null,
    },
    walletBase: env.FAIRPOT_MODE === 'live' || simulators?.wallet === undefined ? null : trimSlash(simulators.wallet),
    drand: {
      base: trimSlash(env.DRAND_BASE ?? bases.drand),
      chain: env.FAIRPOT_MODE === 'live' ? QUICKNET : (simulators?.drandChain ?? QUICKNET),
    },
    prices: readPrices(env, simulators),
    logKey: env.LOG_KEY ?? null,
    logKeyFile: env.LOG_KEY === undefined ? resolve(env.LOG_KEY_FILE ?? `${env.FAIRPOT_DATA_DIR}/log-key`) : null,
    staffKey: env.STAFF_KEY ?? null,
    staffKeyFile:
      env.STAFF_KEY === undefined ? resolve(env.STAFF_KEY_FILE ?? `${env.FAIRPOT_DATA_DIR}/staff-key`) : null,
    staffKeysBefore: env.STAFF_KEYS_BEFORE?.split(',').map((s) => s.trim()) ?? [],
    logFolder: resolve(env.LOG_FOLDER ?? `${env.FAIRPOT_DATA_DIR}/log`),
    securityContact: env.SECURITY_CONTACT ?? null,
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map((s) => s.trim()) ?? [],
    rateLimits: env.FAIRPOT_RATE_LIMITS === 'on',
    botsJoinPlayers: env.FAIRPOT_BOTS_JOIN_PLAYERS === 'on',
    log: logSettings(env),
    accessLog: (env.ACCESS_LOG ?? (env.FAIRPOT_MODE === 'live' ? 'on' : 'off')) === 'on',
    metrics: metricsAddress(env),
    dbConnections: env.FAIRPOT_DB_CONNECTIONS,
    drainNoticeMs: env.FAIRPOT_DRAIN_NOTICE_MS,
  };
}

/** A price needs a cash market and Steam, which confirms it; further cash markets are optional. Waxpeer has prices of phases. */
function readPrices(env: Env, simulators: Simulators | null): Config['prices'] {
  const live = env.FAIRPOT_MODE === 'live';
  const listBase = env.PRICES_LIST_BASE ?? (live ? LIVE_BASES.listPrices : simulators?.prices);
  const spotBase = env.PRICES_SPOT_BASE ?? (live ? LIVE_BASES.spotPrices : simulators?.prices);
  if (listBase === undefined || spotBase === undefined) return null;
  const marketCsgo = env.PRICES_MARKETCSGO_BASE ?? (live ? LIVE_BASES.marketCsgo : simulators?.prices);
  const waxpeer = env.PRICES_WAXPEER_BASE ?? (live ? LIVE_BASES.waxpeer : simulators?.prices);
  const marketCsgoBase = marketCsgo === undefined ? null : trimSlash(marketCsgo);
  const waxpeerBase = waxpeer === undefined ? null : trimSlash(waxpeer);
  return { listBase: trimSlash(listBase), marketCsgoBase, waxpeerBase, spotBase: trimSlash(spotBase) };
}

function readRoleUrls({ DATABASE_APP_URL: app, DATABASE_SETTLER_URL: settler }: Env): Config['roleUrls'] {
  return app === undefined || settler === undefined ? null : { app, settler };
}

/** A hexadecimal key that is not a placeholder. */
function isRandomKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text) && !/^(.{1,16})\1+$/.test(text);
}

/** Fixed in live. Changing the first would change who can sign in, changing the last would change which randomness rounds wait for. */
function fixedProblems({ steam, drand, prices }: Config): string[] {
  const fixed = [
    ['STEAM_BASE', steam.base, LIVE_BASES.steam],
    ['STEAM_API_BASE', steam.apiBase, LIVE_BASES.steamApi],
    ['DRAND_BASE', drand.base, LIVE_BASES.drand],
    ['PRICES_LIST_BASE', prices?.listBase, LIVE_BASES.listPrices],
    ['PRICES_MARKETCSGO_BASE', prices?.marketCsgoBase, LIVE_BASES.marketCsgo],
    ['PRICES_WAXPEER_BASE', prices?.waxpeerBase, LIVE_BASES.waxpeer],
    ['PRICES_SPOT_BASE', prices?.spotBase, LIVE_BASES.spotPrices],
  ] as const;
  return fixed
    .filter(([, base, only]) => base !== only)
    .map(([name, base, only]) => `${name}: live supports only ${only}, not ${base}; unset it`);
}

/** Every outside address, with the variable that sets it. */
function outside(config: Config): [string, string][] {
  return [
    ['STEAM_BASE', config.steam.base],
    ['STEAM_API_BASE', config.steam.apiBase],
    ['DRAND_BASE', config.drand.base],
    ...(config.walletBase === null
      ? []
      : ([['SIMULATORS_JSON wallet', config.walletBase]] satisfies [string, string][])),
    ...(config.prices === null
      ? []
      : ([
          ['PRICES_LIST_BASE', config.prices.listBase],
          ['PRICES_SPOT_BASE', config.prices.spotBase],
          ...(config.prices.marketCsgoBase === null
            ? []
            : ([['PRICES_MARKETCSGO_BASE', config.prices.marketCsgoBase]] satisfies [string, string][])),
          ...(config.prices.waxpeerBase === null
            ? []
            : ([['PRICES_WAXPEER_BASE', config.prices.waxpeerBase]] satisfies [string, string][])),
        ] satisfies [string, string][])),
  ];
}

function demoProblems(env: Env, config: Config): string[] {
  const problems = outside(config)
    .filter(([, base]) => !isLoopback(base))
    .map(([name, base]) => `${name}: a demo uses only simulators on this machine, not ${base}`);
  if (env.STEAM_API_KEY !== undefined) problems.push('STEAM_API_KEY: a demo must not hold a real key; unset it');
  problems.push(...witnessProblems(config, (url) => isLoopback(url), 'a demo uses only witnesses on this machine'));
  if (env.LOG_KEY !== undefined) problems.push('LOG_KEY: a demo keeps its log key in a file (LOG_KEY_FILE); unset it');
  return problems;
}

function liveProblems(env: Env, config: Config): string[] {
  const problems = fixedProblems(config);
  if (env.SIMULATORS_JSON !== undefined) problems.push('SIMULATORS_JSON: live has no simulators; unset it');
  if (config.publicOrigin === null) problems.push('PUBLIC_ORIGIN: required in live, such as https://fairpot.example');
  else if (!config.publicOrigin.startsWith('https://')) problems.push('PUBLIC_ORIGIN: must be https in live');
  else if (isLoopback(config.publicOrigin))
    problems.push('PUBLIC_ORIGIN: must not be an address of this machine in live');
  if (!/^[0-9A-F]{32}$/i.test(config.steam.apiKey ?? '') || /^(.)\1*$/.test(config.steam.apiKey ?? '')) {
    problems.push('STEAM_API_KEY: required in live, 32 hexadecimal digits, not a placeholder');
  }
  if ((env.LOG_KEY === undefined) === (env.LOG_KEY_FILE === undefined))
    problems.push(
      'LOG_KEY_FILE: required in live, the file of the log’s key, created at the first start; or LOG_KEY, not both',
    );
  if (env.LOG_KEY !== undefined && !isRandomKey(env.LOG_KEY))
    problems.push('LOG_KEY: 64 hexadecimal digits from a random source, not a placeholder');
  if ((env.STAFF_KEY === undefined) === (env.STAFF_KEY_FILE === undefined))
    problems.push(
      'STAFF_KEY_FILE: required in live, the key file for staff authenticators, outside the database; ' +
        'or STAFF_KEY, not both',
    );
  if (env.LOG_FOLDER === undefined)
    problems.push('LOG_FOLDER: required in live, a folder that is not restored together with the database');
  const isPublic = (url: string) => url.startsWith('https://') && !isLoopback(url);
  problems.push(...witnessProblems(config, isPublic, 'witnesses in live must use https, on other machines'));
  if (!config.rateLimits) problems.push('FAIRPOT_RATE_LIMITS: cannot be off in live');
  return problems;
}

/** Checks that each witness has an address, of a kind that this mode allows. */
function witnessProblems({ witnessPolicy }: Config, allowed: (url: string) => boolean, rule: string): string[] {
  if (witnessPolicy === null) return [];
  return parsePolicy(witnessPolicy)
    .witnesses.filter(({ url }) => url === null || !allowed(url))
    .map(({ name, url }) => `WITNESS_POLICY: ${rule}; ${name} ${url === null ? 'has no address' : `is at ${url}`}`);
}
