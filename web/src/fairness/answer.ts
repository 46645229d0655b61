/**
 * What the fairness worker does, without the worker: a question about a round in, an answer out.
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
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import { resultFromSeal, SealError } from '@fairpot/fairness/seal/seal';
import { failureOf } from '@fairpot/fairness/protocol/step';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import type { Verdict } from '@fairpot/fairness/verify/verify';
import { checkLockWitness } from '@fairpot/fairness/log/lock-witness';
import type { LockWitnessCheck, LockWitnessFinding } from '@fairpot/fairness/log/lock-witness';
import { checkWitness } from '@fairpot/fairness/log/witness-check';
import type { CosignedFinding, WitnessCheck } from '@fairpot/fairness/log/witness-check';
import { checkOwn, checkStatement } from '@fairpot/fairness/solvency/own-check';
import type { OwnCheck, StatementCheck, StatementFinding } from '@fairpot/fairness/solvency/own-check';
import { offerSteps } from '@fairpot/fairness/verify/verify-offer';
import type { SeenBattle } from '@fairpot/fairness/verify/verify-offer';
import { explain } from './explain.ts';
import type { Picture } from './explain.ts';

/** What this browser noted of a round before its result; every part is optional, more is stricter. */
export interface RoundNotes {
  readonly hash?: string;
  readonly entries?: readonly unknown[];
  /** The lock record as text, exactly as it came. */
  readonly lockText?: string;
  readonly chances?: readonly string[];
  /** What a battle was offered as. */
  readonly battle?: SeenBattle;
}

/**
 * A question to the worker. `chains` are trusted besides quicknet; `acceptSimulated` takes a demo's chain at its word.
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
  readonly verdict: Verdict;
  /** The draw as a picture; null when the proof is too broken to draw from. */
  readonly picture: Picture | null;
}

/** A locked round without a published result, and what somebody says is the output of its named beacon round. */
export interface OpenSealInput {
  /** The lock record as text, as it was first seen. */
  readonly lockText: string;
  /** Hex; not believed, but checked with the chain's key. */
  readonly signature: string;
  readonly chains: readonly DrandChain[];
  readonly seen: Pick<RoundNotes, 'hash' | 'entries' | 'battle'>;
}

/**
 * What came of opening a seal. `nothing`: what was given is not the output of a known chain, which says nothing about
 * the round. `cheated`: whoever locked the round did not seal what he had committed to, or locked something else than
 * was shown.
 */
export type OpenSealResult =
  | { readonly found: 'result'; readonly secret: string; readonly outcome: Outcome }
  | { readonly found: 'nothing' }
  | { readonly found: 'cheated'; readonly reason: string };

/** `parts` is null when the secret is not one of fp/2; the hash is its hash all the same. */
export interface CommitmentAnswer {
  readonly hash: string;
  readonly parts: SecretParts | null;
}

export interface FairnessAnswers {
  readonly verify: VerifyAnswer;
  readonly explain: { readonly picture: Picture | null };
  readonly commitment: CommitmentAnswer;
  /** Whether that signature is the chain's of that round. */
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

/** The answer to a question. */
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
 * The lock's text is compared by its hash (sha256 of its UTF-8, like a commitment), as the verifier compares: a text
 * that is not canonical differs too.
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

/** The result of a round by its lock and the beacon alone; the lock itself is held against what this browser saw. */
function openSeal({ lockText, signature, chains, seen }: OpenSealInput): OpenSealResult {
  try {
    const lock = parseLock(JSON.parse(lockText));
    const chain = [QUICKNET, ...chains].find(({ chainHash }) => chainHash === lock.drand.chain);
    if (!chain) return { found: 'nothing' };
    const { secret, outcome } = resultFromSeal(lock, signature, chain);
    if (seen.hash !== undefined && seen.hash !== lock.hash)
      return { found: 'cheated', reason: 'The lock holds another commitment than the one that was shown.' };
    const entries = seen.entries ? firstDifference(lock.entries, seen.entries, 'entries') : null;
    if (entries !== null)
      return { found: 'cheated', reason: `The lock holds other stakes than were shown: ${entries}` };
    const offer = seen.battle ? offerSteps(lock, seen.battle).find(({ ok }) => !ok) : undefined;
    if (offer) return { found: 'cheated', reason: failureOf(offer) };
    return { found: 'result', secret, outcome };
  } catch (error) {
    if (!(error instanceof SealError)) return { found: 'cheated', reason: 'The lock is not a record of the protocol.' };
    if (error.fault === 'CHAIN' || error.fault === 'SIGNATURE') return { found: 'nothing' };
    return { found: 'cheated', reason: `The sealed secret does not open: ${error.message}` };
  }
}

function partsOf(secret: string): SecretParts | null {
  try {
    return parseSecret(secret);
  } catch {
    // Not a secret of the protocol: that is the answer.
    return null;
  }
}
