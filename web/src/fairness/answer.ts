/**
 * What the fairness worker does, without the worker: a question about a round in, an answer out.
 *
 * Called by worker.ts in the browser and by tests in node. Pure. Invariant: it never throws; input of any shape gets an
 * answer, so that a broken file or a hostile server cannot silence the check.
 */
import type { DrandChain } from '@fairpot/fairness/beacon';
import { commitmentOf, parseSecret } from '@fairpot/fairness/commitment';
import type { SecretParts } from '@fairpot/fairness/commitment';
import { checkHead, checkRoundInLog } from '@fairpot/fairness/log-check';
import type { HeadCheck, HeadFinding, RoundFinding, RoundInLog } from '@fairpot/fairness/log-check';
import { verifyRound } from '@fairpot/fairness/verify';
import type { Verdict } from '@fairpot/fairness/verify';
import { checkWitness } from '@fairpot/fairness/witness-check';
import type { CosignedFinding, WitnessCheck } from '@fairpot/fairness/witness-check';
import type { SeenBattle } from '@fairpot/fairness/verify-offer';
import { explain } from './explain.ts';
import type { Picture } from './explain.ts';

/** What this browser noted of a round before its result; every part is optional, more is stricter. */
export interface SeenBefore {
  readonly hash?: string;
  readonly entries?: readonly unknown[];
  /** The lock record as text, exactly as it came. */
  readonly lockText?: string;
  readonly chances?: readonly string[];
  /** What a battle was offered as. */
  readonly battle?: SeenBattle;
}

/** A question to the worker. `chains` are trusted besides quicknet; `acceptSimulated` takes a demo's chain at its word. */
export type Question =
  | {
      readonly ask: 'verify';
      readonly proof: unknown;
      readonly seen?: SeenBefore;
      readonly chains?: readonly DrandChain[];
      readonly acceptSimulated?: boolean;
    }
  | { readonly ask: 'explain'; readonly proof: unknown }
  | { readonly ask: 'commitment'; readonly secret: string }
  | { readonly ask: 'logHead'; readonly check: HeadCheck }
  | { readonly ask: 'witness'; readonly check: WitnessCheck }
  | { readonly ask: 'logRound'; readonly check: RoundInLog };

export interface Verified {
  readonly verdict: Verdict;
  /** The draw as a picture; null when the proof is too broken to draw from. */
  readonly picture: Picture | null;
}

/** `parts` is null when the secret is not one of fp/1; the hash is its hash all the same. */
export interface Committed {
  readonly hash: string;
  readonly parts: SecretParts | null;
}

export interface AnswerOf {
  readonly verify: Verified;
  readonly explain: { readonly picture: Picture | null };
  readonly commitment: Committed;
  readonly logHead: HeadFinding;
  readonly witness: CosignedFinding;
  readonly logRound: RoundFinding;
}

export type AnswerTo<Q extends Question> = AnswerOf[Q['ask']];

/** The answer to a question. */
export function answer(question: Question): AnswerOf[Question['ask']] {
  switch (question.ask) {
    case 'verify':
      return {
        verdict: verifyRound(question.proof, {
          chains: question.chains,
          acceptSimulated: question.acceptSimulated,
          seen: seenOf(question.seen),
        }),
        picture: explain(question.proof),
      };
    case 'explain':
      return { picture: explain(question.proof) };
    case 'commitment':
      return { hash: commitmentOf(question.secret), parts: partsOf(question.secret) };
    case 'witness':
      return checkWitness(question.check);
    case 'logHead':
      return checkHead(question.check);
    case 'logRound':
      return checkRoundInLog(question.check);
  }
}

/**
 * The lock's text is compared by its hash (sha256 of its UTF-8, like a commitment), as the verifier compares: a text
 * that is not canonical differs too.
 */
function seenOf(seen: SeenBefore = {}) {
  return {
    hash: seen.hash,
    entries: seen.entries,
    chances: seen.chances,
    battle: seen.battle,
    lockHash: seen.lockText === undefined ? undefined : commitmentOf(seen.lockText),
  };
}

function partsOf(secret: string): SecretParts | null {
  try {
    return parseSecret(secret);
  } catch {
    // Not a secret of the protocol: that is the answer.
    return null;
  }
}
