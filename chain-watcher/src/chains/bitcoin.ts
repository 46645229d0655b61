/**
 * BTC by Esplora's API: hashes of blocks one by one, so that a chain that went another way is noticed, and what was paid to one
 * address at a time. A transaction that waits is seen, and no more than that: it may be replaced.
 */
import { z } from 'zod';
import { parseJson } from '@fairpot/server/gateways/bounded-fetch';
import { Unavailable, type AddressReader, type Block, type AddressTransfer } from '../reader.ts';
import { askJson, askText, type Node } from './ask.ts';

/** Six blocks: deeper than anybody pays to go. */
const FINAL_AFTER = 5;
/** Confirmed transactions of one page; a full one has another behind it. */
const PAGE = 25;
/** More transactions than that to one address of one order are nobody's payment. */
const MOST_PAGES = 40;

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

export function bitcoinReader(node: Node): AddressReader {
  async function hashAt(height: number): Promise<string | null> {
    const { status, text } = await askText(node, `/block-height/${height}`, { statuses: [200, NOT_FOUND] });
    if (status === NOT_FOUND) return null;
    const hash = Hash.safeParse(text.trim());
    if (!hash.success) throw new Unavailable(`no hash of block ${height}`);
    return hash.data;
  }

  /** Blocks `to` down to `from`; one answer has ten of them at most. */
  async function headers(from: number, to: number): Promise<Block[]> {
    const found = await askJson(node, `/blocks/${to}`, Headers);
    const wanted = found.filter(({ height }) => height >= from && height <= to);
    if (wanted.length === 0 || wanted.some(({ height }, n) => height !== to - n))
      throw new Unavailable(`no block ${to}`);
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
      const { text } = await askText(node, '/blocks/tip/height');
      const newest = Number(text.trim());
      if (!/^\d{1,9}$/.test(text.trim())) throw new Unavailable('the height is no number');
      return { newest, final: newest - FINAL_AFTER };
    },
    onlyNow: true,
    async paidBy(txid) {
      const { status, text } = await askText(node, `/tx/${txid}`, { statuses: [200, NOT_FOUND] });
      if (status === NOT_FOUND) return null;
      const tx = Tx.safeParse(parseJson(text));
      if (!tx.success || tx.data.txid !== txid) throw new Unavailable(`another shape for ${txid}`);
      if (!tx.data.status.confirmed) return null;
      return tx.data.vout.flatMap(({ scriptpubkey_address: address, value }, idx) =>
        address === undefined ? [] : [{ txid, idx, address, coin: 'BTC' as const, units: BigInt(value) }],
      );
    },
    /** All that was ever paid to it, so that what was spent of it does not matter. */
    async heldBy(address) {
      const { chain_stats: stats } = await askJson(node, `/address/${address}`, Stats);
      return [{ coin: 'BTC', units: BigInt(stats.funded_txo_sum), spent: false }];
    },
    async balanceOf(address) {
      const { chain_stats: stats } = await askJson(node, `/address/${address}`, Stats);
      const units = BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
      if (units < 0n) throw new Unavailable(`more spent than came to ${address}`);
      return [{ coin: 'BTC', units }];
    },
    async blocks(from, to) {
      const blocks: Block[] = [];
      while (blocks.length < to - from + 1) blocks.push(...(await headers(from, to - blocks.length)));
      return blocks.reverse();
    },
    async paidTo(address) {
      const txs = await askJson(node, `/address/${address}/txs`, Txs);
      let page: Txs = txs.filter(({ status }) => status.confirmed);
      for (let n = 1; page.length === PAGE && n < MOST_PAGES; n += 1) {
        page = await askJson(node, `/address/${address}/txs/chain/${page.at(-1)?.txid}`, Txs);
        txs.push(...page);
      }
      return txs.flatMap((tx) => paymentsIn(tx, address));
    },
    async knows(txid) {
      const { status } = await askText(node, `/tx/${txid}/status`, { statuses: [200, NOT_FOUND] });
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
