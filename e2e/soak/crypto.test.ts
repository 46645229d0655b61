/**
 * Deposits and withdrawals by crypto on a local Ethereum node and simulated TRON and Bitcoin that fail in every way they can, with re-orgs, while
 * server, watcher, signer and database are killed. Then chains and books are compared: what was credited is what the chains hold, address by address;
 * a withdrawal was paid once or refunded, never both; every cent is accounted for.
 *
 * 12 deposits and 6 withdrawals; FAIRPOT_SOAK_CRYPTO=1000 for the long run (1,000 and 500), FAIRPOT_SOAK_MINUTES to end it early (it fails then).
 * FAIRPOT_SEED repeats a run's plan.
 */
import { randomInt } from 'node:crypto';
import { COIN_NAMES } from '@fairpot/contract/crypto/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WITHDRAWAL_SETTINGS } from '../../server/src/crypto/withdrawals/settings.ts';
import { writeSetting } from '../../server/testing/settings.ts';
import { until } from '../../server/testing/until.ts';
import { brokenInvariants } from '../lib/soak/account.ts';
import {
  wrongDeposits,
  incidents,
  wrongBalances,
  wrongOrders,
  paymentEnds,
  sums,
  wrongWithdrawals,
} from '../lib/soak/crypto/account.ts';
import { blocks } from '../lib/soak/crypto/chains.ts';
import { cryptoFailures, describeCryptoFailures } from '../lib/soak/crypto/failure.ts';
import { People } from '../lib/soak/crypto/people.ts';
import { SignerProcess, WatcherProcess } from '../lib/soak/crypto/processes.ts';
import { Staff } from '../lib/soak/crypto/staff.ts';
import { finishAuditRounds, cryptoWave, endCrypto, type CryptoScene } from '../lib/soak/crypto/waves.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { random } from '../lib/soak/random.ts';

const DEPOSITS = Number(process.env['FAIRPOT_SOAK_CRYPTO'] ?? 12);
const WITHDRAWALS = Math.ceil(DEPOSITS / 2);
const LONG = DEPOSITS > 200;
const PEOPLE = LONG ? 30 : 6;
/** In the first wave there is nothing to withdraw yet. */
const PLANNED = 1 + Math.ceil(DEPOSITS / PEOPLE);
const MAX_WAVES = 4 * PLANNED + 10;
const KILLS = LONG ? PLANNED : 3;
const MAX_MS = 60_000 * Number(process.env['FAIRPOT_SOAK_MINUTES'] ?? 110);
/** A few require two reviewers. */
const REVIEW_CENTS = 15_000;
/** No sign-in expires while the soak runs. */
const MONTH_MS = 30 * 24 * 60 * 60_000;
const seed = Number(process.env['FAIRPOT_SEED'] ?? randomInt(2 ** 31));
const say = (text: string) => process.stdout.write(`${text}\n`);

let site: FastSite;
let scene: CryptoScene;
/** The checks follow once everything was played. */
const done = { played: false };

beforeAll(async () => {
  // One for each deposit, and those shown to players who order nothing.
  site = await FastSite.start({ ethereum: 'unkept', signedAddresses: DEPOSITS + PEOPLE });
  const coins = COIN_NAMES.filter((coin) => coin !== 'ETH' || site.chains.ethereum !== null);
  const people = new People(site, coins);
  const staff = new Staff(site, random(seed - 1));
  scene = { site, people, staff, watcher: new WatcherProcess(site), signer: new SignerProcess(site) };
  await people.signUp(PEOPLE, seed);
  await staff.signUp();
  await writeSetting(site.db, WITHDRAWAL_SETTINGS, 'cryptoOut.reviewCents', REVIEW_CENTS, site.now());
  await writeSetting(site.db, WITHDRAWAL_SETTINGS, 'cryptoOut.addressHoldMs', 0, site.now());
  await writeSetting(site.db, WITHDRAWAL_SETTINGS, 'cryptoOut.freshSignInMs', MONTH_MS, site.now());
  // The chains are read from their current position; the signer's wallets were filled before.
  await blocks(site);
  const all = async (text: string) => (await site.db.one<{ n: number }>({ text, values: [] })).n;
  await until(async () => (await all('select count(height)::integer as n from crypto_networks')) >= coins.length - 1);
  await until(async () => (await all('select count(*)::integer as n from crypto_ways_out')) === coins.length);
  await until(async () => (await all('select count(*)::integer as n from crypto_rates')) === 2 * COIN_NAMES.length);
}, 240_000);

afterAll(async () => {
  await scene?.watcher.stop();
  await scene?.signer.stop();
  await site?.stop();
}, 60_000);

const named = `${DEPOSITS} deposits and ${WITHDRAWALS} withdrawals by crypto under failures (FAIRPOT_SEED=${seed})`;
test(named, { timeout: 7_200_000 }, async () => {
  const { people, staff } = scene;
  const plans = cryptoFailures(MAX_WAVES, random(seed), KILLS);
  const began = performance.now();
  let wave = 0;
  for (; wave < MAX_WAVES; wave += 1) {
    const plan = plans[wave];
    if (plan !== undefined) await cryptoWave(scene, plan, wave > 0);
    const enough = people.orders.length >= DEPOSITS && people.withdrawals.size >= WITHDRAWALS;
    if (performance.now() - began > MAX_MS || (enough && wave + 1 >= PLANNED)) break;
  }
  await endCrypto(scene);
  const counted = (map: ReadonlyMap<string, number>) => [...map].map(([what, n]) => `${what} ${n}`).join(', ');
  const { credited, paid } = await sums(site);
  say(
    `${people.orders.length} deposits, ${people.withdrawals.size} withdrawals in ${wave + 1} waves, ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s: credited ${credited / 100}$, paid out ${paid / 100}$`,
  );
  say(
    `${describeCryptoFailures(plans.slice(0, wave + 1))}; keys sent twice ${people.keysTwice}, ` +
      `connections cut ${people.connectionsCut}`,
  );
  say(`paid: ${counted(people.ways)}; payments: ${await paymentEnds(site)}`);
  say(
    `withdrawals: ${counted((await wrongWithdrawals(site, people)).ends)}; ` +
      `signed by the staff ${staff.signed}, refused ${staff.refused}`,
  );
  say(`refused: ${counted(people.refused)}`);
  done.played = true;
  expect(people.orders.length).toBeGreaterThanOrEqual(DEPOSITS);
  expect(people.withdrawals.size).toBeGreaterThanOrEqual(WITHDRAWALS);
});

test('what was credited is what the chains have confirmed, address by address', async ({ skip }) => {
  skip(!done.played);
  const { wrong, looked } = await wrongDeposits(site);
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThanOrEqual(DEPOSITS);
});

test('every order ended once, as its payments say, and none was lost', async ({ skip }) => {
  skip(!done.played);
  expect(await wrongOrders(site, scene.people)).toEqual([]);
});

test('every withdrawal was paid by one transaction, or refunded and never paid', async ({ skip }) => {
  skip(!done.played);
  const { wrong, ends } = await wrongWithdrawals(site, scene.people);
  expect(wrong).toEqual([]);
  expect([...ends.keys()].filter((end) => end.endsWith('CONFIRMED'))).not.toEqual([]);
});

test('every balance is what was credited less what was withdrawn, each at its rate, and the ledger agrees in total', async ({
  skip,
}) => {
  skip(!done.played);
  expect(await wrongBalances(site)).toEqual([]);
});

test('crypto.audit finds nothing, and every invariant of the server holds', { timeout: 300_000 }, async ({ skip }) => {
  skip(!done.played);
  await finishAuditRounds(site);
  expect(await incidents(site)).toEqual([]);
  expect(await brokenInvariants(site)).toEqual([]);
});
