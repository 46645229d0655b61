import { describe, expect, test } from 'vitest';
import { RING_CHARS, RING_SIZE, charsOf, isRing, isSeenLate, note, addToRing } from './observation.ts';
import type { RoundMemory, Observation } from './observation.ts';

const open: Observation = {
  game: 'coinflip',
  roundId: 'rnd_a',
  phase: 'open',
  hash: 'aa',
  stakes: [{ userId: 'ply_1', entry: { side: 1, cents: 2000 } }],
  lock: null,
};
const locked: Observation = {
  ...open,
  phase: 'locked',
  lock: '{"locked":1}',
  stakes: [...open.stakes, { userId: 'ply_2', entry: { side: 2, cents: 2100 } }],
};

function memoryOf(...observations: Observation[]): RoundMemory {
  let memory: RoundMemory | undefined;
  for (const observation of observations) {
    const noted = note(memory, observation, 1);
    expect(noted.contradiction).toBeNull();
    memory = noted.memory;
  }
  if (!memory) throw new Error('no observation');
  return memory;
}

describe('noting a round', () => {
  test('remembers the phase of the first observation, whatever comes later', () => {
    expect(memoryOf(open, locked, { ...locked, phase: 'settled' }).first).toBe('open');
    expect(memoryOf(locked).first).toBe('locked');
  });

  test('adds the second stake and the lock when they appear', () => {
    const memory = memoryOf(open, locked);
    expect(memory.stakes).toHaveLength(2);
    expect(memory.lock).toBe('{"locked":1}');
  });

  test.each([
    ['another commitment', { ...locked, hash: 'bb' }, 'commitment'],
    ['another sum', { ...locked, stakes: [{ userId: 'ply_1', entry: { side: 1, cents: 2001 } }] }, 'changed'],
    ['another side', { ...locked, stakes: [{ userId: 'ply_1', entry: { side: 2, cents: 2000 } }] }, 'changed'],
    ['another player', { ...locked, stakes: [{ userId: 'ply_9', entry: { side: 1, cents: 2000 } }] }, 'someone else'],
    ['a stake gone', { ...locked, stakes: [] }, 'gone'],
    ['another game', { ...locked, game: 'jackpot' as const }, 'jackpot'],
  ])('%s is a contradiction, and the first observation stays', (_, observation, words) => {
    const memory = memoryOf(open);
    const noted = note(memory, observation, 1);
    expect(noted.contradiction).toContain(words);
    expect(noted.memory).toBe(memory);
  });

  test('a lock that changes is a contradiction', () => {
    const memory = memoryOf(open, locked);
    expect(note(memory, { ...locked, lock: '{"locked":2}' }, 1).contradiction).toContain('lock record');
  });

  test('an old observation that arrives late changes nothing, unless it contradicts', () => {
    const memory = memoryOf(locked);
    expect(note(memory, open, 1)).toEqual({ memory, contradiction: null });
    expect(note(memory, open, 1).memory).toBe(memory);
    expect(note(memory, open, 1).memory.first).toBe('locked');
    expect(note(memory, { ...open, hash: 'bb' }, 1).contradiction).toContain('commitment');
  });
});

describe('when the lock was seen', () => {
  const DUE = 1_000;
  const seenAt = (...at: number[]) => {
    const observations = [open, locked, { ...locked, phase: 'settled' as const }];
    let memory: RoundMemory | undefined;
    for (const [i, now] of at.entries()) memory = note(memory, observations[i] ?? locked, now).memory;
    return memory ?? memoryOf(open);
  };

  test('before the beacon is due it is in time, from that instant on late, by the own clock', () => {
    expect(isSeenLate(seenAt(1, DUE - 1), DUE)).toBe(false);
    expect(isSeenLate(seenAt(1, DUE), DUE)).toBe(true);
    expect(isSeenLate(seenAt(1, DUE + 5_000), DUE)).toBe(true);
  });

  test('the first observation counts, also over a reload', () => {
    const memory = seenAt(1, DUE - 1, DUE + 9);
    expect(memory.lockSeenAt).toBe(DUE - 1);
    const read: unknown = JSON.parse(JSON.stringify([memory]));
    expect(isRing(read) && read[0] && isSeenLate(read[0], DUE)).toBe(false);
    expect(isRing([{ ...memory, lockSeenAt: 'early' }])).toBe(false);
  });

  test('a lock with unknown time or unknown beacon counts as late', () => {
    const { lockSeenAt: _, ...rest } = seenAt(1, 2);
    const timeless: RoundMemory = rest;
    expect(isSeenLate(timeless, DUE)).toBe(true);
    expect(isSeenLate(note(timeless, locked, 3).memory, DUE)).toBe(true);
    expect(isSeenLate(seenAt(1, 2), null)).toBe(true);
  });
});

describe('a battle', () => {
  const table = { caseId: 'box@1', priceCents: 250, weights: [1, 9], cents: [900, 10] };
  const battle = { cases: ['box@1', 'tin@2'], mode: 'NORMAL', teams: 2, seatsPerTeam: 1, tables: [] };
  const offered: Observation = { ...open, game: 'casebattle', stakes: [], battle };

  test('is remembered as offered, and its tables once they are shown', () => {
    const memory = memoryOf(offered, { ...offered, battle: { ...battle, tables: [table] } });
    expect(memory.battle).toEqual({ ...battle, tables: [table] });
    // A list view after the battle's own view shows less, which is nothing new.
    expect(note(memory, offered, 1).memory).toBe(memory);
    expect(isRing(JSON.parse(JSON.stringify([memory])))).toBe(true);
    expect(charsOf(memory)).toBeGreaterThanOrEqual(JSON.stringify(memory).length);
  });

  test('noted by an older page without its cases gets them', () => {
    const { battle: _, ...before } = memoryOf(offered);
    const noted = note(before, offered, 1);
    expect(noted).toMatchObject({ memory: { battle }, contradiction: null });
  });

  test.each([
    ['a case swapped', { cases: ['box@1', 'can@2'] }, 'cases'],
    ['another order', { cases: ['tin@2', 'box@1'] }, 'cases'],
    ['a case dropped', { cases: ['box@1'] }, 'cases'],
    ['another version', { cases: ['box@2', 'tin@2'] }, 'cases'],
    ['another mode', { mode: 'INVERSE' }, 'is now INVERSE'],
    ['more teams', { teams: 3 }, 'seats'],
    ['larger teams', { seatsPerTeam: 2 }, 'seats'],
    ['other weights', { tables: [{ ...table, weights: [2, 9] }] }, 'price or drop table of box@1'],
    ['another price', { tables: [{ ...table, priceCents: 251 }] }, 'price or drop table of box@1'],
    ['other values', { tables: [{ ...table, cents: [900, 11] }] }, 'price or drop table of box@1'],
  ])('%s is a contradiction in every phase, and the first observation stays', (_, over, words) => {
    const memory = memoryOf({ ...offered, battle: { ...battle, tables: [table] } });
    for (const phase of ['open', 'locked', 'settled'] as const) {
      const noted = note(memory, { ...offered, phase, battle: { ...battle, ...over } }, 1);
      expect(noted.contradiction).toContain(words);
      expect(noted.memory).toBe(memory);
    }
  });

  test('rejects stored memories of another shape', () => {
    const memory = memoryOf({ ...offered, battle: { ...battle, tables: [table] } });
    for (const broken of [
      7,
      null,
      {},
      { ...battle, cases: 'box@1' },
      { ...battle, teams: 'two' },
      { ...battle, tables: [{}] },
    ])
      expect(isRing([{ ...memory, battle: broken }])).toBe(false);
  });
});

describe('the ring', () => {
  const memory = memoryOf(open);

  test('keeps the newest rounds and replaces a round in place', () => {
    let ring: readonly RoundMemory[] = [];
    for (let at = 0; at < RING_SIZE + 5; at += 1) ring = addToRing(ring, { ...memory, roundId: `rnd_${at}` });
    expect(ring).toHaveLength(RING_SIZE);
    expect(ring[0]?.roundId).toBe('rnd_5');
    const again = addToRing(ring, { ...memory, roundId: 'rnd_7', hash: 'changed' });
    expect(again).toHaveLength(RING_SIZE);
    expect(again[2]?.hash).toBe('changed');
  });

  test('large pots push out older rounds, so that the ring fits into storage', () => {
    const stakes = Array.from({ length: 1_000 }, (_, at) => ({
      userId: `ply_${String(at).padStart(26, '0')}`,
      entry: { cents: 50_000_00 },
    }));
    const lock = JSON.stringify(stakes.map(({ entry }) => ({ player: 'f'.repeat(32), ...entry })));
    const large: RoundMemory = { ...memory, stakes, lock };
    expect(charsOf(large)).toBeGreaterThan(JSON.stringify(large).length);
    expect(charsOf(memory)).toBeGreaterThan(JSON.stringify(memory).length);
    let ring: readonly RoundMemory[] = [];
    for (let at = 0; at < 20; at += 1) ring = addToRing(ring, { ...large, roundId: `rnd_${at}` });
    expect(JSON.stringify(ring).length).toBeLessThan(RING_CHARS);
    expect(ring.length).toBeGreaterThan(1);
    expect(ring.at(-1)?.roundId).toBe('rnd_19');
    const huge = { ...large, lock: 'x'.repeat(RING_CHARS + 1), roundId: 'rnd_huge' };
    expect(addToRing(ring, huge)).toEqual([huge]);
  });

  test('accepts only values of the right shape', () => {
    expect(isRing([memory])).toBe(true);
    expect(isRing(JSON.parse(JSON.stringify([memory])))).toBe(true);
    for (const wrong of [
      null,
      {},
      [null],
      [{ ...memory, hash: 1 }],
      [{ ...memory, stakes: [1] }],
      [{ ...memory, first: 'x' }],
    ])
      expect(isRing(wrong)).toBe(false);
  });
});
