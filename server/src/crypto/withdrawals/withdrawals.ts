/** The withdrawal part of the feature: its calls, the sweep that books, its invariants. */
import * as book from '@fairpot/contract/crypto/addresses/schemas';
import * as calls from '@fairpot/contract/crypto/withdrawals/schemas';
import { listUserCryptoWithdrawals } from '@fairpot/contract/staff/users/schemas';
import { COIN_NAMES, COINS, coinText } from '@fairpot/contract/crypto/calls';
import { QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { cents, usd } from '@fairpot/contract/wire/money';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onQuery, onReplicaQuery, requirePlayer } from '../../platform/runner/feature.ts';
import type { Actor, Feature } from '../../platform/runner/feature.ts';
import { readSettings, SITE_SETTINGS } from '../../platform/runner/settings.ts';
import { LEVEL_NEEDED, withdrawalTerms } from '../../withdrawals/front.ts';
import { firstHeadAt } from '../../transparency/front.ts';
import { believedRates } from '../rate-store.ts';
import { addAddress, dropAddress, listAddresses } from './addresses.ts';
import { bookWithdrawals } from './books.ts';
import {
  approveWithdrawal,
  createWithdrawal,
  minimumOf,
  maximumOf,
  quoteWithdrawal,
  rejectWithdrawal,
} from './commands.ts';
import { withdrawalInvariants } from './invariants.ts';
import { presentForReview, presentWithdrawals } from './present.ts';
import { requoteWaiting } from './requote.ts';
import { DAY_MS, payoutRate, TIMES_DAYS, ADVERTISED_MS, withinMs } from './rules.ts';
import { feeOf, WITHDRAWAL_SETTINGS } from './settings.ts';
import {
  anyStaleQuoteSql,
  anyWithdrawalDueSql,
  withdrawalsInReview,
  readDurations,
  advertisedCoins,
  withdrawalsOf,
} from './store.ts';

const PAGE = 20;
const MAX_REVIEWED = 100;
const MICRO = 1_000_000;
const BOOKS_EVERY_MS = 1_000;

export function withdrawals(deps: Deps): Required<Pick<Feature, 'bindings' | 'sweeps' | 'invariants'>> {
  return {
    bindings: [
      onQuery(calls.cryptoWithdrawTerms, ({ db, actor, now }) => readTerms(db, requirePlayer(actor), now)),
      onQuery(calls.calculateCryptoWithdrawal, async ({ db, actor, now }, { coinName, amountUsd }) => {
        const isClosing = actor?.isClosing === true;
        const { sum, fee, units, bounds, ...quoted } = await quoteWithdrawal(db, coinName, amountUsd, now, isClosing);
        const text = (each: bigint) => coinText(each.toString(), COINS[coinName].decimals);
        return {
          amountUsd: usd(sum),
          feeUsd: usd(fee),
          amountCoin: text(units),
          leastCoin: text(bounds.least),
          mostCoin: text(bounds.most),
          rateUsd: quoted.rateMicro / MICRO,
          review: quoted.review,
        };
      }),
      onQuery(calls.listCryptoWithdrawals, async ({ db, actor }, { before = null, id = null }) =>
        presentWithdrawals(db, await withdrawalsOf(db, requirePlayer(actor).id, { before, id }, PAGE)),
      ),
      onQuery(listUserCryptoWithdrawals, async ({ db }, { userId, before }) =>
        presentWithdrawals(db, await withdrawalsOf(db, userId, { before: before ?? null, id: null }, PAGE)),
      ),
      onReplicaQuery(calls.listWithdrawalTimes, ({ db, now }) => readTimes(db, now)),
      onQuery(calls.listReviewedWithdrawals, async ({ db, now }) => ({
        withdrawals: await presentForReview(db, await withdrawalsInReview(db, MAX_REVIEWED), now),
      })),
      onQuery(book.listCryptoAddresses, ({ db, actor }) => listAddresses(db, requirePlayer(actor))),
      onCommand(book.addCryptoAddress, (ctx, input) => addAddress(deps, ctx, input)),
      onCommand(book.removeCryptoAddress, dropAddress),
      onCommand(calls.createCryptoWithdrawal, (ctx, input) => createWithdrawal(deps, ctx, input)),
      onCommand(calls.approveCryptoWithdrawal, async (ctx, input) => {
        const { playerId, ...answer } = await approveWithdrawal(ctx, input);
        ctx.act({ playerId, subject: input.withdrawalId, details: { approvals: answer.approvals } });
        return answer;
      }),
      onCommand(calls.rejectCryptoWithdrawal, async (ctx, input) => {
        const { playerId, ...answer } = await rejectWithdrawal(deps, ctx, input);
        ctx.act({ playerId, subject: input.withdrawalId });
        return answer;
      }),
    ],
    sweeps: [
      {
        name: 'crypto.requote',
        everyMs: BOOKS_EVERY_MS,
        due: (now) => anyStaleQuoteSql(now - QUOTE_LIFETIME_MS),
        run: (signal) => requoteWaiting(deps, signal),
      },
      {
        name: 'crypto.withdrawals',
        everyMs: BOOKS_EVERY_MS,
        due: anyWithdrawalDueSql,
        run: (signal) => bookWithdrawals(deps, signal),
      },
    ],
    invariants: withdrawalInvariants,
  };
}

async function readTerms(db: Db, { id }: Actor, now: number) {
  const settings = await readSettings(db, WITHDRAWAL_SETTINGS);
  const { 'withdraw.paused': paused } = await readSettings(db, SITE_SETTINGS);
  const ways = await advertisedCoins(db, now - ADVERTISED_MS);
  const rates = await believedRates(db, now);
  const { level, isClosing, refundable } = await withdrawalTerms(db, id);
  const spreadBps = settings['cryptoOut.spreadBps'];
  const coins = COIN_NAMES.flatMap((coin) => {
    const way = ways.find((each) => each.coin === coin);
    if (way === undefined) return [];
    const market = rates.get(coin) ?? null;
    const rate = market === null ? null : payoutRate(market, spreadBps);
    return {
      coinName: coin,
      networkName: COINS[coin].networkName,
      marketUsd: market === null ? null : market / MICRO,
      rateUsd: rate === null ? null : rate / MICRO,
      feeUsd: usd(cents(feeOf(settings, coin))),
      minUsd: usd(minimumOf(settings, coin, isClosing)),
      maxUsd: usd(
        rate === null ? cents(settings['cryptoOut.dayCents']) : maximumOf(settings, coin, way.mostUnits, rate),
      ),
    };
  });
  return {
    coins,
    spreadBps,
    requoteBps: settings['cryptoOut.requoteBps'],
    reviewUsd: usd(cents(settings['cryptoOut.reviewCents'])),
    availableUsd: usd((await balancesOf(db, id)).available),
    level,
    levelNeeded: isClosing ? 0 : LEVEL_NEEDED,
    refundableUsd: usd(cents(refundable)),
    paused,
  };
}

async function readTimes(db: Db, now: number) {
  const before = Math.floor(now / DAY_MS) - TIMES_DAYS;
  const rows = await readDurations(db, before);
  const began = (await firstHeadAt(db)) ?? now;
  const kinds = [...new Set(rows.map((row) => row.kind))];
  return {
    days: TIMES_DAYS,
    since: Math.max(began, (before + 1) * DAY_MS),
    times: kinds.map((kind) => {
      const steps = rows.filter((row) => row.kind === kind);
      const count = steps.reduce((sum, { done }) => sum + done, 0);
      return { kind, count, p50Ms: withinMs(steps, 50), p90Ms: withinMs(steps, 90), p99Ms: withinMs(steps, 99) };
    }),
  };
}
