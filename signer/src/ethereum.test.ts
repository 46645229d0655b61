/** Withdrawals in ETH on a real local node, if this machine has one: numbers are used in order, each once. */
import { anvilBinary } from '@fairpot/simulators/chains/ethereum/anvil';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSignerScene, OUTSIDE, type SignerScene } from './scene.fixture.ts';

describe.skipIf(anvilBinary() === null)('ETH', () => {
  let scene: SignerScene;
  beforeAll(async () => {
    scene = await makeSignerScene({ network: 'ethereum' });
  });
  afterAll(() => scene.close());

  const node = () => {
    if (scene.sims.anvil === null) throw new Error('no node');
    return scene.sims.anvil;
  };
  const wei = async (address: string) => BigInt(String(await node().rpc('eth_getBalance', [address, 'latest'])));
  const ask = async (address: string = OUTSIDE.ETH) => {
    const player = await scene.player();
    return { player, requested: await scene.calls.ask(player, { coin: 'ETH', address, amountUsd: 50 }) };
  };
  /** Mines blocks until what was sent is final, checking in between. */
  const confirmed = async (player: Parameters<SignerScene['until']>[0]) => {
    for (let n = 0; n < 10 && (await scene.calls.last(player)).status !== 'CONFIRMED'; n += 1) {
      await node().rpc('anvil_mine', ['0x10']);
      await scene.turn();
    }
    expect((await scene.calls.last(player)).status).toBe('CONFIRMED');
    await scene.world.checkInvariants();
  };

  test('is sent at once and confirmed when final; the address receives the amount shown', async () => {
    const before = await wei(OUTSIDE.ETH);
    const { player, requested } = await ask();
    await scene.turn();
    expect((await scene.calls.last(player)).status).toBe('BROADCAST');
    await confirmed(player);
    const [whole = '0', rest = ''] = requested.amountCoin.split('.');
    expect((await wei(OUTSIDE.ETH)) - before).toBe(BigInt(whole + rest.padEnd(18, '0')));
  });

  test('concurrent withdrawals get different numbers, also with two signers', async () => {
    const all = [await ask(), await ask(), await ask(), await ask()];
    await scene.world.clock.advance(2_000);
    await Promise.all([scene.newSigner().step(), scene.newSigner().step()]);
    for (const { player } of all) await confirmed(player);
    for (const { requested } of all) expect(await scene.payouts(requested.id)).toHaveLength(1);
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
    await confirmed(player);
    expect(await scene.payouts(requested.id)).toMatchObject([{ state: 'CONFIRMED' }]);
  });

  test('pending payments count: with funds for one of two, the second waits and is not sent in vain', async () => {
    const all = [await ask(), await ask()] as const;
    const units = 10n ** 18n * 50n;
    const had = await node().rpc('eth_getBalance', [scene.chain.wallet, 'latest']);
    await node().rpc('evm_setAutomine', [false]);
    // $50 is about 0.014 ETH.
    await node().rpc('anvil_setBalance', [scene.chain.wallet, `0x${(units / 2_500n).toString(16)}`]);
    await scene.turn();
    const [one, two] = [await scene.calls.last(all[0].player), await scene.calls.last(all[1].player)];
    expect([one.status, two.status].toSorted()).toEqual(['APPROVED', 'BROADCAST']);
    await node().rpc('anvil_setBalance', [scene.chain.wallet, had]);
    await node().rpc('evm_setAutomine', [true]);
    await scene.turn(120_000);
    for (const { player } of all) await confirmed(player);
  });

  test('does not pay a contract: the money is refunded', async () => {
    const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await node().rpc('anvil_setCode', [contract, '0x60006000fd']);
    const { player, requested } = await ask(contract);
    await scene.turn();
    await scene.until(player, 'REFUNDED');
    expect(await scene.calls.last(player)).toMatchObject({ reason: 'ADDRESS' });
    expect(await scene.payouts(requested.id)).toEqual([]);
  });

  test('a transaction is dead once another one has used its number for good; only then is a new one signed', async () => {
    const { player, requested } = await ask();
    // Signed and stored, but the process dies before sending.
    const dying = scene.newSigner({
      onStep: (step) => {
        if (step === 'stored') throw new Error('killed');
      },
    });
    await dying.step();
    const reserved = { units: 0n, inputs: new Set<string>(), numbered: [], nonce: 0 };
    const built = await scene.chain.build({ coin: 'ETH', address: OUTSIDE.ETH, units: 1n }, reserved);
    if (!('signed' in built)) throw new Error('not built');
    expect(await scene.chain.broadcast(built.signed)).toMatchObject({ accepted: true });
    await confirmed(player);
    expect((await scene.payouts(requested.id)).map(({ state }) => state)).toEqual(['DEAD', 'CONFIRMED']);
  });
});
