/** An operator tampers with outgoing money. The audit finds each manipulation once and moves no money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql, type Sql } from '../../platform/database/sql.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import {
  withdrawalCalls,
  newReviewer,
  payoutStored,
  type Reviewer,
  richPlayer,
} from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';
import { makeTampering } from '../../../testing/crypto/audit/audit.fixture.ts';
import { payoutRounds } from './payout-rounds.ts';

const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const ELSEWHERE = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';

let till: Till;
let signer: ClosablePool;
let tampering: ReturnType<typeof makeTampering>;
let calls: ReturnType<typeof withdrawalCalls>;
let reviewers: readonly [Reviewer, Reviewer];
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 10);
  tampering = makeTampering(till.world);
  calls = withdrawalCalls(till.world);
  reviewers = [await newReviewer(till.world), await newReviewer(till.world)];
});
afterAll(async () => {
  await signer.close();
  await till.close();
});

let made = 0;
const now = () => till.world.clock.now();

/** Acts as the signer: signs it, and the chain either has it for good or never will. */
async function ended(id: string, how: 'CONFIRMED' | 'FAILED'): Promise<string> {
  made += 1;
  const txid = made.toString(16).padStart(64, '0');
  const payout = { txid, raw: 'aa', expiresAt: null, nonce: null, inputs: [] };
  await signer.one(payoutStored(id, payout, '1e18', now()));
  if (how === 'CONFIRMED') await signer.run(sql`select payout_done(${id}, ${txid}, 7, ${now()})`);
  else await signer.run(sql`select payout_dead(${id}, ${txid}, 'REVERTED', ${now()})`);
  return txid;
}

/** A withdrawal that was paid or refunded. */
async function paid(how: 'CONFIRMED' | 'FAILED' = 'CONFIRMED', amountUsd = 20) {
  await till.sweep();
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: reviewers.map(({ key }) => key) };
  await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${now()})`);
  const player = await richPlayer(till.world, 200_000);
  const { id, status } = await calls.ask(player, { coin: 'USDT', address: ADDRESS, amountUsd });
  if (status === 'REVIEW') for (const reviewer of reviewers) await calls.approve(reviewer, id);
  const txid = await ended(id, how);
  await till.sweep();
  expect((await calls.last(player)).status).toBe(how === 'CONFIRMED' ? 'CONFIRMED' : 'REFUNDED');
  return { player, id, txid };
}

test('consistent books: paid, refunded and pending withdrawals open no incident in any round', async () => {
  await paid();
  await paid('FAILED');
  await paid('CONFIRMED', 1_500);
  const player = await richPlayer(till.world, 200_000);
  await calls.ask(player, { coin: 'USDT', address: ADDRESS, amountUsd: 20 });
  expect(await tampering.found(1)).toEqual([]);
  const looked = new Map<string, number>();
  for (const round of payoutRounds) {
    let after = '';
    let all = 0;
    do {
      const page = await round.page(till.world.db, after, 2);
      expect([round.name, page.findings]).toEqual([round.name, []]);
      all += page.checked;
      after = page.next;
    } while (after !== '');
    looked.set(round.name, all);
  }
  expect([...looked]).toEqual([
    ['holds', 4],
    ['payouts', 2],
    ['refunds', 1],
    ['withdrawals', 4],
  ]);
});

/** Applies `change`, expects the rounds to find `kinds` twice, and undoes it with `back`. */
async function tampered(change: readonly Sql[], kinds: readonly string[], back: readonly Sql[]): Promise<void> {
  await tampering.byHand(...change);
  expect(await tampering.found(1)).toEqual(kinds);
  expect(await tampering.found(1)).toEqual(kinds);
  await tampering.byHand(...back);
  await tampering.clean(1);
}

test('a payout, a hold and a refund without a withdrawal', async () => {
  const { player } = await paid();
  const before = await calls.money(player);
  for (const [code, from, to] of [
    ['CRYPTO_WITHDRAWAL', `hold:${player.id}`, 'world'],
    ['CRYPTO_WITHDRAWAL_HOLD', `cash:${player.id}`, `hold:${player.id}`],
    ['CRYPTO_WITHDRAWAL_BACK', `hold:${player.id}`, `cash:${player.id}`],
  ] as const) {
    const id = `trf_7${code}`;
    await tampered(
      [
        sql`insert into transfers (id, key, code, ref, at) values (${id}, ${id}, ${code}, 'cwd', 1)`,
        sql`insert into postings (transfer_id, account_id, cents) values (${id}, ${from}, -500), (${id}, ${to}, 500)`,
      ],
      ['TRANSFER_WITHOUT_WITHDRAWAL'],
      [sql`delete from postings where transfer_id = ${id}`, sql`delete from transfers where id = ${id}`],
    );
  }
  expect(await calls.money(player)).toEqual(before);
});

test.each([
  ['its sum', sql`cents = cents + 100`, sql`cents = cents - 100`, 'WITHDRAWAL_APART'],
  ['its fee', sql`fee_cents = fee_cents - 1`, sql`fee_cents = fee_cents + 1`, 'WITHDRAWAL_APART'],
  ['its rate', sql`rate_micro = rate_micro + 1000`, sql`rate_micro = rate_micro - 1000`, 'WITHDRAWAL_APART'],
  ['its address', sql`address = ${ELSEWHERE}`, sql`address = ${ADDRESS}`, 'PAYOUT_APART'],
])('a paid withdrawal with a changed %s', async (_, change, back, kind) => {
  const { id } = await paid();
  await tampered(
    [sql`update crypto_withdrawals set ${change} where id = ${id}`],
    [kind],
    [sql`update crypto_withdrawals set ${back} where id = ${id}`],
  );
});

test('a withdrawal that names a transfer or a transaction that does not exist', async () => {
  const { id, txid } = await paid();
  const { end } = await till.world.db.one<{ end: string }>(sql`
    select end_transfer as end from crypto_withdrawals where id = ${id}`);
  await tampered(
    [sql`update crypto_withdrawals set end_transfer = 'trf_7gone' where id = ${id}`],
    ['TRANSFER_WITHOUT_WITHDRAWAL', 'WITHDRAWAL_APART'],
    [sql`update crypto_withdrawals set end_transfer = ${end} where id = ${id}`],
  );
  await tampered(
    [sql`update crypto_payouts set state = 'DEAD', height = null where txid = ${txid}`],
    ['PAYOUT_APART'],
    [sql`update crypto_payouts set state = 'CONFIRMED', height = 7 where txid = ${txid}`],
  );
});

test('a withdrawal whose transaction pays another amount or another recipient', async () => {
  const { txid } = await paid();
  await tampered(
    [sql`update crypto_payouts set units = units * 2 where txid = ${txid}`],
    ['PAYOUT_APART'],
    [sql`update crypto_payouts set units = units / 2 where txid = ${txid}`],
  );
  await tampered(
    [sql`update crypto_payouts set address = ${ELSEWHERE} where txid = ${txid}`],
    ['PAYOUT_APART'],
    [sql`update crypto_payouts set address = ${ADDRESS} where txid = ${txid}`],
  );
});

test('paid and refunded: a refund whose transaction is alive, and a payment recorded as a refund', async () => {
  const { id: refunded, txid } = await paid('FAILED');
  await tampered(
    [sql`update crypto_payouts set state = 'BROADCAST' where txid = ${txid}`],
    ['PAYOUT_APART'],
    [sql`update crypto_payouts set state = 'DEAD' where txid = ${txid}`],
  );
  const reason = sql`
    update crypto_withdrawals set state = 'CONFIRMED', reason = null, txid = ${txid} where id = ${refunded}`;
  await tampered(
    [reason],
    ['PAYOUT_APART', 'WITHDRAWAL_APART'],
    [sql`update crypto_withdrawals set state = 'REFUNDED', reason = 'REVERTED', txid = null where id = ${refunded}`],
  );
});

test('a forged review: one of two signatures deleted, or made for another text', async () => {
  const { id } = await paid('CONFIRMED', 1_500);
  const staff = reviewers[0].actor.id;
  const [row] = await till.world.db.many<{ row: string; signature: string }>(sql`
    select to_jsonb(r)::text as row, signature from crypto_reviews r
    where withdrawal_id = ${id} and staff_id = ${staff}`);
  if (row === undefined) throw new Error('it was signed');
  await tampered(
    [sql`delete from crypto_reviews where withdrawal_id = ${id} and staff_id = ${staff}`],
    ['REVIEW_APART'],
    [sql`insert into crypto_reviews select * from jsonb_populate_record(null::crypto_reviews, ${row.row}::jsonb)`],
  );
  const other = await paid('CONFIRMED', 1_600);
  await tampered(
    [
      sql`update crypto_reviews set signature = (select signature from crypto_reviews where withdrawal_id = ${other.id}
        and staff_id = ${staff}) where withdrawal_id = ${id} and staff_id = ${staff}`,
    ],
    ['REVIEW_APART'],
    [sql`update crypto_reviews set signature = ${row.signature} where withdrawal_id = ${id} and staff_id = ${staff}`],
  );
});
