/** The simulated TRON node as a wallet's own library sees it, and its refusals. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../../start.ts';
import { scratchDir, started } from '../../testing/harness.ts';
import { addressOfKey, decodeRaw, encodeRaw, toBase58, toHexAddress } from './proto.ts';
import { FAKE_CONTRACT, SOLID_AFTER, TRON_BLOCK_MS, USDT_CONTRACT } from './tron.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const HERS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const START = 1_790_000_000_000;
const Infos = z.array(
  z.looseObject({
    id: z.string(),
    receipt: z.looseObject({ result: z.string().optional() }),
    log: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })).optional(),
  }),
);

async function ask(sims: Simulators, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${sims.crypto.tron}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

function world() {
  let now = START;
  const clock = { now: () => now };
  return { clock, pass: (ms: number) => (now += ms) };
}

/** A wallet with money of both kinds, and the real library signed in as it. */
async function wallet() {
  const { clock, pass } = world();
  const sims = await started({ clock });
  const key = secp256k1.utils.randomSecretKey();
  const account = addressOfKey(secp256k1.getPublicKey(key));
  sims.chains.tron.mint(account, null, 100_000_000n);
  sims.chains.tron.mint(account, USDT_CONTRACT, 50_000_000n);
  const web = new TronWeb({ fullHost: sims.crypto.tron, privateKey: bytesToHex(key) });
  return { sims, pass, key, account, web };
}

/** As the library builds it, with the chain's time: the library uses the machine's. */
async function transfer(web: TronWeb, sims: Simulators, sun = 5_000_000) {
  const { chain } = sims.chains.tron;
  const id = sims.chains.tron.blockId(chain.height);
  const now = sims.clock.now();
  return web.transactionBuilder.sendTrx(HERS, sun, toBase58(addressOf(web)), {
    blockHeader: {
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: now + 60_000,
      timestamp: now,
    },
  });
}

const addressOf = (web: TronWeb) => toHexAddress(String(web.defaultAddress.base58));

describe('a wallet’s own library', () => {
  test('signs a transfer that the node accepts, and finds it in a block', async () => {
    const { sims, pass, web } = await wallet();
    const built = await transfer(web, sims);
    const signed = await web.trx.sign(built);
    // The same bytes as ours: we would have built the library's transaction.
    expect(bytesToHex(encodeRaw(decodeRaw(Buffer.from(signed.raw_data_hex, 'hex'))))).toBe(signed.raw_data_hex);
    expect(await web.trx.sendRawTransaction(signed)).toMatchObject({ result: true, txid: signed.txID });
    pass(TRON_BLOCK_MS);
    expect(await web.trx.getTransaction(signed.txID)).toMatchObject({
      txID: signed.txID,
      ret: [{ contractRet: 'SUCCESS' }],
    });
    // The library's balance counts solidified blocks; the other one includes it already.
    expect(await web.trx.getUnconfirmedBalance(HERS)).toBe(5_000_000);
    expect(await web.trx.getBalance(HERS)).toBe(0);
    expect(await ask(sims, '/walletsolidity/gettransactionbyid', { value: signed.txID })).toEqual({});
    pass(SOLID_AFTER * TRON_BLOCK_MS);
    expect(await web.trx.getBalance(HERS)).toBe(5_000_000);
    expect(await ask(sims, '/walletsolidity/gettransactionbyid', { value: signed.txID })).toMatchObject({
      txID: signed.txID,
    });
  });

  test('refuses a transaction changed after its signature, signed by another, sent twice, or too late', async () => {
    const { sims, pass, web } = await wallet();
    const signed = await web.trx.sign(await transfer(web, sims));
    const send = (change: object) => ask(sims, '/wallet/broadcasttransaction', { ...signed, ...change });
    const other = await new TronWeb({ fullHost: sims.crypto.tron, privateKey: '11'.repeat(32) }).trx
      .sign(await transfer(web, sims, 1), '11'.repeat(32), false, false)
      .catch(() => null);
    expect(other).toBe(null);
    const flipped = signed.signature.map((hex: string) =>
      hex.replace(/^../, (byte: string) => (byte === '00' ? '01' : '00')),
    );
    expect(await send({ signature: flipped })).toMatchObject({ code: 'SIGERROR' });
    expect(await send({ signature: [] })).toMatchObject({ code: 'SIGERROR' });
    const more = signed.raw_data_hex.replace(/18c096b102/, '18c096b103');
    expect(more).not.toBe(signed.raw_data_hex);
    expect(await send({ raw_data_hex: more })).toMatchObject({ code: 'OTHER_ERROR' });
    expect(await send({})).toMatchObject({ result: true });
    expect(await send({})).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
    const late = await web.trx.sign(await transfer(web, sims, 7));
    pass(60_001);
    expect(await ask(sims, '/wallet/broadcasttransaction', { ...late })).toMatchObject({
      code: 'TRANSACTION_EXPIRATION_ERROR',
    });
    const dear = await web.trx.sign(await transfer(web, sims, 900_000_000));
    expect(await ask(sims, '/wallet/broadcasttransaction', { ...dear })).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
    });
  });

  test('calls the token, whose logs are in the infos of the block', async () => {
    const { sims, pass, web } = await wallet();
    const id = sims.chains.tron.blockId(sims.chains.tron.chain.height);
    const now = sims.clock.now();
    const blockHeader = {
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: now + 60_000,
      timestamp: now,
    };
    const { transaction } = await web.transactionBuilder.triggerSmartContract(
      USDT,
      'transfer(address,uint256)',
      { txLocal: true, feeLimit: 30_000_000, blockHeader },
      [
        { type: 'address', value: HERS },
        { type: 'uint256', value: 12_000_000 },
      ],
      toBase58(addressOf(web)),
    );
    const signed = await web.trx.sign(transaction);
    expect(await web.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    const num = sims.chains.tron.chain.height + 1;
    pass(TRON_BLOCK_MS);
    const [info] = Infos.parse(await ask(sims, '/wallet/gettransactioninfobyblocknum', { num }));
    expect(info).toMatchObject({ id: signed.txID, receipt: { result: 'SUCCESS' } });
    expect(info?.log).toEqual([
      {
        address: USDT_CONTRACT.slice(2),
        topics: [
          'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          addressOf(web).slice(2).padStart(64, '0'),
          toHexAddress(HERS).slice(2).padStart(64, '0'),
        ],
        data: (12_000_000).toString(16).padStart(64, '0'),
      },
    ]);
    const parameter = toHexAddress(HERS).slice(2).padStart(64, '0');
    const call = { owner_address: HERS, contract_address: USDT, function_selector: 'balanceOf(address)', parameter };
    const balance = z
      .object({ constant_result: z.array(z.string()) })
      .parse(await ask(sims, '/wallet/triggerconstantcontract', call));
    expect(BigInt(`0x${balance.constant_result[0]}`)).toBe(12_000_000n);
  });
});

describe('blocks', () => {
  test('follow the clock, name their parents, and are solidified 19 blocks behind', async () => {
    const { clock, pass } = world();
    const sims = await started({ clock });
    const Block = z.object({
      blockID: z.string(),
      block_header: z.object({ raw_data: z.object({ number: z.number(), parentHash: z.string() }) }),
    });
    const newest = async (kind = 'wallet') => Block.parse(await ask(sims, `/${kind}/getnowblock`));
    const first = await newest();
    pass(TRON_BLOCK_MS);
    const second = await newest();
    expect(second.block_header.raw_data).toMatchObject({
      number: first.block_header.raw_data.number + 1,
      parentHash: first.blockID,
    });
    expect((await newest('walletsolidity')).block_header.raw_data.number).toBe(
      second.block_header.raw_data.number - SOLID_AFTER,
    );
    const num = second.block_header.raw_data.number;
    expect(await ask(sims, '/walletsolidity/getblockbynum', { num })).toEqual({});
    sims.chains.tron.reorg(3, false);
    expect(Block.parse(await ask(sims, '/wallet/getblockbynum', { num })).blockID).not.toBe(second.blockID);
  });

  test('stand still while the process does not run, and nothing is lost', async () => {
    const dataDir = scratchDir();
    const { clock, pass } = world();
    const first = await started({ clock, dataDir });
    const txid = await first.chains.pay({ coin: 'USDT', address: HERS, units: 5n, kind: 'plain' });
    pass(10 * TRON_BLOCK_MS);
    const { height } = first.chains.tron.chain;
    const id = first.chains.tron.blockId(height);
    await first.stop();
    pass(365 * 24 * 3_600_000);
    const second = await started({ clock, dataDir });
    expect(second.chains.tron.chain.height).toBe(height);
    expect(second.chains.tron.blockId(height)).toBe(id);
    expect(second.chains.tron.find(txid)).not.toBe(null);
    expect(second.crypto.xpubs).toEqual(first.crypto.xpubs);
  });
});

test('deceptive payments: another token, a failed call, an approval, nothing', async () => {
  const { clock, pass } = world();
  const sims = await started({ clock });
  const pay = (kind: 'fake-token' | 'failed' | 'approval' | 'zero') =>
    sims.chains.pay({ coin: 'USDT', address: HERS, units: 10_000_000n, kind });
  const ids = [await pay('fake-token'), await pay('failed'), await pay('approval'), await pay('zero')];
  const num = sims.chains.tron.chain.height + 1;
  pass(TRON_BLOCK_MS);
  const infos = Infos.parse(await ask(sims, '/wallet/gettransactioninfobyblocknum', { num }));
  expect(infos.map(({ id }) => id)).toEqual(ids);
  expect(infos[0]?.log?.[0]?.address).toBe(FAKE_CONTRACT.slice(2));
  expect(infos[1]).toMatchObject({ receipt: { result: 'OUT_OF_ENERGY' } });
  expect(infos[1]?.log).toBe(undefined);
  expect(infos[2]?.log?.[0]?.topics[0]).toMatch(/^8c5be1e5/);
  expect(infos[3]?.log?.[0]?.data).toMatch(/^0{64}$/);
});
