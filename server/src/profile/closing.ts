/**
 * Closing an account: requesting it, cancelling it, what it waits for, and giving up a rest that cannot be withdrawn. Nothing here is
 * final: erase.ts checks again under locks whether anything blocks it.
 */
import { cents, centsFromUsd, usd } from '@fairpot/contract/wire/money';
import type { ClosingWaitKind } from '@fairpot/contract/profile/calls';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type * as calls from '@fairpot/contract/profile/schemas';
import { isStaff } from '@fairpot/contract/wire/permissions';
import * as closings from '../accounts/closing-store.ts';
import { findPublicUser } from '../accounts/front.ts';
import { openStakesOf } from '../accounts/open-stakes.ts';
import { coinsUnderWay } from '../crypto/front.ts';
import { account, balancesOf, paymentPostings, transfer } from '../ledger/ledger.ts';
import { lockedBalances } from '../ledger/history.ts';
import type { Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { type Actor, type TransactionContext, freshUntil } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { blockNow } from '../protection/front.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { frozenAt, unfinishedOrders } from '../trades/front.ts';
import { countAvailable } from '../vault/history.ts';
import { CLOSING_SETTINGS } from './settings.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';

export interface ClosingBlocker {
  readonly kind: ClosingWaitKind;
  readonly count: number;
  /** Money behind it; null if none. */
  readonly cents: number | null;
  readonly until: number | null;
}

const MAX_COUNTED = 1_000;
const MINUTE_MS = 60_000;

/**
 * Everything that blocks the closing, except the waiting period. The order matters: what is in progress is read before what it turns into,
 * so that nothing slips between two statements. `balances` is read last, before items.
 */
export async function blockersOf(
  db: Db,
  playerId: string,
  balances: () => Promise<{ readonly available: number; readonly hold: number }>,
): Promise<ClosingBlocker[]> {
  const stakes = await openStakesOf(db, playerId);
  const trades = await unfinishedOrders(db, playerId);
  const coins = await coinsUnderWay(db, playerId);
  const frozen = await frozenAt(db, playerId);
  const { available, hold } = await balances();
  const items = await countAvailable(db, playerId, MAX_COUNTED);
  const found = (
    kind: ClosingWaitKind,
    count: number,
    of: number | null = null,
    until: number | null = null,
  ): ClosingBlocker[] => (count > 0 ? [{ kind, count, cents: of, until }] : []);
  return [
    ...found('PLAY', stakes.rounds, stakes.cents),
    ...found('TRADES', trades.orders, null, trades.until),
    ...found('COINS', coins.out + coins.coming, coins.out > 0 ? coins.outCents : null),
    ...found('HELD', hold > 0 ? 1 : 0, hold),
    ...found('FROZEN', frozen === null ? 0 : 1),
    ...found('BALANCE', available > 0 ? 1 : 0, available),
    ...found('ITEMS', items),
  ];
}

export async function closingView(db: Db, actor: Actor, now: number): Promise<CallOutput<typeof calls.getClosing>> {
  const { id: playerId } = actor;
  const { closingAt, closesAt } = await closings.closingOf(db, playerId);
  const settings = await readSettings(db, CLOSING_SETTINGS);
  const left = await blockersOf(db, playerId, () => balancesOf(db, playerId));
  const rest: ClosingBlocker[] =
    closesAt !== null && closesAt > now ? [{ kind: 'REST', count: 1, cents: null, until: closesAt }] : [];
  const waits = [...left, ...rest];
  const balance = left.find((wait) => wait.kind === 'BALANCE')?.cents ?? 0;
  const block = await blockNow(db, playerId);
  const mayGiveUp = closingAt !== null && balance > 0 && balance <= settings['closing.giveUpCents'];
  return {
    askedAt: closingAt,
    closesAt,
    restMs: settings['closing.restMinutes'] * MINUTE_MS,
    waits: waits.map(({ kind, count, cents: sum, until }) => {
      return { kind, count, usd: sum === null ? null : usd(cents(sum)), until };
    }),
    giveUpUsd: mayGiveUp ? usd(cents(balance)) : null,
    barred: block === null ? null : { until: block.until },
    freshUntil: freshUntil(actor, settings['profile.freshSignInMs']),
  };
}

type Ctx = Pick<TransactionContext, 'tx' | 'actor' | 'now'>;

/** Refuses SIGN_IN_AGAIN unless the sign-in is fresh: protects against someone who finds a signed-in browser. */
export async function requireFreshSignIn(db: Db, actor: Actor, now: number): Promise<void> {
  if ((await freshSignInUntil(db, actor)) <= now) refuse('SIGN_IN_AGAIN');
}

export async function freshSignInUntil(db: Db, actor: Actor): Promise<number> {
  const settings = await readSettings(db, CLOSING_SETTINGS);
  return freshUntil(actor, settings['profile.freshSignInMs']);
}

/** A repeated request keeps the first times. Refuses CLOSING_NAME, CLOSING_STAFF, SIGN_IN_AGAIN. */
export const requestClosing: CommandHandler<typeof calls.startClosing> = async ({ tx, actor, now }, { name }) => {
  if (isStaff(actor.status) || actor.isBot) refuse('CLOSING_STAFF');
  const user = await findPublicUser(tx, actor.id);
  invariant(user, `${actor.id} is signed in`);
  if (name.trim() !== user.name) refuse('CLOSING_NAME');
  await requireFreshSignIn(tx, actor, now);
  const { closesAt } = await closings.lockClosing(tx, actor.id);
  if (closesAt !== null) return { closesAt };
  const { 'closing.restMinutes': rest } = await readSettings(tx, CLOSING_SETTINGS);
  await closings.requestClosing(tx, actor.id, now + rest * MINUTE_MS, now);
  return { closesAt: now + rest * MINUTE_MS };
};

export const cancelClosing: CommandHandler<typeof calls.revokeClosing> = async ({ tx, actor }) => {
  if (!(await closings.cancelClosing(tx, actor.id))) refuse('CLOSING_NONE');
  return { open: true };
};

/**
 * Gives the rest of the balance to the house, at the player's own request. Refuses CLOSING_NONE; CLOSING_REST unless it is all of a small
 * balance.
 */
export async function forfeitRemainder(
  deps: Pick<Deps, 'ids'>,
  { tx, actor, now }: Ctx,
  { amountUsd }: CallInput<typeof calls.forfeitRemainder>,
): Promise<CallOutput<typeof calls.forfeitRemainder>> {
  const { closingAt } = await closings.lockClosing(tx, actor.id);
  if (closingAt === null) return refuse('CLOSING_NONE');
  const { 'closing.giveUpCents': most } = await readSettings(tx, CLOSING_SETTINGS);
  const { available } = await lockedBalances(tx, actor.id);
  const asked = centsOf(amountUsd);
  if (asked === null || asked !== available || available <= 0 || available > most) refuse('CLOSING_REST');
  const id = deps.ids.next('transfer');
  await transfer(tx, {
    id,
    key: `closing:${id}`,
    code: 'CLOSING_REST',
    ref: actor.id,
    at: now,
    postings: paymentPostings(account.cash(actor.id), account.house, cents(available)),
  });
  return { givenUsd: usd(cents(available)) };
}

function centsOf(amountUsd: number): number | null {
  try {
    return centsFromUsd(amountUsd);
  } catch {
    return null; // a third decimal: not the sum that was shown
  }
}
