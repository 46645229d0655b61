/**
 * Turns a round's view into what the watcher and the verifier need: the fields that fairness depends on, or a whole proof.
 *
 * Each game's observe.ts maps its view; this module does the rest. Pure. Invariant: everything in the proof comes from the
 * view on the screen, so what is verified is what was shown.
 */
import type { ProvableGame, RoundFairness } from '@fairpot/contract/fair/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { BattleOffer } from '@fairpot/fairness/verify/verify-offer';
import type { Observation, ObservedStake } from '../fairness/observation.ts';
import type { WatchedRound } from '../fairness/watcher.ts';
import { potItems } from './item-payouts.ts';

/** Fields that the public view of a round has in every game. */
export interface RoundView {
  readonly id: string;
  readonly hash: string;
  readonly secret: string | null;
  /** Omitted by games in which staff cannot choose a winner. */
  readonly scripted?: boolean;
  readonly fair: RoundFairness;
}

/** One stake on the screen. `pseudonym`: as the view shows it before the lock does; omitted where only the lock has it. */
export interface ShownStake extends ObservedStake {
  readonly pseudonym?: string;
}

/** The result that a settled view shows. */
export type ShownResult = Pick<RoundProof, 'outcome' | 'payouts'>;

/** How a game's view maps to the fields that its fairness depends on. */
export interface ObserverConfig<V extends RoundView> {
  readonly game: ProvableGame;
  /** `cancelled` and `voided` rounds ended without a draw. */
  readonly phaseOf: (view: V) => Observation['phase'] | 'cancelled' | 'voided';
  /** In the order of the lock's entries; stakes that can still be withdrawn are left out. */
  readonly stakesOf: (view: V) => readonly ShownStake[];
  /** The chances as shown, in the order of the entries; omitted where none are shown. */
  readonly chancesOf?: (view: V) => readonly string[];
  /** The staked items by entry, in the same order; omitted by a game paid in balance. */
  readonly itemsOf?: (view: V) => readonly (readonly StakedItem[])[];
  /** Battles: the offer. */
  readonly battleOf?: (view: V) => BattleOffer;
  /** Null while the view shows no result. `pseudonymOf` returns '' for a user without one. */
  readonly resultOf: (view: V, pseudonymOf: (userId: string) => string) => ShownResult | null;
}

/** A game as the watcher uses it. */
export interface RoundObserver<V extends RoundView> {
  readonly game: ProvableGame;
  readonly phaseOf: ObserverConfig<V>['phaseOf'];
  /** Input of the watcher. Null for a scripted round and a round without a draw: there is nothing to verify. */
  readonly watchedOf: (view: V, chain: DrandChain) => WatchedRound | null;
  /** The proof of a settled round, built from its public view alone; null before the settlement. */
  readonly proofOf: (view: V, chain: DrandChain) => RoundProof | null;
}

/** Makes the observer of a game. */
export function makeRoundObserver<V extends RoundView>(reading: ObserverConfig<V>): RoundObserver<V> {
  const { game, phaseOf } = reading;
  const proofOf = (view: V, chain: DrandChain) => proofFrom(reading, view, chain);
  return { game, phaseOf, proofOf, watchedOf: (view, chain) => watchedFrom(reading, view, proofOf(view, chain)) };
}

function watchedFrom<V extends RoundView>(
  reading: ObserverConfig<V>,
  view: V,
  proof: RoundProof | null,
): WatchedRound | null {
  const phase = reading.phaseOf(view);
  if (phase === 'cancelled' || phase === 'voided' || view.scripted) return null;
  const battle = reading.battleOf?.(view);
  return {
    game: reading.game,
    roundId: view.id,
    phase,
    hash: view.hash,
    stakes: reading.stakesOf(view).map(({ userId, entry }) => ({ userId, entry })),
    lock: view.fair.lock,
    ...(battle && { battle }),
    pseudonyms: pseudonymsOf(reading, view),
    chances: reading.chancesOf?.(view) ?? [],
    items: potItems(reading.itemsOf?.(view) ?? []),
    proof,
  };
}

function proofFrom<V extends RoundView>(reading: ObserverConfig<V>, view: V, chain: DrandChain): RoundProof | null {
  const { fair, secret } = view;
  if (reading.phaseOf(view) !== 'settled' || secret === null) return null;
  if (fair.lock === null || fair.drandRound === null || fair.drandSignature === null) return null;
  const pseudonyms = pseudonymsOf(reading, view);
  const result = reading.resultOf(view, (userId) => pseudonyms[userId] ?? '');
  return (
    result && {
      v: 'fp/2',
      game: reading.game,
      roundId: view.id,
      number: fair.number,
      hash: view.hash,
      // A cast without a check: the verifier parses the lock field by field and refuses an invalid one.
      lock: readJson(fair.lock) as RoundProof['lock'],
      drand: { chain, round: fair.drandRound, signature: fair.drandSignature },
      secret,
      ...result,
    }
  );
}

/** By user id: from the lock, and until there is one from the stakes on the screen. */
function pseudonymsOf<V extends RoundView>(reading: ObserverConfig<V>, view: V): Readonly<Record<string, string>> {
  const shown = reading
    .stakesOf(view)
    .flatMap(({ userId, pseudonym }) => (pseudonym === undefined ? [] : [[userId, pseudonym] as const]));
  return { ...Object.fromEntries(shown), ...view.fair.pseudonyms };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: passed on as it is, so that the verifier reports what is wrong with it.
    return text;
  }
}
