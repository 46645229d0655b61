/** The watcher's settings, read once. Demo and live never mix: a demo reads simulators on this machine, live reads remote nodes. */
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { NODE_ENV, NODE_VARIABLES, readNodes, tronApiKey } from '@fairpot/server/platform/process/outside-urls';
import { readWorkerEnv, type WorkerSettings } from '@fairpot/server/platform/process/worker-settings';

/** Connects as fairpot_watcher. */
export interface WatcherConfig extends WorkerSettings {
  /** The node of each watched chain. */
  readonly nodes: Readonly<Partial<Record<Network, string>>>;
  /** A second node of a chain, run by someone else: then only what both say counts. */
  readonly second: Readonly<Partial<Record<Network, string>>>;
  /** Key of a public TRON service; null if none is used. */
  readonly tronApiKey: string | null;
}

const { TRON_BASE, BTC_BASE, ETH_RPC } = NODE_ENV;
const WATCHER_ENV = { ...NODE_ENV, TRON_BASE_2: TRON_BASE, BTC_BASE_2: BTC_BASE, ETH_RPC_2: ETH_RPC };

/** Throws ConfigRefused with every problem found. */
export function readWatcherConfig(env: Readonly<Record<string, string | undefined>>): WatcherConfig {
  const { shared, own, problems } = readWorkerEnv(env, 'CHAIN_DATABASE_URL', WATCHER_ENV);
  const rules = { mode: shared.mode, verb: 'read', problems };
  const key = tronApiKey(own.TRON_API_KEY, rules);
  const nodes = readNodes(own, '', rules);
  const second = readNodes(own, '_2', rules);
  for (const network of NETWORKS) {
    const variable = NODE_VARIABLES[network];
    const alone = second[network] !== undefined && nodes[network] === undefined;
    if (alone) problems.push(`${variable}_2: a second node needs a first one (${variable})`);
  }
  if (Object.keys(nodes).length === 0)
    problems.push('TRON_BASE, BTC_BASE, ETH_RPC: set at least one; there is no chain to watch');
  if (problems.length > 0) throw new ConfigRefused(problems);
  return { ...shared, nodes, second, tronApiKey: key };
}
