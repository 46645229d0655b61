/**
 * The walk over the whole public log, leaf by leaf: rules across leaves. Results are collected on the way, each with
 * everything its verification needs, so that they can be verified elsewhere (log-results.ts).
 *
 * Called by log-verify.ts and the CLI with every entry in order (hashes are their responsibility, log-read.ts).
 * Invariant: every finding names its leaf, and every result is either a finding or handed out once. Memory grows with
 * the number of rounds.
 */
import type { CaseTable } from '../games/drop-table.ts';
import type { AnyGame } from '../games/game.ts';
import { gameOf, GAMES } from '../games/index.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { isForeign, parseLeaf, RESTORED_REASON } from './leaf.ts';
import type { ForeignLock, Leaf, OpenLeaf, RefundLeaf, ResultLeaf, ScriptedLeaf } from './leaf.ts';
import { BEACON_PATIENCE_MS, LogBeacons } from './log-beacons.ts';
import { LogCases } from './log-cases.ts';
import { LogRestores, type RoundProgress } from './log-restores.ts';
import type { LogFinding, LogVerifyOptions, Pending } from './log-results.ts';
import { LogStatements } from './log-statements.ts';
import { LogTerms } from './log-terms.ts';
import { RoundNumbers } from '../protocol/round-numbers.ts';
import { randomPart } from '../protocol/reuse.ts';

export type LogCounts = {
  readonly leaves: number;
  readonly settled: number;
  readonly cancelled: number;
  readonly voided: number;
  /** Of the voided ones: those voided because the site's database was restored from an older copy. */
  readonly restored: number;
  /** Staff chose their winner: no claim is made, so nothing is verified, and a live log has none. */
  readonly scripted: number;
  /** They have a result, of a game that this build does not know: draws and payouts could not be verified. */
  readonly unverified: number;
  /** Open or locked at the end of the log. */
  readonly running: number;
};

type RoundEnd = 'settled' | 'unverified' | 'cancelled' | 'voided' | 'scripted';
type LockedRound = { readonly leaf: number; readonly lock: LockRecord | ForeignLock };
/** `open` and `locked` are released at the end of the round. */
type TrackedRound =
  | { readonly openedBy: number; open: OpenLeaf; locked: LockedRound | null; scriptedBy: number | null; last: number }
  | { readonly ended: RoundEnd; readonly by: number };

/** How much later than a day after the lock the refund of the stakes may be written. */
const VOID_GRACE_MS = 3_600_000;

export class LogWalk {
  readonly #games: readonly AnyGame[];
  readonly #unverified = new Map<string, number>();
  readonly #terms: LogTerms;
  readonly #cases = new LogCases();
  readonly #beacons = new LogBeacons();
  readonly #restores = new LogRestores();
  readonly #statements = new LogStatements();
  readonly #rounds = new Map<string, TrackedRound>();
  readonly #usedBy = new Map<string, number>();
  readonly #numbers = new Map<string, RoundNumbers>();
  readonly #pending: Pending[] = [];
  /** Voided locks: their seals hold secrets that were not published. */
  readonly #voided: LockedRound[] = [];
  readonly #counts = {
    leaves: 0,
    settled: 0,
    cancelled: 0,
    voided: 0,
    restored: 0,
    scripted: 0,
    unverified: 0,
    running: 0,
  };
  #found: LogFinding[] = [];
  #latestAt = 0;

  constructor({ chains, games = GAMES }: LogVerifyOptions = {}) {
    this.#games = games;
    this.#terms = new LogTerms(chains);
  }

  get counts(): LogCounts {
    const { settled, cancelled, voided, scripted, unverified } = this.#counts;
    return { ...this.#counts, running: this.#rounds.size - settled - cancelled - voided - scripted - unverified };
  }

  /** By name, the games that this build does not know, and how many settled rounds of each could not be verified. */
  get unverified(): ReadonlyMap<string, number> {
    return this.#unverified;
  }

  /** Checks the next entry as far as possible without verifying a result. */
  add(entry: Uint8Array): readonly LogFinding[] {
    const index = this.#counts.leaves;
    this.#counts.leaves += 1;
    try {
      this.#take(index, parseLeaf(entry, this.#games));
    } catch (error) {
      this.#find(index, `not a leaf of fp/2: ${error instanceof Error ? error.message : String(error)}`);
    }
    return this.#takeFindings();
  }

  /** Number of results that were collected and not yet handed out. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Hands out the results collected since the last call, for verification, in order. */
  takePending(): readonly Pending[] {
    return this.#pending.splice(0);
  }

  /**
   * Findings after the last entry: gaps, and locked rounds that never ended. Seals of rounds without a result, whose
   * beacon the log shows elsewhere, are collected for `takePending`.
   */
  finish(): readonly LogFinding[] {
    for (const voided of this.#voided.splice(0)) this.#openUnsettled(voided);
    for (const missing of this.#restores.missing(this.#latestAt)) this.#find(missing.leaf, missing.problem);
    for (const numbers of this.#numbers.values()) for (const gap of numbers.gaps()) this.#find(gap.leaf, gap.problem);
    for (const [id, round] of this.#rounds) {
      if ('ended' in round || round.locked === null) continue;
      this.#openUnsettled(round.locked);
      if (this.#latestAt > round.locked.lock.lockedAt + BEACON_PATIENCE_MS + VOID_GRACE_MS)
        this.#find(round.openedBy, `${id} was locked more than a day before the end of the log and has no result`);
    }
    return this.#takeFindings();
  }

  /** Missing round numbers below one that just opened: an opening in progress. */
  pendingNumbers(): readonly string[] {
    return [...this.#numbers.values()].flatMap((numbers) => numbers.pending());
  }

  #take(index: number, leaf: Leaf): void {
    switch (leaf.type) {
      case 'terms':
      case 'fee':
        return this.#announce(index, leaf.at, this.#terms.take(leaf));
      case 'case':
      case 'case-retired':
      case 'case-offered':
        return this.#announce(index, leaf.at, this.#cases.take(index, leaf));
      case 'restored':
        return this.#announce(index, leaf.at, this.#restores.take(index, leaf));
      case 'statement':
        return this.#announce(index, leaf.at, this.#statements.take(leaf));
      case 'open':
        return this.#open(index, leaf);
      case 'lock':
        return this.#lock(index, leaf);
      case 'result':
        return this.#result(index, leaf);
      case 'cancel':
      case 'void':
        return this.#refund(index, leaf);
      case 'scripted':
        return this.#script(index, leaf);
    }
  }

  #announce(index: number, at: number, problem: string | null): void {
    if (problem !== null) this.#find(index, problem);
    this.#sawTime(at);
  }

  #open(index: number, leaf: OpenLeaf): void {
    const { roundId, game, number, hash, feeBps, openedAt } = leaf;
    const known = this.#rounds.get(roundId);
    if (known !== undefined) return this.#find(index, `${roundId} is opened again`);
    this.#rounds.set(roundId, { openedBy: index, open: leaf, locked: null, scriptedBy: null, last: index });
    this.#sawTime(openedAt);
    this.#once(index, `commitment ${hash}`, `the commitment of ${roundId}`);
    const numbers = this.#numbers.get(game) ?? new RoundNumbers(game);
    this.#numbers.set(game, numbers);
    const clash = numbers.take(number, index, openedAt);
    if (clash !== null) this.#find(index, `${roundId} takes ${clash}`);
    const fee = this.#terms.feeProblem(game, feeBps, openedAt);
    if (fee !== null) this.#find(index, `${roundId}: ${fee}`);
  }

  #lock(index: number, lock: LockRecord | ForeignLock): void {
    const round = this.#running(index, lock, 'lock');
    if (round === null) return;
    if (round.locked !== null) return this.#find(index, `${lock.roundId} is locked again`);
    if (round.scriptedBy !== null)
      return this.#find(index, `${lock.roundId} is locked, though leaf ${round.scriptedBy} says it is scripted`);
    round.locked = { leaf: index, lock };
    round.last = index;
    this.#sawTime(lock.lockedAt);
    const { open } = round;
    if (lock.hash !== open.hash)
      this.#find(index, `${lock.roundId}: the lock names another commitment than the opening`);
    if (lock.feeBps !== open.feeBps)
      this.#find(index, `${lock.roundId}: locked at a fee of ${lock.feeBps} bps, opened at ${open.feeBps}`);
    if (lock.lockedAt < open.openedAt) this.#find(index, `${lock.roundId}: locked before it was opened`);
    const found = [
      this.#cases.problem(this.#tablesOf(lock), { leaf: round.openedBy, at: open.openedAt }),
      this.#terms.chainProblem(lock.drand.chain),
      ...this.#beacons.lockProblems(index, lock),
    ];
    for (const problem of found) if (problem !== null) this.#find(index, `${lock.roundId}: ${problem}`);
  }

  #result(index: number, result: ResultLeaf): void {
    for (const problem of this.#beacons.show(index, result)) this.#find(index, `${result.roundId}: ${problem}`);
    const round = this.#running(index, result, 'result');
    if (round === null) return;
    if (round.scriptedBy !== null)
      return this.#find(index, `${result.roundId} has a result, though leaf ${round.scriptedBy} says it is scripted`);
    this.#sawTime(result.settledAt);
    const foreign = round.locked !== null && isForeign(round.locked.lock);
    this.#end(result.roundId, foreign ? 'unverified' : 'settled', index);
    if (foreign) this.#unverified.set(result.game, (this.#unverified.get(result.game) ?? 0) + 1);
    if (round.locked === null) return this.#find(index, `${result.roundId}: a result without a lock before it`);
    this.#once(index, `secret ${randomPart(result.secret)}`, `the secret of ${result.roundId}`);
    const chain = this.#terms.chain(result.drand.chain);
    if (chain === undefined)
      return this.#find(index, `${result.roundId}: ${this.#terms.chainProblem(result.drand.chain) ?? ''}`);
    const { open, locked } = round;
    this.#pending.push(
      isForeign(locked.lock)
        ? { leaf: index, open, lock: locked.lock, revealed: result, chain }
        : { leaf: index, open, lock: locked.lock, result, chain },
    );
  }

  #refund(index: number, leaf: RefundLeaf): void {
    const known = this.#rounds.get(leaf.roundId);
    const undone = known !== undefined && 'ended' in known && known.ended === 'settled';
    if (leaf.type === 'void' && leaf.why === RESTORED_REASON && undone) return this.#undo(index, leaf, known.by);
    const round = this.#running(index, leaf, leaf.type);
    if (round === null) return;
    this.#sawTime(leaf.at);
    if (leaf.type === 'void' && leaf.why === RESTORED_REASON) this.#restored(index, leaf, { ...round, running: true });
    const scripted = round.scriptedBy !== null;
    // A scripted round stays counted as scripted; from here on it has an end.
    if (scripted) this.#rounds.set(leaf.roundId, { ended: 'scripted', by: index });
    else this.#end(leaf.roundId, leaf.type === 'cancel' ? 'cancelled' : 'voided', index);
    const { locked } = round;
    if (leaf.type === 'cancel') {
      if (locked !== null) this.#find(index, `${leaf.roundId} is cancelled after its lock`);
      return;
    }
    if (leaf.why === RESTORED_REASON) return locked === null ? undefined : void this.#voided.push(locked);
    if (locked === null) return this.#find(index, `${leaf.roundId} is voided without a lock: that is a cancel`);
    this.#voided.push(locked);
    const problem = this.#beacons.voidProblem(index, locked.lock, leaf, this.#terms.chain(locked.lock.drand.chain));
    if (problem !== null) this.#find(index, `${leaf.roundId}: ${problem}`);
  }

  /**
   * A round with a result is voided: allowed for a restore that lost the result, because the site no longer knows who
   * won.
   */
  #undo(index: number, leaf: RefundLeaf, last: number): void {
    this.#sawTime(leaf.at);
    this.#counts.settled -= 1;
    this.#end(leaf.roundId, 'voided', index);
    this.#restored(index, leaf, { last, running: false });
  }

  #restored(index: number, { roundId }: RefundLeaf, standing: RoundProgress): void {
    this.#counts.restored += 1;
    const problem = this.#restores.voidProblem(standing);
    if (problem !== null) this.#find(index, `${roundId}: ${problem}`);
  }

  /**
   * Staff may script an open round of a demo: before its lock, any number of times, and never when value is at stake.
   */
  #script(index: number, leaf: ScriptedLeaf): void {
    const round = this.#running(index, leaf, 'staff act (scripted)');
    if (round === null) return;
    this.#sawTime(leaf.at);
    if (round.locked !== null) return this.#find(index, `${leaf.roundId} is scripted after its lock`);
    if (this.#terms.isLive) this.#find(index, `${leaf.roundId} is scripted in a live log: that exists in a demo only`);
    if (round.scriptedBy === null) this.#counts.scripted += 1;
    round.scriptedBy = index;
    round.last = index;
  }

  #tablesOf(lock: LockRecord | ForeignLock): readonly CaseTable[] {
    return isForeign(lock) ? [] : gameOf(lock.game, this.#games).tables(lock);
  }

  /** A round that ended without a result must still have sealed the secret that it committed to. */
  #openUnsettled({ leaf, lock }: LockedRound): void {
    const chain = this.#terms.chain(lock.drand.chain);
    const signature = this.#beacons.signatureFor(lock);
    if (chain !== undefined && signature !== undefined) this.#pending.push({ leaf, lock, signature, chain });
  }

  /** The round that a leaf continues; null, with a finding, when there is none. */
  #running(index: number, { roundId, game }: { roundId: string; game: string }, what: string) {
    const round = this.#rounds.get(roundId);
    if (round === undefined) this.#find(index, `${roundId}: a ${what} without an opening before it`);
    else if ('ended' in round)
      this.#find(index, `${roundId}: a ${what} after the round was ${round.ended} by leaf ${round.by}`);
    else if (round.open.game !== game)
      this.#find(index, `${roundId}: a ${what} of ${game}, opened as ${round.open.game}`);
    else return round;
    return null;
  }

  #end(roundId: string, ended: RoundEnd, by: number): void {
    this.#rounds.set(roundId, { ended, by });
    this.#counts[ended] += 1;
  }

  #once(index: number, value: string, what: string): void {
    const first = this.#usedBy.get(value);
    if (first === undefined) this.#usedBy.set(value, index);
    else this.#find(index, `${what} was used before, by leaf ${first}`);
  }

  #sawTime(at: number): void {
    this.#latestAt = Math.max(this.#latestAt, at);
  }

  #find(leaf: number | null, problem: string): void {
    this.#found.push({ leaf, problem });
  }

  #takeFindings(): readonly LogFinding[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}
