/**
 * Checks the written payments against the chain again: payments that the chain does not have or shows differently, and addresses that
 * hold more or less than was paid to them. Causes: someone with access to the database, and coins that no block lists (sent by a
 * contract).
 */
import { anvilBinary } from '@fairpot/simulators/chains/ethereum/anvil';
import { toHexAddress } from '@fairpot/simulators/chains/tron/proto';
import { SOLID_AFTER, TRON_BLOCK_MS } from '@fairpot/simulators/chains/tron/tron';
import { creditUnseenMoney, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/schemas';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { newPlayer } from '@fairpot/server/testing/stages/players';
import { sql, type Sql } from '@fairpot/server/platform/database/sql';
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';

const SOLID_MS = (SOLID_AFTER + 2) * TRON_BLOCK_MS;
const HOUR_MS = 3_600_000;
/** Forwards the received value to the address in the call data, as a contract wallet pays. */
const FORWARDS = '0x6000600060006000346000355af100';

/** Addresses that the site did not hand out. */
const OUTSIDE: Readonly<Record<Network, string>> = {
  tron: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

describe.each<[Network, Coin]>([
  ['tron', 'USDT'],
  ['bitcoin', 'BTC'],
  ['ethereum', 'ETH'],
])('%s', (network, coin) => {
  if (network === 'ethereum' && anvilBinary() === null) {
    test.skip('no node on this machine', () => undefined);
    return;
  }
  let scene: WatcherScene;
  beforeAll(async () => {
    scene = await makeWatcherScene({ network });
  });
  afterAll(() => scene.close());

  const rpc = (method: string, params: readonly unknown[] = []) => scene.node().rpc(method, params);
  /** Mines enough blocks to make everything final, and reads them. */
  const deep = async () => {
    if (network === 'tron') await scene.advance(SOLID_MS);
    else if (network === 'bitcoin') scene.sims.chains.bitcoin.chain.mine(7);
    else await rpc('anvil_mine', ['0x28']);
    expect(await scene.turn()).toEqual([]);
  };
  const credited = async () => {
    const player = await scene.player();
    const order = await scene.order(player, coin);
    const txid = await scene.pay(order);
    await deep();
    expect(await scene.cash(player)).toBeGreaterThanOrEqual(1_000);
    return { player, order, txid };
  };
  const byHand = (statement: Sql) =>
    scene.world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(statement);
    });
  /** Makes every payment, payout and address due and audits three times. Returns the open incidents as text. */
  const found = async (): Promise<string[]> => {
    for (let n = 0; n < 3; n += 1) {
      await byHand(sql`update crypto_payments set check_at = 0`);
      await byHand(sql`update crypto_payouts set check_at = 0`);
      await byHand(sql`update crypto_wallets set weigh_at = 0`);
      expect(await scene.poll()).toEqual([]);
      expect(await scene.audit()).toEqual([]);
    }
    const rows = await scene.world.db.many<{ line: string }>(sql`
      select kind || ': ' || detail as line from crypto_incidents where closed_at is null order by id`);
    return rows.map(({ line }) => line);
  };
  const clean = () => byHand(sql`delete from crypto_incidents`);

  test('reads the balance of a reserve address at the last block read, and again after half an hour', async () => {
    const address = OUTSIDE[network];
    await scene.world.db.run(sql`
      insert into solvency_reserves (network, address, kind, listed_at) values (${network}, ${address}, 'COLD', 0)`);
    const seen = () =>
      scene.world.db.one<{ held: { coin: Coin; units: string }[]; height: number; at: number; read: number }>(sql`
        select r.held, r.height, r.seen_at as at, n.height as read
        from solvency_reserves r join crypto_networks n using (network) where r.address = ${address}`);
    await deep();
    expect(await scene.audit()).toEqual([]);
    const first = await seen();
    expect([first.height, first.at]).toEqual([first.read, scene.world.clock.now()]);
    await scene.sims.chains.pay({ coin, address, units: 70_000n, kind: 'plain' });
    await deep();
    expect(await scene.audit()).toEqual([]);
    expect(await seen(), 'not half an hour later').toMatchObject({ at: first.at });
    await byHand(sql`update solvency_reserves set seen_at = seen_at - ${HOUR_MS / 2}`);
    await deep();
    expect(await scene.audit()).toEqual([]);
    const later = await seen();
    const units = (of: typeof first) => BigInt(of.held.find((each) => each.coin === coin)?.units ?? -1);
    expect(units(later) - units(first)).toBe(70_000n);
    const elsewhere = await scene.watcher.one<{ done: boolean }>(sql`
      select reserve_weighed(${network}, ${later.height}, 'another', ${address}, '[]'::jsonb, 9) as done`);
    expect([elsewhere.done, await seen()], 'ignored for a block that was not read').toEqual([false, later]);
    await byHand(sql`delete from solvency_reserves`);
  });

  test('matching payments open no incident and are checked less often as they age', async () => {
    const { txid } = await credited();
    expect(await found()).toEqual([]);
    const next = async () => {
      const row = await scene.world.db.one<{ check: number; weigh: number }>(sql`
        select p.check_at as check, w.weigh_at as weigh from crypto_payments p
        join crypto_wallets w on w.id = p.wallet_id
        where p.txid = ${txid}`);
      const now = scene.world.clock.now();
      return [row.check - now, row.weigh - now];
    };
    expect(await next()).toEqual([HOUR_MS, HOUR_MS]);
    await byHand(sql`update crypto_payments set seen_at = seen_at - ${40 * 24 * HOUR_MS}`);
    await byHand(sql`update crypto_wallets set warm_at = warm_at - ${40 * 24 * HOUR_MS}`);
    expect(await found()).toEqual([]);
    expect(await next()).toEqual([30 * 24 * HOUR_MS, 30 * 24 * HOUR_MS]);
    await byHand(sql`update crypto_payments set seen_at = seen_at + ${40 * 24 * HOUR_MS}`);
    await byHand(sql`update crypto_wallets set warm_at = warm_at + ${40 * 24 * HOUR_MS}`);
  });

  test('a credited payment whose units were raised: the chain has another amount', async () => {
    const { txid } = await credited();
    await byHand(sql`update crypto_payments set units = units + 5000000000000 where txid = ${txid}`);
    const lines = await found();
    expect(lines).toContainEqual(expect.stringMatching(/^NOT_ON_CHAIN: .* the chain has \d+ base units$/));
    await byHand(sql`update crypto_payments set units = units - 5000000000000 where txid = ${txid}`);
    await clean();
  });

  test('a credited payment that was moved to another address', async () => {
    const [mine, theirs] = [await credited(), await credited()];
    const walletOf = (address: string) => sql`(select id from crypto_wallets where address = ${address})`;
    await byHand(
      sql`update crypto_payments set wallet_id = ${walletOf(theirs.order.wallet)} where txid = ${mine.txid}`,
    );
    const lines = await found();
    expect(lines).toContainEqual(expect.stringContaining(`the chain paid ${mine.order.wallet}`));
    await byHand(sql`update crypto_payments set wallet_id = ${walletOf(mine.order.wallet)} where txid = ${mine.txid}`);
    await clean();
  });

  // Bitcoin addresses are read again, so the payment is written again.
  test.skipIf(network === 'bitcoin')(
    'a payment deleted from the database: the address got more than was recorded',
    async () => {
      const { txid } = await credited();
      await byHand(sql`update crypto_payments set height = null, block_hash = null where txid = ${txid}`);
      expect(await found()).toContainEqual(expect.stringMatching(/^UNSEEN_MONEY: /));
      await byHand(sql`
      update crypto_payments p set height = n.height, block_hash = n.hash from crypto_networks n
      where p.txid = ${txid} and n.network = p.network`);
      await clean();
    },
  );

  test('a node outage during the audit: nothing is concluded, and the check is repeated', async () => {
    await credited();
    await byHand(sql`update crypto_payments set check_at = 0`);
    scene.sims.faults.set(network, '503');
    expect(await scene.audit()).toHaveLength(1);
    scene.sims.faults.clear();
    expect(await found()).toEqual([]);
  });

  test('payouts of the signer: another amount, another address, an unknown transaction, and a dead one that paid after all', async () => {
    const address = OUTSIDE[network];
    const units = 700_000n;
    const txid = await scene.sims.chains.pay({ coin, address, units, kind: 'plain' });
    await deep();
    const payout = (state: string, change: { units?: string; address?: string; txid?: string } = {}) =>
      byHand(sql`
        insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw, signed_at, state,
          changed_at, height)
        values ('cwd_7of_the_audit', 1, ${network}, ${coin}, ${change.address ?? address},
          ${change.units ?? units.toString()}::numeric, ${change.txid ?? txid}, 'aa', ${scene.world.clock.now()},
          ${state}, 1, ${state === 'CONFIRMED' ? 7 : null})`);
    const incidentsThenClean = async () => {
      const lines = await found();
      await byHand(sql`delete from crypto_payouts`);
      await clean();
      return lines;
    };
    await payout('CONFIRMED');
    expect(await incidentsThenClean()).toEqual([]);
    await payout('CONFIRMED', { units: '700001' });
    expect(await incidentsThenClean()).toEqual([
      expect.stringMatching(/^PAYOUT_NOT_ON_CHAIN: .*the chain has 700000 base units$/),
    ]);
    const { wallet } = await scene.order(await scene.player(), coin);
    await payout('CONFIRMED', { address: wallet });
    expect(await incidentsThenClean()).toEqual([
      expect.stringMatching(/^PAYOUT_NOT_ON_CHAIN: .*but it paid nothing to this address$/),
    ]);
    await payout('CONFIRMED', { txid: 'cd'.repeat(32) });
    expect(await incidentsThenClean()).toEqual([
      expect.stringMatching(/^PAYOUT_NOT_ON_CHAIN: .*has no such transaction$/),
    ]);
    await payout('DEAD');
    expect(await incidentsThenClean()).toEqual([expect.stringMatching(/^DEAD_PAYOUT_ON_CHAIN: .*it paid 700000$/)]);
    await payout('DEAD', { txid: 'cd'.repeat(32) });
    expect(await incidentsThenClean()).toEqual([]);
  });

  /** Two staff members credit it: once, no more than the chain says. From then on everything matches. */
  const creditedByStaff = async (player: Actor, lines: readonly string[]) => {
    const { world } = scene;
    const [one, two] = [await newPlayer(world, { status: 'ADMIN' }), await newPlayer(world, { status: 'ADMIN' })];
    const { incidents } = await world.run(listCryptoIncidents, one, {});
    const incidentId = incidents.find(({ kind }) => kind === 'UNSEEN_MONEY')?.id ?? 0;
    const txid = 'ef'.repeat(32);
    const input = { incidentId, txid, why: 'seen in an explorer' };
    const had = await scene.cash(player);
    expect(await world.refused(creditUnseenMoney, { ...player, status: 'ADMIN' }, input)).toBe('FORBIDDEN');
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const)
      expect(await world.refused(creditUnseenMoney, { ...one, status }, input)).toBe('FORBIDDEN');
    const request = await world.run(creditUnseenMoney, one, input);
    expect(request.approvals).toBe(1);
    expect(lines.join()).toContain(`${request.coinName} by the chain`);
    expect(await world.refused(creditUnseenMoney, one, input)).toBe('UNSEEN_TWICE');
    expect(await world.refused(creditUnseenMoney, two, { ...input, txid: 'ee'.repeat(32) })).toBe('UNSEEN_OTHER');
    await world.sweepAll();
    expect(await scene.cash(player)).toBe(had);
    expect(await world.run(creditUnseenMoney, two, input)).toMatchObject({ approvals: 2, units: request.units });
    await world.sweepAll();
    expect(await scene.cash(player)).toBeGreaterThan(had);
    expect(await world.refused(creditUnseenMoney, two, input)).toBe('NOT_FOUND');
    const credited = await scene.cash(player);
    await deep();
    expect(await found()).toEqual([]);
    expect(await scene.cash(player)).toBe(credited);
    // With the site's database role, an attacker cannot credit an incident that they made up.
    const walletId = sql`
      (select wallet_id from crypto_unseen u join crypto_incidents i on i.id = u.incident_id limit 1)`;
    const { id } = await world.db.one<{ id: number }>(sql`
      insert into crypto_incidents (kind, network, txid, idx, wallet_id, detail, at)
      values ('UNSEEN_MONEY', ${network}, '', 0, ${walletId}, 'a lie', 1) returning id`);
    await world.db.run(sql`
      insert into crypto_unseen (incident_id, txid, coin, units, asked_by, asked_why, asked_at, allowed_by, allowed_at)
      values (${id}, ${'ab'.repeat(32)}, ${request.coinName}, 5000000000000, ${one.id}, 'mine', 1, ${two.id}, 1)`);
    const { done } = await world.db.one<{ done: boolean }>(sql`select crypto_unseen_credit(${id}, 1) as done`);
    expect(done).toBe(false);
    await byHand(sql`delete from crypto_unseen`);
    await clean();
  };

  test.skipIf(network === 'bitcoin')(
    'coins sent by a contract: in no block’s list, found through the address balance, credited to no player, left to staff',
    async () => {
      const player = await scene.player();
      const own: Coin = network === 'tron' ? 'TRX' : 'ETH';
      const order = await scene.order(player, own);
      if (network === 'tron') scene.sims.chains.tron.mint(toHexAddress(order.wallet), null, 50_000_000n);
      else {
        const contract = '0x00000000000000000000000000000000000f4ce1';
        await rpc('anvil_setCode', [contract, FORWARDS]);
        const data = `0x${order.wallet.slice(2).toLowerCase().padStart(64, '0')}`;
        const value = `0x${(10n ** 16n).toString(16)}`;
        await scene.node().send({ to: contract, data, value, gas: '0x186a0' });
      }
      await deep();
      expect(await scene.cash(player)).toBe(0);
      const lines = await found();
      expect(lines).toEqual([
        expect.stringMatching(/^UNSEEN_MONEY: the address got \d+ base units of (TRX|ETH) by the chain, 0 by/),
      ]);
      // Ordinary payments are still credited.
      await scene.pay(order);
      await deep();
      expect(await scene.cash(player)).toBeGreaterThan(900);
      await creditedByStaff(player, lines);
    },
  );

  test.runIf(network === 'ethereum')(
    'an unread re-org: balances of the other branch are not compared with the payments of this one',
    async () => {
      await deep();
      const order = await scene.order(await scene.player(), coin);
      await scene.pay(order);
      const written = async () => {
        await rpc('anvil_mine', ['0x1']);
        expect(await scene.poll()).toEqual([]);
        const { n } = await scene.world.db.one<{ n: number }>(sql`
          select count(*) as n from crypto_payments p join crypto_wallets w on w.id = p.wallet_id
          where w.address = ${order.wallet} and p.height is not null`);
        return n;
      };
      await expect.poll(written).toBe(1);
      const before = await scene.incidents();
      await scene.sims.chains.reorgEthereum(8);
      for (let n = 0; n < 3; n += 1) {
        await byHand(
          sql`update crypto_wallets set weigh_at = case when address = ${order.wallet} then 0 else 9e15 end`,
        );
        expect(await scene.audit()).toEqual([]);
      }
      expect(await scene.incidents()).toEqual(before);
      await deep();
      expect(await found()).not.toContainEqual(expect.stringMatching(/^MONEY_MISSING/));
    },
  );

  // Keep this test last: its rows stay.
  test('a forged payment that the books credited: the chain has no such transaction, and the address holds less', async () => {
    const { player, order } = await credited();
    const had = await scene.cash(player);
    const txid = 'ab'.repeat(32);
    await byHand(sql`
      insert into crypto_payments (network, txid, idx, wallet_id, coin, units, height, block_hash, confirmations, final,
        state, seen_at, changed_at, due_at, watched)
      select network, ${txid}, 0, wallet_id, coin, units * 1000, height, block_hash, 999, true, 'CONFIRMING', seen_at,
        changed_at, 0, false
      from crypto_payments p
      where wallet_id = (select id from crypto_wallets where address = ${order.wallet}) limit 1`);
    await scene.world.sweepAll();
    const stolen = await scene.cash(player);
    expect(stolen).toBeGreaterThan(had);
    const lines = await found();
    expect(lines).toContainEqual(expect.stringMatching(/^NOT_ON_CHAIN: .* the chain has no such transaction$/));
    expect(lines).toContainEqual(expect.stringMatching(/^MONEY_MISSING: /));
    // It is reported, not debited: a person decides.
    expect(await scene.cash(player)).toBe(stolen);
  });
});
