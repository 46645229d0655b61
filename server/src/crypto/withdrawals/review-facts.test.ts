/** The player of a withdrawal in review is notified of each signature, not only of the last. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import { withdrawalCalls, newReviewer, richPlayer } from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';

let till: Till;
let signer: ClosablePool;
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 10);
});
afterAll(async () => {
  await signer.close();
  await till.close();
});

test('each signature is a new version, published on the player’s own topic', async () => {
  const { world } = till;
  const reviewers = [await newReviewer(world), await newReviewer(world)] as const;
  await till.sweep();
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: reviewers.map(({ key }) => key) };
  await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${world.clock.now()})`);
  const calls = withdrawalCalls(world);
  const player = await richPlayer(world);
  const address = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
  const { id, version } = await calls.ask(player, { coin: 'USDT', address, amountUsd: 1_000.01 });
  const factStates = async () => {
    const facts = await world.db.many<{ status: string }>(sql`
      select body ->> 'status' as status from facts where type = 'crypto.withdrawal' and body ->> 'withdrawalId' = ${id}
      order by (body ->> 'version')::integer`);
    return facts.map(({ status }) => status);
  };
  await calls.approve(reviewers[0], id);
  expect(await calls.last(player)).toMatchObject({ status: 'REVIEW', approvals: 1, version: version + 1 });
  expect(await factStates()).toEqual(['REVIEW', 'REVIEW']);
  await calls.approve(reviewers[1], id);
  expect(await factStates()).toEqual(['REVIEW', 'REVIEW', 'APPROVED']);
});

test('a rejected player has the balance back on every page, is notified once, and never of a rejection that failed', async () => {
  const { world } = till;
  const staff = await newReviewer(world);
  const calls = withdrawalCalls(world);
  const player = await richPlayer(world);
  const address = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
  const { id } = await calls.ask(player, { coin: 'USDT', address, amountUsd: 1_000.01 });
  const balanceSignals = () =>
    world.signals.filter(({ name, args }) => name === 'userUpdated' && args[0] === player.id);
  expect(balanceSignals()).toHaveLength(0);
  await calls.reject(staff.actor, id);
  expect(balanceSignals()).toHaveLength(1);
  await expect(calls.reject(staff.actor, id)).rejects.toThrow();
  expect(balanceSignals()).toHaveLength(1);
});
