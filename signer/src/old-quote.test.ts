/** The signer signs no stale quote, so that an attacker who delays it, or drains its wallet, cannot choose the rate. */
import { sign } from 'node:crypto';
import { payoutText, QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { newKey } from '@fairpot/server/testing/crypto/withdrawals/withdrawals.fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide, type SigningRequest } from './policy.ts';
import { makeSignerScene, OUTSIDE, type SignerScene } from './scene.fixture.ts';

const usdt = (amountUsd: number) => ({ coin: 'USDT', address: OUTSIDE.USDT, amountUsd }) as const;

describe('a withdrawal whose quote is older than 15 minutes', () => {
  let scene: SignerScene;
  beforeAll(async () => {
    scene = await makeSignerScene({ network: 'tron' });
  });
  afterAll(() => scene.close());

  test('is not signed while the site is down; once the site is back, it is paid at a new quote', async () => {
    const player = await scene.player();
    const { id, quotedAt } = await scene.calls.ask(player, usdt(500));
    await scene.world.clock.advance(QUOTE_LIFETIME_MS + 1);
    for (let n = 0; n < 3; n += 1) {
      await scene.newSigner().step();
      await scene.world.clock.advance(2_000);
    }
    expect(await scene.payouts(id)).toEqual([]);
    await scene.until(player, 'CONFIRMED');
    const paid = await scene.calls.last(player);
    expect(paid.quotedAt).toBeGreaterThan(quotedAt + QUOTE_LIFETIME_MS);
    expect(await scene.payouts(id)).toHaveLength(1);
  });

  test('keeps its signatures through an hour of review and is paid at the quote of the end', async () => {
    const player = await scene.player();
    const { id, quotedAt } = await scene.calls.ask(player, usdt(3_000));
    await scene.calls.approve(scene.reviewers[0], id);
    await scene.turn(60 * 60_000);
    await scene.calls.approve(scene.reviewers[1], id);
    await scene.until(player, 'CONFIRMED');
    expect((await scene.calls.last(player)).quotedAt).toBeGreaterThan(quotedAt + QUOTE_LIFETIME_MS);
  });
});

describe('the signer pays', () => {
  const NOW = 1_800_000_000_000;
  const reviewers = [newKey(), newKey()];
  const limits = { free: 100n, most: 10_000n, day: 100_000n };
  const request = (change: Partial<SigningRequest>): SigningRequest => ({
    ...{ id: 'cwd_1', network: 'tron', coin: 'USDT', address: OUTSIDE.USDT, units: '1000', mostUnits: '1050' },
    ...{ review: true, quotedAt: NOW, approvals: [] },
    ...change,
  });
  const signed = (of: SigningRequest, units: string) =>
    reviewers.map(({ key, privateKey }) => ({
      key,
      signature: sign(null, Buffer.from(payoutText({ ...of, units })), privateKey).toString('hex'),
    }));
  const actionFor = (of: SigningRequest, now = NOW) =>
    decide(
      of,
      limits,
      reviewers.map(({ key }) => key),
      false,
      now,
    ).action;

  test('at most what its reviewers signed, whatever the quote became', () => {
    const of = request({});
    const approvals = signed(of, '1050');
    for (const units of ['950', '1000', '1050']) expect(actionFor({ ...of, units, approvals })).toBe('pay');
    expect(actionFor({ ...of, units: '1051', approvals })).toBe('forged');
    expect(actionFor({ ...of, mostUnits: '1051', approvals })).toBe('forged');
    expect(actionFor({ ...of, approvals: signed(of, '1000') })).toBe('forged');
  });

  test('only at a quote of the last 15 minutes', () => {
    const of = request({});
    const approvals = signed(of, '1050');
    expect(actionFor({ ...of, approvals }, NOW + QUOTE_LIFETIME_MS)).toBe('pay');
    expect(actionFor({ ...of, approvals }, NOW + QUOTE_LIFETIME_MS + 1)).toBe('stale');
    expect(actionFor(request({ review: false, units: '100' }), NOW + QUOTE_LIFETIME_MS + 1)).toBe('stale');
  });
});
