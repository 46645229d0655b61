/** Leaves out of order, beacons that change, and rounds that end without a result. */
import { QUICKNET } from '../../protocol/beacon.ts';
import { termsLeaf } from '../logs.ts';
import { changed, DAY_MS, early, one, played, round, terms, twin, two } from './rounds.ts';
import type { TamperingCase } from './rounds.ts';

export const locks: readonly TamperingCase[] = [
  [
    'locks before any output of their beacon',
    [terms, one.open, one.lock, twin.open, twin.lock, one.result, twin.result, ...played(two)],
    null,
  ],
  [
    'a lock behind an output of its named round',
    [terms, ...played(one, { ...twin }), ...played(two)],
    /^FAIL leaf 5: rnd_3: locked on beacon round \d+, though leaf 3 already shows round \d+$/m,
  ],
  [
    'a lock behind an output of a later round',
    [terms, ...played(two, one), twin.open],
    /^FAIL leaf 5: rnd_1: locked on beacon round \d+, though leaf 3 already shows round \d+$/m,
  ],
  [
    'a lock on a beacon that the log never described',
    [terms, one.open, changed(one.lock, { drand: { chain: '11'.repeat(32), round: 5 } })],
    /^FAIL leaf 2: rnd_1: names beacon chain 1{64}, which the log had not described$/m,
  ],
  [
    'terms that change from a simulated beacon to quicknet',
    [terms, ...played(one), termsLeaf({ drand: QUICKNET })],
    /^FAIL leaf 4: the log names drand quicknet and another beacon: /m,
  ],
  [
    'terms that change from quicknet to a simulated beacon',
    [termsLeaf({ drand: QUICKNET }), terms],
    /^FAIL leaf 1: the log names drand quicknet and another beacon: /m,
  ],
  [
    'a lock on quicknet in a log of a simulated beacon',
    [terms, one.open, changed(one.lock, { drand: { chain: QUICKNET.chainHash, round: 5 } })],
    /^FAIL leaf 2: rnd_1: the log names drand quicknet and another beacon: /m,
  ],
];

export const ends: readonly TamperingCase[] = [
  [
    'a void by staff before the beacon',
    [terms, one.open, one.lock, one.refund('void', 'STAFF', early), ...played(two)],
    null,
  ],
  [
    'a cancel of a locked round',
    [terms, one.open, one.lock, one.refund('cancel', 'CREATOR', early)],
    /^FAIL leaf 3: rnd_1 is cancelled after its lock$/m,
  ],
  [
    'a void for a reason that does not exist',
    [terms, one.open, one.lock, one.refund('void', 'MAINTENANCE', early)],
    /^FAIL leaf 3: rnd_1: voided for MAINTENANCE: a lock is voided only for BEACON_AWAY or STAFF$/m,
  ],
  [
    'a void by staff when its beacon was out',
    [terms, one.open, one.lock, one.refund('void', 'STAFF', one.lockedAt + 60_000)],
    /^FAIL leaf 3: rnd_1: voided by staff when its beacon was out already$/m,
  ],
  [
    'a void by staff, backdated, behind its output',
    [terms, one.open, one.lock, twin.open, twin.lock, twin.result, one.refund('void', 'STAFF', early)],
    /^FAIL leaf 6: rnd_1: voided by staff, though leaf 5 already shows beacon round \d+/m,
  ],
  [
    'a void by staff, backdated, behind a later output',
    [terms, one.open, one.lock, ...played(two), one.refund('void', 'STAFF', early)],
    /^FAIL leaf 6: rnd_1: voided by staff, though leaf 5 already shows beacon round \d+/m,
  ],
  [
    'a beacon that stayed away for a day, and came back',
    [
      terms,
      one.open,
      one.lock,
      one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS),
      ...played(round(2, { lockedAt: one.lockedAt + DAY_MS + 5_000 })),
    ],
    null,
  ],
  [
    'a void before the day is over',
    [terms, one.open, one.lock, one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS - 1)],
    /^FAIL leaf 3: rnd_1: voided for its beacon 24\.0 h after the lock, not 24$/m,
  ],
  [
    'a beacon said to be away that another round shows',
    [
      terms,
      one.open,
      one.lock,
      twin.open,
      twin.lock,
      twin.result,
      one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS),
    ],
    /^FAIL leaf 6: rnd_1: voided for the absence of beacon round \d+, though leaf 5 already shows/m,
  ],
  [
    'a beacon said to be away when a later round shows',
    [terms, one.open, one.lock, ...played(two), one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS)],
    /^FAIL leaf 6: rnd_1: voided for the absence of beacon round \d+, though leaf 5 already shows/m,
  ],
  [
    'a beacon said to be away a day too soon, dated a day ahead',
    [terms, one.open, one.lock, one.refund('void', 'BEACON_AWAY', one.lockedAt + DAY_MS), ...played(two)],
    /^FAIL leaf 6: rnd_2: shows beacon round \d+, for whose absence leaf 3 voided rnd_1 later than that$/m,
  ],
];
