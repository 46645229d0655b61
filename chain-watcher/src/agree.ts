/**
 * Two nodes of one chain, read as one: only what both say is believed, so that a node that is on another branch, behind, or lying
 * stops the reading and credits nothing. What they say is compared whole, not by hashes alone: a payment can be made up below a right
 * hash.
 */
import { Unavailable, type AddressReader, type BlockReader, type AddressTransfer } from './reader.ts';

export function agreeing(first: BlockReader, second: BlockReader): BlockReader {
  const same = async <T>(what: string, ask: (reader: BlockReader) => Promise<T>): Promise<T> => {
    const [one, other] = await Promise.all([ask(first), ask(second)]);
    if (inWords(one) !== inWords(other)) throw new Unavailable(`two nodes do not agree about ${what}`);
    return one;
  };
  return {
    network: first.network,
    onlyNow: first.onlyNow,
    /** As far as both are. */
    async tip() {
      const [one, other] = await Promise.all([first.tip(), second.tip()]);
      return { newest: Math.min(one.newest, other.newest), final: Math.min(one.final, other.final) };
    },
    /** Null: one of them has no such block yet. */
    async hashAt(height) {
      const [one, other] = await Promise.all([first.hashAt(height), second.hashAt(height)]);
      if (one === null || other === null) return null;
      if (one !== other) throw new Unavailable(`two nodes do not agree about block ${height}`);
      return one;
    },
    paidBy: (txid) => same(txid, (reader) => reader.paidBy(txid)),
    heldBy: (address, height) => same(address, (reader) => reader.heldBy(address, height)),
    balanceOf: (address, height) => same(address, (reader) => reader.balanceOf(address, height)),
    blocks: (from, to, ours) => same(`blocks ${from} to ${to}`, (reader) => reader.blocks(from, to, ours)),
  };
}

/** The same for a chain that is asked by address: a payment counts when both show it alike, and is gone when neither knows it. */
export function agreeingAddresses(first: AddressReader, second: AddressReader): AddressReader {
  return {
    ...agreeing(first, second),
    async paidTo(address) {
      const [one, other] = await Promise.all([first.paidTo(address), second.paidTo(address)]);
      const known = new Set(other.map(inWords));
      return one.filter((seen: AddressTransfer) => known.has(inWords(seen)));
    },
    async knows(txid) {
      const [one, other] = await Promise.all([first.knows(txid), second.knows(txid)]);
      return one || other;
    },
  };
}

function inWords(said: unknown): string {
  return JSON.stringify(said, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
