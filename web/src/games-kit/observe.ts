/**
 * A round's view as the watcher and the verifier want it: reduced to what its fairness rests on, or as a whole proof.
 *
 * Each game says in its observe.ts where its view holds what; the rest stands here once. Pure. Invariant: everything in
 * the proof comes from the view that was on the screen, so what is verified is what was shown.
 */
import type { Game, RoundFairness } from '@fairpot/contract/fair/schemas';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { SeenBattle } from '@fairpot/fairness/verify/verify-offer';
import type { Observation, ObservedStake } from '../fairness/observation.ts';
import type { Watched } from '../fairness/watcher.ts';

/** What the public view of a round has in every game. */
export interface RoundView {
  readonly id: string;
  readonly hash: string;
  readonly secret: string | null;
  /** Left out by games in which staff chooses no winner. */
  readonly scripted?: boolean;
  readonly fair: RoundFairness;
}

/** One stake on the screen. `pseudonym`: as the view shows it before the lock does; left out where only the lock has it. */
export interface ShownStake extends ObservedStake {
  readonly pseudonym?: string;
}

/** What a settled view shows as the result. */
export type ShownResult = Pick<RoundProof, 'outcome' | 'payouts'>;

/** Where a game's view holds what its fairness rests on. */
export interface Reading<V extends RoundView> {
  readonly game: Game;
  /** `cancelled` and `voided` rounds ended without a draw. */
  readonly phaseOf: (view: V) => Observation['phase'] | 'cancelled' | 'voided';
  /** In the order of the lock's entries; those that may still go again are left out. */
  readonly stakesOf: (view: V) => readonly ShownStake[];
  /** The chances as shown, in the order of the entries; left out where none are shown. */
  readonly chancesOf?: (view: V) => readonly string[];
  /** Battles: what is offered. */
  readonly battleOf?: (view: V) => SeenBattle;
  /** Null while the view shows no result. `pseudonymOf` gives '' for who has none. */
  readonly resultOf: (view: V, pseudonymOf: (userId: string) => string) => ShownResult | null;
}

/** A game as the watcher meets it. */
export interface Observed<V extends RoundView> {
  readonly game: Game;
  readonly phaseOf: Reading<V>['phaseOf'];
  /** What the watcher is told. Null for a scripted round and one without a draw: there is nothing to judge. */
  readonly watchedOf: (view: V, chain: DrandChain) => Watched | null;
  /** The proof of a settled round, made of its public view alone; null before the settlement. */
  readonly proofOf: (view: V, chain: DrandChain) => RoundProof | null;
}

/** What the watcher and the verifier read of a game's views. */
export function observed<V extends RoundView>(reading: Reading<V>): Observed<V> {
  const { game, phaseOf } = reading;
  const proofOf = (view: V, chain: DrandChain) => proofFrom(reading, view, chain);
  return { game, phaseOf, proofOf, watchedOf: (view, chain) => watchedFrom(reading, view, proofOf(view, chain)) };
}

function watchedFrom<V extends RoundView>(reading: Reading<V>, view: V, proof: RoundProof | null): Watched | null {
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
    proof,
  };
}

function proofFrom<V extends RoundView>(reading: Reading<V>, view: V, chain: DrandChain): RoundProof | null {
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
      // A cast, not a claim: the verifier reads the lock field by field and refuses what is not one.
      lock: readJson(fair.lock) as RoundProof['lock'],
      drand: { chain, round: fair.drandRound, signature: fair.drandSignature },
      secret,
      ...result,
    }
  );
}

/** By user id: what the lock says, and until then what the stakes on the screen say. */
function pseudonymsOf<V extends RoundView>(reading: Reading<V>, view: V): Readonly<Record<string, string>> {
  const shown = reading
    .stakesOf(view)
    .flatMap(({ userId, pseudonym }) => (pseudonym === undefined ? [] : [[userId, pseudonym] as const]));
  return { ...Object.fromEntries(shown), ...view.fair.pseudonyms };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: handed on as it is, so that the verifier says what is wrong with it.
    return text;
  }
}
