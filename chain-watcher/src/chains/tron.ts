/**
 * TRX and USDT on TRON, read from solidified blocks only, which the chain never takes back. A block lists the TRX sent; the infos of its
 * transactions have the token logs and whether each succeeded. Both are needed, so a node that lacks one of them is asked again. Address
 * indexes lose rows and are never used.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import { fetchJson, NodeUnavailable, type ChainNode } from '@fairpot/server/gateways/node-http';
import type { ChainBlock, BlockReader, CoinHolding, AddressFilter, StrayToken, Transfer } from '../reader.ts';

/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t as it appears in logs: the only contract that counts as USDT. Names and symbols prove nothing. */
const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const base58check = createBase58check(sha256);

const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const TxShape = z.object({
  txID: Hex,
  ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
  raw_data: z.object({
    contract: z.array(z.object({ type: z.string(), parameter: z.object({ value: z.looseObject({}) }) })),
  }),
});
const BlockShape = z.object({
  blockID: Hex,
  block_header: z.object({ raw_data: z.object({ number: z.number().int(), parentHash: Hex }) }),
  transactions: z.array(TxShape).default([]),
});
/** What a node returns for something it does not have. */
const None = z.strictObject({});
const MaybeBlock = z.union([BlockShape, None]);
const MaybeTx = z.union([TxShape, None]);
const isTx = (tx: z.infer<typeof MaybeTx>): tx is z.infer<typeof TxShape> => 'txID' in tx;
type BlockShape = z.infer<typeof BlockShape>;
const isBlock = (block: z.infer<typeof MaybeBlock>): block is BlockShape => 'blockID' in block;
const Sent = z.object({ to_address: z.string().regex(/^41[0-9a-f]{40}$/), amount: z.number().positive() });
const Info = z.object({
  id: Hex,
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z
    .array(z.object({ address: z.string(), topics: z.array(z.string()).default([]), data: z.string().default('') }))
    .default([]),
});
const Infos = z.array(Info);
const MaybeInfo = z.union([Info, None]);
const isInfo = (info: z.infer<typeof MaybeInfo>): info is z.infer<typeof Info> => 'id' in info;
/** An unused account is `{}`. Numbers are exact up to 2^53; TRX has 10^17 units in total, and no address here comes close. */
const Account = z.object({ balance: z.number().int().min(0).default(0), latest_opration_time: z.number().optional() });
const Constant = z.object({ constant_result: z.array(z.string().regex(/^[0-9a-f]{64}$/)).length(1) });
type Infos = z.infer<typeof Infos>;

export function tronReader(node: ChainNode): BlockReader {
  const blockAt = async (height: number): Promise<BlockShape | null> => {
    const block = await fetchJson(node, '/walletsolidity/getblockbynum', MaybeBlock, { num: height });
    if (!isBlock(block)) return null;
    if (block.block_header.raw_data.number !== height) throw new NodeUnavailable(`got another block than ${height}`);
    return block;
  };
  const holdingsOf = async (address: string): Promise<CoinHolding[]> => {
    const account = await fetchJson(node, '/walletsolidity/getaccount', Account, { address, visible: true });
    const call = {
      owner_address: address,
      contract_address: base58(`41${USDT}`),
      function_selector: 'balanceOf(address)',
      parameter: bytesToHex(base58check.decode(address).subarray(1)).padStart(64, '0'),
      visible: true,
    };
    const { constant_result: held } = await fetchJson(node, '/walletsolidity/triggerconstantcontract', Constant, call);
    const spent = account.latest_opration_time !== undefined;
    return [
      { coin: 'TRX', units: BigInt(account.balance), spent },
      { coin: 'USDT', units: BigInt(`0x${held[0]}`), spent },
    ];
  };
  return {
    network: 'tron',
    async tip() {
      const { block_header: header } = await fetchJson(node, '/walletsolidity/getnowblock', BlockShape, {});
      return { newest: header.raw_data.number, final: header.raw_data.number };
    },
    async hashAt(height) {
      return (await blockAt(height))?.blockID ?? null;
    },
    latestOnly: true,
    async transfersIn(txid) {
      const tx = await fetchJson(node, '/walletsolidity/gettransactionbyid', MaybeTx, { value: txid });
      const info = await fetchJson(node, '/walletsolidity/gettransactioninfobyid', MaybeInfo, { value: txid });
      if (!isTx(tx) || !isInfo(info)) return null;
      if (tx.txID !== txid || info.id !== txid) throw new NodeUnavailable(`got another transaction than ${txid}`);
      return transfersOf([tx], [info]).transfers;
    },
    holdingsOf,
    balanceOf: async (address) => (await holdingsOf(address)).map(({ coin, units }) => ({ coin, units })),
    async blocks(from, to, ours) {
      const read: { block: BlockShape; infos: Infos }[] = [];
      for (let height = from; height <= to; height += 1) {
        const block = await blockAt(height);
        if (block === null) throw new NodeUnavailable(`no block ${height}`);
        read.push({ block, infos: await fetchInfos(node, block) });
      }
      return onlyOurs(
        read.map(({ block, infos }) => toChainBlock(block, infos)),
        ours,
      );
    },
  };
}

/** The results of a block's transactions; throws if any is missing. */
async function fetchInfos(node: ChainNode, block: BlockShape): Promise<Infos> {
  if (block.transactions.length === 0) return [];
  const { number } = block.block_header.raw_data;
  const infos = await fetchJson(node, '/walletsolidity/gettransactioninfobyblocknum', Infos, { num: number });
  const known = new Set(infos.map(({ id }) => id));
  const missing = block.transactions.filter(({ txID }) => !known.has(txID));
  if (missing.length > 0)
    throw new NodeUnavailable(`block ${number} lacks the infos of ${missing.length} transactions`);
  return infos;
}

function toChainBlock({ blockID, block_header: header, transactions }: BlockShape, infos: Infos): ChainBlock {
  const { number, parentHash } = header.raw_data;
  return { height: number, hash: blockID, parent: parentHash, ...transfersOf(transactions, infos) };
}

/** The transfers of these transactions, given their results. */
function transfersOf(transactions: BlockShape['transactions'], infos: Infos): Pick<ChainBlock, 'transfers' | 'strays'> {
  const transfers: Transfer[] = [];
  const strays: StrayToken[] = [];
  for (const { txID, ret, raw_data: raw } of transactions) {
    const [contract] = raw.contract;
    if (contract?.type !== 'TransferContract' || ret[0]?.contractRet !== 'SUCCESS') continue;
    const sent = Sent.safeParse(contract.parameter.value);
    if (!sent.success) continue;
    const { to_address: to, amount } = sent.data;
    transfers.push({ txid: txID, idx: 0, address: base58(to), coin: 'TRX', units: BigInt(Math.trunc(amount)) });
  }
  for (const { id, receipt, log } of infos) {
    if (receipt.result !== 'SUCCESS') continue;
    for (const [idx, { address, topics, data }] of log.entries()) {
      const [topic, , to = ''] = topics;
      // The token's third topic is the address in 32 bytes; an NFT has a fourth.
      if (topic !== TRANSFER_TOPIC || topics.length !== 3 || !/^[0-9a-f]{64}$/.test(to) || !/^[0-9a-f]{64}$/.test(data))
        continue;
      const units = BigInt(`0x${data}`);
      if (units === 0n) continue;
      const paid = { txid: id, idx, address: base58(`41${to.slice(24)}`), units };
      if (address === USDT) transfers.push({ ...paid, coin: 'USDT' });
      else strays.push({ ...paid, contract: address });
    }
  }
  return { transfers, strays };
}

async function onlyOurs(blocks: readonly ChainBlock[], ours: AddressFilter): Promise<ChainBlock[]> {
  const named = blocks.flatMap(({ transfers, strays }) => [...transfers, ...strays].map(({ address }) => address));
  const mine = named.length === 0 ? new Set<string>() : await ours([...new Set(named)]);
  return blocks.map((block) => ({
    ...block,
    transfers: block.transfers.filter(({ address }) => mine.has(address)),
    strays: block.strays.filter(({ address }) => mine.has(address)),
  }));
}

function base58(hex: string): string {
  return base58check.encode(hexToBytes(hex));
}
