/** URLs of outside services, as settings name them. */
import { isIP } from 'node:net';
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { z } from 'zod';

export const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' });

/** An address without a listener: in a demo without simulators, every outside call answers 'unavailable'. */
export const NOWHERE = 'http://127.0.0.1:9';

export function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** True for hosts that can only be this machine. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

/** The variable of each chain's node. */
export const NODE_VARIABLES = { tron: 'TRON_BASE', bitcoin: 'BTC_BASE', ethereum: 'ETH_RPC' } as const;

const base = z.url({ protocol: /^https?$/ }).optional();
export const NODE_ENV = {
  TRON_BASE: base,
  BTC_BASE: base,
  ETH_RPC: base,
  TRON_API_KEY: z.string().min(8).optional(),
};

export interface NodeRules {
  readonly mode: 'demo' | 'live';
  /** What the process does with a node: 'read'. */
  readonly verb: string;
  readonly problems: string[];
}

/** The nodes that are set. Demo and live never mix: a demo has simulators on this machine, live remote nodes. `suffix`: of the variables. */
export function readNodes(
  env: Readonly<Record<string, string | undefined>>,
  suffix: '' | '_2',
  { mode, verb, problems }: NodeRules,
): Partial<Record<Network, string>> {
  const nodes: Partial<Record<Network, string>> = {};
  for (const network of NETWORKS) {
    const variable = `${NODE_VARIABLES[network]}${suffix}`;
    const url = env[variable];
    if (url === undefined) continue;
    nodes[network] = trimSlash(url);
    if (mode === 'demo' && !isLoopback(url))
      problems.push(`${variable}: a demo may only ${verb} simulators on this machine`);
    if (mode === 'live' && isLoopback(url)) problems.push(`${variable}: live must not ${verb} a simulator`);
    if (mode === 'live' && !url.startsWith('https://')) problems.push(`${variable}: live requires https`);
  }
  return nodes;
}

/** The key of a public TRON service; null if none is used. */
export function tronApiKey(key: string | undefined, { mode, problems }: NodeRules): string | null {
  if (mode === 'demo' && key !== undefined) problems.push('TRON_API_KEY: a demo must not hold a real key; unset it');
  return key ?? null;
}
