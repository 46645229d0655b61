/** Withdrawals in BTC: whole outputs are spent, one transaction after another, by the simulated chain that checks each signature. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeScene, OUTSIDE, type Scene } from './scene.fixture.ts';

const BLOCK_MS = 30_000;

let scene: Scene;
beforeAll(async () => {
  scene = await makeScene({ network: 'bitcoin' });
});
afterAll(() => scene.close());

const received = (txid: string | null, sum: string) => {
  const tx = scene.sims.chains.bitcoin.find(txid ?? '');
  return tx?.outputs.some(({ value }) => value === Math.round(Number(sum) * 1e8));
};
const ask = async (amountUsd = 50, address: string = OUTSIDE.BTC) => {
  const player = await scene.player();
  return { player, asked: await scene.calls.ask(player, { coin: 'BTC', address, amountUsd }) };
};

test('to each kind of address: sent at once, confirmed when it is deep', async () => {
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

test('several at once spend different outputs, by two signers too', async () => {
  const all = [await ask(), await ask(), await ask(), await ask()];
  await scene.world.clock.advance(2_000);
  await Promise.all([scene.hand().step(), scene.hand().step()]);
  for (const { player } of all) await scene.until(player, 'CONFIRMED', 20, BLOCK_MS);
  for (const { asked } of all) expect(await scene.payouts(asked.id)).toHaveLength(1);
});

test('an answer that is lost, and a pool that forgets it: the same bytes are sent again', async () => {
  const { player, asked } = await ask();
  scene.sims.faults.set('bitcoin', 'broadcast-lost', {}, 1);
  await scene.turn();
  const signed = await scene.calls.last(player);
  expect(signed.status).toBe('SIGNED');
  expect(scene.sims.chains.bitcoin.evict(signed.txid ?? '')).toBe(true);
  await scene.until(player, 'CONFIRMED', 8, BLOCK_MS);
  expect(await scene.payouts(asked.id)).toMatchObject([{ txid: signed.txid, state: 'CONFIRMED' }]);
});

test('a node that is away for ten minutes before the transaction is made, and ten more after: one transaction, confirmed', async () => {
  const { player, asked } = await ask();
  await scene.away();
  expect((await scene.calls.last(player)).status).toBe('APPROVED');
  expect(await scene.payouts(asked.id)).toEqual([]);
  await scene.turn();
  expect((await scene.calls.last(player)).status).toBe('BROADCAST');
  await scene.away();
  expect((await scene.calls.last(player)).status).toBe('BROADCAST');
  await scene.until(player, 'CONFIRMED', 8, BLOCK_MS);
  expect(await scene.payouts(asked.id)).toMatchObject([{ state: 'CONFIRMED' }]);
});

test('when another transaction has spent its output for good, it is dead, and only then another one is signed', async () => {
  const { player, asked } = await ask();
  scene.sims.faults.set('bitcoin', 'broadcast-refused');
  await scene.turn();
  scene.sims.faults.clear();
  const [first] = await scene.payouts(asked.id);
  // Somebody else with the key spends the same output: what a second wallet on it would do.
  const rival = scene.hand();
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
  expect(await scene.chain.broadcast(built.signed)).toMatchObject({ taken: true });
  await rival.step();
  for (let n = 0; n < 2; n += 1) await scene.turn(BLOCK_MS);
  expect(await scene.payouts(asked.id)).toMatchObject([{ state: 'SIGNED' }]);
  await scene.until(player, 'CONFIRMED', 20, BLOCK_MS);
  expect((await scene.payouts(asked.id)).map(({ state }) => state)).toEqual(['DEAD', 'CONFIRMED']);
  await scene.until(other.player, 'CONFIRMED', 20, BLOCK_MS);
});
