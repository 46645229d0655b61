/**
 * The common parts of views of games of items: the fairness part, one round by id, and pages of history.
 */
import type { ProvableGame, RoundFairness } from '@fairpot/contract/fair/schemas';
import { invariant, refuse } from '../../../platform/runner/refused.ts';
import type { Db } from '../../../platform/database/sql.ts';
import { roundById, settledRounds, type RoundEntry, type Round, type RoundResult } from '../rounds.ts';

const HISTORY_LIMIT = 20;

/** Views of rounds, in their order. */
type RoundPresenter<V> = (db: Db, rounds: readonly Round[]) => Promise<V[]>;

/** The view of one round of a game; refuses NO_GAME. */
export async function viewById<V>(db: Db, game: ProvableGame, id: string, present: RoundPresenter<V>): Promise<V> {
  const round = await roundById(db, game, id);
  if (!round) return refuse('NO_GAME');
  const [view] = await present(db, [round]);
  invariant(view, 'expected one view of the round');
  return view;
}

/** Settled rounds of a game, newest first, and the id after which the next page begins (null: none). */
export async function historyPage<V>(
  db: Db,
  game: ProvableGame,
  { limit = HISTORY_LIMIT, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
  present: RoundPresenter<V>,
): Promise<{ history: V[]; next: string | null }> {
  const rounds = await settledRounds(db, game, before ?? null, limit + 1);
  const page = rounds.slice(0, limit);
  return { history: await present(db, page), next: rounds.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/**
 * The data a browser checks a round with. `named`: the players whose pseudonyms are included; `result` null shows the
 * round before its settlement.
 */
export function fairnessOf(
  round: Round,
  named: readonly RoundEntry[],
  result: RoundResult | null = round.result,
): RoundFairness {
  return {
    number: round.number,
    lock: round.lockText,
    drandRound: round.drandRound,
    drandSignature: result && result.signature,
    ticket: result && 'ticket' in result.outcome ? result.outcome.ticket : null,
    pseudonyms: Object.fromEntries(named.map((entry) => [entry.playerId, entry.pseudonym])),
  };
}

/** The ticket that was drawn. */
export function ticketOf(result: RoundResult): number {
  invariant('ticket' in result.outcome, 'the outcome of an item game has a ticket');
  return result.outcome.ticket;
}
