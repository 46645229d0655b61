/** Withdrawals in BTC: each transaction spends whole outputs. The simulated chain checks every signature. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSignerScene, OUTSIDE, type SignerScene } from './scene.fixture.ts';

const BLOCK_MS = 30_000;

let scene: SignerScene;
beforeAll(async () => {
  scene = await makeSignerScene({ network: 'bitcoin' });
});
afterAll(() => scene.close());

const received = (txid: string | null, sum: string) => {
  const tx = scene.sims.chains.bitcoin.find(txid ?? '');
  return tx?.outputs.some(({ value }) => value === Math.round(Number(sum) * 1e8));
};
const ask = async (amountUsd = 50, address: string = OUTSIDE.BTC) => {
  const player = await scene.player();
  return { player, requested: await scene.calls.ask(player, { coin: 'BTC', address, amountUsd }) };
};

test('to each address type: sent at once, confirmed once it is deep enough', async () => {
  const player = await scene.player();
  const addresses = [
    OUTSIDE.BTC,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ];
  for (const address of addresses) await scene.calls.ask(player, { coin: 'BTC', address, amountUsd: 50 });
  await scene.turn();
  const sent = await scene.calls.list(player);
  expect(sent.map(({ status }) => status)).toEqual(addresses.map(() => 'BROADCAST'));
  for (const { txid, amountCoin } of sent) expect(received(txid, amountCoin)).toBe(true);
  await scene.until(player, 'CONFIRMED', 6, BLOCK_MS);
  expect((await scene.calls.list(player)).map(({ status }) => status)).toEqual(addresses.map(() => 'CONFIRMED'));
});

test('concurrent withdrawals spend different outputs, also with two signers', async () => {
  const all = [await ask(), await ask(), await ask(), await ask()];
  await scene.world.clock.advance(2_000);
  await Promise.all([scene.newSigner().step(), scene.newSigner().step()]);
  for (const { player } of all) await scene.until(player, 'CONFIRMED', 20, BLOCK_MS);
  for (const { requested } of all) expect(await scene.payouts(requested.id)).toHaveLength(1);
});

test('a lost answer and a mempool that drops the transaction: the same bytes are sent again', async () => {
  const { player, requested } = await ask();
  scene.sims.faults.set('bitcoin', 'broadcast-lost', {}, 1);
  await scene.turn();
  const signed = await scene.calls.last(player);
  expect(signed.status).toBe('SIGNED');
  expect(scene.sims.chains.bitcoin.evict(signed.txid ?? '')).toBe(true);
  await scene.until(player, 'CONFIRMED', 8, BLOCK_MS);
  expect(await scene.payouts(requested.id)).toMatchObject([{ txid: signed.txid, state: 'CONFIRMED' }]);
});

test('a ten-minute node outage before signing and another one after: one transaction, confirmed', async () => {
  const { player, requested } = await ask();
  await scene.runOutage();
  expect((await scene.calls.last(player)).status).toBe('APPROVED');
  expect(await scene.payouts(requested.id)).toEqual([]);
  await scene.turn();
  expect((await scene.calls.last(player)).status).toBe('BROADCAST');
  await scene.runOutage();
  expect((await scene.calls.last(player)).status).toBe('BROADCAST');
  await scene.until(player, 'CONFIRMED', 8, BLOCK_MS);
  expect(await scene.payouts(requested.id)).toMatchObject([{ state: 'CONFIRMED' }]);
});

test('a transaction is dead once another one has spent its output for good; only then is a new one signed', async () => {
  const { player, requested } = await ask();
  scene.sims.faults.set('bitcoin', 'broadcast-refused');
  await scene.turn();
  scene.sims.faults.clear();
  const [first] = await scene.payouts(requested.id);
  // Someone else with the key spends the same output, as a second wallet on that key would.
  const rival = scene.newSigner();
  const other = await ask(60);
  const { inputs } = await scene.signer.one<{ inputs: string[] }>({
    text: 'select inputs from crypto_payouts where txid = $1',
    values: [first?.txid],
  });
  const built = await scene.chain.build(
    { coin: 'BTC', address: OUTSIDE.BTC, units: 70_000n },
    { units: 0n, inputs: new Set(), numbered: [], nonce: 0 },
  );
  if (!('signed' in built)) throw new Error('not built');
  expect(built.signed.inputs).toEqual(inputs);
  expect(await scene.chain.broadcast(built.signed)).toMatchObject({ accepted: true });
  await rival.step();
  for (let n = 0; n < 2; n += 1) await scene.turn(BLOCK_MS);
  expect(await scene.payouts(requested.id)).toMatchObject([{ state: 'SIGNED' }]);
  await scene.until(player, 'CONFIRMED', 20, BLOCK_MS);
  expect((await scene.payouts(requested.id)).map(({ state }) => state)).toEqual(['DEAD', 'CONFIRMED']);
  await scene.until(other.player, 'CONFIRMED', 20, BLOCK_MS);
});
