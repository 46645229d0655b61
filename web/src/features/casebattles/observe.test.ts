/** What the watcher observes of a battle: a proof that verifies from the view alone, and seats that may come and go. */
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { describe, expect, test } from 'vitest';
import { note } from '../../fairness/observation.ts';
import { answer } from '../../fairness/answer.ts';
import { battleOf, caseOf, EVEN, TEST_CHAIN } from './battle.fixture.ts';
import { proofOf, watchedOf } from './observe.ts';

const WANTED = [
  { type: 'STANDARD_2' as const },
  { type: 'STANDARD_4' as const },
  { type: 'STANDARD_6' as const, seed: 7 },
  { type: 'TWO_VS_TWO' as const, seed: 3 },
  { type: 'STANDARD_4' as const, cases: [EVEN] },
];

describe('the proof of a view', () => {
  test.each(WANTED)('equals the recorded one and verifies: $type', (wanted) => {
    const { battle, proof } = battleOf(wanted);
    const shown = proofOf(battle, TEST_CHAIN);
    expect(shown).toEqual(proof);
    expect(verifyRound(shown, { chains: [TEST_CHAIN] })).toMatchObject({ ok: true, failed: null });
  });

  test('fails when the screen shows a drop, total or winner other than the record', () => {
    const { battle } = battleOf();
    const [first] = battle.teams[0]?.participants ?? [];
    const [roll] = first?.rolls ?? [];
    if (!roll || !battle.result) throw new Error('nothing was drawn');
    const replaced = { ...roll, itemId: roll.itemId === 'item-0' ? 'item-1' : 'item-0' };
    const otherDrop = structuredClone(battle);
    otherDrop.teams[0]?.participants[0]?.rolls.splice(0, 1, replaced);
    const otherWinner = { ...battle, result: { ...battle.result, winnerTeam: (battle.result.winnerTeam + 1) % 4 } };
    const unknownItem = structuredClone(battle);
    unknownItem.teams[0]?.participants[0]?.rolls.splice(0, 1, { ...roll, itemId: 'no-such-item' });
    for (const shown of [otherDrop, otherWinner, unknownItem])
      expect(verifyRound(proofOf(shown, TEST_CHAIN), { chains: [TEST_CHAIN] }).ok).toBe(false);
  });

  test('does not exist before the result is published', () => {
    for (const wanted of [{ status: 'PENDING' as const }, { status: 'STARTED' as const, revealed: false }])
      expect(proofOf(battleOf(wanted).battle, TEST_CHAIN)).toBeNull();
  });
});

describe('what is watched', () => {
  test('goes from open to locked to settled without a contradiction', () => {
    const observations = [
      { status: 'PENDING' as const },
      { status: 'STARTED' as const, revealed: false },
      { status: 'STARTED' as const },
      { status: 'FINISHED' as const },
    ].map((wanted) => watchedOf(battleOf(wanted).battle, TEST_CHAIN));
    expect(observations.map((observation) => observation?.phase)).toEqual(['open', 'locked', 'settled', 'settled']);
    let memory: Parameters<typeof note>[0];
    for (const observation of observations) {
      if (!observation) throw new Error('not watched');
      const noted = note(memory, observation, 1);
      expect(noted.contradiction).toBeNull();
      ({ memory } = noted);
    }
    expect(memory).toMatchObject({
      first: 'open',
      stakes: [{ userId: 'ply_00', entry: { team: 0, seat: 0 } }, {}, {}, {}],
    });
  });

  test('a change of players before the lock is no contradiction, after the lock it is', () => {
    const { battle } = battleOf({ status: 'STARTED', revealed: false });
    const seen = watchedOf(battle, TEST_CHAIN);
    const other = structuredClone(battle);
    const guest = other.teams[2]?.participants[0];
    if (!guest || !seen) throw new Error('no such seat');
    other.teams[2]?.participants.splice(0, 1, { ...guest, user: { ...guest.user, id: 'ply_other' } });
    const now = watchedOf(other, TEST_CHAIN);
    if (!now) throw new Error('not watched');
    expect(note(note(undefined, seen, 1).memory, now, 1).contradiction).toContain('belongs to someone else');
    const open = (of: typeof battle) => watchedOf({ ...of, status: 'PENDING' }, TEST_CHAIN);
    const [before, after] = [open(battle), open(other)];
    if (!before || !after) throw new Error('not watched');
    expect(note(note(undefined, before, 1).memory, after, 1).contradiction).toBeNull();
  });

  test('excludes scripted, cancelled and voided battles', () => {
    const { battle } = battleOf();
    expect(watchedOf({ ...battle, scripted: true }, TEST_CHAIN)).toBeNull();
    expect(watchedOf(battleOf({ status: 'CANCELLED' }).battle, TEST_CHAIN)).toBeNull();
    expect(watchedOf(battleOf({ status: 'VOIDED' }).battle, TEST_CHAIN)).toBeNull();
  });
});

describe('a battle locked differently from its offer', () => {
  const BOX = caseOf('box', [100_000, 501, 20], [1, 99, 900]);
  const TIN = caseOf('tin', [700, 90], [1, 9]);
  const { battle } = battleOf({ status: 'PENDING', cases: [BOX, TIN] });
  const [offer, inverse, duel] = [
    battle,
    { ...battle, mode: 'INVERSE' as const },
    { ...battle, type: 'TWO_VS_TWO' as const },
  ].map((shown) => watchedOf(shown, TEST_CHAIN)?.battle);

  /** The step that fails when the server locks `cases` and publishes a valid proof of them. */
  function failed(cases: readonly (typeof BOX)[], seen = offer): string | null {
    const { proof } = battleOf({ cases });
    expect(verifyRound(proof, { chains: [TEST_CHAIN] }).ok).toBe(true);
    const judged = answer({ ask: 'verify', proof, chains: [TEST_CHAIN], seen: seen ? { battle: seen } : {} });
    return 'verdict' in judged ? (judged.verdict.failed?.id ?? null) : 'no verdict';
  }

  test('the offer has every case with its version, and its tables where they are shown', () => {
    expect(offer).toMatchObject({ cases: ['box@1', 'tin@1'], mode: 'NORMAL', teams: 4, seatsPerTeam: 1 });
    expect(offer?.tables).toEqual([
      { caseId: 'box@1', priceCents: 1_000, weights: [1, 99, 900], cents: [100_000, 501, 20] },
      { caseId: 'tin@1', priceCents: 1_000, weights: [1, 9], cents: [700, 90] },
    ]);
    const { tables: _, ...listed } = battle;
    expect(watchedOf(listed, TEST_CHAIN)?.battle).toEqual({ ...offer, tables: [] });
  });

  test('verifies if locked as offered', () => {
    expect(failed([BOX, TIN])).toBeNull();
  });

  test.each([
    ['a case swapped', [BOX, EVEN]],
    ['another order', [TIN, BOX]],
    ['one dropped', [BOX]],
    ['one more', [BOX, TIN, TIN]],
    ['another version', [BOX, { ...TIN, version: 2 }]],
    ['another table under the same name', [BOX, caseOf('tin', [700, 90], [1, 99])]],
    ['the same table at another price', [BOX, { ...TIN, priceUsd: 11 }]],
  ])('detects %s', (_name, cases) => {
    expect(failed(cases)).toBe('seen-cases');
  });

  test('detects another mode and other teams', () => {
    expect(failed([BOX, TIN], inverse)).toBe('seen-mode');
    expect(failed([BOX, TIN], duel)).toBe('seen-mode');
  });
});
