/** Rounds of jackpot as views: data leaves the server only this way, each field named. A secret appears only in a result. */
import type {
  JackpotDraw,
  JackpotEntryView,
  JackpotFact,
  JackpotHistoryRow,
  JackpotPhase,
  JackpotResult,
  JackpotRound,
} from '@fairpot/contract/jackpot/schemas';
import type { RoundFairness } from '@fairpot/contract/fair/schemas';
import { cents, sumCents, usd } from '@fairpot/contract/wire/money';
import type { FactPresenter, StoredFact } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import type { Db } from '../../platform/database/sql.ts';
import { playersAndItems, itemsOf, userOf, type PlayersAndItems } from '../kit/players-and-items.ts';
import { fairnessOf, ticketOf } from '../kit/items/views.ts';
import { entryOf, roundsForEntries, type RoundEntry, type Round, type RoundResult } from '../kit/rounds.ts';
import { scriptedWinner } from '../kit/script.ts';
import { chanceBps, rangesOf, timersOf, type Timer } from './rules.ts';

/** Views of rounds, in their order; two more statements for any number of rounds. */
export async function presentRounds(db: Db, rounds: readonly Round[]): Promise<JackpotRound[]> {
  const known = await playersAndItems(
    db,
    rounds.flatMap((round) => round.entries),
  );
  return rounds.map((round) => presentRound(round, known));
}

function presentRound(round: Round, known: PlayersAndItems): JackpotRound {
  const timer = timersOf(round.entries).at(-1) ?? null;
  return {
    id: round.id,
    version: round.version,
    phase: phaseOf(round, timer),
    value: usd(sumCents(round.entries.map((entry) => entry.cents))),
    entries: entriesOf(round, round.entries, known),
    openedAt: round.openedAt,
    deadlineAt: timer && timer.deadlineAt,
    finishedAt: round.lockedAt,
    settledAt: round.phase === 'settled' ? round.endedAt : null,
    hash: round.hash,
    secret: round.result && round.result.secret,
    feeBps: round.feeBps,
    result: round.result ? resultOf(round, round.result, known) : scriptedResultOf(round, known),
    scripted: round.scripted,
    fair: fairOf(round, round.result),
  };
}

function phaseOf(round: Round, timer: Timer | null): JackpotPhase {
  switch (round.phase) {
    case 'open':
      return openPhase(timer);
    case 'locked':
      return 'FINISHING';
    case 'settled':
      return 'SETTLED';
    case 'cancelled':
    case 'voided':
      return 'VOIDED';
  }
}

const openPhase = (timer: Timer | null): JackpotPhase => (timer ? 'COUNTDOWN' : 'WAITING');

/** Views of some entries of a round, with their tickets. */
function entriesOf(round: Round, entries: readonly RoundEntry[], known: PlayersAndItems): JackpotEntryView[] {
  const ranges = rangesOf(round.entries);
  return entries.map((entry) => {
    const range = ranges[entry.no - 1];
    invariant(range, `entry ${entry.no} of ${round.id} is out of order`);
    return {
      no: entry.no,
      user: userOf(entry, known),
      pseudonym: entry.pseudonym,
      items: itemsOf(entry, known),
      totalUsd: usd(entry.cents),
      from: range.from,
      to: range.to,
      at: entry.at,
    };
  });
}

/**
 * Pseudonyms are those of the lock, so there are none before it (each entry shows its own): the fact of an entry then changes
 * nothing here. `result` null shows the round as it was before its settlement.
 */
const fairOf = (round: Round, result: RoundResult | null): RoundFairness =>
  fairnessOf(round, round.lockText === null ? [] : round.entries, result);

function resultOf(round: Round, result: RoundResult, known: PlayersAndItems): JackpotDraw {
  const { potCents, feeCents, feeItems } = result.payouts;
  const winner = entryOf(round, result.winnerNo);
  return {
    ticket: ticketOf(result),
    entryNo: winner.no,
    user: userOf(winner, known),
    wonUsd: usd(cents(potCents - feeCents)),
    feeUsd: usd(cents(feeCents)),
    feeItemIds: [...feeItems],
    chanceBps: chanceBps(round.entries, winner.playerId),
  };
}

/** The chosen winner, once a scripted round has ended: no draw, no fee. */
function scriptedResultOf(round: Round, known: PlayersAndItems): JackpotResult | null {
  const winner = round.phase === 'settled' ? scriptedWinner(round) : null;
  if (winner === null) return null;
  return {
    ticket: null,
    entryNo: winner.no,
    user: userOf(winner, known),
    wonUsd: usd(sumCents(round.entries.map((entry) => entry.cents))),
    feeUsd: usd(cents(0)),
    feeItemIds: [],
    chanceBps: chanceBps(round.entries, winner.playerId),
  };
}

/** History rows of settled rounds, in their order. */
export async function presentHistory(db: Db, rounds: readonly Round[]): Promise<JackpotHistoryRow[]> {
  const winners = rounds.map((round) => entryOf(round, round.result?.winnerNo ?? 0));
  const known = await playersAndItems(db, winners);
  return rounds.map((round) => {
    const { result } = round;
    invariant(result && round.endedAt !== null, `round ${round.id} has no result`);
    return {
      id: round.id,
      number: round.number,
      value: usd(cents(result.payouts.potCents)),
      players: new Set(round.entries.map((entry) => entry.playerId)).size,
      entries: round.entries.length,
      items: round.entries.reduce((sum, entry) => sum + entry.items.length, 0),
      result: resultOf(round, result, known),
      hash: round.hash,
      secret: result.secret,
      settledAt: round.endedAt,
    };
  });
}

/** While a round is open, each entry raises its version by one, starting from the opening's 1. */
const entryNoOf = (fact: StoredFact): number => fact.version - 1;
const isEntered = (fact: StoredFact): boolean => fact.type === 'jackpot.entered';
const ENDS: readonly string[] = ['jackpot.settled', 'jackpot.voided', 'jackpot.cancelled'];

/**
 * Fills facts. Opened and ended carry the current round, which may be newer than the fact but never older; entered and locked carry
 * exactly the change they record.
 */
export const jackpotFacts: FactPresenter = {
  topic: 'jackpot',
  async present(db, facts) {
    const subjectsOf = (some: readonly StoredFact[]) => [...new Set(some.map((fact) => fact.subject))];
    const found = await roundsForEntries(db, {
      ids: subjectsOf(facts),
      wholeIds: subjectsOf(facts.filter((fact) => !isEntered(fact))),
      entries: facts.filter(isEntered).map((fact) => [fact.subject, entryNoOf(fact)]),
    });
    const rounds = new Map(found.map((round) => [round.id, round]));
    const known = await playersAndItems(db, shownEntries(facts, rounds));
    return facts.map((fact): JackpotFact | null => {
      const round = rounds.get(fact.subject);
      return round ? presentFact(fact, round, known) : null;
    });
  },
};

/** The entries that these facts show: avoids loading a busy round whole for each of its entries. */
function shownEntries(facts: readonly StoredFact[], rounds: ReadonlyMap<string, Round>): RoundEntry[] {
  return facts.flatMap((fact) => {
    const entries = rounds.get(fact.subject)?.entries ?? [];
    if (!isEntered(fact) || rounds.get(fact.subject)?.scripted) return entries;
    return entries.filter((entry) => entry.no === entryNoOf(fact));
  });
}

function presentFact(fact: StoredFact, round: Round, known: PlayersAndItems): JackpotFact | null {
  const base = { roundId: round.id, version: fact.version };
  if (fact.type === 'jackpot.opened') return { type: 'jackpot.opened', ...base, round: presentRound(round, known) };
  if (ENDS.includes(fact.type)) return { type: 'jackpot.ended', ...base, round: presentRound(round, known) };
  // A scripted round is sent whole: its version counts choices of staff as well as entries.
  if (round.scripted) return { type: 'jackpot.scripted', ...base, round: presentRound(round, known) };
  if (fact.type === 'jackpot.locked') {
    const { lockedAt } = round;
    invariant(lockedAt !== null, `round ${round.id} is not locked`);
    return { type: 'jackpot.locked', ...base, finishedAt: lockedAt, fair: fairOf(round, null) };
  }
  return isEntered(fact) ? enteredFact(fact, round, known) : null;
}

function enteredFact(fact: StoredFact, round: Round, known: PlayersAndItems): JackpotFact {
  const no = entryNoOf(fact);
  const [entry] = entriesOf(round, [entryOf(round, no)], known);
  invariant(entry, 'expected one view of the entry');
  const timer = timersOf(round.entries.slice(0, no)).at(-1) ?? null;
  return {
    type: 'jackpot.entered',
    roundId: round.id,
    version: fact.version,
    entry,
    phase: openPhase(timer),
    value: usd(cents(entry.to)),
    deadlineAt: timer && timer.deadlineAt,
  };
}
