/**
 * Combines two nodes of one chain into one reader that only reports what both say. A node that is on another branch, behind, or lying
 * stops the reading and credits nothing. Whole answers are compared, not hashes alone, because a node could invent a payment below a
 * correct hash.
 */
import { NodeUnavailable } from '@fairpot/server/gateways/node-http';
import type { AddressReader, BlockReader, AddressTransfer } from './reader.ts';

export function twoNodeReader(first: BlockReader, second: BlockReader): BlockReader {
  const same = async <T>(what: string, ask: (reader: BlockReader) => Promise<T>): Promise<T> => {
    const [one, other] = await Promise.all([ask(first), ask(second)]);
    if (asText(one) !== asText(other)) throw new NodeUnavailable(`two nodes disagree about ${what}`);
    return one;
  };
  return {
    network: first.network,
    latestOnly: first.latestOnly,
    /** The lower of both. */
    async tip() {
      const [one, other] = await Promise.all([first.tip(), second.tip()]);
      return { newest: Math.min(one.newest, other.newest), final: Math.min(one.final, other.final) };
    },
    /** Null if one of them does not have the block yet. */
    async hashAt(height) {
      const [one, other] = await Promise.all([first.hashAt(height), second.hashAt(height)]);
      if (one === null || other === null) return null;
      if (one !== other) throw new NodeUnavailable(`two nodes disagree about block ${height}`);
      return one;
    },
    transfersIn: (txid) => same(txid, (reader) => reader.transfersIn(txid)),
    holdingsOf: (address, height) => same(address, (reader) => reader.holdingsOf(address, height)),
    balanceOf: (address, height) => same(address, (reader) => reader.balanceOf(address, height)),
    blocks: (from, to, ours) => same(`blocks ${from} to ${to}`, (reader) => reader.blocks(from, to, ours)),
  };
}

/**
 * The same for a chain that is read by address: a transfer counts if both nodes report it identically, and is gone if neither knows its
 * transaction.
 */
export function twoNodeAddressReader(first: AddressReader, second: AddressReader): AddressReader {
  return {
    ...twoNodeReader(first, second),
    async transfersTo(address) {
      const [one, other] = await Promise.all([first.transfersTo(address), second.transfersTo(address)]);
      const known = new Set(other.map(asText));
      return one.filter((seen: AddressTransfer) => known.has(asText(seen)));
    },
    async knowsTransaction(txid) {
      const [one, other] = await Promise.all([first.knowsTransaction(txid), second.knowsTransaction(txid)]);
      return one || other;
    },
  };
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
