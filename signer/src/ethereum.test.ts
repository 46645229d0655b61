/** Withdrawals in ETH on a real local node, where this machine has one: its numbers are used one after the other, each once. */
import { anvilBinary } from '@fairpot/simulators/chains/ethereum/anvil';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScene, OUTSIDE, type Scene } from './scene.fixture.ts';

describe.skipIf(anvilBinary() === null)('ETH', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene({ network: 'ethereum' });
  });
  afterAll(() => scene.close());

  const node = () => {
    if (scene.sims.anvil === null) throw new Error('no node');
    return scene.sims.anvil;
  };
  const wei = async (address: string) => BigInt(String(await node().rpc('eth_getBalance', [address, 'latest'])));
  const ask = async (address: string = OUTSIDE.ETH) => {
    const player = await scene.player();
    return { player, asked: await scene.calls.ask(player, { coin: 'ETH', address, amountUsd: 50 }) };
  };
  /** Blocks until what was sent is final, and looks meanwhile. */
  const confirmed = async (player: Parameters<Scene['until']>[0]) => {
    for (let n = 0; n < 10 && (await scene.calls.last(player)).status !== 'CONFIRMED'; n += 1) {
      await node().rpc('anvil_mine', ['0x10']);
      await scene.turn();
    }
    expect((await scene.calls.last(player)).status).toBe('CONFIRMED');
    await scene.world.checkInvariants();
  };

  test('is sent at once, and confirmed when it is final; the address has what was shown', async () => {
    const before = await wei(OUTSIDE.ETH);
    const { player, asked } = await ask();
    await scene.turn();
    expect((await scene.calls.last(player)).status).toBe('BROADCAST');
    await confirmed(player);
    const [whole = '0', rest = ''] = asked.amountCoin.split('.');
    expect((await wei(OUTSIDE.ETH)) - before).toBe(BigInt(whole + rest.padEnd(18, '0')));
  });

  test('several at once have numbers of their own, by two signers too', async () => {
    const all = [await ask(), await ask(), await ask(), await ask()];
    await scene.world.clock.advance(2_000);
    await Promise.all([scene.hand().step(), scene.hand().step()]);
    for (const { player } of all) await confirmed(player);
    for (const { asked } of all) expect(await scene.payouts(asked.id)).toHaveLength(1);
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
    await confirmed(player);
    expect(await scene.payouts(asked.id)).toMatchObject([{ state: 'CONFIRMED' }]);
  });

  test('what waits for a block counts: the second of two waits while the wallet has enough for one, and is never sent in vain', async () => {
    const all = [await ask(), await ask()] as const;
    const units = 10n ** 18n * 50n;
    const had = await node().rpc('eth_getBalance', [scene.chain.wallet, 'latest']);
    await node().rpc('evm_setAutomine', [false]);
    // Fifty dollars are about fourteen thousandths of an ETH.
    await node().rpc('anvil_setBalance', [scene.chain.wallet, `0x${(units / 2_500n).toString(16)}`]);
    await scene.turn();
    const [one, two] = [await scene.calls.last(all[0].player), await scene.calls.last(all[1].player)];
    expect([one.status, two.status].toSorted()).toEqual(['APPROVED', 'BROADCAST']);
    await node().rpc('anvil_setBalance', [scene.chain.wallet, had]);
    await node().rpc('evm_setAutomine', [true]);
    await scene.turn(120_000);
    for (const { player } of all) await confirmed(player);
  });

  test('to a contract is not paid: the money comes back', async () => {
    const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await node().rpc('anvil_setCode', [contract, '0x60006000fd']);
    const { player, asked } = await ask(contract);
    await scene.turn();
    await scene.until(player, 'REFUNDED');
    expect(await scene.calls.last(player)).toMatchObject({ reason: 'ADDRESS' });
    expect(await scene.payouts(asked.id)).toEqual([]);
  });

  test('when its number was used by another transaction for good, it is dead, and only then another one is signed', async () => {
    const { player, asked } = await ask();
    // Signed and stored, and the process dies before it is sent.
    const dying = scene.hand({
      at: (step) => {
        if (step === 'stored') throw new Error('killed');
      },
    });
    await dying.step();
    const reserved = { units: 0n, inputs: new Set<string>(), numbered: [], nonce: 0 };
    const built = await scene.chain.build({ coin: 'ETH', address: OUTSIDE.ETH, units: 1n }, reserved);
    if (!('signed' in built)) throw new Error('not built');
    expect(await scene.chain.broadcast(built.signed)).toMatchObject({ taken: true });
    await confirmed(player);
    expect((await scene.payouts(asked.id)).map(({ state }) => state)).toEqual(['DEAD', 'CONFIRMED']);
  });
});
