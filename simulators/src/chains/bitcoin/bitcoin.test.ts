/** The simulated Bitcoin chain through Esplora's API: only real signatures, blocks, replacements and re-orgs. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../../start.ts';
import { scratchDir, started } from '../../testing/harness.ts';
import { BTC_BLOCK_MS } from './bitcoin.ts';

const START = 1_790_000_000_000;
const Tx = z.looseObject({
  txid: z.string(),
  fee: z.number(),
  vin: z.array(z.looseObject({ sequence: z.number() })),
  vout: z.array(z.looseObject({ scriptpubkey_address: z.string().optional(), value: z.number() })),
  status: z.object({ confirmed: z.boolean(), block_height: z.number().optional(), block_hash: z.string().optional() }),
});

async function chain(dataDir?: string) {
  let now = START;
  const sims = await started({ clock: { now: () => now }, ...(dataDir && { dataDir }) });
  return { sims, pass: (ms: number) => (now += ms) };
}

async function get(sims: Simulators, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sims.crypto.bitcoin}${path}`);
  return { status: response.status, text: await response.text() };
}

async function post(sims: Simulators, hex: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sims.crypto.bitcoin}/tx`, { method: 'POST', body: hex });
  return { status: response.status, text: await response.text() };
}

const txsOf = async (sims: Simulators, address: string) =>
  z.array(Tx).parse(JSON.parse((await get(sims, `/address/${address}/txs`)).text));

const key = Buffer.from('11'.repeat(32), 'hex');
const wallet = p2wpkh(secp256k1.getPublicKey(key));
const SHOP = p2wpkh(secp256k1.getPublicKey(Buffer.from('22'.repeat(32), 'hex'))).address ?? '';

/** Spends a paid output of `from` to the shop. */
function spending(txid: string, from: { script: Uint8Array }, value: number, pay: number, sequence = 0xffffffff) {
  const tx = new Transaction();
  const witnessUtxo = { script: from.script, amount: BigInt(value) };
  tx.addInput({ txid: hexToBytes(txid), index: 0, witnessUtxo, sequence });
  tx.addOutputAddress(SHOP, BigInt(pay));
  return tx;
}

test('a payment is seen in the pool, then in a block; two outputs are two payments', async () => {
  const { sims, pass } = await chain();
  const txid = await sims.chains.pay({ coin: 'BTC', address: SHOP, units: 50_000n, kind: 'twice' });
  const [waiting] = await txsOf(sims, SHOP);
  expect(waiting).toMatchObject({ txid, status: { confirmed: false } });
  expect(waiting?.vout.filter(({ scriptpubkey_address: to }) => to === SHOP)).toHaveLength(2);
  const height = Number((await get(sims, '/blocks/tip/height')).text);
  pass(BTC_BLOCK_MS);
  const [mined] = await txsOf(sims, SHOP);
  const hash = (await get(sims, `/block-height/${height + 1}`)).text;
  expect(mined?.status).toMatchObject({ confirmed: true, block_height: height + 1, block_hash: hash });
  expect(await get(sims, `/block-height/${height + 2}`)).toEqual({ status: 404, text: 'Block not found' });
  expect(JSON.parse((await get(sims, `/address/${SHOP}/utxo`)).text)).toHaveLength(2);
});

test('a transaction signed by its owner is accepted; unsigned, signed by another, changed or spent again is not', async () => {
  const { sims, pass } = await chain();
  const txid = await sims.chains.pay({ coin: 'BTC', address: wallet.address ?? '', units: 90_000n, kind: 'plain' });
  pass(BTC_BLOCK_MS);
  const good = spending(txid, wallet, 90_000, 80_000);
  good.sign(key);
  good.finalize();
  // The last byte of the amount: another sum under the same signature.
  const amount = bytesToHex(Uint8Array.from([0x80, 0x38, 0x01, 0, 0, 0, 0, 0]));
  const changed = good.hex.replace(amount, bytesToHex(Uint8Array.from([0x81, 0x38, 0x01, 0, 0, 0, 0, 0])));
  expect(changed).not.toBe(good.hex);
  expect((await post(sims, changed)).text).toContain('mandatory-script-verify-flag-failed');
  const stolen = spending(txid, wallet, 90_000, 80_000);
  const thief = p2wpkh(secp256k1.getPublicKey(Buffer.from('33'.repeat(32), 'hex')));
  const theirs = spending(txid, thief, 90_000, 80_000);
  theirs.sign(Buffer.from('33'.repeat(32), 'hex'));
  theirs.finalize();
  expect((await post(sims, theirs.hex)).text).toContain('mandatory-script-verify-flag-failed');
  expect((await post(sims, bytesToHex(stolen.unsignedTx))).text).toContain('mandatory-script-verify-flag-failed');
  expect(await post(sims, good.hex)).toEqual({ status: 200, text: good.id });
  expect((await post(sims, good.hex)).text).toContain('txn-already-in-mempool');
  pass(BTC_BLOCK_MS);
  const again = spending(txid, wallet, 90_000, 70_000);
  again.sign(key);
  again.finalize();
  expect((await post(sims, again.hex)).text).toContain('bad-txns-inputs-missingorspent');
});

test('refuses a fee below the minimum, dust, and an invalid transaction', async () => {
  const { sims } = await chain();
  const address = wallet.address ?? '';
  const txid = await sims.chains.pay({ coin: 'BTC', address, units: 90_000n, kind: 'plain' });
  const tried = async (pay: number) => {
    const tx = spending(txid, wallet, 90_000, pay);
    tx.sign(key);
    tx.finalize();
    return (await post(sims, tx.hex)).text;
  };
  expect(await tried(89_999)).toContain('min relay fee not met');
  expect(await tried(100)).toContain('dust');
  expect((await post(sims, 'zz')).text).toContain('TX decode failed');
  expect((await get(sims, '/address/none/txs')).status).toBe(400);
  expect((await get(sims, `/tx/${'0'.repeat(64)}`)).status).toBe(404);
});

test('a pending payment is replaced by one with a higher fee if it allowed that, and by no other', async () => {
  const { sims } = await chain();
  const replaceable = await sims.chains.pay({ coin: 'BTC', address: SHOP, units: 70_000n, kind: 'replaceable' });
  const firm = await sims.chains.pay({ coin: 'BTC', address: SHOP, units: 70_000n, kind: 'waiting' });
  expect((await txsOf(sims, SHOP)).map(({ vin }) => (vin[0]?.sequence ?? 0) < 0xfffffffe).sort()).toEqual([
    false,
    true,
  ]);
  expect(() => sims.chains.bitcoin.replace(firm)).toThrow('txn-mempool-conflict');
  sims.chains.bitcoin.replace(replaceable);
  expect((await get(sims, `/tx/${replaceable}/status`)).status).toBe(404);
  expect((await txsOf(sims, SHOP)).map(({ txid }) => txid)).toEqual([firm]);
});

test('a re-org takes a payment out of its block, puts it into another, or loses it', async () => {
  const { sims, pass } = await chain();
  const txid = await sims.chains.pay({ coin: 'BTC', address: SHOP, units: 70_000n, kind: 'plain' });
  const at = async () => (await txsOf(sims, SHOP)).map(({ status }) => status.block_height ?? null);
  pass(3 * BTC_BLOCK_MS);
  const [first] = await at();
  const before = (await get(sims, `/block-height/${first}`)).text;
  sims.chains.bitcoin.reorg(3, 'again');
  expect((await get(sims, `/block-height/${first}`)).text).not.toBe(before);
  expect(await at()).toEqual([sims.chains.bitcoin.chain.height]);
  sims.chains.bitcoin.reorg(1, 'hold');
  pass(5 * BTC_BLOCK_MS);
  expect(await at()).toEqual([null]);
  sims.chains.bitcoin.release();
  pass(BTC_BLOCK_MS);
  expect((await at())[0]).toBeGreaterThan(first ?? 0);
  sims.chains.bitcoin.reorg(1, 'drop');
  expect(await at()).toEqual([]);
  expect((await get(sims, `/tx/${txid}`)).status).toBe(404);
});

test('survives a restart with its payments', async () => {
  const dataDir = scratchDir();
  const { sims, pass } = await chain(dataDir);
  const txid = await sims.chains.pay({ coin: 'BTC', address: SHOP, units: 70_000n, kind: 'plain' });
  pass(BTC_BLOCK_MS);
  const [before] = await txsOf(sims, SHOP);
  await sims.stop();
  const { sims: second } = await chain(dataDir);
  expect(await txsOf(second, SHOP)).toMatchObject([{ txid, status: { block_hash: before?.status.block_hash } }]);
});
