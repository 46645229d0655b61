/** The chains that the signer can pay on: those with a node and a key. */
import type { Network } from '@fairpot/contract/crypto/calls';
import type { Chain } from './chain.ts';
import { bitcoinChain } from './chains/bitcoin.ts';
import { ethereumChain } from './chains/ethereum.ts';
import { tronChain } from './chains/tron.ts';
import type { SignerConfig } from './config.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

type ChainConfig = Pick<SignerConfig, 'nodes' | 'keys' | 'tronApiKey' | 'ethereumChainId'>;

export function makeChains({ nodes, keys, tronApiKey, ethereumChainId }: ChainConfig, timeoutMs = TIMEOUT_MS): Chain[] {
  const at = <T extends Chain>(network: Network, make: (base: string, key: Uint8Array) => T): T[] => {
    const base = nodes[network];
    const key = keys[network];
    return base === undefined || key === undefined ? [] : [make(base, key)];
  };
  const headers: Record<string, string> = tronApiKey === null ? {} : { 'TRON-PRO-API-KEY': tronApiKey };
  const limits = { timeoutMs, maxBytes: MAX_BYTES };
  return [
    ...at('tron', (base, key) =>
      tronChain({ base, ...limits, headers: { ...headers, 'content-type': 'application/json' } }, key),
    ),
    ...at('bitcoin', (base, key) => bitcoinChain({ base, ...limits }, key)),
    ...at('ethereum', (base, key) => ethereumChain({ base, ...limits }, key, ethereumChainId)),
  ];
}
