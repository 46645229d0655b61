/**
 * The crypto deposit feature: its calls, its invariants, and the sweeps that poll rates, credit payments and decline unpaid orders. The
 * chains are read by the watcher, a separate process.
 */
import {
  calculateCrypto,
  createCryptoOrder,
  listCryptoOrders,
  listCryptoRates,
  listCryptoStrays,
  listCryptoWallets,
} from '@fairpot/contract/crypto/schemas';
import { listAddressKeys } from '@fairpot/contract/crypto/signatures/schemas';
import {
  closeCryptoIncident,
  creditUnseenMoney,
  listAllCryptoStrays,
  listCryptoIncidents,
  refuseUnseenMoney,
} from '@fairpot/contract/crypto/incidents/schemas';
import { listUserCryptoOrders } from '@fairpot/contract/staff/users/schemas';
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { lockCoins } from '../withdrawals/front.ts';
import { auditSweep } from './audit/audit.ts';
import { cryptoGauges } from './audit/gauges.ts';
import { bookPayment } from './books.ts';
import { toCents, createOrder, multiplied, rateOf } from './commands.ts';
import { checkRates } from './doubted-rates.ts';
import { closeIncident, incidents } from './incidents.ts';
import { cryptoInvariants } from './invariants.ts';
import { anyPaymentDueSql, duePayments, postponePayment } from './payment-store.ts';
import { presentOrders, presentWallet } from './present.ts';
import { claimTurn, isTurnDueSql, depositRates, noteReadings, storeRates } from './rate-store.ts';
import { RATE_LOCK_MS, unitsFor } from './rules.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';
import { listStrays, playerStrays, straysSweep } from './strays.ts';
import { notifyDeclined } from './notify.ts';
import { declineOrder, expiredOrders, ordersOf } from './store.ts';
import { creditUnseen, refuseUnseen } from './unseen.ts';
import { makeAddressBook, checkKeys, ensureWallets, type AddressBook } from './wallets.ts';
import { withdrawals } from './withdrawals/withdrawals.ts';

const PAGE = 20;
const MICRO = 1_000_000;
/** Payments are credited in full; the sender pays the network fee on top. */
const NO_FEE = cents(0);
const BOOKS_EVERY_MS = 1_000;
const BOOKS_AT_ONCE = 20;
/** How long a payment that could not be booked waits. It delays no other. */
const AGAIN_MS = 60_000;
const EXPIRE_EVERY_MS = 30_000;
const DOUBTS_EVERY_MS = 30_000;
const EXPIRE_AT_ONCE = 50;
const LOOK_EVERY_MS = 5_000;
/** The sources' free plans allow one call a minute. */
const RATES_EVERY_MS = 60_000;

export function cryptoFeature(deps: Deps): Feature {
  const book = makeAddressBook(deps.gateways.crypto);
  const out = withdrawals(deps);
  return {
    name: 'crypto',
    start: () => checkKeys(deps.db, book),
    bindings: [
      onQuery(listCryptoWallets, async ({ db, actor, now }) => {
        const player = requirePlayer(actor);
        if (player.isBot) return refuse('FORBIDDEN');
        const wallets = await ensureWallets({ db, ids: deps.ids, log: deps.log }, book, player.id, now);
        return wallets.map((wallet) => presentWallet(book, wallet));
      }),
      onQuery(listAddressKeys, () => Promise.resolve({ keys: [...(deps.gateways.crypto.signed?.keys ?? [])] })),
      onQuery(listCryptoRates, async ({ db, now }) => {
        const { market, credited, spreadBps } = await depositRates(db, now);
        const { 'crypto.lockDayCents': lockDay } = await readSettings(db, DEPOSIT_SETTINGS);
        const dollars = (micro: number | undefined) => (micro === undefined ? null : micro / MICRO);
        return book.offered.map((name) => ({
          name,
          amountUsd: dollars(credited.get(name)),
          marketUsd: dollars(market.get(name)),
          spreadBps,
          networkFeeUsd: usd(NO_FEE),
          lockMs: RATE_LOCK_MS,
          lockDayUsd: usd(cents(lockDay)),
        }));
      }),
      onQuery(calculateCrypto, async ({ db, now }, { coinName, amountUsd }) => {
        const sum = toCents(amountUsd);
        const rate = await rateOf(db, book, coinName, now);
        const units = unitsFor(coinName, sum, rate).toString();
        return {
          amountCoin: coinText(units, COINS[coinName].decimals),
          multipliedAmountUsd: usd(multiplied(sum)),
          amountUsd: usd(sum),
        };
      }),
      onQuery(listCryptoOrders, async ({ db, actor, now }, { before = null, id = null }) =>
        presentOrders(db, book, await ordersOf(db, requirePlayer(actor).id, { before, id }, PAGE), now),
      ),
      onQuery(listCryptoStrays, ({ db, actor }) => playerStrays(db, requirePlayer(actor).id)),
      onQuery(listUserCryptoOrders, async ({ db, now }, { userId, before }) =>
        presentOrders(db, book, await ordersOf(db, userId, { before: before ?? null, id: null }, PAGE), now),
      ),
      onCommand(createCryptoOrder, (ctx, input) => createOrder(deps, book, ctx, input)),
      onQuery(listCryptoIncidents, incidents),
      onCommand(closeCryptoIncident, closeIncident),
      onCommand(creditUnseenMoney, creditUnseen),
      onCommand(refuseUnseenMoney, refuseUnseen),
      onQuery(listAllCryptoStrays, listStrays),
      ...out.bindings,
    ],
    sweeps: [
      ...deps.gateways.crypto.rates.map((source) => ({
        name: `crypto.rates.${source.name}`,
        everyMs: LOOK_EVERY_MS,
        due: (now: number) => isTurnDueSql(source.name, now),
        isUpkeep: true,
        run: async () => {
          if (!(await claimTurn(deps.db, source.name, deps.clock.now(), RATES_EVERY_MS))) return 0;
          const read = await source.read();
          if (read.kind === 'ok') {
            await storeRates(deps.db, source.name, read.value);
            await noteReadings(deps.db, deps.clock.now());
          } else deps.log.warn({ source: source.name, why: read.why }, 'rates not read');
          return 1;
        },
      })),
      {
        name: 'crypto.books',
        everyMs: BOOKS_EVERY_MS,
        due: anyPaymentDueSql,
        run: (signal) => bookPayments(deps, book, signal),
      },
      { name: 'crypto.expire', everyMs: EXPIRE_EVERY_MS, run: (signal) => declineExpired(deps, signal) },
      { name: 'crypto.doubts', everyMs: DOUBTS_EVERY_MS, run: () => checkRates(deps) },
      auditSweep(deps, book),
      straysSweep(deps),
      ...out.sweeps,
    ],
    gauges: () => cryptoGauges(deps),
    invariants: [...cryptoInvariants, ...out.invariants],
  };
}

/** Books due payments one by one. A failed one is logged and retried later; the others continue. */
async function bookPayments(deps: Deps, book: AddressBook, signal: AbortSignal): Promise<number> {
  // Without keys, this node cannot verify addresses.
  if (book.offered.length === 0) return 0;
  let booked = 0;
  for (const due of await duePayments(deps.db, deps.clock.now(), BOOKS_AT_ONCE)) {
    if (signal.aborted) break;
    try {
      const done = await deps.db.transaction((tx) => bookPayment(deps, book, tx, due, deps.clock.now()));
      if (!done) continue;
      booked += 1;
      deps.signals.userUpdated(due.playerId);
    } catch (error) {
      deps.log.error({ err: error, network: due.network, txid: due.txid, idx: due.idx }, 'payment not booked');
      await postponePayment(deps.db, due, deps.clock.now() + AGAIN_MS);
    }
  }
  return booked;
}

async function declineExpired(deps: Deps, signal: AbortSignal): Promise<number> {
  let declined = 0;
  const now = deps.clock.now();
  for (const { id, playerId } of await expiredOrders(deps.db, now, EXPIRE_AT_ONCE)) {
    if (signal.aborted) break;
    const done = await deps.db.transaction(async (tx) => {
      await lockCoins(tx, playerId);
      const late = await declineOrder(tx, id, now);
      if (late) await notifyDeclined(tx, playerId, now);
      return late;
    });
    if (done) declined += 1;
  }
  return declined;
}
