/**
 * Requesting a withdrawal, and reviewing a large one. A request reserves the money and records what to pay, in one transaction; the
 * signer, another process, sends the coins later.
 */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import { CRYPTO_WITHDRAWAL_REASONS, payoutText, REVIEWERS } from '@fairpot/contract/crypto/withdrawals/calls';
import { cents, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type * as calls from '@fairpot/contract/crypto/withdrawals/schemas';
import { isSignedBy } from '../../platform/coins/ed25519.ts';
import { checkPayable } from '../../platform/coins/payable.ts';
import type { Db, Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, TransactionContext } from '../../platform/runner/feature.ts';
import { isPaused } from '../../platform/runner/pauses.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { readSettings } from '../../platform/runner/settings.ts';
import { passOut } from '../../breakers/front.ts';
import { addCoinsTaken, admitWithdrawal, lockCoins, noteWithdrawal } from '../../withdrawals/front.ts';
import { refuseFrozen } from '../../trades/front.ts';
import { toCents } from '../commands.ts';
import { believedRates } from '../rate-store.ts';
import { centsOf } from '../rules.ts';
import { isDepositAddress } from '../store.ts';
import { requireUsableAddress } from './addresses.ts';
import { notifyWithdrawalEnded } from '../notify.ts';
import { refund, hold } from './money.ts';
import { presentWithdrawals } from './present.ts';
import { addReview, reviewsOf } from './review-store.ts';
import {
  boundsOf,
  MAX_OPEN_WITHDRAWALS,
  payoutRate,
  payoutUnits,
  unitsOfText,
  ADVERTISED_MS,
  type QuoteBounds,
} from './rules.ts';
import { refuseAddress } from './refuse-address.ts';
import { feeOf, WITHDRAWAL_SETTINGS, type WithdrawalSettings } from './settings.ts';
import {
  markApproved,
  requestedCentsInDay,
  endWithdrawal,
  freeWithdrawalSlot,
  insertWithdrawal,
  isReviewer,
  lockWithdrawal,
  recordReview,
  advertisedCoins,
  withdrawalById,
  type WithdrawalRow,
} from './store.ts';

type CoinName = CallInput<typeof calls.createCryptoWithdrawal>['coinName'];

export interface WithdrawalQuote {
  readonly sum: Cents;
  readonly fee: Cents;
  readonly units: bigint;
  readonly rateMicro: number;
  readonly spreadBps: number;
  /** The range of amounts it may pay after requoting. */
  readonly bounds: QuoteBounds;
  readonly review: boolean;
}

/**
 * Quotes a sum in coins at the current rate. `isClosing`: the player closes their account and withdraws everything. Refuses COIN_CLOSED,
 * COIN_RATE_UNKNOWN, CRYPTO_OUT_MIN, CRYPTO_OUT_MAX, BAD_INPUT.
 */
export async function quoteWithdrawal(
  db: Db,
  coin: CoinName,
  amountUsd: number,
  now: number,
  isClosing: boolean,
): Promise<WithdrawalQuote> {
  const sum = toCents(amountUsd);
  const way =
    (await advertisedCoins(db, now - ADVERTISED_MS)).find((each) => each.coin === coin) ?? refuse('COIN_CLOSED');
  const settings = await readSettings(db, WITHDRAWAL_SETTINGS);
  const market = (await believedRates(db, now)).get(coin) ?? refuse('COIN_RATE_UNKNOWN');
  const spreadBps = settings['cryptoOut.spreadBps'];
  const rateMicro = payoutRate(market, spreadBps);
  const least = minimumOf(settings, coin, isClosing);
  if (sum < least) refuse('CRYPTO_OUT_MIN', { min: plainUsd(least) });
  const most = maximumOf(settings, coin, way.mostUnits, rateMicro);
  if (sum > most) refuse('CRYPTO_OUT_MAX', { max: plainUsd(most) });
  const fee = cents(feeOf(settings, coin));
  const units = payoutUnits(coin, sum - fee, rateMicro);
  if (units <= 0n) refuse('CRYPTO_OUT_MIN', { min: plainUsd(least) });
  const bounds = boundsOf(coin, units, settings['cryptoOut.requoteBps']);
  return { sum, fee, units, rateMicro, spreadBps, bounds, review: sum > settings['cryptoOut.reviewCents'] };
}

/** The minimum: something must remain after the fee. For a player who closes their account that is enough. */
export function minimumOf(settings: WithdrawalSettings, coin: CoinName, isClosing: boolean): Cents {
  return cents(Math.max(isClosing ? 0 : settings['cryptoOut.minCents'], feeOf(settings, coin) + 1));
}

/** The maximum: what the signer sends at once, and the daily limit. */
export function maximumOf(settings: WithdrawalSettings, coin: CoinName, mostUnits: string, rateMicro: number): Cents {
  const worth = centsOf(coin, BigInt(mostUnits), rateMicro) + feeOf(settings, coin);
  return cents(Math.min(worth, settings['cryptoOut.dayCents']));
}

type Ctx = Pick<TransactionContext, 'tx' | 'actor' | 'now'>;

export async function createWithdrawal(
  deps: Pick<Deps, 'ids'>,
  { tx, actor, now }: Ctx,
  input: CallInput<typeof calls.createCryptoWithdrawal>,
): Promise<CallOutput<typeof calls.createCryptoWithdrawal>> {
  // Bots have their own money and no one to send it to.
  if (actor.isBot) refuse('FORBIDDEN');
  const { coinName: coin } = input;
  const { network, decimals } = COINS[coin];
  if (await isPaused(tx, 'withdraw.paused')) refuse('GAME_PAUSED');
  const quote = await quoteWithdrawal(tx, coin, input.amountUsd, now, actor.isClosing === true);
  const read = checkPayable(coin, input.address.trim());
  if ('fault' in read) return refuseAddress(read.fault);
  if (await isDepositAddress(tx, network, read.address)) refuseAddress('OWN');
  await requireUsableAddress(tx, actor.id, network, read.address, now);
  if (input.atLeastCoin !== undefined && quote.units < unitsOfText(input.atLeastCoin, decimals)) {
    refuse('CRYPTO_RATE_MOVED', { coins: `${coinText(quote.units.toString(), decimals)} ${coin}` });
  }
  await refuseFrozen(tx, actor.id);
  const { isAllowed, isRefund } = await admitWithdrawal(tx, actor.id, quote.sum);
  if (!isAllowed) refuse('WITHDRAW_LEVEL');
  await lockCoins(tx, actor.id);
  const { 'cryptoOut.dayCents': most } = await readSettings(tx, WITHDRAWAL_SETTINGS);
  if ((await requestedCentsInDay(tx, actor.id, now)) + quote.sum > most)
    refuse('WITHDRAW_DAY', { max: plainUsd(cents(most)) });
  await passOut(tx, { way: `coin:${coin}`, playerId: actor.id, cents: quote.sum, isRefund }, now);
  await noteWithdrawal(tx, { playerId: actor.id, cents: quote.sum, isRefund }, now);
  const slot =
    (await freeWithdrawalSlot(tx, actor.id, MAX_OPEN_WITHDRAWALS)) ??
    refuse('TOO_MANY_CRYPTO_WITHDRAWALS', { max: MAX_OPEN_WITHDRAWALS });
  const id = deps.ids.next('cryptoWithdrawal');
  const holdTransfer = await hold({ tx, ids: deps.ids, at: now }, { id, playerId: actor.id, cents: quote.sum });
  await insertWithdrawal(tx, {
    id,
    playerId: actor.id,
    coin,
    network,
    address: read.address,
    cents: quote.sum,
    feeCents: quote.fee,
    units: quote.units.toString(),
    rateMicro: quote.rateMicro,
    spreadBps: quote.spreadBps,
    leastUnits: quote.bounds.least.toString(),
    mostUnits: quote.bounds.most.toString(),
    createdAt: now,
    review: quote.review,
    slot,
    holdTransfer,
  });
  await addCoinsTaken(tx, actor.id, quote.sum);
  const row = await withdrawalById(tx, id);
  invariant(row, `${id} was not written`);
  const [view] = await presentWithdrawals(tx, [row]);
  invariant(view, `${id} was not written`);
  return view;
}

/** Stores a reviewer's signature. The second reviewer's releases the withdrawal. */
export async function approveWithdrawal(
  { tx, actor, now }: Ctx,
  { withdrawalId: id, key, signature }: CallInput<typeof calls.approveCryptoWithdrawal>,
): Promise<CallOutput<typeof calls.approveCryptoWithdrawal> & { readonly playerId: string }> {
  const row = await lockForReview(tx, actor, id);
  const isKnownKey = await isReviewer(tx, row.coin, key);
  if (!isKnownKey || !isSignedBy(payoutText({ ...row, units: row.mostUnits }), key, signature))
    refuse('REVIEW_SIGNATURE');
  const review = { withdrawalId: id, staffId: actor.id, act: 'APPROVED', key, signature, why: '', at: now } as const;
  if (!(await addReview(tx, review))) refuse('REVIEW_TWICE');
  const approvals = (await reviewsOf(tx, [id])).filter(({ act }) => act === 'APPROVED').length;
  if (approvals < REVIEWERS) {
    await recordReview(tx, id, now);
    return { withdrawalId: id, status: 'REVIEW', approvals, playerId: row.playerId };
  }
  await markApproved(tx, id, now);
  return { withdrawalId: id, status: 'APPROVED', approvals, playerId: row.playerId };
}

/** Refunds the money at once. One reviewer is enough, with a reason that the player reads. */
export async function rejectWithdrawal(
  deps: Pick<Deps, 'ids' | 'signals'>,
  { tx, actor, now, afterCommit }: Ctx & { readonly afterCommit: (signal: () => void) => void },
  { withdrawalId: id, why }: CallInput<typeof calls.rejectCryptoWithdrawal>,
): Promise<CallOutput<typeof calls.rejectCryptoWithdrawal> & { readonly playerId: string }> {
  const unlocked = (await withdrawalById(tx, id)) ?? refuse('NOT_FOUND');
  // Lock the player first, as everywhere; then reread the withdrawal under the lock.
  await lockCoins(tx, unlocked.playerId);
  const row = await lockForReview(tx, actor, id);
  // A reviewer who approved may still reject.
  const act = { act: 'REJECTED', key: null, signature: null } as const;
  invariant(
    await addReview(tx, { withdrawalId: id, staffId: actor.id, ...act, why, at: now }),
    `${id} was rejected before`,
  );
  const transferId = await refund({ tx, ids: deps.ids, at: now }, row);
  await endWithdrawal(tx, id, { transferId, reason: 'REJECTED', why }, now);
  await addCoinsTaken(tx, row.playerId, cents(0 - row.cents));
  await notifyWithdrawalEnded(tx, row, CRYPTO_WITHDRAWAL_REASONS.REJECTED, now);
  // The balance is shown on every page, but only the withdrawal's list receives its facts.
  afterCommit(() => deps.signals.userUpdated(row.playerId));
  return { withdrawalId: id, status: 'REFUNDED', playerId: row.playerId };
}

/** Returns the locked withdrawal. Refuses NOT_FOUND, REVIEW_OWN, REVIEW_OVER. */
async function lockForReview(tx: Tx, actor: Actor, id: string): Promise<WithdrawalRow> {
  const row = (await lockWithdrawal(tx, id)) ?? refuse('NOT_FOUND');
  if (row.playerId === actor.id) refuse('REVIEW_OWN');
  if (row.state !== 'REVIEW') refuse('REVIEW_OVER');
  return row;
}
