/** Guarantees between signers: one handles a withdrawal at a time, nothing of the wallet is spent twice, one transaction is live. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosablePool } from '../../platform/database/db.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeTill, type Till } from '../../../testing/crypto/till.fixture.ts';
import { withdrawalCalls, payoutStored, richPlayer } from '../../../testing/crypto/withdrawals/withdrawals.fixture.ts';

const OUT = { BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };

let till: Till;
let signer: ClosablePool;
let calls: ReturnType<typeof withdrawalCalls>;
beforeAll(async () => {
  till = await makeTill();
  signer = till.world.pool('signer', 4);
  calls = withdrawalCalls(till.world);
  await till.sweep();
  const ways = [
    { coin: 'BTC', wallet: 'w', most: '1000000000', reviewers: [] },
    { coin: 'ETH', wallet: 'w', most: '90000000000000000000', reviewers: [] },
  ];
  await signer.run(sql`select payout_advertise(${JSON.stringify(ways)}::jsonb, ${now()})`);
});
afterAll(async () => {
  await signer.close();
  await till.close();
});

const now = () => till.world.clock.now();
const ask = async (coin: 'BTC' | 'ETH') => {
  const player = await richPlayer(till.world);
  return (await calls.ask(player, { coin, address: OUT[coin], amountUsd: 20 })).id;
};
let made = 0;
const txid = () => (made += 1).toString(16).padStart(64, '0');

async function store(id: string, { nonce = null, inputs = [] }: { nonce?: number | null; inputs?: string[] }) {
  const payout = { txid: txid(), raw: 'aa', expiresAt: null, nonce, inputs };
  const { answer } = await signer.one<{ answer: string }>(payoutStored(id, payout, '1e30', now()));
  return { answer, txid: payout.txid };
}
const stored = (id: string) =>
  till.world.db.many<{ state: string }>(sql`
    select state from crypto_payouts where withdrawal_id = ${id} order by attempt`);
const stateOf = async (id: string) =>
  (await till.world.db.one<{ state: string }>(sql`select state from crypto_withdrawals where id = ${id}`)).state;

test('an output that another transaction spends is not spent again until that one is dead', async () => {
  const [one, two] = [await ask('BTC'), await ask('BTC')];
  const first = await store(one, { inputs: ['a:0', 'b:1'] });
  expect(first.answer).toBe('stored');
  expect((await store(two, { inputs: ['c:0', 'b:1'] })).answer).toBe('taken');
  expect([await stored(two), await stateOf(two)]).toEqual([[], 'APPROVED']);
  expect((await store(two, { inputs: ['c:0', 'b:2'] })).answer).toBe('stored');
  await signer.run(sql`select payout_dead(${one}, ${first.txid}, null, ${now()})`);
  expect((await store(one, { inputs: ['a:0', 'b:1'] })).answer).toBe('stored');
});

test('an Ethereum number belongs to one transaction, even after that one is in the chain for good', async () => {
  const [one, two] = [await ask('ETH'), await ask('ETH')];
  const first = await store(one, { nonce: 5 });
  expect(first.answer).toBe('stored');
  expect((await store(two, { nonce: 5 })).answer).toBe('taken');
  await signer.run(sql`select payout_done(${one}, ${first.txid}, 7, ${now()})`);
  expect((await store(two, { nonce: 5 })).answer).toBe('taken');
  expect([await stored(two), await stateOf(two)]).toEqual([[], 'APPROVED']);
  expect((await store(two, { nonce: 6 })).answer).toBe('stored');
});

test('a withdrawal has one live transaction, even against direct writes', async () => {
  const id = await ask('ETH');
  await store(id, { nonce: 20 });
  expect((await store(id, { nonce: 21 })).answer).toBe('gone');
  // Written as the database owner, bypassing the signer's functions.
  const second = sql`
    insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw, nonce,
      signed_at, changed_at)
    select withdrawal_id, 2, network, coin, address, units, ${txid()}, raw, 99, 1, 1 from crypto_payouts
    where withdrawal_id = ${id}`;
  await expect(till.world.db.run(second)).rejects.toThrow('crypto_payouts_alive');
  expect(await stored(id)).toEqual([{ state: 'SIGNED' }]);
});

test('a withdrawal claimed by one signer is not given to another before its lease ends', async () => {
  const id = await ask('BTC');
  const claim = async (at: number) => {
    const rows = await signer.many<{ id: string }>(sql`select payout_claim('bitcoin', ${at}, ${at + 1_000}, 50) as id`);
    return rows.map((row) => row.id).includes(id);
  };
  const at = now();
  expect(await claim(at)).toBe(true);
  expect(await claim(at)).toBe(false);
  expect(await claim(at + 999)).toBe(false);
  expect(await claim(at + 1_000)).toBe(true);
  expect((await Promise.all([1, 2, 3, 4].map(() => claim(at + 9_000)))).filter(Boolean)).toHaveLength(1);
});
