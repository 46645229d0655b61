/**
 * The beacon outputs in the public log, compared with locks and voids: was every round locked, or given up, before
 * anyone could know its result?
 *
 * Called by log-walk.ts with every lock, void and result, in log order, which its checkpoints fixed: the times in the
 * leaves are the operator's word. Source: protocol fp/2, sections 2 and 5. Memory grows with the number of beacons.
 */
import type { DrandChain } from '../protocol/beacon.ts';
import { VOID_REASONS } from './leaf.ts';
import type { RefundLeaf, ResultLeaf } from './leaf.ts';
import type { LockBase } from '../base/lock-base.ts';
import { drandRoundTime } from '../protocol/schedule.ts';

/** A locked round whose beacon does not arrive for this long is fully refunded (protocol, section 1). */
export const BEACON_PATIENCE_MS = 24 * 3_600_000;

type ShownOutput = { readonly round: number; readonly leaf: number };
/** A void claiming that its beacon was missing until `at`. */
type AbsenceVoid = { readonly leaf: number; readonly roundId: string; readonly round: number; readonly at: number };

export class LogBeacons {
  /** The latest output shown, by chain. */
  readonly #shown = new Map<string, ShownOutput>();
  /** Signatures by beacon, as first shown in the log. */
  readonly #signatures = new Map<string, string>();
  readonly #away = new Map<string, AbsenceVoid[]>();
  /** Sealed keys by beacon, and beacons by sealed key, each with the first leaf. */
  readonly #keyOf = new Map<string, { readonly key: string; readonly leaf: number }>();
  readonly #beaconOf = new Map<string, { readonly beacon: string; readonly leaf: number }>();

  /** What is wrong with a lock at this position in the log. */
  lockProblems(leaf: number, { drand, seal }: LockBase): readonly string[] {
    const beacon = beaconName(drand);
    const problems: string[] = [];
    const shown = this.#shownBy(drand);
    if (shown !== null)
      problems.push(
        `locked on beacon round ${drand.round}, though leaf ${shown.leaf} already shows round ${shown.round}`,
      );
    const sameBeacon = this.#keyOf.get(beacon);
    const sameKey = this.#beaconOf.get(seal.key);
    if (sameBeacon === undefined) this.#keyOf.set(beacon, { key: seal.key, leaf });
    else if (sameBeacon.key !== seal.key)
      problems.push(
        `sealed under another window key than leaf ${sameBeacon.leaf}, for the same beacon round ${drand.round}`,
      );
    if (sameKey === undefined) this.#beaconOf.set(seal.key, { beacon, leaf });
    else if (sameKey.beacon !== beacon)
      problems.push(`sealed under the window key of leaf ${sameKey.leaf}, which is for another beacon round`);
    return problems;
  }

  /** Records the output that a result shows. Returns what it contradicts. */
  show(leaf: number, { drand, settledAt }: ResultLeaf): readonly string[] {
    const latest = this.#shown.get(drand.chain);
    const name = beaconName(drand);
    if (!this.#signatures.has(name)) this.#signatures.set(name, drand.signature);
    if (latest === undefined || drand.round > latest.round) this.#shown.set(drand.chain, { round: drand.round, leaf });
    const away = this.#away.get(drand.chain) ?? [];
    // Results come in chronological order: what this one cannot contradict, no later one will.
    this.#away.set(
      drand.chain,
      away.filter(({ at }) => settledAt < at),
    );
    return away
      .filter(({ round, at }) => round <= drand.round && settledAt < at)
      .map(
        (each) =>
          `shows beacon round ${drand.round}, for whose absence leaf ${each.leaf} voided ${each.roundId} later ` +
          'than that',
      );
  }

  /**
   * Why a locked round could not be voided like this; null when its result was unknowable. `chain` as far as it is
   * known.
   */
  voidProblem(
    leaf: number,
    lock: LockBase,
    { why, at, roundId }: RefundLeaf,
    chain: DrandChain | undefined,
  ): string | null {
    const { round } = lock.drand;
    if (!VOID_REASONS.some((reason) => reason === why))
      return `voided for ${why}: a lock is voided only for ${VOID_REASONS.join(' or ')}`;
    const shown = this.#shownBy(lock.drand);
    if (why === 'STAFF') {
      if (shown !== null)
        return (
          `voided by staff, though leaf ${shown.leaf} already shows beacon round ${shown.round}, its own being ` +
          `${round}`
        );
      return chain !== undefined && at < drandRoundTime(round, chain)
        ? null
        : 'voided by staff when its beacon was out already';
    }
    if (shown !== null)
      return (
        `voided for the absence of beacon round ${round}, though leaf ${shown.leaf} already shows round ` +
        `${shown.round}`
      );
    this.#away.set(lock.drand.chain, [...(this.#away.get(lock.drand.chain) ?? []), { leaf, roundId, round, at }]);
    if (at - lock.lockedAt >= BEACON_PATIENCE_MS) return null;
    return `voided for its beacon ${((at - lock.lockedAt) / 3_600_000).toFixed(1)} h after the lock, not 24`;
  }

  /** The signature of the named round, if any leaf so far shows one. */
  signatureFor({ drand }: LockBase): string | undefined {
    return this.#signatures.get(beaconName(drand));
  }

  /** The latest output of the chain, if it is of this round or a later one. */
  #shownBy({ chain, round }: LockBase['drand']): ShownOutput | null {
    const latest = this.#shown.get(chain);
    return latest === undefined || latest.round < round ? null : latest;
  }
}

function beaconName({ chain, round }: LockBase['drand']): string {
  return `${chain} ${round}`;
}
