/** A large withdrawal and its two reviewers, and what an attacker who controls the site's database role can do. */
import { approveCryptoWithdrawal, rejectCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { newKey } from '@fairpot/server/testing/crypto/withdrawals/withdrawals.fixture';
import { sqlState } from '@fairpot/server/platform/database/db';
import { sql, type Sql } from '@fairpot/server/platform/database/sql';
import { attemptResult, raceIn } from '@fairpot/server/testing/races';
import { USDT_CONTRACT } from '@fairpot/simulators/chains/tron/tron';
import { toHexAddress } from '@fairpot/simulators/chains/tron/proto';
import { sign } from 'node:crypto';
import { payoutText } from '@fairpot/contract/crypto/withdrawals/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSignerScene, OUTSIDE, type SignerScene } from './scene.fixture.ts';

let scene: SignerScene;
beforeAll(async () => {
  scene = await makeSignerScene({ network: 'tron' });
});
afterAll(() => scene.close());

const usdt = (amountUsd: number) => ({ coin: 'USDT', address: OUTSIDE.USDT, amountUsd }) as const;
const held = () => scene.sims.chains.tron.balance(toHexAddress(OUTSIDE.USDT), USDT_CONTRACT);

describe('over the limit', () => {
  test('two reviewers sign and it is paid', async () => {
    const player = await scene.player();
    const { id, status } = await scene.calls.ask(player, usdt(3_000));
    expect(status).toBe('REVIEW');
    await scene.turn();
    expect(await scene.payouts(id)).toEqual([]);
    const [one, two] = scene.reviewers;
    expect(await scene.calls.approve(one, id)).toMatchObject({ status: 'REVIEW', approvals: 1 });
    await scene.turn();
    expect(await scene.payouts(id)).toEqual([]);
    expect(await scene.calls.approve(two, id)).toMatchObject({ status: 'APPROVED', approvals: 2 });
    await scene.until(player, 'CONFIRMED');
    expect(await scene.calls.last(player)).toMatchObject({ approvals: 2, approvalsNeeded: 2 });
  });

  test('refuses second signatures, own withdrawals, foreign keys and other texts; concurrent approvals count once each', async () => {
    const player = await scene.player();
    const [one, two] = scene.reviewers;
    const { id } = await scene.calls.ask(player, usdt(3_000));
    const [shown] = await scene.calls.reviewed(one.actor);
    if (shown?.id !== id) throw new Error('not in review');
    const terms = { ...shown, coin: shown.coinName };
    const attempt = (who: typeof one, signature = who.sign(terms), key = who.key) =>
      attemptResult(scene.world.run(approveCryptoWithdrawal, who.actor, { withdrawalId: id, key, signature }));
    expect(await attempt(one, one.sign({ ...terms, address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }))).toBe(
      'REVIEW_SIGNATURE',
    );
    expect(await attempt(one, one.sign({ ...terms, units: '1' }))).toBe('REVIEW_SIGNATURE');
    expect(await attempt(one, two.sign(terms))).toBe('REVIEW_SIGNATURE');
    const stranger = newKey();
    const foreign = sign(null, Buffer.from(payoutText(terms)), stranger.privateKey).toString('hex');
    expect(await attempt(one, foreign, stranger.key)).toBe('REVIEW_SIGNATURE');
    expect(await attempt({ ...one, actor: player })).toBe('FORBIDDEN');
    expect(await attempt({ ...one, actor: { ...player, status: 'ADMIN' } })).toBe('REVIEW_OWN');
    expect(await attempt(one)).toBe('ok');
    expect(await attempt(one)).toBe('REVIEW_TWICE');
    expect(await attempt({ ...one, actor: two.actor })).toBe('REVIEW_TWICE');
    expect((await scene.calls.last(player)).status).toBe('REVIEW');
    const both = await raceIn(scene.world, [
      () => scene.calls.approve(two, id),
      () => scene.calls.approve(two, id),
      () => scene.calls.reject(one.actor, id),
    ]);
    expect(both['ok']).toBe(1);
    expect(['APPROVED', 'REFUNDED']).toContain((await scene.calls.last(player)).status);
  });

  test('a reviewer rejects it with a reason that the player reads; the money is back at once and the record names both reviewers', async () => {
    const player = await scene.player();
    const [one, two] = scene.reviewers;
    const { id } = await scene.calls.ask(player, usdt(3_000));
    await scene.calls.approve(one, id);
    await scene.world.run(rejectCryptoWithdrawal, two.actor, { withdrawalId: id, why: 'this does not look right' });
    const ended = await scene.calls.last(player);
    expect(ended).toMatchObject({ status: 'REFUNDED', reason: 'REJECTED' });
    expect(ended.reasonText).toContain('this does not look right');
    expect(await scene.calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
    const acts = await scene.world.db.many(sql`
      select staff_id as who, act, why from crypto_reviews where withdrawal_id = ${id} order by at, act`);
    expect(acts).toEqual([
      { who: one.actor.id, act: 'APPROVED', why: '' },
      { who: two.actor.id, act: 'REJECTED', why: 'this does not look right' },
    ]);
    expect(await attemptResult(scene.calls.reject(one.actor, id))).toBe('REVIEW_OVER');
    await scene.turn();
    expect(await scene.payouts(id)).toEqual([]);
  });

  test('the signer demands a review where the site did not, and never pays above its own maximum', async () => {
    const player = await scene.player();
    const limit = scene.limits.get('USDT');
    if (limit === undefined) throw new Error('no limit');
    scene.limits.set('USDT', { ...limit, free: 100_000_000n, most: 700_000_000n });
    const { id, status } = await scene.calls.ask(player, usdt(500));
    expect(status).toBe('APPROVED');
    await scene.turn();
    expect(await scene.calls.last(player)).toMatchObject({ status: 'REVIEW', approvalsNeeded: 2 });
    for (const reviewer of scene.reviewers) await scene.calls.approve(reviewer, id);
    await scene.until(player, 'CONFIRMED');
    // The signer advertised a higher maximum before.
    const other = await scene.player();
    const large = await scene.calls.ask(other, usdt(705));
    scene.limits.set('USDT', { ...limit, free: 100_000_000n, most: 690_000_000n });
    await scene.newSigner().step();
    await scene.until(other, 'REFUNDED');
    expect(await scene.calls.last(other)).toMatchObject({ reason: 'TOO_LARGE' });
    expect(await scene.payouts(large.id)).toEqual([]);
    scene.limits.set('USDT', limit);
    await scene.newSigner().advertise();
  });

  test('the daily limit holds across all signers; waiting withdrawals are paid when there is room again', async () => {
    const limit = scene.limits.get('TRX');
    if (limit === undefined) throw new Error('no limit');
    const ask = async () => {
      const player = await scene.player();
      await scene.calls.ask(player, { coin: 'TRX', address: OUTSIDE.TRX, amountUsd: 100 });
      return player;
    };
    const players = [await ask(), await ask(), await ask(), await ask()];
    const units = 365_000_000n;
    scene.limits.set('TRX', { ...limit, day: 2n * units + units / 2n });
    await Promise.all([scene.newSigner().step(), scene.newSigner().step()]);
    const states = async () =>
      (await Promise.all(players.map((player) => scene.calls.last(player)))).map((w) => w.status);
    for (let n = 0; n < 5; n += 1) await scene.turn();
    expect((await states()).filter((status) => status === 'APPROVED')).toHaveLength(2);
    await scene.world.clock.advance(24 * 60 * 60_000);
    for (const player of players) await scene.until(player, 'CONFIRMED');
    scene.limits.set('TRX', limit);
  });
});

describe('an attacker with the site’s database role', () => {
  const refusedBy = async (statement: Sql): Promise<string> => {
    try {
      await scene.world.deps.db.transaction((tx) => tx.run(statement));
    } catch (error) {
      return sqlState(error) ?? 'another error';
    }
    return 'done';
  };

  test('cannot write transactions, call the signer’s functions, or change what is paid and where', async () => {
    const player = await scene.player();
    const { id } = await scene.calls.ask(player, usdt(3_000));
    const tried = [
      sql`
        insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw,
          signed_at, changed_at)
        values (${id}, 1, 'tron', 'USDT', 'T', 1, ${'0'.repeat(64)}, 'aa', 0, 0)`,
      sql`update crypto_payouts set state = 'DEAD'`,
      sql`delete from crypto_payouts`,
      sql`select payout_store(${id}, '{}'::jsonb, 1, 0)`,
      sql`select payout_done(${id}, '', 0, 0)`,
      sql`select payout_dead(${id}, '', null, 0)`,
      sql`select payout_advertise('[]'::jsonb, 0)`,
      sql`update crypto_ways_out set most_units = 1`,
      sql`update crypto_withdrawals set address = 'T'`,
      sql`update crypto_withdrawals set units = 1`,
      sql`update crypto_withdrawals set cents = 1`,
      sql`delete from crypto_withdrawals`,
      sql`update crypto_reviews set key = ''`,
      sql`delete from crypto_reviews`,
    ];
    for (const statement of tried)
      expect([statement.text, await refusedBy(statement)]).toEqual([statement.text, '42501']);
    expect(await refusedBy(sql`update crypto_withdrawals set txid = ${'0'.repeat(64)} where id = ${id}`)).toBe('42501');
    // Past the site's own rules, the table itself refuses each of these.
    for (const change of [
      sql`state = 'APPROVED'`,
      sql`state = 'CONFIRMED'`,
      sql`state = 'FAILED', reason = 'EXPIRED'`,
      sql`review = false`,
    ]) {
      expect(await refusedBy(sql`update crypto_withdrawals set ${change} where id = ${id}`)).toBe('FPC04');
    }
  });

  /** Inserts a withdrawal that no player requested, as the site's code would, to an address that was not in the address book before. */
  async function invent(units: bigint, review: boolean, address: string = OUTSIDE.USDT): Promise<string> {
    const player = await scene.player();
    const id = scene.world.deps.ids.next('cryptoWithdrawal');
    await scene.world.deps.db.transaction(async (tx) => {
      await tx.run(sql`insert into crypto_players (player_id, taken_cents) values (${player.id}, 100)`);
      await tx.run(sql`
        insert into crypto_addresses (id, player_id, network, address, label, added_at, usable_at)
        values (${`cad_${id}`}, ${player.id}, 'tron', ${address}, '', 0, 0)`);
      const { transfer } = await tx.one<{ transfer: string }>(sql`
        select ledger_transfer(${scene.world.deps.ids.next('transfer')}, ${id}, 'CRYPTO_WITHDRAWAL_HOLD', ${id}, 0,
          ${[`cash:${player.id}`, `hold:${player.id}`]}::text[], array[-100, 100]::bigint[]) as transfer`);
      await tx.run(sql`
        insert into crypto_withdrawals (id, player_id, coin, network, address, cents, fee_cents, units, rate_micro,
          quoted_at, spread_bps, least_units, most_units, created_at, changed_at, state, review, slot, hold_transfer)
        values (${id}, ${player.id}, 'USDT', 'tron', ${address}, 100, 0, ${units.toString()}::numeric, 1,
          ${scene.world.clock.now()}, 0, ${units.toString()}::numeric, ${units.toString()}::numeric, 0, 0,
          ${review ? 'REVIEW' : 'APPROVED'}, ${review}, 1, ${transfer})`);
    });
    return id;
  }
  const stateOf = async (id: string) =>
    (await scene.world.db.one<{ state: string }>(sql`select state from crypto_withdrawals where id = ${id}`)).state;

  test('invents a withdrawal: it is paid up to the signer’s own limits, and a large one waits for reviewers', async () => {
    const before = held();
    const large = await invent(2_000_000_001n, false);
    await scene.turn();
    expect(await stateOf(large)).toBe('REVIEW');
    const huge = await invent(20_000_000_001n, false);
    await scene.turn();
    expect(['FAILED', 'REFUNDED']).toContain(await stateOf(huge));
    expect(held()).toBe(before);
  });

  test('invents reviewers: the signer checks signatures against the keys that only it names', async () => {
    const before = held();
    const id = await invent(3_000_000_000n, true);
    const [one, two] = scene.reviewers;
    const strangers = [newKey(), newKey()];
    const terms = { id, network: 'tron', coin: 'USDT', address: OUTSIDE.USDT, units: '3000000000' } as const;
    const rows = strangers.map(({ key, privateKey }, n) => ({
      staff: [one, two][n]?.actor.id ?? '',
      key,
      signature: sign(null, Buffer.from(payoutText(terms)), privateKey).toString('hex'),
    }));
    for (const { staff, key, signature } of rows) {
      await scene.world.deps.db.run(sql`
        insert into crypto_reviews (withdrawal_id, staff_id, act, key, signature, at)
        values (${id}, ${staff}, 'APPROVED', ${key}, ${signature}, 0)`);
    }
    await scene.world.deps.db.run(sql`update crypto_withdrawals set state = 'APPROVED' where id = ${id}`);
    for (let n = 0; n < 5; n += 1) await scene.turn();
    expect(await stateOf(id)).toBe('APPROVED');
    expect(await scene.payouts(id)).toEqual([]);
    expect(held()).toBe(before);
  });

  test('copies real signatures to another withdrawal or address: they are worthless there', async () => {
    const player = await scene.player();
    const { id } = await scene.calls.ask(player, usdt(3_000));
    for (const reviewer of scene.reviewers) await scene.calls.approve(reviewer, id);
    const theft = await invent(3_000_000_000n, true, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
    await scene.world.deps.db.run(sql`
      insert into crypto_reviews (withdrawal_id, staff_id, act, key, signature, at)
      select ${theft}, staff_id, act, key, signature, at from crypto_reviews where withdrawal_id = ${id}`);
    await scene.world.deps.db.run(sql`update crypto_withdrawals set state = 'APPROVED' where id = ${theft}`);
    for (let n = 0; n < 5; n += 1) await scene.turn();
    expect(await scene.payouts(theft)).toEqual([]);
    expect((await scene.calls.last(player)).status).not.toBe('REFUNDED');
  });

  test('refunds a withdrawal while its coins are on their way: the table refuses', async () => {
    const player = await scene.player();
    const { id } = await scene.calls.ask(player, usdt(20));
    await scene.turn();
    expect((await scene.calls.last(player)).status).toBe('BROADCAST');
    for (const change of [sql`state = 'FAILED', reason = 'EXPIRED'`, sql`state = 'APPROVED'`]) {
      expect(await refusedBy(sql`update crypto_withdrawals set ${change} where id = ${id}`)).toBe('FPC04');
    }
    await scene.until(player, 'CONFIRMED');
    expect(await scene.payouts(id)).toHaveLength(1);
  });
});
