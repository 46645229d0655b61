/** Crypto deposits for the plan tests: with test keys and rates; payments by the functions that the watcher calls. */
import { createHash } from 'node:crypto';
import { createCryptoOrder, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import { addCryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import { createCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { COIN_NAMES } from '@fairpot/contract/crypto/calls';
import { xpubsOf } from '../crypto/till.fixture.ts';
import { payoutStored } from '../crypto/withdrawals/withdrawals.fixture.ts';
import { WITHDRAWAL_SETTINGS } from '../../src/crypto/withdrawals/settings.ts';
import type { CryptoSetup, RateSource } from '../../src/platform/process/crypto-port.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { writeSetting } from '../settings.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { World } from '../world.ts';

const source = (name: RateSource['name'], now: () => number): RateSource => ({
  name,
  read: () =>
    Promise.resolve({ kind: 'ok', value: COIN_NAMES.map((coin) => ({ coin, micro: 1_000_000, quotedAt: now() })) }),
});

/** The coins and rates of the plan tests; rates are as old as `now` says. */
export function planCrypto(now: () => number): CryptoSetup {
  return { signed: null, xpubs: xpubsOf('plans'), rates: [source('coingecko', now), source('kraken', now)] };
}

type Given = Pick<World, 'db' | 'run' | 'clock'>;

/** An order of ten dollars of USDT. */
export async function openOrder({ run }: Given, player: Actor) {
  const wallets = await run(listCryptoWallets, player, {});
  const usdt = wallets.find(({ coinName }) => coinName === 'USDT');
  invariant(usdt, 'USDT is not offered');
  return run(createCryptoOrder, player, { walletId: usdt.id, amountUsd: 10 });
}

/** The same, paid and final: due for the books. */
export async function paidOrder(given: Given, player: Actor): Promise<void> {
  const { db, clock } = given;
  const { id, wallet } = await openOrder(given, player);
  const txid = createHash('sha256').update(id).digest('hex');
  const payment = { txid, idx: 0, address: wallet, coin: 'USDT', units: '10000000', height: 5, hash: 'h5' };
  const stray = { txid, idx: 1, address: wallet, contract: 'fake', units: '7' };
  await db.run(sql`select crypto_start('tron', 4, 'h4', ${clock.now()})`);
  await db.run(sql`
    select crypto_scan('tron', n.height, n.hash,
      jsonb_build_array(jsonb_build_object('height', n.height + 1, 'hash', 'h' || n.height + 1)),
      ${JSON.stringify([payment])}::jsonb, ${JSON.stringify([stray])}::jsonb, ${clock.now()})
    from crypto_networks n where n.network = 'tron'`);
  await db.run(sql`select crypto_confirm('tron', 6, 6, ${clock.now()})`);
}

/** A withdrawal of ten dollars of USDT by an eligible player, as offered by the signer. */
export async function openWithdrawal({ db, run, clock }: Given, player: Actor, address = OUTSIDE): Promise<string> {
  const now = clock.now();
  const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: ['ab'.repeat(32)] };
  await db.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${now})`);
  await db.run(sql`
    insert into crypto_players (player_id, deposited_cents) values (${player.id}, 10000000)
    on conflict (player_id) do update set deposited_cents = 10000000`);
  await writeSetting(db, WITHDRAWAL_SETTINGS, 'cryptoOut.addressHoldMs', 0, now);
  const funded = `plans:${player.id}:${now}`;
  await db.run(sql`
    select ledger_transfer(${funded}, ${funded}, 'TEST_GRANT', ${player.id}, ${now},
      ${['world', `cash:${player.id}`]}::text[], array[-1000, 1000]::bigint[])`);
  await run(addCryptoAddress, { ...player, signedInAt: now }, { coinName: 'USDT', address });
  const { id } = await run(createCryptoWithdrawal, player, { coinName: 'USDT', address, amountUsd: 10 });
  return id;
}

const OUTSIDE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';

/** The same, signed, sent and final in the chain: due for the books. */
export async function paidWithdrawal(given: Given, player: Actor): Promise<string> {
  const { db, clock } = given;
  const id = await openWithdrawal(given, player);
  const txid = createHash('sha256').update(id).digest('hex');
  const payout = { txid, raw: 'aa', expiresAt: null, nonce: null, inputs: [] };
  const { answer } = await db.one<{ answer: string }>(payoutStored(id, payout, '1e18', clock.now()));
  invariant(answer === 'stored', `a withdrawal was ${answer}`);
  await db.run(sql`select payout_sent(${id}, ${txid}, ${clock.now()})`);
  await db.run(sql`select payout_done(${id}, ${txid}, 7, ${clock.now()})`);
  return id;
}
