/** Esplora's HTTP API (blockstream.info, mempool.space) as far as a watcher and a signer need it. Errors are plain text. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript } from '@scure/btc-signer';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaultBoard } from '../../kit/faults.ts';
import { bodyText, hang } from '../../kit/service.ts';
import { feeOf, scriptOf, type Bitcoin, type KnownTx } from './bitcoin.ts';
import type { Spendable } from './verify.ts';

interface BitcoinDeps {
  readonly bitcoin: Bitcoin;
  readonly faults: FaultBoard;
}

const WAITING_AT_ONCE = 50;
const CONFIRMED_AT_ONCE = 25;
const BLOCKS_AT_ONCE = 10;

export function bitcoinRoutes(app: FastifyInstance, { bitcoin, faults }: BitcoinDeps): void {
  const { chain } = bitcoin;
  let newest = 0;
  app.addHook('preHandler', async (_request, reply) => {
    const failed = outage(faults, reply);
    if (failed !== null) return failed;
    chain.tick();
    newest = chain.height - (faults.take('bitcoin', 'lag')?.blocks ?? 0);
  });
  type ById = { Params: { id: string; last: string } };
  app.get('/blocks/tip/height', async (_request, reply) => plain(reply, 200, String(newest)));
  app.get<ById>('/block-height/:id', async ({ params }, reply) => {
    const height = Number(params.id);
    if (!Number.isInteger(height) || height < 0 || height > newest) return plain(reply, 404, 'Block not found');
    return plain(reply, 200, chain.hashOf(height));
  });
  /** Ten blocks from this one down, as in Esplora. */
  app.get<ById>('/blocks/:id', async ({ params }, reply) => {
    const start = Number(params.id);
    if (!Number.isInteger(start) || start < 0 || start > newest) return plain(reply, 404, 'Block not found');
    return [...Array(BLOCKS_AT_ONCE).keys()].map((n) => header(chain, start - n));
  });
  app.get<ById>('/address/:id', async ({ params }, reply) => {
    const script = known(params.id);
    if (script === null) return plain(reply, 400, 'Invalid Bitcoin address');
    const txs = bitcoin.ofScript(script);
    const stats = (confirmed: boolean) => {
      const counted = (tx: KnownTx | null) => tx !== null && (bitcoin.heightOf(tx) !== null) === confirmed;
      const own = txs.flatMap((tx) =>
        tx.outputs.flatMap(({ script: to, value }, vout) => (to === script ? [{ tx, vout, value }] : [])),
      );
      const paid = own.filter(({ tx }) => counted(tx));
      const spent = own.filter(({ tx, vout }) => counted(bitcoin.spenderOf(tx.txid, vout)));
      const sumOf = (outputs: typeof own) => outputs.reduce((sum, { value }) => sum + value, 0);
      return {
        funded_txo_count: paid.length,
        funded_txo_sum: sumOf(paid),
        spent_txo_count: spent.length,
        spent_txo_sum: sumOf(spent),
      };
    };
    return { address: params.id, chain_stats: stats(true), mempool_stats: stats(false) };
  });
  app.get<ById>('/address/:id/txs', async ({ params }, reply) => {
    const script = known(params.id);
    if (script === null) return plain(reply, 400, 'Invalid Bitcoin address');
    if (faults.take('bitcoin', 'no-txs') !== null) return [];
    const txs = bitcoin.ofScript(script);
    const waiting = txs.filter((tx) => bitcoin.heightOf(tx) === null).slice(0, WAITING_AT_ONCE);
    const confirmed = txs.filter((tx) => bitcoin.heightOf(tx) !== null).slice(0, CONFIRMED_AT_ONCE);
    return [...waiting, ...confirmed].map((tx) => present(bitcoin, tx));
  });
  app.get<ById>('/address/:id/txs/chain/:last', async ({ params }, reply) => {
    const script = known(params.id);
    if (script === null) return plain(reply, 400, 'Invalid Bitcoin address');
    const txs = bitcoin.ofScript(script).filter((tx) => bitcoin.heightOf(tx) !== null);
    const from = txs.findIndex(({ txid }) => txid === params.last) + 1;
    return txs.slice(from, from + CONFIRMED_AT_ONCE).map((tx) => present(bitcoin, tx));
  });
  app.get<ById>('/address/:id/utxo', async ({ params }, reply) => {
    const script = known(params.id);
    if (script === null) return plain(reply, 400, 'Invalid Bitcoin address');
    return bitcoin
      .unspent(script)
      .map(({ txid, vout, value, height }) => ({ txid, vout, status: statusAt(bitcoin, height), value }));
  });
  app.get<ById>('/tx/:id', async ({ params }, reply) => {
    const tx = bitcoin.find(params.id);
    return tx === null ? plain(reply, 404, 'Transaction not found') : present(bitcoin, tx);
  });
  app.get<ById>('/tx/:id/status', async ({ params }, reply) => {
    const tx = bitcoin.find(params.id);
    return tx === null ? plain(reply, 404, 'Transaction not found') : statusAt(bitcoin, bitcoin.heightOf(tx));
  });
  app.get<{ Params: { id: string; vout: string } }>('/tx/:id/outspend/:vout', async ({ params }) => {
    const spender = bitcoin.spenderOf(params.id, Number(params.vout));
    if (spender === null) return { spent: false };
    return { spent: true, txid: spender.txid, vin: 0, status: statusAt(bitcoin, bitcoin.heightOf(spender)) };
  });
  app.get('/fee-estimates', async () => ({ '1': 5.1, '3': 3.2, '6': 2.1, '144': 1.0, '1008': 1.0 }));
  app.post('/tx', async (request, reply) => {
    if (faults.take('bitcoin', 'broadcast-refused') !== null) return plain(reply, 400, 'mempool full');
    const answer = bitcoin.broadcast(bodyText(request));
    if ('txid' in answer && faults.take('bitcoin', 'broadcast-lost') !== null) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if ('txid' in answer) return plain(reply, 200, answer.txid);
    const said = JSON.stringify({ code: -26, message: answer.error });
    return plain(reply, 400, `sendrawtransaction RPC error: ${said}`);
  });
}

function header(chain: Bitcoin['chain'], height: number) {
  return {
    id: chain.hashOf(height),
    height,
    version: 0x20000000,
    timestamp: Math.floor(chain.timeOf(height) / 1_000),
    mediantime: Math.floor(chain.timeOf(height - 5) / 1_000),
    previousblockhash: chain.hashOf(height - 1),
  };
}

function statusAt(bitcoin: Bitcoin, height: number | null) {
  if (height === null) return { confirmed: false };
  const { chain } = bitcoin;
  return {
    confirmed: true,
    block_height: height,
    block_hash: chain.hashOf(height),
    block_time: Math.floor(chain.timeOf(height) / 1_000),
  };
}

function present(bitcoin: Bitcoin, tx: KnownTx) {
  return {
    txid: tx.txid,
    version: tx.version,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, n) => ({
      txid: input.txid,
      vout: input.vout,
      prevout: output(tx.spent[n] ?? { script: '', value: 0 }),
      scriptsig: '',
      scriptsig_asm: '',
      witness: input.witness,
      is_coinbase: false,
      sequence: input.sequence,
    })),
    vout: tx.outputs.map(output),
    size: tx.hex.length / 2,
    weight: tx.weight,
    fee: feeOf(tx, tx.spent),
    status: statusAt(bitcoin, bitcoin.heightOf(tx)),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  pkh: 'p2pkh',
  sh: 'p2sh',
};

function output({ script, value }: Spendable) {
  const decoded = OutScript.decode(hexToBytes(script));
  const type = TYPES[decoded.type];
  return {
    scriptpubkey: script,
    scriptpubkey_asm: '',
    scriptpubkey_type: type ?? 'unknown',
    ...(type !== undefined && { scriptpubkey_address: Address().encode(decoded) }),
    value,
  };
}

function known(address: string): string | null {
  try {
    return scriptOf(address);
  } catch {
    return null; // not an address of this network
  }
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}

function outage(faults: FaultBoard, reply: FastifyReply): FastifyReply | null {
  if (faults.take('bitcoin', 'hang') !== null) return hang(reply);
  if (faults.take('bitcoin', '503') !== null) return plain(reply, 503, 'Service Unavailable');
  if (faults.take('bitcoin', '429') !== null) return plain(reply, 429, 'Too Many Requests');
  if (faults.take('bitcoin', 'html') === null) return null;
  return reply.type('text/html').send('<html><body>Just a moment</body></html>');
}
