/** A reader of each chain that the settings name; of one with a second node, a reader of what both say. */
import { agreeing, agreeingAddresses } from './agree.ts';
import { bitcoinReader } from './chains/bitcoin.ts';
import { ethereumReader } from './chains/ethereum.ts';
import { tronReader } from './chains/tron.ts';
import type { WatcherConfig } from './config.ts';
import type { AddressReader, BlockReader } from './reader.ts';

export function readersOf(
  { nodes, second, tronApiKey }: WatcherConfig,
  timeoutMs: number,
): (BlockReader | AddressReader)[] {
  const headers = tronApiKey === null ? {} : { 'TRON-PRO-API-KEY': tronApiKey };
  const tron = (base: string) => tronReader({ base, timeoutMs, headers });
  const bitcoin = (base: string) => bitcoinReader({ base, timeoutMs });
  const ethereum = (base: string) => ethereumReader({ base, timeoutMs });
  return [
    ...both(nodes.tron, second.tron, tron, agreeing),
    ...both(nodes.bitcoin, second.bitcoin, bitcoin, agreeingAddresses),
    ...both(nodes.ethereum, second.ethereum, ethereum, agreeing),
  ];
}

function both<R>(
  first: string | undefined,
  second: string | undefined,
  make: (base: string) => R,
  agree: (one: R, other: R) => R,
): R[] {
  if (first === undefined) return [];
  return [second === undefined ? make(first) : agree(make(first), make(second))];
}
