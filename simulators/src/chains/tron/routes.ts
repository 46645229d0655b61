/**
 * The HTTP API of a TRON full node as far as a watcher and a signer need it: `/wallet/...` for the newest blocks, `/walletsolidity/...` for
 * solidified ones. Unknown blocks and transactions are `{}`, as on a real node.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FaultBoard } from '../../kit/faults.ts';
import { bodyText, hang, queryText } from '../../kit/service.ts';
import { decodeRaw, decodeSigned, toBase58, toHexAddress, type HexAddress } from './proto.ts';
import type { MinedTx, Tron } from './tron.ts';

interface TronDeps {
  readonly tron: Tron;
  readonly faults: FaultBoard;
}

const Num = z.object({ num: z.coerce.number().int().min(0) });
const ById = z.object({ value: z.string().regex(/^[0-9a-f]{64}$/) });
const Account = z.object({ address: z.string(), visible: z.boolean().optional() });
const Signed = z.object({
  txID: z.string(),
  raw_data_hex: z.string().regex(/^([0-9a-f]{2})+$/i),
  signature: z.array(z.string()).default([]),
});
const Whole = z.object({ transaction: z.string().regex(/^([0-9a-f]{2})+$/) });
const Constant = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  function_selector: z.string().optional(),
  parameter: z.string().optional(),
});
const FEE = 268;

export function tronRoutes(app: FastifyInstance, { tron, faults }: TronDeps): void {
  const route = (path: string, answer: (body: unknown, newest: number, upTo: number) => unknown) => {
    const handler = (solid: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
      const failed = outage(faults, reply);
      if (failed !== null) return failed;
      tron.chain.tick();
      const slow = faults.take('tron', 'slow');
      if (slow !== null) await delay(slow.ms);
      const lag = faults.take('tron', 'lag')?.blocks ?? 0;
      const asked =
        request.method === 'GET' ? Object.fromEntries(new URLSearchParams(queryText(request))) : bodyOf(request);
      try {
        const newest = (solid ? tron.solid : tron.chain.height) - lag;
        // A full node includes what was just broadcast, a solidified one only what is in its blocks.
        return answer(asked, newest, solid ? newest : Infinity);
      } catch (error) {
        if (error instanceof AnswerLost) {
          reply.hijack();
          request.raw.socket.destroy();
          return reply;
        }
        if (!(error instanceof z.ZodError)) throw error;
        return { Error: 'class java.lang.IllegalArgumentException : INVALID' };
      }
    };
    for (const method of ['GET', 'POST'] as const) {
      app.route({ method, url: `/wallet/${path}`, handler: handler(false) });
      app.route({ method, url: `/walletsolidity/${path}`, handler: handler(true) });
    }
  };
  route('getnowblock', (_, newest) => block(tron, newest));
  route('getblock', (_, newest) => block(tron, newest));
  route('getblockbynum', (body, newest) => {
    const { num } = Num.parse(body);
    return num > newest ? {} : block(tron, num);
  });
  route('gettransactioninfobyblocknum', (body, newest) => {
    const { num } = Num.parse(body);
    if (num > newest || faults.take('tron', 'no-infos') !== null) return [];
    return tron.inBlock(num).map((tx) => infoOf(tron, tx));
  });
  route('gettransactioninfobyid', (body, newest) => {
    const tx = tron.find(ById.parse(body).value);
    return tx === null || tx.block > newest ? {} : infoOf(tron, tx);
  });
  route('gettransactionbyid', (body, newest) => {
    const tx = tron.find(ById.parse(body).value);
    return tx === null || tx.block > newest ? {} : presentTx(tx);
  });
  route('getaccount', (body, newest, upTo) => {
    const { address, visible } = Account.parse(body);
    const account = hexOf(address);
    const balance = tron.balanceAt(account, null, upTo);
    const acted = tron.hasActed(account, upTo);
    if (balance === 0n && !acted) return {};
    const named = visible === true ? toBase58(account) : account;
    // The misspelling is the service's own.
    return {
      address: named,
      balance: Number(balance),
      ...(acted && { latest_opration_time: tron.chain.timeOf(newest) }),
    };
  });
  route('triggerconstantcontract', (body, _, upTo) => {
    const asked = Constant.parse(body);
    const holder = /^0{24}([0-9a-f]{40})$/.exec(asked.parameter ?? '')?.[1];
    if (asked.function_selector !== 'balanceOf(address)' || holder === undefined)
      return { result: {}, constant_result: [] };
    const units = tron.balanceAt(`41${holder}`, hexOf(asked.contract_address), upTo);
    return { result: { result: true }, energy_used: 935, constant_result: [units.toString(16).padStart(64, '0')] };
  });
  route('broadcasttransaction', (body) => {
    const { txID, raw_data_hex: raw, signature } = Signed.parse(body);
    const answer = tron.broadcast(raw.toLowerCase(), txID, signature);
    if ('txid' in answer) return { result: true, txid: answer.txid };
    // In hex, as on a real node.
    return { code: answer.code, txid: txID, message: Buffer.from(answer.message).toString('hex') };
  });
  route('broadcasthex', (body) => {
    const { transaction } = Whole.parse(body);
    if (faults.take('tron', 'broadcast-refused') !== null) return saidNo('', 'SERVER_BUSY', 'Server is busy');
    let signed: ReturnType<typeof decodeSigned>;
    try {
      signed = decodeSigned(hexToBytes(transaction));
    } catch (error) {
      return saidNo('', 'OTHER_ERROR', error instanceof Error ? error.message : 'unreadable');
    }
    const txid = bytesToHex(sha256(signed.raw));
    const answer = tron.broadcast(bytesToHex(signed.raw), txid, signed.signatures.map(bytesToHex));
    if ('code' in answer) return saidNo(txid, answer.code, answer.message);
    if (faults.take('tron', 'contract-failed') !== null) tron.fail(txid);
    // Accepted, and the answer never arrives.
    if (faults.take('tron', 'broadcast-lost') !== null) throw new AnswerLost();
    return { result: true, txid, transaction };
  });
}

function bodyOf(request: FastifyRequest): unknown {
  const text = bodyText(request);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return null; // fails the schema
  }
}

class AnswerLost extends Error {}

/** Text in hex, as on a real node. */
function saidNo(txid: string, code: string, message: string) {
  return { code, txid, message: Buffer.from(message).toString('hex') };
}

function block(tron: Tron, num: number) {
  const txs = tron.inBlock(num);
  return {
    blockID: tron.blockId(num),
    block_header: {
      raw_data: {
        number: num,
        txTrieRoot: '0'.repeat(64),
        witness_address: '4196409dde0f5b1d0ab2e2e1ab5fd8a0fbab5a2b5e',
        parentHash: tron.blockId(num - 1),
        version: 31,
        timestamp: tron.chain.timeOf(num),
      },
      witness_signature: '00'.repeat(65),
    },
    // Omitted when there are none.
    ...(txs.length > 0 && { transactions: txs.map(presentTx) }),
  };
}

function presentTx(tx: MinedTx) {
  const raw = decodeRaw(hexToBytes(tx.raw));
  const { contract } = raw;
  const value =
    contract.type === 'TransferContract'
      ? { amount: Number(contract.amount), owner_address: contract.owner, to_address: contract.to }
      : { data: contract.data, owner_address: contract.owner, contract_address: contract.contract };
  return {
    ret: [{ contractRet: tx.result }],
    signature: [tx.signature],
    txID: tx.txid,
    raw_data: {
      contract: [
        { parameter: { value, type_url: `type.googleapis.com/protocol.${contract.type}` }, type: contract.type },
      ],
      ref_block_bytes: raw.refBlockBytes,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expiration,
      ...(raw.feeLimit > 0 && { fee_limit: raw.feeLimit }),
      timestamp: raw.timestamp,
    },
    raw_data_hex: tx.raw,
  };
}

function infoOf(tron: Tron, tx: MinedTx) {
  const { contract } = decodeRaw(hexToBytes(tx.raw));
  const called = contract.type === 'TriggerSmartContract';
  const failed = tx.result !== 'SUCCESS';
  return {
    id: tx.txid,
    blockNumber: tx.block,
    blockTimeStamp: tron.chain.timeOf(tx.block),
    contractResult: [''],
    ...(called && { contract_address: contract.contract }),
    receipt: called ? { energy_usage_total: 31_895, net_usage: 345, result: tx.result } : { net_usage: FEE },
    ...(failed && { result: 'FAILED', resMessage: Buffer.from(tx.result).toString('hex') }),
    ...(tx.log.length > 0 && { log: tx.log }),
  };
}

function hexOf(address: string): HexAddress {
  return /^41[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : toHexAddress(address);
}

function outage(faults: FaultBoard, reply: FastifyReply): FastifyReply | null {
  if (faults.take('tron', 'hang') !== null) return hang(reply);
  if (faults.take('tron', '503') !== null) return reply.code(503).send('Service Unavailable');
  if (faults.take('tron', 'html') !== null)
    return reply.type('text/html').send('<html><body>Just a moment</body></html>');
  if (faults.take('tron', '403') === null) return null;
  return reply
    .code(403)
    .type('text/plain')
    .send('Exceed the user daily usage or the QPS limit. Please wait 30 seconds and try again.');
}
