/**
 * The rules of jackpot as pure functions: who may enter, how entries move the timer, and what a reveal decides. Called by the
 * commands on what they loaded, by the sweeps, the presenter and the settlement. Sources: rulings 3 and 4, spec 5, 8 and 9,
 * protocol fp/2.
 */
import {
  JACKPOT_COUNTDOWN_MS,
  JACKPOT_MIN_LEFT_MS,
  JACKPOT_MAX_MS,
  JACKPOT_MAX_ENTRIES,
  JACKPOT_MAX_USD,
} from '@fairpot/contract/jackpot/calls';
import { cents, centsFromUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { percentOf } from '@fairpot/fairness/games/chance';
import type { JackpotLock } from '@fairpot/fairness/games/jackpot';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import type { ItemStake } from '../kit/items/store.ts';
import type { RoundDecision, Reveal } from '../kit/round-game.ts';
import type { Phase, Round } from '../kit/rounds.ts';
import { keyOf, lockOf, potOf } from '../kit/rules.ts';
import type { RuleResult } from '../../platform/runner/refused.ts';

const MAX_CENTS = centsFromUsd(JACKPOT_MAX_USD);

/**
 * The bounds of a round. A lone player may fill half of it, so that there is always room for a second one, without whom it would
 * never end.
 */
export const ENTRY_RULES = {
  countdownMs: JACKPOT_COUNTDOWN_MS,
  minLeftMs: JACKPOT_MIN_LEFT_MS,
  longestMs: JACKPOT_MAX_MS,
  maxCents: MAX_CENTS,
  maxAloneCents: cents(MAX_CENTS / 2),
  maxEntries: JACKPOT_MAX_ENTRIES,
  maxAloneEntries: JACKPOT_MAX_ENTRIES / 2,
} as const;

/** The part of the current round that an entry needs. */
export interface Pot {
  readonly id: string;
  readonly phase: Phase;
  readonly scripted: boolean;
  readonly entries: number;
  readonly potCents: Cents;
  /** The player of every entry so far; null without entries, and from the second player on. */
  readonly alone: string | null;
  /** When the second player entered. */
  readonly startedAt: number | null;
  /** The first moment at which an entry is too late. */
  readonly deadlineAt: number | null;
}

/** The open pot with its round's version. */
export interface OpenPot extends Pot {
  readonly version: number;
}

export interface JackpotTerms {
  readonly paused: boolean;
  /** Minimum total of one bet. */
  readonly minbetCents: Cents;
}

export interface EntryRequest {
  readonly playerId: string;
  /** Staff or a house persona: may enter a scripted round. */
  readonly house: boolean;
  /** The requested round; null or missing: the open one. */
  readonly requestedId?: string | null;
  /** Arrival time. The deadline decides, not the sweep that locks a moment later. */
  readonly at: number;
}

/** May this stake enter the current round? */
export function admitEntry<P extends Pot>(
  pot: P | null,
  request: EntryRequest,
  stake: RuleResult<ItemStake>,
  terms: JackpotTerms,
): RuleResult<{ readonly pot: P; readonly stake: ItemStake }> {
  if (!pot) return { refused: 'NO_GAME' };
  const late = pot.deadlineAt !== null && request.at >= pot.deadlineAt;
  const other = (request.requestedId ?? pot.id) !== pot.id;
  if (pot.phase !== 'open' || late || other) return { refused: 'JACKPOT_FINISHING' };
  if (pot.scripted && !request.house) return { refused: 'ROUND_SCRIPTED' };
  if (terms.paused) return { refused: 'GAME_PAUSED' };
  if ('refused' in stake) return stake;
  const { totalCents } = stake.value;
  if (totalCents < terms.minbetCents) return { refused: 'AMOUNT_TOO_LOW', details: { min: usd(terms.minbetCents) } };
  const alone = pot.entries === 0 || pot.alone === request.playerId;
  const maxCents = alone ? ENTRY_RULES.maxAloneCents : ENTRY_RULES.maxCents;
  const maxEntries = alone ? ENTRY_RULES.maxAloneEntries : ENTRY_RULES.maxEntries;
  if (pot.potCents + totalCents > maxCents || pot.entries + 1 > maxEntries) {
    return { refused: 'JACKPOT_FULL', details: { max: usd(maxCents), entries: maxEntries } };
  }
  return { value: { pot, stake: stake.value } };
}

/** The pot after an admitted entry. */
export function potAfter<P extends Pot>(
  pot: P,
  { playerId, cents: staked, at }: { readonly playerId: string; readonly cents: Cents; readonly at: number },
): P {
  const { startedAt, deadlineAt } = pot;
  const isAlone = pot.entries === 0 || pot.alone === playerId;
  const timer = startedAt === null || deadlineAt === null ? null : { startedAt, deadlineAt };
  const next = timer ? extended(timer, at) : isAlone ? null : started(at);
  return {
    ...pot,
    entries: pot.entries + 1,
    potCents: cents(pot.potCents + staked),
    alone: isAlone ? playerId : null,
    startedAt: next?.startedAt ?? null,
    deadlineAt: next?.deadlineAt ?? null,
  };
}

const started = (at: number): Timer => ({ startedAt: at, deadlineAt: at + ENTRY_RULES.countdownMs });

export interface Timer {
  /** When the second player entered. */
  readonly startedAt: number;
  /** The first moment at which an entry is too late. */
  readonly deadlineAt: number;
}

/** The timer after each entry, in order: null until two different players are in. */
export function timersOf(entries: readonly { readonly playerId: string; readonly at: number }[]): (Timer | null)[] {
  let timer: Timer | null = null;
  return entries.map(({ playerId, at }) => {
    if (timer) timer = extended(timer, at);
    else if (playerId !== entries[0]?.playerId) timer = started(at);
    return timer;
  });
}

/** At least 10 s are left after an entry, never more than 120 s from the start, and an entry never shortens the time. */
function extended({ startedAt, deadlineAt }: Timer, at: number): Timer {
  const wanted = Math.min(at + ENTRY_RULES.minLeftMs, startedAt + ENTRY_RULES.longestMs);
  return { startedAt, deadlineAt: Math.max(deadlineAt, wanted) };
}

/** Is this round open and its countdown over? */
export function isDue(round: Round, now: number): boolean {
  const timer = timersOf(round.entries).at(-1);
  return round.phase === 'open' && !!timer && timer.deadlineAt <= now;
}

/** Tickets of each entry, in order: `from` inclusive, `to` exclusive; one cent is one ticket. */
export function rangesOf(entries: readonly { readonly cents: Cents }[]): { from: Cents; to: Cents }[] {
  let end = 0;
  return entries.map((entry) => {
    const from = cents(end);
    end += entry.cents;
    return { from, to: cents(end) };
  });
}

/** A player's share of the pot in basis points, the sum of all their entries: the same number that every page shows. */
export function chanceBps(
  entries: readonly { readonly playerId: string; readonly cents: Cents }[],
  who: string,
): number {
  let own = 0;
  let pot = 0;
  for (const entry of entries) {
    pot += entry.cents;
    if (entry.playerId === who) own += entry.cents;
  }
  return Number(percentOf(own, pot).replace('.', ''));
}

/**
 * The result of a locked round, from lock, secret and beacon output alone. Throws when the stored round contradicts its lock or its
 * commitment: such a round is never paid by guesswork.
 */
export function decide(round: Round, reveal: Reveal): RoundDecision {
  const lock = lockOf<JackpotLock>(round, 'jackpot', (stored, entry) => stored.cents === entry.cents);
  const outcome = outcomeOf(keyOf(round, lock, reveal), lock);
  const payouts = payoutsOf(lock, outcome, potOf(round));
  const winner = round.entries[outcome.winnerEntry];
  if (!winner) throw new Error(`${round.id}: there is no entry ${outcome.winnerEntry}`);
  return { outcome, payouts, winnerNo: winner.no };
}
