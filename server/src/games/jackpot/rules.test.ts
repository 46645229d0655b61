/** The rules as properties: what is admitted, how the timer moves, and that every decision pays the pot and verifies. */
import { cents } from '@fairpot/contract/wire/money';
import { commitmentOf, makeSecret } from '@fairpot/fairness/protocol/commitment';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateAt } from '../../../testing/item-types.ts';
import { signRound, TEST_CHAIN, testSeal } from '../../../testing/beacon.ts';
import { admitItems } from '../kit/items/stake.ts';
import { proofOf } from '../kit/proof.ts';
import type { RoundEntry, Round } from '../kit/rounds.ts';
import { movesOf } from '../kit/settlement/settle.ts';
import { itemLock } from '../kit/lock.ts';
import { jackpot } from './jackpot.ts';
import { percentOf } from '@fairpot/fairness/games/chance';
import { admitEntry, chanceBps, decide, isDue, rangesOf, timersOf, type Pot } from './rules.ts';

const LOCKED_AT = Date.UTC(2026, 0, 1);
const NAMED = drandRoundFor({ ...TEST_CHAIN, lockedAt: LOCKED_AT, game: 'jackpot' });
const price = fc.integer({ min: 100, max: 50_000 });
/** Of at least two players: with one no countdown starts, and the schema refuses a lock with a single player. */
const stakes = fc
  .array(fc.record({ who: fc.nat({ max: 5 }), items: fc.array(price, { minLength: 1, maxLength: 15 }) }), {
    minLength: 2,
    maxLength: 30,
  })
  .filter((list) => new Set(list.map((each) => each.who)).size > 1);
type Stakes = readonly { readonly who: number; readonly items: readonly number[] }[];
let signature: string | null = null;

function entriesOf(list: Stakes): RoundEntry[] {
  return list.map(({ who, items }, at) => ({
    no: at + 1,
    playerId: `ply_${who}`,
    pseudonym: `${who}`.repeat(32),
    pick: null,
    cents: cents(items.reduce((sum, each) => sum + each, 0)),
    byKey: false,
    at: LOCKED_AT - 60_000,
    items: items.map((each, i) => ({ id: `itm_${at}_${i}`, type: 't', cents: cents(each) })),
  }));
}

function locked(list: Stakes, feeBps: number, random32: Uint8Array) {
  const secret = makeSecret({ game: 'jackpot', roundId: 'rnd_1', random32 });
  const entries = entriesOf(list);
  const base = { id: 'rnd_1', hash: commitmentOf(secret), feeBps, entries };
  const seal = testSeal(base.id, secret, NAMED);
  const lock = itemLock(jackpot, base, entries, { lockedAt: LOCKED_AT, seal, chain: TEST_CHAIN });
  // Signing is slow; every round here is locked at the same time and so names the same beacon.
  signature ??= signRound(lock.drandRound);
  const round: Round = {
    ...base,
    game: 'jackpot',
    number: 1,
    phase: 'locked',
    version: 1,
    scripted: false,
    openedAt: LOCKED_AT - 100_000,
    lockText: lock.text,
    lockedAt: LOCKED_AT,
    drandRound: lock.drandRound,
    dueAt: lock.dueAt,
    endedAt: null,
    script: null,
    result: null,
  };
  return { round, reveal: { secret, signature } };
}

const game = fc
  .tuple(stakes, fc.integer({ min: 0, max: 1_000 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([list, feeBps, random]) => locked(list, feeBps, random));

describe('the decision', () => {
  test('pays the pot to the cent to the ticket’s owner; the fee is within its rate, never of the winner’s own', () => {
    fc.assert(
      fc.property(game, ({ round, reveal }) => {
        const { outcome, payouts, winnerNo } = decide(round, reveal);
        const pot = round.entries.reduce((sum, each) => sum + each.cents, 0);
        const winner = round.entries[winnerNo - 1];
        const range = rangesOf(round.entries)[winnerNo - 1];
        if (!winner || !range || !('winnerEntry' in outcome && 'ticket' in outcome)) throw new Error('no winner');
        expect(outcome.ticket >= range.from && outcome.ticket < range.to).toBe(true);
        expect(payouts.feeCents).toBeLessThanOrEqual(Math.floor((pot * round.feeBps) / 10_000));
        expect(payouts.shares).toEqual([{ player: winner.pseudonym, cents: pot - payouts.feeCents }]);
        const moves = movesOf({ round, decision: { outcome, payouts, winnerNo } });
        expect(moves.length).toBe(round.entries.flatMap((each) => each.items).length);
        const own = new Set(
          round.entries.filter((e) => e.playerId === winner.playerId).flatMap((e) => e.items.map((i) => i.id)),
        );
        for (const { item, code, to } of moves) {
          expect(own.has(item)).toBe(code === 'RETURN');
          expect(to).toBe(code === 'FEE' ? '' : winner.playerId);
        }
      }),
    );
  });

  test('verifies from published data, with the players’ verifier', () => {
    fc.assert(
      fc.property(game, ({ round, reveal }) => {
        const { outcome, payouts, winnerNo } = decide(round, reveal);
        const result = { ...reveal, drandRound: round.drandRound ?? 0, outcome, payouts, winnerNo };
        const verdict = verifyRound(proofOf({ ...round, phase: 'settled', result }, TEST_CHAIN), {
          chains: [TEST_CHAIN],
        });
        expect(verdict.ok).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('is refused for a round that contradicts its lock or its commitment', () => {
    const { round, reveal } = locked(
      [
        { who: 0, items: [1_000] },
        { who: 1, items: [2_000] },
      ],
      500,
      new Uint8Array(32),
    );
    const [first, second] = round.entries as [RoundEntry, RoundEntry];
    const tampered: Partial<Round>[] = [
      { feeBps: 501 },
      { hash: commitmentOf(`${reveal.secret}0`) },
      { id: 'rnd_2' },
      { lockText: null },
      { entries: [second, first] },
      { entries: [first] },
      { entries: [first, second, second] },
      { entries: [{ ...first, cents: cents(1_001) }, second] },
      { entries: [{ ...first, pseudonym: second.pseudonym }, second] },
      { entries: [{ ...first, items: [{ id: 'itm_x', type: 't', cents: cents(999) }] }, second] },
    ];
    for (const change of tampered) expect(() => decide({ ...round, ...change }, reveal)).toThrow();
    expect(() => decide(round, { ...reveal, secret: `${reveal.secret.slice(0, -1)}1` })).toThrow();
  });
});

describe('the timer', () => {
  const at = (seconds: number, who: number) => ({ playerId: `ply_${who}`, at: seconds * 1_000 });
  const deadlines = (entries: readonly { playerId: string; at: number }[]) =>
    timersOf(entries).map((timer) => timer && timer.deadlineAt / 1_000);

  test.each([
    ['one player, however often', [at(0, 1), at(5, 1), at(9, 1)], [null, null, null]],
    ['the second player starts 60 s', [at(0, 1), at(5, 1), at(9, 2)], [null, null, 69]],
    ['an entry with more than 10 s left changes nothing', [at(0, 1), at(0, 2), at(50, 3)], [null, 60, 60]],
    ['one with less extends to 10 s left', [at(0, 1), at(0, 2), at(51, 3), at(60, 1)], [null, 60, 61, 70]],
    [
      'never beyond 120 s from the start',
      [at(0, 1), at(0, 2), ...[55, 64, 73, 82, 91, 100, 109, 115].map((s) => at(s, 3))],
      [null, 60, 65, 74, 83, 92, 101, 110, 119, 120],
    ],
  ] as const)('%s', (_, entries, expected) => {
    expect(deadlines(entries)).toEqual(expected);
  });

  test('never goes back, never exceeds 120 s, leaves 10 s or all that remains', () => {
    const arrivals = fc.array(fc.record({ who: fc.nat({ max: 3 }), gap: fc.nat({ max: 30_000 }) }), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, (list) => {
        let now = 0;
        const entries = list.map(({ who, gap }) => ({ playerId: `ply_${who}`, at: (now += gap) }));
        const timers = timersOf(entries);
        for (const [i, timer] of timers.entries()) {
          const before = timers[i - 1] ?? null;
          const different = new Set(entries.slice(0, i + 1).map((entry) => entry.playerId)).size;
          expect(timer !== null).toBe(different > 1);
          if (!timer) continue;
          expect(timer.deadlineAt).toBeLessThanOrEqual(timer.startedAt + 120_000);
          expect(timer.deadlineAt).toBeGreaterThanOrEqual(
            Math.min((entries[i]?.at ?? 0) + 10_000, timer.startedAt + 120_000),
          );
          if (before) expect(timer.deadlineAt).toBeGreaterThanOrEqual(before.deadlineAt);
        }
      }),
    );
  });

  test('is due at the deadline, while the round is open', () => {
    const { round } = locked(
      [
        { who: 0, items: [100] },
        { who: 1, items: [100] },
      ],
      500,
      new Uint8Array(32),
    );
    expect(isDue({ ...round, phase: 'open' }, LOCKED_AT - 1)).toBe(false);
    expect(isDue({ ...round, phase: 'open' }, LOCKED_AT)).toBe(true);
    expect(isDue(round, LOCKED_AT)).toBe(false);
    expect(isDue({ ...round, phase: 'open', entries: [] }, LOCKED_AT)).toBe(false);
  });
});

describe('admission', () => {
  const terms = { paused: false, minbetCents: cents(300) };
  const chosen = (list: readonly number[]) =>
    admitItems(
      list.map((_, i) => `itm_${i}`),
      list.map((each, i) => candidateAt(`itm_${i}`, each)),
    );
  const pot = (over: Partial<Pot> = {}): Pot => ({
    id: 'rnd_1',
    phase: 'open',
    scripted: false,
    entries: 0,
    potCents: cents(0),
    alone: null,
    startedAt: null,
    deadlineAt: null,
    ...over,
  });

  test('exactly from the minimum bet on, before the deadline, into an open round', () => {
    const phases = fc.constantFrom('open', 'locked', 'settled', 'cancelled', 'voided');
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 15 }), phases, fc.nat(20), (list, phase, at) => {
        const request = { playerId: 'ply_1', house: false, at };
        const ruling = admitEntry(pot({ phase, entries: 2, deadlineAt: 10 }), request, chosen(list), terms);
        const total = list.reduce((sum, each) => sum + each, 0);
        expect('value' in ruling).toBe(phase === 'open' && at < 10 && total >= 300);
      }),
    );
  });

  test('room: half of it for a lone player, all of it for everyone', () => {
    const room = fc.record({
      potCents: fc.nat({ max: 50_000_000 }).map(cents),
      entries: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(room, fc.constantFrom('ply_1', 'ply_2', null), price, (filled, alone, stake) => {
        const request = { playerId: 'ply_1', house: false, at: 0 };
        const ruling = admitEntry(pot({ ...filled, alone }), request, chosen([stake]), {
          ...terms,
          minbetCents: cents(1),
        });
        const half = alone === 'ply_1' ? 2 : 1;
        const fits = filled.potCents + stake <= 50_000_000 / half && filled.entries < 1_000 / half;
        expect('value' in ruling).toBe(fits);
      }),
    );
  });
});

test('the chance is the share of the tickets, rounded as on every page', () => {
  fc.assert(
    fc.property(stakes, (list) => {
      const entries = entriesOf(list);
      const pot = entries.reduce((total, entry) => total + entry.cents, 0);
      const players = [...new Set(entries.map((entry) => entry.playerId))];
      for (const player of players) {
        const own = entries.filter((entry) => entry.playerId === player).reduce((total, { cents }) => total + cents, 0);
        expect((chanceBps(entries, player) / 100).toFixed(2)).toBe(percentOf(own, pot));
        expect(Math.abs(chanceBps(entries, player) - (own * 10_000) / pot)).toBeLessThanOrEqual(0.5);
      }
    }),
  );
});
