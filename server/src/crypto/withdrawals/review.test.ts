/** Who sees and decides withdrawals in review. How the signer checks signatures: signer/src/review.test.ts. */
import {
  approveCryptoWithdrawal,
  listCryptoWithdrawals,
  listReviewedWithdrawals,
  rejectCryptoWithdrawal,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import { raceIn } from '../../../testing/races.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  newReviewer,
  richPlayer,
  type Reviewer,
} from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { CRYPTO_WITHDRAWAL_REASONS } from '@fairpot/contract/crypto/withdrawals/calls';
import { notificationsOf } from '../../../testing/notifications.ts';

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewers: readonly [Reviewer, Reviewer];
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 10);
  calls = withdrawalCalls(till.world);
  reviewers = [await newReviewer(till.world), await newReviewer(till.world)];
  await till.sweep();
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: reviewers.map(({ key }) => key) };
  await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${till.world.clock.now()})`);
});
afterAll(async () => {
  await signer.close();
  await till.close();
});

const ask = async () => {
  const player = await richPlayer(till.world);
  const address = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
  return { player, asked: await calls.ask(player, { coin: 'USDT', address, amountUsd: 1_000.01 }) };
};

test('one cent above the limit it waits; only its player and ADMIN see it', async () => {
  const { world } = till;
  const { player, asked } = await ask();
  expect(asked).toMatchObject({ status: 'REVIEW', approvals: 0, approvalsNeeded: 2 });
  expect(await world.run(listCryptoWithdrawals, await till.player(), {})).toEqual([]);
  expect((await world.run(listCryptoWithdrawals, player, {})).map(({ id }) => id)).toEqual([asked.id]);
  expect(await world.run(listCryptoWithdrawals, player, { before: asked.id })).toEqual([]);
  const { withdrawals } = await world.run(listReviewedWithdrawals, reviewers[0].actor, {});
  const shown = withdrawals.find(({ id }) => id === asked.id);
  expect(shown).toMatchObject({
    network: 'tron',
    amountCoin: '988.128712',
    units: '1037535147',
    acts: [],
    user: { id: player.id },
  });
  expect(shown?.checks).toMatchObject({
    levelNeeded: 10,
    dayUsd: 1_000.01,
    dayMostUsd: 10_000,
    frozen: false,
    incidents: 0,
  });
  const key = 'ab'.repeat(32);
  const signature = 'cd'.repeat(64);
  for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
    const other = { ...(await till.player()), status };
    expect(await world.refused(listReviewedWithdrawals, other, {})).toBe('FORBIDDEN');
    const given = { withdrawalId: asked.id, key, signature };
    expect(await world.refused(approveCryptoWithdrawal, other, given)).toBe('FORBIDDEN');
    const refusal = { withdrawalId: asked.id, why: 'because' };
    expect(await world.refused(rejectCryptoWithdrawal, other, refusal)).toBe('FORBIDDEN');
  }
});

test('refuses an unknown withdrawal, a decided one, and an empty reason', async () => {
  const { world } = till;
  const [one, two] = reviewers;
  const unknown = world.deps.ids.next('cryptoWithdrawal');
  const why = 'looked at it';
  expect(await world.refused(rejectCryptoWithdrawal, one.actor, { withdrawalId: unknown, why })).toBe('NOT_FOUND');
  const { asked } = await ask();
  expect(await world.refused(rejectCryptoWithdrawal, one.actor, { withdrawalId: asked.id, why: ' ' })).toBe(
    'BAD_INPUT',
  );
  await calls.approve(one, asked.id);
  await calls.approve(two, asked.id);
  expect(await world.refused(rejectCryptoWithdrawal, one.actor, { withdrawalId: asked.id, why })).toBe('REVIEW_OVER');
});

test('rejected by five at once and again under the same key, the money is refunded once', async () => {
  const { player, asked } = await ask();
  const counts = await raceIn(
    till.world,
    [1, 2, 3, 4, 5].map(() => () => calls.reject(reviewers[0].actor, asked.id)),
  );
  expect(counts).toEqual({ ok: 1, REVIEW_OVER: 4 });
  expect((await notificationsOf(till.world.db, player, 'withdrawal')).map(({ text }) => text)).toEqual([
    CRYPTO_WITHDRAWAL_REASONS.REJECTED,
  ]);
  expect(await calls.money(player)).toEqual({ available: 10_000_000, hold: 0 });
  const again = await ask();
  const input = { withdrawalId: again.asked.id, why: 'twice the same' };
  const reject = () => till.world.run(rejectCryptoWithdrawal, reviewers[1].actor, input, { key: 'once' });
  expect([await reject(), await reject()]).toEqual(Array(2).fill({ withdrawalId: again.asked.id, status: 'REFUNDED' }));
  expect(await calls.money(again.player)).toEqual({ available: 10_000_000, hold: 0 });
});
