/**
 * Verification of one round, step by step, from published inputs alone.
 *
 * The player's browser, the fair-play page and the CLI call it, for one round and for every round of a log. Invariant: nothing is taken from
 * the proof that can be computed, no step is skipped, and the first one that does not hold is named.
 */
import { QUICKNET, verifyDrandSignature } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { dropPercents, entryChances } from '../games/chance.ts';
import { deriveKey } from '../protocol/derive.ts';
import { firstDifference } from './diff.ts';
import { feeCents } from '../games/fee.ts';
import { lockHash } from '../protocol/lock.ts';
import type { Lock } from '../protocol/lock.ts';
import { outcomeBy } from '../games/outcome.ts';
import type { Outcome } from '../games/outcome.ts';
import { payoutsOf } from '../games/payout.ts';
import { isScripted, parseProof } from '../protocol/proof.ts';
import type { RoundProof } from '../protocol/proof.ts';
import type { OpenWindow } from '../seal/seal.ts';
import { step } from '../protocol/step.ts';
import type { Step } from '../protocol/step.ts';
import { draw } from '../protocol/uniform.ts';
import type { Draw } from '../protocol/uniform.ts';
import { beaconSteps, commitmentSteps, eosSteps, lockSteps, sealSteps } from './verify-inputs.ts';
import type { Seen } from './verify-inputs.ts';
import { openWindow } from '../seal/window-key.ts';

export type VerifyOptions = {
  /** The chains that are trusted beforehand; by default quicknet alone. */
  readonly chains?: readonly DrandChain[] | undefined;
  /**
   * Takes a chain that is not among them at its own word (a demo's simulated beacon). The verdict then says
   * `simulated`. Never quicknet: a proof that claims its hash is held to its pinned key.
   */
  readonly acceptSimulated?: boolean | undefined;
  /** What this watcher noted before the result. */
  readonly seen?: Seen | undefined;
  /** In place of `verifyDrandSignature`: for whoever has verified many outputs at once (beacon.ts). */
  readonly verifySignature?: typeof verifyDrandSignature | undefined;
  /** In place of `openWindow`: for whoever opens many seals that share their window key. */
  readonly openWindow?: OpenWindow | undefined;
};

export type Verdict = {
  readonly ok: boolean;
  /** The beacon is not quicknet: the arithmetic holds, but the site could have known the result. */
  readonly simulated: boolean;
  /** The first step that does not hold. */
  readonly failed: Step | null;
  readonly steps: readonly Step[];
};

/** Verifies a proof, parsed or as it came. Never throws: input of the wrong shape is a failed first step. */
export function verifyRound(input: unknown, options: VerifyOptions = {}): Verdict {
  if (isScripted(input)) return verdictOf([scriptedStep()], false);
  let proof: RoundProof;
  try {
    proof = parseProof(input);
  } catch (error) {
    const shape = step('shape', 'The proof is complete and has nothing extra', {}, () => {
      throw error;
    });
    return verdictOf([shape], false);
  }
  const seen = options.seen ?? {};
  const steps = [
    ...commitmentSteps(proof, seen),
    ...lockSteps(proof, seen),
    ...eosSteps(proof),
    ...beaconSteps(proof, trustedChain(proof, options), options.verifySignature ?? verifyDrandSignature),
    ...sealSteps(proof, options.openWindow ?? openWindow),
    ...resultSteps(proof, seen),
  ];
  return verdictOf(steps, proof.drand.chain.chainHash !== QUICKNET.chainHash);
}

function verdictOf(steps: readonly Step[], simulated: boolean): Verdict {
  const failed = steps.find((each) => !each.ok) ?? null;
  return { ok: failed === null, simulated, failed, steps };
}

function trustedChain({ drand: { chain } }: RoundProof, options: VerifyOptions): DrandChain | null {
  const pinned = [QUICKNET, ...(options.chains ?? [])].find((each) => each.chainHash === chain.chainHash);
  return pinned ?? (options.acceptSimulated === true ? chain : null);
}

function scriptedStep(): Step {
  return step('scripted', 'The round makes a fairness claim', {}, () => ({
    computed: 'SCRIPTED: winner chosen by staff',
    expected: 'a result drawn from committed randomness',
    detail: 'a scripted round shows how the game looks; there is nothing to verify',
  }));
}

/** From the key on: every draw, the outcome, and what is paid. */
function resultSteps(proof: RoundProof, seen: Seen): Step[] {
  const { lock, secret } = proof;
  const drandSignature = proof.drand.signature;
  const key = deriveKey({ secret, drandSignature, lock });
  const inputs = { secret, drandSignature, lockHash: toHex(lockHash(lock)) };
  const keyStep = step('key', 'Secret, beacon and lock give the key', inputs, () => ({
    computed: toHex(key),
    expected: toHex(key),
    detail: 'HMAC-SHA256 under "fp/2/extract", each part behind its length; nobody publishes it, so nothing to compare',
  }));
  return [keyStep, ...drawSteps(key, proof), ...paySteps(proof, seen)];
}

function drawSteps(key: Uint8Array, { lock, outcome }: RoundProof): Step[] {
  const draws: Draw[] = [];
  const sample = (n: number, label: string): number => {
    const drawn = draw(key, n, label);
    draws.push(drawn);
    return drawn.value;
  };
  const outcomeStep = step('outcome', 'The tickets give the outcome', {}, () => {
    const computed = outcomeBy(sample, lock);
    return {
      computed: firstDifference(computed, outcome, 'outcome') ?? 'no difference',
      expected: 'no difference',
      detail: JSON.stringify(computed),
    };
  });
  return [...draws.map((each) => drawStep(each, outcome)), outcomeStep];
}

function drawStep(each: Draw, outcome: Outcome): Step {
  const { label, n, block, digest, word, rejected } = each;
  const inputs = { label, n: String(n), block: String(block), digest, word, rejected: String(rejected) };
  return step(`ticket:${label}`, `Ticket of ${label}`, inputs, () => ({
    computed: String(each.value),
    expected: String(publishedTicket(label, outcome)),
    detail: `word ${word} of block ${block} mod ${n}, after ${rejected} refused words`,
  }));
}

function publishedTicket(label: string, outcome: Outcome): number | undefined {
  if ('ticket' in outcome) return outcome.ticket;
  if (label === 'casebattle|tie') return outcome.tied.indexOf(outcome.winnerTeam);
  return outcome.rolls.find((roll) => label === `casebattle|roll|${roll.round}|${roll.team}|${roll.seat}`)?.ticket;
}

function paySteps({ lock, outcome, payouts }: RoundProof, seen: Seen): Step[] {
  const most = feeCents(payouts.potCents, lock.feeBps);
  return [
    chanceStep(lock, outcome, seen),
    step('fee', 'The fee is within its rate', { pot: String(payouts.potCents), feeBps: String(lock.feeBps) }, () => ({
      computed: payouts.feeCents <= most ? 'within' : `${payouts.feeCents} is more than ${most}`,
      expected: 'within',
      detail: `at most floor(pot * rate / 10000) = ${most} cents`,
    })),
    step('payouts', 'Pot, fee and shares follow from the outcome', {}, () => ({
      computed: firstDifference(payoutsOf(lock, outcome, payouts.items), payouts, 'payouts') ?? 'no difference',
      expected: 'no difference',
      detail: 'the fee takes the greatest total within its rate, never from the winner’s own stake',
    })),
  ];
}

/** Games of one ticket: the ranges drawn from are the chances shown. Battles: the published drops are of these tables. */
function chanceStep(lock: Lock, outcome: Outcome, seen: Seen): Step {
  if (lock.game === 'casebattle')
    return step('chance', 'Every seat rolls each table once', {}, () => ({
      computed: `${lock.cases.length * lock.entries.length} rolls`,
      expected: `${'rolls' in outcome ? outcome.rolls.length : 0} rolls`,
      detail: lock.cases.map((table) => `${table.caseId}: ${dropPercents(table).join(' / ')} %`).join('; '),
    }));
  const chances = entryChances(lock);
  const percents = chances.map((each) => each.percent);
  const total = chances[0]?.total;
  return step('chance', 'Each chance is the share of the tickets', {}, () => ({
    computed: `${percents.join(' / ')} % of ${total} tickets`,
    expected: `${(seen.chances ?? percents).join(' / ')} % of ${'total' in outcome ? outcome.total : 0} tickets`,
    detail: chances.map((each) => `${each.player} owns [${each.from}, ${each.to})`).join('; '),
  }));
}
