/**
 * Places bets from Steam: once the player owns the items of an order, calls the game as the player, through the runner and all its checks
 * (decision 0056). If a check refuses, the items stay in the inventory and the player is notified.
 *
 * Invariant: a bet has one outcome. The call uses a key of the order, and giving up takes the receipt of that same call. So whichever comes
 * first, on whichever node, wins, and a bet reported as left is never placed afterwards.
 */
import type { Command } from '@fairpot/contract/wire/call.schemas';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { actorOf } from '../../accounts/front.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Runner } from '../../platform/runner/command.ts';
import { giveUpCall } from '../../platform/runner/receipts.ts';
import { invariant, refuse, Refused } from '../../platform/runner/refused.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { itemsOf, orderById } from '../store.ts';
import { isTemporary, nextStep } from './rules.ts';
import {
  claimDue,
  endBet,
  lockOpenBet,
  postponeBet,
  betOf,
  reasonTextOf,
  type ClaimedBet,
  type BetOutcome,
  type BetRow,
} from './store.ts';
import { notify, type NewNotification } from '../../notifications/front.ts';

export interface BetDeps {
  readonly deps: Deps;
  readonly execute: Runner['execute'];
}

/** Bets per run; the next run takes the rest. */
const AT_ONCE = 20;
/** If a node dies while placing a bet, another node takes over after this long. */
const CLAIM_MS = 30_000;
const AGAIN_MS = 1_000;

/** Processes the bets that are due. Returns how many. A bet that fails is logged and retried later. */
export async function processBets({ deps, execute }: BetDeps, signal: AbortSignal): Promise<number> {
  const now = deps.clock.now();
  const claimed = await claimDue(deps.db, now, now + CLAIM_MS, AT_ONCE);
  for (const each of claimed) {
    if (signal.aborted) break;
    try {
      await processBet({ deps, execute }, each);
    } catch (error) {
      deps.log.error({ err: error, order: each.orderId }, 'Steam bet failed, will retry');
    }
  }
  return claimed.length;
}

async function processBet({ deps, execute }: BetDeps, claimed: ClaimedBet): Promise<void> {
  const { db, clock } = deps;
  const { orderId } = claimed;
  const [bet, order, items] = await Promise.all([betOf(db, orderId), orderById(db, orderId), itemsOf(db, [orderId])]);
  invariant(bet, `${orderId} has a bet`);
  const itemIds = items.map((item) => item.itemId);
  const next = nextStep(order, itemIds, bet.untilAt, clock.now());
  switch (next.kind) {
    case 'wait':
      return postponeBet(db, claimed, bet.untilAt);
    case 'none':
      return end(deps, bet, itemIds, { state: 'NONE' });
    case 'leave':
      return end(deps, bet, itemIds, { state: 'LEFT', reason: next.reason, details: {} });
    case 'place':
      return place({ deps, execute }, claimed, bet, next.itemIds);
  }
}

/** Calls the game as the player. */
async function place({ deps, execute }: BetDeps, claimed: ClaimedBet, bet: BetRow, itemIds: readonly string[]) {
  try {
    const actor = await actorOf(deps.db, bet.playerId);
    const call = callOf(bet) ?? refuse('NOT_FOUND');
    const made = await execute(call, actor, inputOf(bet, itemIds), { key: keyOf(bet) });
    await end(deps, bet, itemIds, { state: 'PLACED', placedIn: placedIn(made) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (isTemporary(error.code)) return postponeBet(deps.db, claimed, deps.clock.now() + AGAIN_MS);
    await end(deps, bet, itemIds, { state: 'LEFT', reason: error.code, details: error.details });
  }
}

/** The call by its name; undefined if this site no longer has it. */
function callOf({ call: name }: BetRow): Command | undefined {
  const call = CALLS.find((each) => each.name === name);
  return call?.kind === 'command' && call.permission === 'play' ? call : undefined;
}

/** A key derived from the order. No client can send it: client keys are printable. */
const keyOf = ({ orderId }: BetRow) => `${orderId}\nbet`;

const inputOf = ({ input }: BetRow, itemIds: readonly (string | null)[]) => ({ ...input, inventoryIds: itemIds });

function placedIn(answer: unknown): string {
  const { gameId } = answer as { readonly gameId?: unknown };
  invariant(typeof gameId === 'string', 'the answer to a bet names its round');
  return gameId;
}

/** Records how the bet ended, unless that is recorded already. */
async function end(deps: Deps, bet: BetRow, itemIds: readonly (string | null)[], wanted: BetOutcome): Promise<void> {
  const { db, clock, signals } = deps;
  const ended = await db.transaction(async (tx) => {
    const open = await lockOpenBet(tx, bet.orderId);
    if (open === undefined) return null;
    const now = clock.now();
    const outcome = wanted.state === 'LEFT' ? await giveUpBet(tx, open, itemIds, wanted, now) : wanted;
    await endBet(tx, open.orderId, outcome, now);
    if (outcome.state === 'LEFT') await notify(tx, leftNotification(bet.playerId, reasonTextOf(outcome)), now);
    return outcome;
  });
  if (ended?.state !== 'LEFT') return;
  signals.userUpdated(bet.playerId);
}

function leftNotification(playerId: string, why: string): NewNotification {
  const text = `${why}. Items go to your inventory`;
  return { playerId, kind: 'bet', header: 'Bet from Steam', text, link: '/deposit' };
}

/** Gives the bet up for good, or finds that it was placed. It cannot have been placed before all items arrived. */
async function giveUpBet(
  tx: Tx,
  bet: BetRow,
  itemIds: readonly (string | null)[],
  left: BetOutcome,
  now: number,
): Promise<BetOutcome> {
  const call = callOf(bet);
  if (call === undefined || itemIds.includes(null)) return left;
  const { playerId } = bet;
  const earlier = await giveUpCall(tx, { call, playerId, key: keyOf(bet), input: inputOf(bet, itemIds) }, now);
  return earlier === null ? left : { state: 'PLACED', placedIn: placedIn(earlier) };
}
