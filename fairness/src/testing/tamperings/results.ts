/** Results that do not follow from secret, lock and beacon, and rounds with false data. */
import { makeSecret } from '../../protocol/commitment.ts';
import { caseLeaf, leavesOf } from '../logs.ts';
import { makeProof, playerOf, signRound } from '../rounds.ts';
import { changed, one, played, round, terms, two } from './rounds.ts';
import type { TamperingCase } from './rounds.ts';

const pot = round(1, {}, 'jackpot');
const battle = round(1, {}, 'casebattle');
type LeafFields = Record<string, unknown>;
const partOf = (leaf: string, name: string) => (JSON.parse(leaf) as Record<string, LeafFields>)[name] ?? {};
/** A settled coinflip, pot or battle with one leaf changed. */
const inResult = (over: object, { open, lock, result } = one) => [terms, open, lock, changed(result, over)];
const inLock = (over: object, { open, lock, result } = one) => [terms, open, changed(lock, over), result];
const drandOf = (over: object, leaf = one.result) => ({ drand: { ...partOf(leaf, 'drand'), ...over } });

const foreign = makeSecret({ game: 'coinflip', roundId: 'rnd_1', random32: new Uint8Array(32).fill(7) });
/** Round 2 under the random part of round 1's secret, with everything else following from it. */
const again = leavesOf({ ...makeProof('coinflip', 1, 'rnd_2', { lockedAt: two.lockedAt }), number: 2 }, 2);
const potEntries = (JSON.parse(pot.lock) as { entries: readonly LeafFields[] }).entries;
const late = { player: playerOf('late'), cents: 5_000 };
const outcome = (leaf: string) =>
  partOf(leaf, 'outcome') as { ticket: number; winnerSide: number; rolls: LeafFields[] };
const payouts = partOf(pot.result, 'payouts') as { shares: readonly { cents: number }[] };
const eos = partOf(battle.lock, 'eos') as { block: number };

const holds = (step: string) => new RegExp(`^FAIL leaf 3: rnd_1: this does not hold: ${step}`, 'm');

export const results: readonly TamperingCase[] = [
  ['rounds that follow from their inputs', [terms, caseLeaf(), ...played(pot, two)], null],
  ['a secret that was not committed to', inResult({ secret: foreign }), holds('The secret opens the commitment')],
  [
    'a commitment exchanged at the lock',
    inLock({ hash: '01'.repeat(32) }),
    /^FAIL leaf 2: rnd_1: the lock names another commitment than the opening$/m,
  ],
  [
    'a secret used twice',
    [terms, ...played(one), ...again],
    /^FAIL leaf 6: the secret of rnd_2 was used before, by leaf 3$/m,
  ],
  [
    'the beacon’s output of another round',
    inResult(drandOf({ signature: signRound(two.beacon) })),
    holds('The network signed that round'),
  ],
  [
    'a beacon output of 96 bytes',
    inResult(drandOf({ signature: signRound(one.beacon).repeat(2) })),
    /^FAIL leaf 3: .*signature: not 48 bytes/m,
  ],
  [
    'a beacon that the lock did not name',
    inResult(drandOf({ round: two.beacon, signature: signRound(two.beacon) })),
    holds('The revealed beacon is the one that the lock names'),
  ],
  [
    'a lock that names a beacon of the past',
    [
      ...inLock({ drand: { ...partOf(one.lock, 'drand'), round: one.beacon - 20 } }).slice(0, 3),
      changed(one.result, drandOf({ round: one.beacon - 20, signature: signRound(one.beacon - 20) })),
    ],
    holds('The lock names the beacon round of the formula'),
  ],
  [
    'a stake changed by one cent',
    inLock({
      entries: (JSON.parse(one.lock) as { entries: LeafFields[] }).entries.map((e, i) => ({
        ...e,
        cents: Number(e['cents']) + i,
      })),
    }),
    holds('Ticket of coinflip'),
  ],
  ['entries in another order', inLock({ entries: [...potEntries].reverse() }, pot), holds('Ticket of jackpot')],
  ['an entry after the lock', inLock({ entries: [...potEntries, late] }, pot), holds('Ticket of jackpot')],
  [
    'a second lock with one entry more',
    [terms, pot.open, pot.lock, changed(pot.lock, { entries: [...potEntries, late] }), pot.result],
    /^FAIL leaf 3: rnd_1 is locked again$/m,
  ],
  [
    'half a cent',
    [terms, one.open, one.lock.replace(/"cents":(\d+)/, '"cents":$1.5'), one.result],
    /^FAIL leaf 2: not a leaf of fp\/2: .*cents: a float \(1000\.5\)$/m,
  ],
  [
    'another winner',
    inResult({ outcome: { ...outcome(one.result), winnerSide: 3 - outcome(one.result).winnerSide } }),
    holds('The tickets give the outcome'),
  ],
  [
    'a ticket moved by one',
    inResult({ outcome: { ...outcome(pot.result), ticket: outcome(pot.result).ticket + 1 } }, pot),
    holds('Ticket of jackpot'),
  ],
  [
    'a share short of one cent',
    inResult(
      { payouts: { ...payouts, shares: payouts.shares.map((s, i) => ({ ...s, cents: s.cents - (i === 0 ? 1 : 0) })) } },
      pot,
    ),
    holds('Pot, fee and shares follow from the outcome'),
  ],
  [
    'a result before its beacon',
    inResult({ settledAt: 1_700_000_000_000 }),
    /^FAIL leaf 3: rnd_1: settled before its beacon was due$/m,
  ],
  [
    'a drop of another item',
    [
      ...[terms, caseLeaf(), battle.open, battle.lock],
      changed(battle.result, {
        outcome: {
          ...outcome(battle.result),
          rolls: outcome(battle.result).rolls.map((roll, i) =>
            i === 0 ? { ...roll, item: roll['item'] === 0 ? 1 : 0 } : roll,
          ),
        },
      }),
    ],
    /^FAIL leaf 4: rnd_1: this does not hold: The tickets give the outcome/m,
  ],
  [
    'an EOS block whose id is not of its number',
    [terms, caseLeaf(), battle.open, changed(battle.lock, { eos: { ...eos, block: eos.block + 1 } }), battle.result],
    /^FAIL leaf 4: rnd_1: this does not hold: The EOS block id belongs to its number/m,
  ],
  [
    'an EOS block exchanged after the lock',
    [
      ...[terms, caseLeaf(), battle.open],
      changed(battle.lock, { eos: { ...eos, id: eos.block.toString(16).padStart(8, '0') + 'ab'.repeat(28) } }),
      battle.result,
    ],
    /^FAIL leaf 4: rnd_1: this does not hold: Ticket of casebattle/m,
  ],
  [
    'a round that was left out',
    [terms, ...played(one, round(3), round(4))],
    /^FAIL leaf 4: coinflip round number 2 is missing$/m,
  ],
  [
    'a leaf after the end of its round',
    [terms, ...played(one), one.lock],
    /^FAIL leaf 4: rnd_1: a lock after the round was settled by leaf 3$/m,
  ],
  [
    'a result without a lock',
    [terms, one.open, one.result],
    /^FAIL leaf 2: rnd_1: a result without a lock before it$/m,
  ],
  [
    'a fee above the announced one',
    [terms, changed(one.open, { feeBps: 900 })],
    /^FAIL leaf 1: rnd_1: a fee of 900 bps, where the log announced 500$/m,
  ],
  [
    'a seal of another round',
    inLock({ seal: { ...partOf(one.lock, 'seal'), box: partOf(two.lock, 'seal')['box'] } }),
    holds('The seal in the lock opens to the secret'),
  ],
];
