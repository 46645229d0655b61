/**
 * Manipulations without a trace in the log itself: the operator rewrote and signed all of it. Each contradicts outside
 * evidence: a head that a witness cosigned, or one that someone kept.
 */
import { canon } from '../../encoding/canon.ts';
import { drandRoundTime } from '../../protocol/schedule.ts';
import { caseLeaf, leavesOf, termsLeaf } from '../logs.ts';
import { makeProof, playerOf, TEST_CHAIN } from '../rounds.ts';
import { early, one, played, round, terms, twin, two } from './rounds.ts';

interface OutsideCase {
  readonly name: string;
  /** The operator's log; it holds by itself. */
  readonly leaves: readonly string[];
  /**
   * A head of these leaves proves it: kept by anyone, or cosigned at `at` (POSIX seconds) by a witness of the required
   * quorum.
   */
  readonly needs: 'a head kept by somebody' | 'a witness';
  readonly truth: readonly string[];
  readonly at?: number;
  readonly finding: RegExp;
}

const pot = round(1, {}, 'jackpot');
const battle = round(1, {}, 'casebattle');
const { entries } = JSON.parse(pot.lock) as { entries: readonly object[] };
/** The pot with other entries, and the result that follows from them. */
const potOf = (others: readonly object[]) => round(1, { entries: others }, 'jackpot');
/** Round 1 with another secret from its opening on. */
const [open, lock, result] = leavesOf(
  { ...makeProof('coinflip', 7, 'rnd_1', { lockedAt: one.lockedAt }), number: 1 },
  1,
);
const renumbered = { ...two, open: canon({ ...(JSON.parse(two.open) as object), number: 1 }) };
const higherFee = termsLeaf({ fees: { coinflip: 900, jackpot: 500, casebattle: 0 } });
const dear = round(1, { feeBps: 900 });
const due = (beacon: number) => Math.floor(drandRoundTime(beacon, TEST_CHAIN) / 1_000);

const CONTRADICTS = /^FAIL the first \d+ leaves .*(seen before|contradict)/m;
const HISTORIES = /^FAIL the first \d+ leaves contradict the head that ann cosigned: two histories$/m;
const UNSEEN = /^FAIL leaf 2: rnd_1: no quorum of witnesses cosigned its lock before its beacon$/m;

export const outside: readonly OutsideCase[] = [
  {
    name: 'a lock written when its beacon was out, dated before it',
    leaves: [terms, ...played(one)],
    needs: 'a witness',
    truth: [terms, ...played(one)],
    at: due(one.beacon) + 1,
    finding: UNSEEN,
  },
  {
    name: 'a lock that no witness ever saw',
    leaves: [terms, ...played(one)],
    needs: 'a witness',
    truth: [terms, one.open],
    at: due(one.beacon) - 9,
    finding: UNSEEN,
  },
  {
    name: 'an entry added when the beacon was out, all else following from it',
    leaves: [terms, ...played(potOf([...entries, { player: playerOf('late'), cents: 5_000 }]))],
    needs: 'a witness',
    truth: [terms, pot.open, pot.lock],
    at: due(pot.beacon) - 5,
    finding: HISTORIES,
  },
  {
    name: 'another log for another person',
    leaves: [terms, ...played(renumbered)],
    needs: 'a witness',
    truth: [terms, ...played(one)],
    at: due(one.beacon) + 30,
    finding: HISTORIES,
  },
  {
    name: 'entries put in another order, all else following from it',
    leaves: [terms, ...played(potOf([...entries].reverse()))],
    needs: 'a head kept by somebody',
    truth: [terms, pot.open, pot.lock],
    finding: CONTRADICTS,
  },
  {
    name: 'another secret from the opening on, all else following from it',
    leaves: [terms, open, lock, result],
    needs: 'a head kept by somebody',
    truth: [terms, one.open],
    finding: CONTRADICTS,
  },
  {
    name: 'a result taken back, as if the round still ran',
    leaves: [terms, one.open, one.lock],
    needs: 'a head kept by somebody',
    truth: [terms, ...played(one)],
    finding: /it was truncated/,
  },
  {
    name: 'a result exchanged for a void by staff, dated before the beacon',
    leaves: [terms, one.open, one.lock, one.refund('void', 'STAFF', early)],
    needs: 'a head kept by somebody',
    truth: [terms, ...played(one)],
    finding: CONTRADICTS,
  },
  {
    name: 'a void by staff moved before the output of its beacon',
    leaves: [terms, one.open, one.lock, twin.open, twin.lock, one.refund('void', 'STAFF', early), twin.result],
    needs: 'a head kept by somebody',
    truth: [terms, one.open, one.lock, twin.open, twin.lock, twin.result],
    finding: CONTRADICTS,
  },
  {
    name: 'a round left out, and the later ones numbered anew',
    leaves: [terms, ...played(renumbered)],
    needs: 'a head kept by somebody',
    truth: [terms, ...played(one, two)],
    finding: /it was truncated/,
  },
  {
    name: 'a case announced afterwards, put before its battle',
    leaves: [terms, caseLeaf(), ...played(battle)],
    needs: 'a head kept by somebody',
    truth: [terms, battle.open],
    finding: CONTRADICTS,
  },
  {
    name: 'a higher fee put before the rounds that paid it',
    leaves: [higherFee, ...played(dear)],
    needs: 'a head kept by somebody',
    truth: [terms],
    finding: CONTRADICTS,
  },
];
