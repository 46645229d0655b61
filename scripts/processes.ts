/**
 * Starts and stops Fairpot's processes: simulators, server, trade worker, chain watcher, signer. Used by the launcher (up.ts), the journeys and the
 * kill tests, so that all of them run what `npm start` runs.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createECDH, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NETWORKS } from '@fairpot/contract/crypto/calls';
import { depositAddresses } from '../server/src/crypto/addresses.ts';
import { signerOf } from '../server/src/platform/coins/ed25519.ts';
import { readSignedLines, signedLine } from '../server/src/platform/coins/signed-file.ts';
import { embeddedUrlOf } from '../server/src/platform/database/embedded-postgres.ts';
import { roleUrls } from '../server/src/platform/database/roles.ts';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

type Env = Readonly<Record<string, string>>;

export interface SimulatorsProcess {
  readonly child: ChildProcess;
  /** File for SIMULATORS_JSON: the addresses of the simulators and the drand chain that they sign. */
  readonly file: string;
  readonly control: { readonly baseUrl: string; readonly token: string };
  /** Address of the simulated Steam, and the file with the credentials of the trading account there. */
  readonly steam: string;
  readonly botFile: string;
  readonly crypto: SimulatedChains;
  /** The file with the keys that pay withdrawals, for the signer only, and one with the keys of the demo's reviewers. */
  readonly signerFile: string;
  readonly reviewersFile: string;
  /** Signs deposit addresses until there are this many of each chain, as the operator of the demo. */
  readonly signMore: (wanted: number) => void;
}

/** Addresses of the simulated chains; Ethereum if this machine has a node. */
export interface SimulatedChains {
  readonly tron: string;
  readonly bitcoin: string;
  readonly ethereum: string | null;
}

export interface SimulatorsOptions {
  readonly witness?: WitnessProcess;
  readonly prices?: boolean;
  readonly ethereum?: boolean | 'unkept';
  readonly botCopies?: number;
  readonly bitcoinBlockMs?: number;
  readonly signedAddresses?: number;
}

interface SimulatorsReady {
  readonly steam: { readonly baseUrl: string; readonly bots: readonly object[] };
  readonly drand: { readonly baseUrl: string; readonly chain: object };
  readonly eos: { readonly baseUrls: readonly string[]; readonly chainId: string };
  readonly crypto: SimulatedChains & {
    readonly rates: string;
    readonly wallet: string;
    readonly xpubs: Readonly<Record<string, string>>;
    readonly wallets: Readonly<Record<string, string>>;
  };
  readonly control: { readonly baseUrl: string; readonly token: string };
}

/** A larger young generation for short-lived objects: a busy server collects garbage half as often. Costs up to 50 MB of memory. */
export const V8_FLAGS: readonly string[] = ['--max-semi-space-size=32'];

/**
 * Node's arguments for a TypeScript file of this repository: its bundle, if `npm test` made one (bundle.mjs, folder in FAIRPOT_BUNDLES), else the
 * file itself with the transpiling loader.
 */
export function programOf(file: string): { readonly path: string; readonly execArgv: readonly string[] } {
  const folder = process.env['FAIRPOT_BUNDLES'];
  const bundle = folder === undefined ? '' : join(folder, file.replace(/\.m?[tj]s$/, '.mjs'));
  if (bundle !== '' && existsSync(bundle)) return { path: bundle, execArgv: [] };
  return { path: join(root, file), execArgv: file.endsWith('.mjs') ? [] : ['--import', 'tsx'] };
}

/** Runs a TypeScript file of this repository in a separate process. */
export function runTs(
  file: string,
  args: readonly string[],
  env: Env,
  stdout: 'pipe' | 'inherit' | 'ignore',
): ChildProcess {
  const { path, execArgv } = programOf(file);
  return spawn(process.execPath, [...V8_FLAGS, ...execArgv, path, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
}

export interface WitnessProcess {
  readonly child: ChildProcess;
  /** The content of SIMULATORS_JSON. */
  readonly address: { readonly key: string; readonly url: string };
}

/**
 * Starts the demo's simulated witness: the real program, run by the operator of the site, which is why it proves nothing against that operator. It
 * takes the log's key from `site` once the site answers; its state is in `dataDir`/witness.
 */
export async function startSimulatedWitness(dataDir: string, site: string): Promise<WitnessProcess> {
  const folder = join(dataDir, 'witness');
  mkdirSync(folder, { recursive: true });
  const files = ['--key', join(folder, 'key'), '--state', join(folder, 'state')];
  const { path } = programOf('witness/bin/fairpot-witness.mjs');
  const args = [path, '--site', site, '--no-client', '--listen', '127.0.0.1:0', ...files];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const { key, url } = (await firstJsonLine(child, 'the simulated witness')) as { key: string; url: string };
  return { child, address: { key, url } };
}

/**
 * The file of the demo's key for push notifications, created at the first start: `VAPID_PRIVATE_KEY_FILE`. Browsers keep subscriptions to it, so it
 * stays with the demo's data.
 */
export function demoPushKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'push-key');
  if (existsSync(file)) return file;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A private key that begins with zeros is shorter.
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  writeFileSync(file, `${key.toString('base64url')}\n`, { mode: 0o600 });
  return file;
}

/**
 * Starts the simulators and waits until all of them listen. Their keys and accounts are in `dataDir`/simulators. `prices`: the site queries them for
 * prices; otherwise the catalogue's prices apply, which never change. `ethereum`: with a local node, in a separate process; `unkept`: its chain is
 * lost at the end. `botCopies`: initial copies of each item on the trading account; without any it can only hand out what was deposited.
 * `bitcoinBlockMs`: time between two blocks of Bitcoin; 15 s by default. `signedAddresses`: minimum number of deposit addresses of each chain signed
 * ahead with the demo's own key, twice as many for the chain with two coins.
 */
export async function startSimulators(
  dataDir: string,
  {
    witness,
    prices = false,
    ethereum = false,
    botCopies = 0,
    bitcoinBlockMs,
    signedAddresses = 6,
  }: SimulatorsOptions = {},
): Promise<SimulatorsProcess> {
  const folder = join(dataDir, 'simulators');
  mkdirSync(folder, { recursive: true });
  const args = ['--data-dir', folder, '--catalogue', join(root, 'catalogue', 'data', 'items.json')];
  if (ethereum !== false) args.push('--ethereum');
  if (ethereum === 'unkept') args.push('--ethereum-unkept');
  if (botCopies > 0) args.push('--bot-copies', String(botCopies));
  if (bitcoinBlockMs !== undefined) args.push('--bitcoin-block-ms', String(bitcoinBlockMs));
  const child = runTs('simulators/src/main.ts', args, {}, 'pipe');
  const ready = (await firstJsonLine(child, 'the simulators')) as SimulatorsReady;
  const file = join(folder, 'addresses.json');
  const signed = demoAddresses(folder, ready.crypto.xpubs);
  signed.signMore(signedAddresses);
  const addresses = {
    steam: ready.steam.baseUrl,
    steamApi: ready.steam.baseUrl,
    drand: ready.drand.baseUrl,
    eos: ready.eos.baseUrls,
    eosChain: ready.eos.chainId,
    drandChain: ready.drand.chain,
    ...(prices && { prices: ready.steam.baseUrl }),
    crypto: {
      xpubs: ready.crypto.xpubs,
      rates: ready.crypto.rates,
      signed: signed.files,
    },
    wallet: ready.crypto.wallet,
    ...(witness && { witness: witness.address }),
  };
  writeFileSync(`${file}.new`, JSON.stringify(addresses));
  renameSync(`${file}.new`, file);
  // For the trade worker only: the server never sees it.
  const botFile = join(folder, 'bot.json');
  writeFileSync(`${botFile}.new`, JSON.stringify(ready.steam.bots[0] ?? {}), { mode: 0o600 });
  renameSync(`${botFile}.new`, botFile);
  const { crypto, control } = ready;
  const out = writeSignerFiles(folder, crypto.wallets);
  const { signMore } = signed;
  return { child, file, control, steam: ready.steam.baseUrl, botFile, crypto, signMore, ...out };
}

/**
 * The operator's offline work (npm run sign-addresses): a key of the demo, created at the first start, and addresses signed ahead with it. Returns
 * the paths of both files, and `signMore`, which signs until there are this many addresses of each chain in total, twice as many for the chain with
 * two coins.
 */
function demoAddresses(folder: string, xpubs: Readonly<Record<string, string>>) {
  const [keyFile, keys, file] = ['address-key', 'address-keys.json', 'signed-addresses'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const { key, sign } = signerOf(readFileSync(keyFile, 'utf8'));
  writeFileSync(keys, JSON.stringify([{ key, by: null }]));
  const lines = existsSync(file) ? readSignedLines(readFileSync(file, 'utf8')) : [];
  const chains = NETWORKS.flatMap((network) => {
    const xpub = xpubs[network];
    const next = lines.filter((line) => line.network === network).length;
    return xpub === undefined ? [] : [{ network, addresses: depositAddresses(network, xpub), next }];
  });
  const signMore = (wanted: number): void => {
    let more = '';
    for (const chain of chains) {
      const last = chain.network === 'tron' ? 2 * wanted : wanted;
      for (; chain.next < last; chain.next += 1)
        more += signedLine(chain.network, chain.next, chain.addresses.at(chain.next), sign);
    }
    appendFileSync(file, more);
  };
  return { files: { keys, file }, signMore };
}

/** Keys of the operator's wallets, a demo's limits and two reviewers, created at the first start. The server does not know any of it. */
function writeSignerFiles(folder: string, keys: Readonly<Record<string, string>>) {
  const reviewersFile = join(folder, 'reviewers.json');
  if (!existsSync(reviewersFile)) {
    const made = [1, 2].map(() => {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const raw = (key: KeyObject, type: 'spki' | 'pkcs8') =>
        key.export({ format: 'der', type }).subarray(-32).toString('hex');
      return { key: raw(publicKey, 'spki'), privateKey: raw(privateKey, 'pkcs8') };
    });
    writePrivate(reviewersFile, made);
  }
  const reviewers = JSON.parse(readFileSync(reviewersFile, 'utf8')) as { readonly key: string }[];
  const signerFile = join(folder, 'signer.json');
  writePrivate(signerFile, {
    keys,
    limits: DEMO_LIMITS,
    reviewers: reviewers.map(({ key }) => key),
    ethereumChainId: DEMO_ETHEREUM,
  });
  return { signerFile, reviewersFile };
}

/** In coins: about 2,000 dollars without reviewers, 20,000 with them, 100,000 in a day. */
const DEMO_LIMITS = {
  TRX: { free: '8000', most: '80000', day: '400000' },
  USDT: { free: '2000', most: '20000', day: '100000' },
  BTC: { free: '0.03', most: '0.3', day: '1.5' },
  ETH: { free: '0.6', most: '6', day: '30' },
};
const DEMO_ETHEREUM = 31_337;

function writePrivate(file: string, what: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(what), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The setting of each worker's own URL of the database, by its role. */
const URL_SETTINGS = {
  trader: 'TRADE_DATABASE_URL',
  watcher: 'CHAIN_DATABASE_URL',
  signer: 'SIGNER_DATABASE_URL',
} as const;

/** A worker's own URL of the demo's database: the given one, or that of the embedded database. Null: unknown. */
export function workerUrl(role: keyof typeof URL_SETTINGS, dataDir: string): string | null {
  const given = process.env[URL_SETTINGS[role]] || null;
  if (given !== null) return given;
  if (process.env['DATABASE_APP_URL']) return null;
  const owner = process.env['DATABASE_URL'] || embeddedUrlOf(dataDir);
  return owner === null ? null : roleUrls(owner)[role];
}

/** Starts a worker of the demo, on a database that a server has prepared. Resolves when it works. */
async function startWorker(room: string, env: Readonly<Record<string, string>>, what: string): Promise<ChildProcess> {
  const child = runTs(`${room}/src/main.ts`, [], { FAIRPOT_MODE: 'demo', ...env }, 'pipe');
  await firstJsonLine(child, what);
  return child;
}

export function startTradeWorker(
  databaseUrl: string,
  { steam, botFile }: Pick<SimulatorsProcess, 'steam' | 'botFile'>,
): Promise<ChildProcess> {
  const env = { TRADE_DATABASE_URL: databaseUrl, TRADE_STEAM_BASE: steam, TRADE_BOT_FILE: botFile };
  return startWorker('trade-worker', env, 'the trade worker');
}

export function startChainWatcher(databaseUrl: string, chains: SimulatedChains): Promise<ChildProcess> {
  return startWorker('chain-watcher', { CHAIN_DATABASE_URL: databaseUrl, ...nodesOf(chains) }, 'the chain watcher');
}

export function startSigner(
  databaseUrl: string,
  { crypto, signerFile }: Pick<SimulatorsProcess, 'crypto' | 'signerFile'>,
): Promise<ChildProcess> {
  const env = { SIGNER_DATABASE_URL: databaseUrl, SIGNER_FILE: signerFile, ...nodesOf(crypto) };
  return startWorker('signer', env, 'the signer');
}

function nodesOf({ tron, bitcoin, ethereum }: SimulatedChains) {
  return { TRON_BASE: tron, BTC_BASE: bitcoin, ETH_RPC: ethereum ?? '' };
}

/** The first line that the process prints, as JSON; fails if it ends before. */
function firstJsonLine(child: ChildProcess, what: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error(`${what} have no output`));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${what} ended at the start (code ${code})`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(JSON.parse(line));
      } catch {
        reject(new Error(`${what} said: ${line}`));
      }
    });
  });
}

const ASK_MS = 10_000;

/** Waits until GET /api/ready answers 200. Throws after `timeoutMs`, or as soon as `givenUp` returns a reason. */
export async function untilReady(origin: string, timeoutMs: number, givenUp: () => string | null): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    // An address that accepts connections but never answers gets the same time limit as a closed one.
    const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    const reason = givenUp();
    if (reason !== null) throw new Error(reason);
    if (Date.now() > until) throw new Error(`${origin} was not ready within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Asks the process to stop; kills it after `patienceMs`. */
export async function stop(child: ChildProcess, patienceMs = 8_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended(child);
  clearTimeout(timer);
}
