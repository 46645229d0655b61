/** The signer signs no old quote: who makes it wait, or keeps it short of coins, chooses no rate. */
import { sign } from 'node:crypto';
import { payoutText, QUOTE_LIVES_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { newKey } from '@fairpot/server/crypto/withdrawals/out.fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide, type Request } from './policy.ts';
import { makeScene, OUTSIDE, type Scene } from './scene.fixture.ts';

const usdt = (amountUsd: number) => ({ coin: 'USDT', address: OUTSIDE.USDT, amountUsd }) as const;

describe('a withdrawal whose quote is older than 15 minutes', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene({ network: 'tron' });
  });
  afterAll(() => scene.close());

  test('is not signed while the site is away, and is paid as it is quoted when it is back', async () => {
    const player = await scene.player();
    const { id, quotedAt } = await scene.calls.ask(player, usdt(500));
    await scene.world.clock.advance(QUOTE_LIVES_MS + 1);
    for (let n = 0; n < 3; n += 1) {
      await scene.hand().step();
      await scene.world.clock.advance(2_000);
    }
    expect(await scene.payouts(id)).toEqual([]);
    await scene.until(player, 'CONFIRMED');
    const paid = await scene.calls.last(player);
    expect(paid.quotedAt).toBeGreaterThan(quotedAt + QUOTE_LIVES_MS);
    expect(await scene.payouts(id)).toHaveLength(1);
  });

  test('is paid with the signatures of a review that took an hour, at the quote of its end', async () => {
    const player = await scene.player();
    const { id, quotedAt } = await scene.calls.ask(player, usdt(3_000));
    await scene.calls.approve(scene.reviewers[0], id);
    await scene.turn(60 * 60_000);
    await scene.calls.approve(scene.reviewers[1], id);
    await scene.until(player, 'CONFIRMED');
    expect((await scene.calls.last(player)).quotedAt).toBeGreaterThan(quotedAt + QUOTE_LIVES_MS);
  });
});

describe('what is signed', () => {
  const NOW = 1_800_000_000_000;
  const reviewers = [newKey(), newKey()];
  const limits = { free: 100n, most: 10_000n, day: 100_000n };
  const request = (change: Partial<Request>): Request => ({
    ...{ id: 'cwd_1', network: 'tron', coin: 'USDT', address: OUTSIDE.USDT, units: '1000', mostUnits: '1050' },
    ...{ review: true, quotedAt: NOW, approvals: [] },
    ...change,
  });
  const signed = (of: Request, units: string) =>
    reviewers.map(({ key, privateKey }) => ({
      key,
      signature: sign(null, Buffer.from(payoutText({ ...of, units })), privateKey).toString('hex'),
    }));
  const said = (of: Request, now = NOW) =>
    decide(
      of,
      limits,
      reviewers.map(({ key }) => key),
      false,
      now,
    ).say;

  test('is at most what its reviewers signed, whatever the quote became', () => {
    const of = request({});
    const approvals = signed(of, '1050');
    for (const units of ['950', '1000', '1050']) expect(said({ ...of, units, approvals })).toBe('pay');
    expect(said({ ...of, units: '1051', approvals })).toBe('forged');
    expect(said({ ...of, mostUnits: '1051', approvals })).toBe('forged');
    expect(said({ ...of, approvals: signed(of, '1000') })).toBe('forged');
  });

  test('is of a quote of the last 15 minutes', () => {
    const of = request({});
    const approvals = signed(of, '1050');
    expect(said({ ...of, approvals }, NOW + QUOTE_LIVES_MS)).toBe('pay');
    expect(said({ ...of, approvals }, NOW + QUOTE_LIVES_MS + 1)).toBe('old');
    expect(said(request({ review: false, units: '100' }), NOW + QUOTE_LIVES_MS + 1)).toBe('old');
  });
});
