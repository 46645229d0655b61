/** Withdrawals in TRX and USDT, from the request to the end. The simulated TRON checks every signature. */
import { utils } from 'tronweb';
import { toHexAddress } from '@fairpot/simulators/chains/tron/proto';
import { USDT_CONTRACT } from '@fairpot/simulators/chains/tron/tron';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tronAccount } from './chains/tron.ts';
import { rawBytes, signTron, tokenTransfer } from './chains/tron-raw.ts';
import { makeSignerScene, OUTSIDE, type SignerScene } from './scene.fixture.ts';

const MINUTE = 60_000;

let scene: SignerScene;
beforeAll(async () => {
  scene = await makeSignerScene({ network: 'tron' });
});
afterAll(() => scene.close());

const held = (coin: 'TRX' | 'USDT') =>
  scene.sims.chains.tron.balance(toHexAddress(OUTSIDE[coin]), coin === 'TRX' ? null : USDT_CONTRACT);

test.each(['TRX', 'USDT'] as const)(
  '%s: requested, signed, sent, confirmed; the address receives the amount shown',
  async (coin) => {
    const player = await scene.player();
    const before = held(coin);
    const requested = await scene.calls.ask(player, { coin, address: OUTSIDE[coin], amountUsd: 50 });
    expect(requested).toMatchObject({ status: 'APPROVED', amountUsd: 50, txid: null, approvalsNeeded: 0 });
    expect(await scene.calls.money(player)).toEqual({ available: 9_995_000, hold: 5_000 });
    await scene.turn();
    const sent = await scene.calls.last(player);
    expect(sent.status).toBe('BROADCAST');
    expect(sent.txid).toMatch(/^[0-9a-f]{64}$/);
    await scene.until(player, 'CONFIRMED');
    expect(await scene.calls.money(player)).toEqual({ available: 9_995_000, hold: 0 });
    const units = BigInt(Math.round(Number(requested.amountCoin) * 1e6));
    expect(held(coin) - before).toBe(units);
    expect(await scene.payouts(requested.id)).toHaveLength(1);
  },
);

describe('a node', () => {
  test('whose answer is lost has the transaction: it is found and not signed again', async () => {
    const player = await scene.player();
    const before = held('USDT');
    const { id } = await scene.calls.ask(player, { coin: 'USDT', address: OUTSIDE.USDT, amountUsd: 20 });
    scene.sims.faults.set('tron', 'broadcast-lost', {}, 1);
    await scene.turn();
    expect((await scene.calls.last(player)).status).toBe('SIGNED');
    await scene.until(player, 'CONFIRMED');
    expect(await scene.payouts(id)).toMatchObject([{ state: 'CONFIRMED' }]);
    expect(held('USDT') - before).toBeGreaterThan(0n);
  });

  test('that is silent, busy or returns garbage for ten minutes loses nothing and duplicates nothing', async () => {
    const player = await scene.player();
    const { id } = await scene.calls.ask(player, { coin: 'TRX', address: OUTSIDE.TRX, amountUsd: 20 });
    for (const fault of ['403', '503', 'html'] as const) {
      scene.sims.faults.set('tron', fault);
      for (let n = 0; n < 4; n += 1) await scene.turn(MINUTE);
      scene.sims.faults.clear();
    }
    expect((await scene.calls.last(player)).status).toBe('APPROVED');
    expect(await scene.payouts(id)).toEqual([]);
    await scene.until(player, 'CONFIRMED');
    expect(await scene.payouts(id)).toHaveLength(1);
  });

  test('that accepts nothing: the same bytes are resent until they expire, then new ones, and finally the money is refunded', async () => {
    const player = await scene.player();
    const before = held('TRX');
    const { id } = await scene.calls.ask(player, { coin: 'TRX', address: OUTSIDE.TRX, amountUsd: 20 });
    scene.sims.faults.set('tron', 'broadcast-refused');
    await scene.turn();
    const [first] = await scene.payouts(id);
    for (let n = 0; n < 8; n += 1) await scene.turn(MINUTE);
    // Not expired yet: one transaction, sent again and again.
    expect(await scene.payouts(id)).toMatchObject([{ txid: first?.txid, state: 'SIGNED' }]);
    await scene.until(player, 'REFUNDED', 120, MINUTE);
    scene.sims.faults.clear();
    const made = await scene.payouts(id);
    expect(made.map(({ state }) => state)).toEqual(['DEAD', 'DEAD', 'DEAD']);
    expect(new Set(made.map(({ txid }) => txid)).size).toBe(3);
    expect(await scene.calls.last(player)).toMatchObject({ reason: 'EXPIRED', txid: null });
    expect(await scene.calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
    expect(held('TRX')).toBe(before);
  });
});

test('a transaction that failed in the chain paid nothing: the money is refunded once', async () => {
  const player = await scene.player();
  const { tron } = scene.sims.chains;
  const wallet = toHexAddress(scene.chain.wallet);
  const { id } = await scene.calls.ask(player, { coin: 'USDT', address: OUTSIDE.USDT, amountUsd: 30 });
  // Empty the wallet between the balance check and the block.
  const all = tron.balance(wallet, USDT_CONTRACT);
  const signer = scene.newSigner({
    onStep: (step) => {
      if (step === 'stored') tron.mint(wallet, USDT_CONTRACT, -all);
    },
  });
  await signer.step();
  await scene.until(player, 'REFUNDED');
  tron.mint(wallet, USDT_CONTRACT, all);
  expect(await scene.calls.last(player)).toMatchObject({ reason: 'REVERTED' });
  expect(await scene.payouts(id)).toMatchObject([{ state: 'DEAD' }]);
  expect(await scene.calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
});

test('the token refuses the recipient: the transaction is in its block as failed, and the money is refunded', async () => {
  const player = await scene.player();
  const before = held('USDT');
  const { id } = await scene.calls.ask(player, { coin: 'USDT', address: OUTSIDE.USDT, amountUsd: 30 });
  scene.sims.faults.set('tron', 'contract-failed', {}, 1);
  await scene.turn();
  expect((await scene.calls.last(player)).status).toBe('BROADCAST');
  await scene.until(player, 'REFUNDED');
  expect(await scene.calls.last(player)).toMatchObject({ reason: 'REVERTED' });
  expect(await scene.payouts(id)).toMatchObject([{ state: 'DEAD' }]);
  expect(held('USDT')).toBe(before);
});

test('an empty wallet signs nothing: the withdrawal waits until the wallet is funded', async () => {
  const player = await scene.player();
  const { tron } = scene.sims.chains;
  const wallet = toHexAddress(scene.chain.wallet);
  const all = tron.balance(wallet, null);
  tron.mint(wallet, null, -all);
  const { id } = await scene.calls.ask(player, { coin: 'TRX', address: OUTSIDE.TRX, amountUsd: 20 });
  await scene.turn();
  await scene.turn();
  expect((await scene.calls.last(player)).status).toBe('APPROVED');
  expect(await scene.payouts(id)).toEqual([]);
  tron.mint(wallet, null, all);
  await scene.until(player, 'CONFIRMED');
});

test('bytes and signature match TRON’s own library', () => {
  const key = secp256k1.utils.randomSecretKey();
  const owner = tronAccount(key);
  const to = toHexAddress(OUTSIDE.TRX);
  const refBlockId = '00000000042c1d8048d9be34369a88f9c4cf5d3d5b2c5d1a3a1d8c3e9b7f6a51';
  const common = { refNumber: 0x42c1d80, refBlockId, timestamp: 1_767_225_600_000, expiration: 1_767_226_200_000 };
  const ref = { ref_block_bytes: '1d80', ref_block_hash: refBlockId.slice(16, 32) };
  const times = { expiration: common.expiration, timestamp: common.timestamp };
  const data = tokenTransfer(to, 12_345_678n);
  const cases = [
    {
      feeLimit: 0,
      contract: { type: 'TransferContract', owner, to, amount: 1_234_567n },
      value: { owner_address: owner, to_address: to, amount: 1_234_567 },
    },
    {
      feeLimit: 60_000_000,
      contract: { type: 'TriggerSmartContract', owner, contract: USDT_CONTRACT, data },
      value: { owner_address: owner, contract_address: USDT_CONTRACT, data },
    },
  ] as const;
  for (const { feeLimit, contract, value } of cases) {
    const raw = rawBytes({ ...common, feeLimit, contract });
    const type_url = `type.googleapis.com/protocol.${contract.type}`;
    const json = {
      raw_data: {
        ...ref,
        ...times,
        ...(feeLimit > 0 && { fee_limit: feeLimit }),
        contract: [{ parameter: { value, type_url }, type: contract.type }],
      },
    };
    const pb: unknown = utils.transaction.txJsonToPb(json);
    expect(bytesToHex(raw)).toBe(utils.transaction.txPbToRawDataHex(pb).toLowerCase());
    const { txid, hex } = signTron(raw, key);
    expect(txid).toBe(utils.transaction.txPbToTxID(pb).replace(/^0x/, ''));
    expect(hexToBytes(hex).length).toBeGreaterThan(raw.length + 65);
  }
});
