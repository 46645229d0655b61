/** Cases of the other processes, which call their own database functions: the trade worker, the chain watcher, the signer. */
import { payoutStored } from '../crypto/withdrawals/withdrawals.fixture.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql, type Db, type Sql } from '../../src/platform/database/sql.ts';
import { openWithdrawal, paidOrder } from './crypted.ts';
import type { PlanCase } from '../cases/case.ts';
import { receivedDeposit } from './traded.ts';

/** The question of a worker's loop, which must find what is due. */
async function ask(db: Db, question: Sql): Promise<void> {
  const { due } = await db.one<{ due: boolean }>(sql`select ${question} as due`);
  invariant(due, `not due: ${question.text}`);
}

export const PROCESS_CASES: readonly PlanCase[] = [
  {
    about: 'the trade worker',
    limit: 10,
    run: async ({ world, deps, player }) => {
      const id = await receivedDeposit(world, await player(), 1_100);
      const now = deps.clock.now();
      await deps.db.run(sql`update trade_orders set due_at = ${now} where id = ${id}`);
      await ask(deps.db, sql`exists (select from trade_orders where due_at <= ${now} and lease_until <= ${now})`);
      const claimed = await deps.db.many(sql`select trade_claim('plans', ${now}, ${now + 1}, 10)`);
      invariant(claimed.length === 1, `${claimed.length} orders due`);
    },
  },
  {
    about: 'the trade worker, of inventories of players',
    limit: 10,
    run: async ({ deps, player }) => {
      const now = deps.clock.now();
      const { id } = await player();
      await deps.db.run(sql`update steam_checks set due_at = ${now}, asked_at = ${now} where player_id = ${id}`);
      await ask(deps.db, sql`steam_check_any(${now})`);
      const claimed = await deps.db.many<{ version: number }>(sql`
        select version from steam_check_claim(${now}, ${now + 1}, 10)`);
      invariant(claimed.length > 0, 'a look was due');
      await deps.db.run(sql`select steam_check_seen(${id}, 730, ${claimed[0]?.version ?? 0}, '[]'::jsonb, ${now})`);
    },
  },
  {
    about: 'the chain watcher',
    limit: 50,
    run: async ({ world, deps, player }) => {
      await paidOrder(world, await player());
      const now = deps.clock.now();
      for (const network of ['bitcoin', 'tron']) await ask(deps.db, sql`crypto_watch_any(${network}, ${now}, ${now})`);
      const looked = await deps.db.many(sql`select crypto_look('bitcoin', ${now}, 1000, 50) as address`);
      invariant(looked.length > 0, 'no address was due');
      const checks = await deps.db.many<{ txid: string; idx: number }>(sql`
        select txid, idx from crypto_checks('tron', ${now}, 5)`);
      invariant(checks.length === 5, `${checks.length} payments were due`);
      for (const { txid, idx } of checks)
        await deps.db.run(sql`select crypto_checked('tron', ${txid}, ${idx}, null, 1000, ${now})`);
      const weigh = await deps.db.many<{ address: string }>(sql`
        select address from crypto_weigh('tron', ${now}, 3)`);
      invariant(weigh.length === 3, `${weigh.length} addresses were due`);
      for (const { address } of weigh) {
        const held = JSON.stringify([{ coin: 'USDT', units: '10000000', spent: true }]);
        await deps.db.run(sql`
          select crypto_weighed('tron', height, hash, ${address}, ${held}::jsonb, 1000, ${now}) from crypto_networks
          where network = 'tron'`);
      }
      const payouts = await deps.db.many<{ txid: string }>(sql`
        select txid from crypto_payout_checks('tron', ${now}, 5)`);
      invariant(payouts.length === 5, `${payouts.length} transactions of the signer were due`);
      for (const { txid } of payouts)
        await deps.db.run(sql`select crypto_payout_checked('tron', ${txid}, null, 1000, ${now})`);
      await deps.db.run(sql`select crypto_lost('tron', array[${'0'.repeat(64)}::text], ${now})`);
      const { done } = await deps.db.one<{ done: boolean }>(sql`
        select crypto_rewind('tron', height, hash, height - 1, 'before', ${now}) as done from crypto_networks
        where network = 'tron'`);
      invariant(done, 'nothing was rewound');
    },
  },
  {
    about: 'the signer',
    limit: 10,
    run: async ({ world, deps, player }) => {
      const id = await openWithdrawal(world, await player());
      const now = deps.clock.now();
      await ask(
        deps.db,
        sql`exists (select from crypto_withdrawals
          where network = 'tron' and due_at <= ${now} and state in ('APPROVED', 'SIGNED', 'BROADCAST'))`,
      );
      const claimed = await deps.db.many(sql`select payout_claim('tron', ${now}, ${now + 1}, 10)`);
      invariant(claimed.length === 1, `${claimed.length} withdrawals were due`);
      const payout = { txid: 'ab'.repeat(32), raw: 'aa', expiresAt: null, nonce: 7, inputs: ['x:0'] };
      const { answer } = await deps.db.one<{ answer: string }>(payoutStored(id, payout, '1e18', now));
      invariant(answer === 'stored', `it was ${answer}`);
      await deps.db.run(sql`select payout_sent(${id}, ${payout.txid}, ${now})`);
      await deps.db.run(sql`select payout_dead(${id}, ${payout.txid}, null, ${now})`);
      await deps.db.run(sql`select payout_refuse(${id}, 'ADDRESS', ${now})`);
    },
  },
];
