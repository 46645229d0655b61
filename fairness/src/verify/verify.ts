/**
 * Verification of one round, step by step, from published inputs only.
 *
 * The player's browser, the Fairplay page and the CLI call it, for one round and for every round of a log. Invariant:
 * nothing that can be computed is taken from the proof, no step is skipped, and the first one that does not hold is
 * named.
 */
import { QUICKNET, verifyDrandSignature } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { deriveKey } from '../protocol/derive.ts';
import { firstDifference } from './diff.ts';
import { feeCents } from '../games/fee.ts';
import { lockHash } from '../protocol/lock.ts';
import type { LockRecord } from '../base/lock-base.ts';
import type { AnyGame } from '../games/game.ts';
import { GAMES, gameOf } from '../games/index.ts';
import { isScripted, parseProof } from '../protocol/proof.ts';
import type { RoundProof } from '../protocol/proof.ts';
import type { OpenWindow } from '../seal/seal.ts';
import { step } from '../protocol/step.ts';
import type { VerificationStep } from '../protocol/step.ts';
import { draw } from '../base/uniform.ts';
import type { TicketDraw } from '../base/uniform.ts';
import { beaconSteps, commitmentSteps, eosSteps, lockSteps, sealSteps } from './verify-inputs.ts';
import type { RoundInputs, WatcherRecord } from './verify-inputs.ts';
import { openWindow } from '../seal/window-key.ts';

export type VerifyOptions = {
  /** The chains trusted beforehand; by default only quicknet. */
  readonly chains?: readonly DrandChain[] | undefined;
  /**
   * Trusts an unknown chain's own description (a demo's simulated beacon). The verdict then says `simulated`. Never
   * quicknet: a proof that claims its hash is checked with its pinned key.
   */
  readonly acceptSimulated?: boolean | undefined;
  /** This watcher's record from before the result. */
  readonly seen?: WatcherRecord | undefined;
  /** Replaces `verifyDrandSignature`, for code that has verified many outputs at once (beacon.ts). */
  readonly verifySignature?: typeof verifyDrandSignature | undefined;
  /** Replaces `openWindow`, for code that opens many seals with a shared window key. */
  readonly openWindow?: OpenWindow | undefined;
  /** The games that can be verified; by default those of this build. */
  readonly games?: readonly AnyGame[] | undefined;
};

type AnyProof = RoundProof<LockRecord, object>;

export type RoundVerdict = {
  readonly ok: boolean;
  /** The beacon is not quicknet: the arithmetic holds, but the site could have known the result. */
  readonly simulated: boolean;
  /** The first step that does not hold. */
  readonly failed: VerificationStep | null;
  readonly steps: readonly VerificationStep[];
  /** Number of steps that need the proof alone, the same for everyone: without those that compare a watcher's record. */
  readonly checks: number;
};

/** Verifies a proof, parsed or raw. Never throws: input of the wrong shape is a failed first step. */
export function verifyRound(input: unknown, options: VerifyOptions = {}): RoundVerdict {
  if (isScripted(input)) return verdictOf([scriptedStep()], false);
  const games = options.games ?? GAMES;
  let proof: AnyProof;
  try {
    proof = parseProof(input, 'round', games);
  } catch (error) {
    const shape = step('shape', 'The proof is complete and has nothing extra', {}, () => {
      throw error;
    });
    return verdictOf([shape], false);
  }
  const seen = options.seen ?? {};
  const game = gameOf(proof.lock.game, games);
  const steps = [
    ...commitmentSteps(proof, seen),
    ...lockSteps(proof, seen, game),
    ...eosSteps(proof),
    ...beaconSteps(
      proof,
      { trusted: trustedChain(proof, options), delayMs: game.delayMs },
      options.verifySignature ?? verifyDrandSignature,
    ),
    ...sealSteps(proof, options.openWindow ?? openWindow),
    ...resultSteps(proof, seen, game),
  ];
  return verdictOf(steps, proof.drand.chain.chainHash !== QUICKNET.chainHash);
}

/**
 * The verifiable part of a round whose game this build does not know: its commitment, beacon and seal. A verdict of
 * `ok` says nothing about draws and payouts.
 */
export function verifyInputs(inputs: RoundInputs, options: VerifyOptions = {}): RoundVerdict {
  const steps = [
    ...commitmentSteps(inputs, options.seen ?? {}),
    ...beaconSteps(
      inputs,
      { trusted: trustedChain(inputs, options), delayMs: null },
      options.verifySignature ?? verifyDrandSignature,
    ),
    ...sealSteps(inputs, options.openWindow ?? openWindow),
  ];
  return verdictOf(steps, inputs.drand.chain.chainHash !== QUICKNET.chainHash);
}

function verdictOf(steps: readonly VerificationStep[], simulated: boolean): RoundVerdict {
  const failed = steps.find((each) => !each.ok) ?? null;
  const checks = steps.filter(({ id }) => !id.startsWith('seen-')).length;
  return { ok: failed === null, simulated, failed, steps, checks };
}

function trustedChain({ drand: { chain } }: RoundInputs, options: VerifyOptions): DrandChain | null {
  const pinned = [QUICKNET, ...(options.chains ?? [])].find((each) => each.chainHash === chain.chainHash);
  return pinned ?? (options.acceptSimulated === true ? chain : null);
}

function scriptedStep(): VerificationStep {
  return step('scripted', 'The round makes a fairness claim', {}, () => ({
    computed: 'SCRIPTED: winner chosen by staff',
    expected: 'a result drawn from committed randomness',
    detail: 'a scripted round shows how the game looks; there is nothing to verify',
  }));
}

/** From the key on: every draw, the outcome, and the payouts. */
function resultSteps(proof: AnyProof, seen: WatcherRecord, game: AnyGame): VerificationStep[] {
  const { lock, secret } = proof;
  const drandSignature = proof.drand.signature;
  const key = deriveKey({ secret, drandSignature, lock });
  const inputs = { secret, drandSignature, lockHash: toHex(lockHash(lock)) };
  const keyStep = step('key', 'Secret, beacon and lock give the key', inputs, () => ({
    computed: toHex(key),
    expected: toHex(key),
    detail: 'HMAC-SHA256 under "fp/2/extract", each part with its length prefix; not published, so nothing to compare',
  }));
  return [keyStep, ...drawSteps(key, proof, game), ...paySteps(proof, seen, game)];
}

function drawSteps(key: Uint8Array, { lock, outcome }: AnyProof, game: AnyGame): VerificationStep[] {
  const draws: TicketDraw[] = [];
  const sample = (n: number, label: string): number => {
    const drawn = draw(key, n, label);
    draws.push(drawn);
    return drawn.value;
  };
  const outcomeStep = step('outcome', 'The tickets give the outcome', {}, () => {
    const computed = game.outcome(lock, sample);
    return {
      computed: firstDifference(computed, outcome, 'outcome') ?? 'no difference',
      expected: 'no difference',
      detail: JSON.stringify(computed),
    };
  });
  return [...draws.map((each) => drawStep(each, game.ticket(outcome, each.label))), outcomeStep];
}

/** `published`: what the outcome shows for this draw. */
function drawStep(each: TicketDraw, published: number | undefined): VerificationStep {
  const { label, n, block, digest, word, rejected } = each;
  const inputs = { label, n: String(n), block: String(block), digest, word, rejected: String(rejected) };
  return step(`ticket:${label}`, `Ticket of ${label}`, inputs, () => ({
    computed: String(each.value),
    expected: String(published),
    detail: `word ${word} of block ${block} mod ${n}, after ${rejected} rejected words`,
  }));
}

function paySteps({ lock, outcome, payouts }: AnyProof, seen: WatcherRecord, game: AnyGame): VerificationStep[] {
  const most = feeCents(payouts.potCents, lock.feeBps);
  return [
    chanceStep(game, lock, outcome, seen),
    step('fee', 'The fee is within its rate', { pot: String(payouts.potCents), feeBps: String(lock.feeBps) }, () => ({
      computed: payouts.feeCents <= most ? 'within' : `${payouts.feeCents} is more than ${most}`,
      expected: 'within',
      detail: `at most floor(pot * rate / 10000) = ${most} cents`,
    })),
    step('payouts', 'Pot, fee and shares follow from the outcome', {}, () => ({
      computed: firstDifference(game.payouts(lock, outcome, payouts.items), payouts, 'payouts') ?? 'no difference',
      expected: 'no difference',
      detail: 'the fee takes the highest total within its rate, never from the winner’s own stake',
    })),
  ];
}

/** The game's own check of its chances; a throw is a step that does not hold. */
function chanceStep(game: AnyGame, lock: LockRecord, outcome: object, seen: WatcherRecord): VerificationStep {
  const { title, ...finding } = game.chanceClaim(lock, outcome, seen.chances);
  return step('chance', title, {}, () => finding);
}
