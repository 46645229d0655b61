/**
 * BTC through Esplora's API: block hashes one by one, to notice a re-org, and payments address by address. A pending transaction is
 * recorded as seen and nothing more, because it may be replaced.
 */
import { z } from 'zod';
import { parseJson } from '@fairpot/server/gateways/bounded-fetch';
import { fetchJson, fetchText, NodeUnavailable, type ChainNode } from '@fairpot/server/gateways/node-http';
import type { AddressReader, ChainBlock, AddressTransfer } from '../reader.ts';

/** Six blocks: deeper than any attacker would pay to go. */
const FINAL_AFTER = 5;
/** Confirmed transactions per page; after a full page there may be another. */
const PAGE = 25;
/** An order's address with more transactions than this is not an order payment. */
const MAX_PAGES = 40;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Tx = z.object({
  txid: Hash,
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().min(0) })),
  status: z.discriminatedUnion('confirmed', [
    z.object({ confirmed: z.literal(true), block_height: z.number().int(), block_hash: Hash }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});
const Txs = z.array(Tx);
const Sum = z.number().int().min(0);
const Stats = z.object({ chain_stats: z.object({ funded_txo_sum: Sum, spent_txo_sum: Sum }) });
type Txs = z.infer<typeof Txs>;
const Headers = z.array(z.object({ id: Hash, height: z.number().int(), previousblockhash: Hash }));
const NOT_FOUND = 404;

export function bitcoinReader(node: ChainNode): AddressReader {
  async function hashAt(height: number): Promise<string | null> {
    const { status, text } = await fetchText(node, `/block-height/${height}`, { statuses: [200, NOT_FOUND] });
    if (status === NOT_FOUND) return null;
    const hash = Hash.safeParse(text.trim());
    if (!hash.success) throw new NodeUnavailable(`no hash of block ${height}`);
    return hash.data;
  }

  /** Headers from `to` down to `from`; one answer has at most ten. */
  async function headers(from: number, to: number): Promise<ChainBlock[]> {
    const found = await fetchJson(node, `/blocks/${to}`, Headers);
    const wanted = found.filter(({ height }) => height >= from && height <= to);
    if (wanted.length === 0 || wanted.some(({ height }, n) => height !== to - n))
      throw new NodeUnavailable(`no block ${to}`);
    return wanted.map(({ id, height, previousblockhash }) => ({
      height,
      hash: id,
      parent: previousblockhash,
      transfers: [],
      strays: [],
    }));
  }

  return {
    network: 'bitcoin',
    hashAt,
    async tip() {
      const { text } = await fetchText(node, '/blocks/tip/height');
      const newest = Number(text.trim());
      if (!/^\d{1,9}$/.test(text.trim())) throw new NodeUnavailable('the height is not a number');
      return { newest, final: newest - FINAL_AFTER };
    },
    latestOnly: true,
    async transfersIn(txid) {
      const { status, text } = await fetchText(node, `/tx/${txid}`, { statuses: [200, NOT_FOUND] });
      if (status === NOT_FOUND) return null;
      const tx = Tx.safeParse(parseJson(text));
      if (!tx.success || tx.data.txid !== txid) throw new NodeUnavailable(`unexpected shape for ${txid}`);
      if (!tx.data.status.confirmed) return null;
      return tx.data.vout.flatMap(({ scriptpubkey_address: address, value }, idx) =>
        address === undefined ? [] : [{ txid, idx, address, coin: 'BTC' as const, units: BigInt(value) }],
      );
    },
    /** Everything ever paid to the address, so spending does not matter. */
    async holdingsOf(address) {
      const { chain_stats: stats } = await fetchJson(node, `/address/${address}`, Stats);
      return [{ coin: 'BTC', units: BigInt(stats.funded_txo_sum), spent: false }];
    },
    async balanceOf(address) {
      const { chain_stats: stats } = await fetchJson(node, `/address/${address}`, Stats);
      const units = BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
      if (units < 0n) throw new NodeUnavailable(`more spent than received by ${address}`);
      return [{ coin: 'BTC', units }];
    },
    async blocks(from, to) {
      const blocks: ChainBlock[] = [];
      while (blocks.length < to - from + 1) blocks.push(...(await headers(from, to - blocks.length)));
      return blocks.reverse();
    },
    async transfersTo(address) {
      const txs = await fetchJson(node, `/address/${address}/txs`, Txs);
      let page: Txs = txs.filter(({ status }) => status.confirmed);
      for (let n = 1; page.length === PAGE && n < MAX_PAGES; n += 1) {
        page = await fetchJson(node, `/address/${address}/txs/chain/${page.at(-1)?.txid}`, Txs);
        txs.push(...page);
      }
      return txs.flatMap((tx) => paymentsIn(tx, address));
    },
    async knowsTransaction(txid) {
      const { status } = await fetchText(node, `/tx/${txid}/status`, { statuses: [200, NOT_FOUND] });
      return status === 200;
    },
  };
}

function paymentsIn({ txid, vout, status }: Txs[number], address: string): AddressTransfer[] {
  const at = status.confirmed ? { height: status.block_height, hash: status.block_hash } : { height: null, hash: null };
  return vout.flatMap(({ scriptpubkey_address: to, value }, idx) =>
    to === address && value > 0 ? [{ txid, idx, address, coin: 'BTC' as const, units: BigInt(value), ...at }] : [],
  );
}
