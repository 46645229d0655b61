/** Makes a reader for each configured chain; with a second node, one that combines both. */
import { twoNodeReader, twoNodeAddressReader } from './two-nodes.ts';
import { bitcoinReader } from './chains/bitcoin.ts';
import { ethereumReader } from './chains/ethereum.ts';
import { tronReader } from './chains/tron.ts';
import type { WatcherConfig } from './config.ts';
import type { AddressReader, BlockReader } from './reader.ts';

export function makeReaders(
  { nodes, second, tronApiKey }: WatcherConfig,
  timeoutMs: number,
): (BlockReader | AddressReader)[] {
  const headers = tronApiKey === null ? {} : { 'TRON-PRO-API-KEY': tronApiKey };
  const tron = (base: string) => tronReader({ base, timeoutMs, headers });
  const bitcoin = (base: string) => bitcoinReader({ base, timeoutMs });
  const ethereum = (base: string) => ethereumReader({ base, timeoutMs });
  return [
    ...oneOrTwo(nodes.tron, second.tron, tron, twoNodeReader),
    ...oneOrTwo(nodes.bitcoin, second.bitcoin, bitcoin, twoNodeAddressReader),
    ...oneOrTwo(nodes.ethereum, second.ethereum, ethereum, twoNodeReader),
  ];
}

function oneOrTwo<R>(
  first: string | undefined,
  second: string | undefined,
  make: (base: string) => R,
  agree: (one: R, other: R) => R,
): R[] {
  if (first === undefined) return [];
  return [second === undefined ? make(first) : agree(make(first), make(second))];
}
