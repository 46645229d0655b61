/**
 * The logic of the fairness worker: takes a question about a round and returns an answer.
 *
 * Called by worker.ts in the browser and by tests in node. Pure. Invariant: it never throws; input of any shape gets an
 * answer, so that a broken file or a hostile server cannot silence the check.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { QUICKNET, verifyDrandSignature } from '@fairpot/fairness/protocol/beacon';
import { commitmentOf, parseSecret } from '@fairpot/fairness/protocol/commitment';
import type { SecretParts } from '@fairpot/fairness/protocol/commitment';
import { checkHead, checkRoundInLog } from '@fairpot/fairness/log/log-check';
import type { HeadCheck, HeadFinding, RoundFinding, RoundInLog } from '@fairpot/fairness/log/log-check';
import { firstDifference } from '@fairpot/fairness/verify/diff';
import { parseLock, type Lock } from '@fairpot/fairness/protocol/lock';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import { payoutsOf, type Payouts, type PotItem } from '@fairpot/fairness/games/payout';
import { resultFromSeal, SealError } from '@fairpot/fairness/seal/seal';
import { failureOf } from '@fairpot/fairness/protocol/step';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import type { RoundVerdict } from '@fairpot/fairness/verify/verify';
import { checkLockWitness } from '@fairpot/fairness/log/lock-witness';
import type { LockWitnessCheck, LockWitnessFinding } from '@fairpot/fairness/log/lock-witness';
import { checkWitness } from '@fairpot/fairness/log/witness-check';
import type { CosignedFinding, WitnessCheck } from '@fairpot/fairness/log/witness-check';
import { checkOwn, checkStatement } from '@fairpot/fairness/checks/own-check';
import type { OwnCheck, StatementCheck, StatementFinding } from '@fairpot/fairness/checks/own-check';
import { offerSteps } from '@fairpot/fairness/verify/verify-offer';
import type { BattleOffer } from '@fairpot/fairness/verify/verify-offer';
import { explain } from './explain.ts';
import type { Picture } from './explain.ts';
import { texts } from './texts.ts';

/**
 * What this browser noted about a round before its result. Every part is optional; more parts make the check stricter.
 */
export interface RoundNotes {
  readonly hash?: string;
  readonly entries?: readonly unknown[];
  /** The lock record as text, exactly as received. */
  readonly lockText?: string;
  readonly chances?: readonly string[];
  readonly battle?: BattleOffer;
}

/**
 * A question to the worker. `chains` are trusted in addition to quicknet; `acceptSimulated` trusts the chain of a demo.
 */
export type FairnessQuestion =
  | {
      readonly ask: 'verify';
      readonly proof: unknown;
      readonly seen?: RoundNotes;
      readonly chains?: readonly DrandChain[];
      readonly acceptSimulated?: boolean;
    }
  | { readonly ask: 'explain'; readonly proof: unknown }
  | { readonly ask: 'commitment'; readonly secret: string }
  | { readonly ask: 'beacon'; readonly chain: DrandChain; readonly round: number; readonly signature: string }
  | ({ readonly ask: 'open' } & OpenSealInput)
  | { readonly ask: 'logHead'; readonly check: HeadCheck }
  | { readonly ask: 'witness'; readonly check: WitnessCheck }
  | { readonly ask: 'lockWitness'; readonly check: LockWitnessCheck }
  | { readonly ask: 'logRound'; readonly check: RoundInLog }
  | { readonly ask: 'solvency'; readonly check: StatementCheck }
  | { readonly ask: 'ownSolvency'; readonly check: OwnCheck };

export interface VerifyAnswer {
  readonly verdict: RoundVerdict;
  /** The draw as a picture; null when the proof is too broken to compute one. */
  readonly picture: Picture | null;
}

/** A locked round without a published result, and a claimed output of its named beacon round. */
export interface OpenSealInput {
  /** The lock record as text, as first seen. */
  readonly lockText: string;
  /** Hex; untrusted, checked with the chain's key. */
  readonly signature: string;
  readonly chains: readonly DrandChain[];
  readonly seen: Pick<RoundNotes, 'hash' | 'entries' | 'battle'>;
  /** Every item of the pot, as shown; none for a game paid in balance. */
  readonly items: readonly PotItem[];
}

/**
 * The result of opening a seal. `nothing`: the input is not the output of a known chain, which says nothing about the
 * round. `cheated`: the site did not seal the secret that it committed to, or locked something other than what it
 * showed.
 */
export type OpenSealResult =
  | { readonly found: 'result'; readonly secret: string; readonly outcome: Outcome; readonly payouts: Payouts }
  | { readonly found: 'nothing' }
  | { readonly found: 'cheated'; readonly reason: string };

/** `parts` is null when the text is not an fp/2 secret; `hash` is its hash in any case. */
export interface CommitmentAnswer {
  readonly hash: string;
  readonly parts: SecretParts | null;
}

export interface FairnessAnswers {
  readonly verify: VerifyAnswer;
  readonly explain: { readonly picture: Picture | null };
  readonly commitment: CommitmentAnswer;
  /** Whether the signature is the chain's signature of that round. */
  readonly beacon: { readonly holds: boolean };
  readonly open: OpenSealResult;
  readonly logHead: HeadFinding;
  readonly witness: CosignedFinding;
  readonly lockWitness: LockWitnessFinding;
  readonly logRound: RoundFinding;
  readonly solvency: StatementFinding;
  readonly ownSolvency: StatementFinding;
}

export type FairnessAnswer<Q extends FairnessQuestion> = FairnessAnswers[Q['ask']];

export function answer(question: FairnessQuestion): FairnessAnswers[FairnessQuestion['ask']] {
  switch (question.ask) {
    case 'verify':
      return {
        verdict: verifyRound(question.proof, {
          chains: question.chains,
          acceptSimulated: question.acceptSimulated,
          seen: verifierNotes(question.seen),
        }),
        picture: explain(question.proof),
      };
    case 'explain':
      return { picture: explain(question.proof) };
    case 'commitment':
      return { hash: commitmentOf(question.secret), parts: partsOf(question.secret) };
    case 'beacon':
      return { holds: verifyDrandSignature(question.chain, question.round, question.signature) };
    case 'witness':
      return checkWitness(question.check);
    case 'lockWitness':
      return checkLockWitness(question.check);
    case 'open':
      return openSeal(question);
    case 'logHead':
      return checkHead(question.check);
    case 'logRound':
      return checkRoundInLog(question.check);
    case 'solvency':
      return checkStatement(question.check);
    case 'ownSolvency':
      return checkOwn(question.check);
  }
}

/**
 * The notes in the form of the verifier. It compares the lock's text by its hash (sha256 of its UTF-8, like a
 * commitment), so a text that is not canonical differs too.
 */
function verifierNotes(seen: RoundNotes = {}) {
  return {
    hash: seen.hash,
    entries: seen.entries,
    chances: seen.chances,
    battle: seen.battle,
    lockHash: seen.lockText === undefined ? undefined : commitmentOf(seen.lockText),
  };
}

/**
 * Computes the result of a round from its lock and the beacon alone, after checking the lock against this browser's
 * notes.
 */
function openSeal({ lockText, signature, chains, seen, items }: OpenSealInput): OpenSealResult {
  try {
    const lock = parseLock(JSON.parse(lockText));
    const chain = [QUICKNET, ...chains].find(({ chainHash }) => chainHash === lock.drand.chain);
    if (!chain) return { found: 'nothing' };
    const { secret, outcome } = resultFromSeal(lock, signature, chain);
    if (seen.hash !== undefined && seen.hash !== lock.hash)
      return { found: 'cheated', reason: texts.open.otherCommitment };
    const entries = seen.entries ? firstDifference(lock.entries, seen.entries, 'entries') : null;
    if (entries !== null) return { found: 'cheated', reason: texts.open.otherStakes(entries) };
    const offer = seen.battle ? offerSteps(lock, seen.battle).find(({ ok }) => !ok) : undefined;
    if (offer) return { found: 'cheated', reason: failureOf(offer) };
    return owe(lock, secret, outcome, items);
  } catch (error) {
    if (!(error instanceof SealError)) return { found: 'cheated', reason: texts.open.notALock };
    if (error.fault === 'CHAIN' || error.fault === 'SIGNATURE') return { found: 'nothing' };
    return { found: 'cheated', reason: texts.open.broken(error.message) };
  }
}

/** The result with what the site owes for it. Items that are not worth the locked stakes are other stakes. */
function owe(lock: Lock, secret: string, outcome: Outcome, items: readonly PotItem[]): OpenSealResult {
  try {
    return { found: 'result', secret, outcome, payouts: payoutsOf(lock, outcome, items) };
  } catch (error) {
    return { found: 'cheated', reason: texts.open.otherStakes(error instanceof Error ? error.message : String(error)) };
  }
}

function partsOf(secret: string): SecretParts | null {
  try {
    return parseSecret(secret);
  } catch {
    // Not a secret of the protocol, which is a valid answer.
    return null;
  }
}
