/**
 * The half of a verification that comes before any draw: were the inputs fixed, named and published as promised?
 *
 * Called by verify.ts. Source of each claim: protocol fp/2, sections 1 to 3.
 */
import { QUICKNET } from '../protocol/beacon.ts';
import type { DrandChain, verifyDrandSignature } from '../protocol/beacon.ts';
import { canon } from '../encoding/canon.ts';
import { commitmentOf, readSecret } from '../protocol/commitment.ts';
import { firstDifference } from './diff.ts';
import { toHex } from '../encoding/bytes.ts';
import { lockHash } from '../protocol/lock.ts';
import type { LockBase, LockRecord } from '../base/lock-base.ts';
import type { AnyGame } from '../games/game.ts';
import type { RoundProof } from '../protocol/proof.ts';
import { drandRoundAt, drandRoundTime } from '../protocol/schedule.ts';
import { secretIn } from '../seal/seal.ts';
import type { OpenWindow, SealedLock } from '../seal/seal.ts';
import { step } from '../protocol/step.ts';
import type { VerificationStep } from '../protocol/step.ts';
import { offerSteps } from './verify-offer.ts';
import type { BattleOffer } from './verify-offer.ts';

type AnyProof = RoundProof<LockRecord, object>;
/** The inputs of every round, for every game: enough to verify commitment, beacon and seal. */
export type RoundInputs = Pick<AnyProof, 'game' | 'roundId' | 'hash' | 'drand' | 'secret'> & {
  readonly lock: SealedLock & LockBase;
};

/** A watcher's record from before the result, compared with the proof when given. */
export type WatcherRecord = {
  /** The requested round. */
  readonly roundId?: string | undefined;
  readonly hash?: string | undefined;
  /** The stakes at the lock. */
  readonly entries?: readonly unknown[] | undefined;
  /** Hex of the lock record's hash. */
  readonly lockHash?: string | undefined;
  /** The chance shown for each entry, in percent with two decimals. */
  readonly chances?: readonly string[] | undefined;
  /** Battles: the offer while seats were free. */
  readonly battle?: BattleOffer | undefined;
};

/** The secret opens the commitment that was public before the stakes. */
export function commitmentSteps(proof: RoundInputs, seen: WatcherRecord): VerificationStep[] {
  const { secret, hash } = proof;
  const steps = [
    step('commitment', 'The secret opens the commitment', { secret, hash }, () => ({
      computed: commitmentOf(secret),
      expected: hash,
      detail: 'hash = sha256(utf8(secret)), shown before the first stake',
    })),
    step('secret-names-round', 'The secret belongs to this round', { secret }, () => {
      const { game, roundId } = readSecret(secret);
      return {
        computed: `${game} ${roundId}`,
        expected: `${proof.game} ${proof.roundId}`,
        detail: 'a secret names its game and round, so it cannot serve twice',
      };
    }),
  ];
  return [...askedSteps(proof, seen), ...steps];
}

function askedSteps(proof: RoundInputs, seen: WatcherRecord): VerificationStep[] {
  const { roundId, hash } = seen;
  const steps: VerificationStep[] = [];
  if (roundId !== undefined)
    steps.push(
      step('seen-round', 'The proof is of the requested round', {}, () => ({
        computed: proof.roundId,
        expected: roundId,
        detail: 'a valid proof of another round proves nothing about this one',
      })),
    );
  if (hash !== undefined)
    steps.push(
      step('seen-hash', 'The commitment is the one seen before the stakes', {}, () => ({
        computed: proof.hash,
        expected: hash,
        detail: 'recorded by this watcher while the round was open',
      })),
    );
  return steps;
}

/** The lock record is this round's, in canonical form, and the one that was seen. */
export function lockSteps(proof: AnyProof, seen: WatcherRecord, game: AnyGame): VerificationStep[] {
  const { lock } = proof;
  const hash = toHex(lockHash(lock));
  const steps = [
    step('lock-names-round', 'The lock record belongs to this round', {}, () => ({
      computed: `${lock.game} ${lock.roundId} ${lock.hash}`,
      expected: `${proof.game} ${proof.roundId} ${proof.hash}`,
      detail: 'game, round and commitment are in the record itself',
    })),
    step('lock-hash', 'The lock record has one canonical form', { canonical: canon(lock) }, () => ({
      computed: hash,
      expected: seen.lockHash ?? hash,
      detail:
        seen.lockHash === undefined
          ? 'sha256 of the canonical text; compare it with the lock leaf of the public log'
          : 'sha256 of the canonical text, compared with the hash recorded at the lock',
    })),
  ];
  return [
    ...steps,
    ...seenEntriesSteps(lock, seen),
    ...(seen.battle === undefined ? [] : offerSteps(lock, seen.battle, game)),
  ];
}

function seenEntriesSteps(lock: LockRecord, { entries }: WatcherRecord): VerificationStep[] {
  if (entries === undefined) return [];
  return [
    step('seen-entries', 'The stakes are the ones seen at the lock', {}, () => ({
      computed: firstDifference(lock.entries, entries, 'entries') ?? 'no difference',
      expected: 'no difference',
      detail: 'order, players and cents of every entry',
    })),
  ];
}

/**
 * The beacon round follows from the time of the lock, was in the future then, and was signed by the network. `delayMs`:
 * the game's; null when it is unknown, and then the formula is not checked.
 */
export function beaconSteps(
  proof: RoundInputs,
  { trusted, delayMs }: { readonly trusted: DrandChain | null; readonly delayMs: number | null },
  verifies: typeof verifyDrandSignature,
): VerificationStep[] {
  const { lock, drand } = proof;
  const timing = trusted ?? drand.chain;
  const { lockedAt } = lock;
  const { genesisMs, periodMs } = timing;
  const times = { lockedAt: String(lockedAt), genesisMs: String(genesisMs), periodMs: String(periodMs) };
  return [
    chainStep(proof, trusted),
    ...(delayMs === null ? [] : [formulaStep(lock, timing, delayMs)]),
    step('beacon-revealed', 'The revealed beacon is the one that the lock names', {}, () => ({
      computed: `${drand.chain.chainHash} ${drand.round}`,
      expected: `${lock.drand.chain} ${lock.drand.round}`,
      detail: 'no other output counts: there is no second pick',
    })),
    step('beacon-future', 'The beacon did not exist at the lock', times, () => {
      const due = drandRoundTime(drand.round, timing);
      return {
        computed: due > lockedAt ? 'after the lock' : `due at ${due}, not after the lock`,
        expected: 'after the lock',
        detail: `round ${drand.round} was due ${(due - lockedAt) / 1000} s after the lock`,
      };
    }),
    step('beacon-signature', 'The network signed that round', { signature: drand.signature }, () => ({
      computed: verifies(timing, drand.round, drand.signature) ? 'valid' : 'not valid',
      expected: 'valid',
      detail: 'BLS over sha256(uint64be(round)), 48 bytes, under the key of the chain',
    })),
  ];
}

function formulaStep(
  lock: LockBase,
  { chainHash, genesisMs, periodMs }: DrandChain,
  delayMs: number,
): VerificationStep {
  const { lockedAt, drand } = lock;
  const times = { lockedAt: String(lockedAt), genesisMs: String(genesisMs), periodMs: String(periodMs) };
  return step('beacon-named', 'The lock names the beacon round of the formula', times, () => ({
    computed: `${chainHash} ${drandRoundAt(lockedAt + delayMs, { genesisMs, periodMs })}`,
    expected: `${drand.chain} ${drand.round}`,
    detail: `ceil((lockedAt + ${delayMs} - genesis) / period) + 1`,
  }));
}

function chainStep({ drand }: RoundInputs, trusted: DrandChain | null): VerificationStep {
  const known =
    drand.chain.chainHash === QUICKNET.chainHash ? 'drand quicknet' : 'a simulated beacon, accepted as such';
  return step('beacon-chain', 'The beacon is known', { publicKey: drand.chain.publicKey }, () => ({
    computed:
      trusted === null
        ? `unknown chain ${drand.chain.chainHash}`
        : (firstDifference(trusted, drand.chain, 'chain') ?? known),
    expected: known,
    detail:
      known === 'drand quicknet'
        ? 'run by the League of Entropy; its key is pinned in this code'
        : 'SIMULATED BEACON: its key is held by the site itself, which is good for play money only',
  }));
}

/** Battles only, and only when a block was known at the lock: the id is of that block. */
export function eosSteps({ lock: { eos } }: AnyProof): VerificationStep[] {
  if (eos === null) return [];
  const inputs = { chain: eos.chain, block: String(eos.block), id: eos.id };
  return [
    step('eos-block', 'The EOS block id belongs to its number', inputs, () => ({
      computed: String(Number.parseInt(eos.id.slice(0, 8), 16)),
      expected: String(eos.block),
      detail:
        'an EOS block id starts with its number (4 bytes, big-endian); any explorer shows the id. The block ' +
        'stands in the lock ' +
        'record, so the record was not written before it; fairness does not depend on it',
    })),
  ];
}

/**
 * The secret was sealed in the lock record: anyone with the beacon's signature could have opened it without the site.
 */
export function sealSteps({ lock, drand, secret }: RoundInputs, open: OpenWindow): VerificationStep[] {
  const { key, box } = lock.seal;
  return [
    step('seal', 'The seal in the lock opens to the secret', { key, box, signature: drand.signature }, () => ({
      computed: secretIn(lock, drand.signature, open),
      expected: secret,
      detail:
        'the window key opens with the beacon’s signature (identity-based encryption), the box with the window key',
    })),
  ];
}
