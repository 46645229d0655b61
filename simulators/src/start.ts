/**
 * Starts every simulated service in this process: the way in for tests (`startSimulators({...})`) and for main.ts. The product imports nothing from
 * here; it speaks to the services over HTTP only.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig, type SimulatorOptions } from './config.ts';
import { bitcoinRoutes } from './chains/bitcoin/routes.ts';
import { Chains } from './chains/chains.ts';
import { startAnvil, type Anvil } from './chains/ethereum/anvil.ts';
import { ethereumRoutes } from './chains/ethereum/proxy.ts';
import { rateRoutes } from './chains/rates/routes.ts';
import { tronRoutes } from './chains/tron/routes.ts';
import { walletRoutes } from './chains/wallet/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { DrandBeacon, type DrandChain } from './drand/beacon.ts';
import { drandRoutes } from './drand/routes.ts';
import { EOS_BLOCK_MS, EosChain } from './eos/chain.ts';
import { eosRoutes } from './eos/routes.ts';
import { VirtualClock } from './kit/clock.ts';
import { FaultBoard } from './kit/faults.ts';
import { Journal } from './kit/journal.ts';
import { RequestLog } from './kit/request-log.ts';
import { assertLoopback, openService, type Service } from './kit/service.ts';
import { priceRoutes } from './prices/routes.ts';
import { Accounts } from './steam/accounts.ts';
import { loadCatalogue } from './steam/catalogue.ts';
import { routeByHost } from './steam/hosts.ts';
import { inventoryRoutes } from './steam/inventory.ts';
import { loginRoutes } from './steam/login-routes.ts';
import { Provider } from './steam/openid.ts';
import { passwordRoutes } from './steam/password-routes.ts';
import { sessionRoutes } from './steam/session-routes.ts';
import { Sessions, type Credentials } from './steam/sessions.ts';
import { tradeApiRoutes } from './steam/trade/api-routes.ts';
import { TradeBook } from './steam/trade/book.ts';
import type { TradeDeps } from './steam/trade/calls.ts';
import { communityRoutes } from './steam/trade/community-routes.ts';
import { confirmationRoutes } from './steam/trade/confirmation-routes.ts';
import { tradePageRoutes } from './steam/trade/trade-page-routes.ts';
import { tradeLink } from './steam/trade/trade-page.ts';
import { webApiRoutes } from './steam/web-api.ts';

export type { SimulatorOptions } from './config.ts';

/** A seeded trade bot and its credentials: what an operator would provide for a real one. */
export interface BotCredentials extends Credentials {
  readonly steamId: string;
  readonly name: string;
  readonly tradeLink: string;
}

/** Running simulators. Base URLs have no trailing slash. `clock`, `faults` and `log` are for tests in this process. */
export interface Simulators {
  readonly steam: { readonly baseUrl: string; readonly bots: readonly BotCredentials[] };
  readonly drand: { readonly baseUrl: string; readonly chain: DrandChain };
  /** Two endpoints of one chain. `genesisMs` is the time of block 1; a block follows each `blockMs`. */
  readonly eos: {
    readonly baseUrls: readonly [string, string];
    readonly chainId: string;
    readonly genesisMs: number;
    readonly blockMs: number;
  };
  /** Chains for deposits, keys of the operator's accounts there, and two rate sources at one address. */
  readonly crypto: {
    readonly tron: string;
    readonly bitcoin: string;
    /** A node's JSON-RPC; null: not requested, or this machine has none. */
    readonly ethereum: string | null;
    readonly rates: string;
    /** The page on which people pay by hand. */
    readonly wallet: string;
    readonly xpubs: Chains['xpubs'];
    /** Private keys of the wallets that withdrawals are paid from: for the signer of the demo. */
    readonly wallets: Chains['wallets'];
  };
  readonly control: { readonly baseUrl: string; readonly token: string };
  /** For tests in this process. */
  readonly chains: Chains;
  readonly anvil: Anvil | null;
  readonly clock: VirtualClock;
  readonly faults: FaultBoard;
  readonly log: RequestLog;
  stop(): Promise<void>;
}

/** Opens all services or none. Refuses any host but a literal loopback address. */
export async function startSimulators(options: SimulatorOptions = {}): Promise<Simulators> {
  const config = readConfig(options);
  assertLoopback(config.host);
  const { dataDir } = config;
  const clock = new VirtualClock(config.clock);
  const faults = new FaultBoard();
  const log = new RequestLog();
  const token = config.controlToken ?? randomBytes(24).toString('base64url');
  const catalogue = loadCatalogue(config.catalogueFile);
  const journal = new Journal(dataDir, 'steam.jsonl');
  const accounts = new Accounts(catalogue, journal, clock.now(), config.botCopies);
  const sessions = new Sessions(journal, clock);
  const book = new TradeBook(accounts, clock, journal);
  const provider = new Provider();
  const beacon = new DrandBeacon(dataDir, clock.now());
  const chain = new EosChain(dataDir, clock.now());

  const anvil = await openEthereum(config);
  const chains = new Chains(dataDir, clock, anvil, config.bitcoinBlockMs);
  await chains.fillEthereum();

  const opened: Service[] = [];
  const open = async (name: keyof typeof config.ports, routes: (app: FastifyInstance, base: () => string) => void) => {
    const service = await openService({ name, host: config.host, port: config.ports[name] ?? 0, clock, log, routes });
    opened.push(service);
    return service.baseUrl;
  };
  const stop = async () => {
    chains.keep();
    await Promise.all([...opened.map((service) => service.close()), anvil?.stop()]);
  };

  try {
    const steam = await open('steam', (app, base) => {
      loginRoutes(app, { accounts, provider, clock, faults, base });
      webApiRoutes(app, { accounts, faults, base });
      tradeRoutes(app, { book, sessions, catalogue, faults });
      priceRoutes(app, { catalogue, clock, faults });
    });
    const drand = await open('drand', (app) => drandRoutes(app, { beacon, clock, faults }));
    const eos1 = await open('eos1', (app) => eosRoutes(app, { endpoint: 'eos1', chain, clock, faults }));
    const eos2 = await open('eos2', (app) => eosRoutes(app, { endpoint: 'eos2', chain, clock, faults }));
    const tron = await open('tron', (app) => tronRoutes(app, { tron: chains.tron, faults }));
    const bitcoin = await open('bitcoin', (app) => bitcoinRoutes(app, { bitcoin: chains.bitcoin, faults }));
    const rpcUrl = anvil?.rpcUrl;
    const ethereum =
      rpcUrl === undefined ? null : await open('ethereum', (app) => ethereumRoutes(app, { rpcUrl, faults }));
    const rates = await open('rates', (app) => rateRoutes(app, { clock, faults }));
    const wallet = await open('wallet', (app) => walletRoutes(app, { chains }));
    const control = await open('control', (app) =>
      controlRoutes(app, { token, clock, faults, log, accounts, book, sessions, chains }),
    );
    return {
      steam: { baseUrl: steam, bots: botsOf(accounts, sessions) },
      drand: { baseUrl: drand, chain: beacon.chain },
      eos: { baseUrls: [eos1, eos2], chainId: chain.chainId, genesisMs: chain.genesisMs, blockMs: EOS_BLOCK_MS },
      crypto: { tron, bitcoin, ethereum, rates, wallet, xpubs: chains.xpubs, wallets: chains.wallets },
      control: { baseUrl: control, token },
      chains,
      anvil,
      clock,
      faults,
      log,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The node, when requested and available on this machine. */
async function openEthereum({ ethereum, host, dataDir }: ReturnType<typeof readConfig>): Promise<Anvil | null> {
  if (ethereum === undefined) return null;
  return startAnvil({
    host,
    // The requested port is the service's, which forwards to the node.
    port: 0,
    blockSeconds: ethereum.blockSeconds === 0 ? null : ethereum.blockSeconds,
    stateFile: dataDir === undefined || !ethereum.kept ? null : join(dataDir, 'ethereum.json'),
  });
}

function tradeRoutes(app: FastifyInstance, deps: TradeDeps): void {
  routeByHost(app);
  inventoryRoutes(app, deps);
  sessionRoutes(app, deps);
  passwordRoutes(app, deps);
  tradeApiRoutes(app, deps);
  communityRoutes(app, deps);
  confirmationRoutes(app, deps);
  tradePageRoutes(app, deps);
}

function botsOf(accounts: Accounts, sessions: Sessions): BotCredentials[] {
  const bots = accounts.list().filter((account) => account.group === 'bot');
  return bots.map((bot) => {
    const { steamId, name } = bot;
    return { steamId, name, tradeLink: tradeLink(bot), ...sessions.credentials(steamId) };
  });
}
