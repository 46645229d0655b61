import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arcAt, arcPath, CROWD_BELOW, pointAt, ringOf, turnOfTicket } from './ring-model.ts';
import { entriesOf } from '../round.fixture.ts';
import { sharesOf } from '../shares.ts';

const pots = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 50_000 })), {
  minLength: 1,
  maxLength: 300,
});
const entriesFrom = (stakes: readonly (readonly [number, number])[]) =>
  entriesOf(stakes.map(([who, cents]) => [`p${who}`, cents]));

describe('tickets on the ring', () => {
  test('every ticket lies in the arc of its owner, whichever players are merged', () => {
    fc.assert(
      fc.property(pots, fc.double({ min: 0, max: 0.999999, noNaN: true }), (stakes, at) => {
        const entries = entriesFrom(stakes);
        const ticket = Math.floor(at * (entries.at(-1)?.to ?? 0));
        const owner = entries.find(({ from, to }) => ticket >= from && ticket < to);
        const model = ringOf(sharesOf(entries));
        const turn = turnOfTicket(model, ticket);
        expect(turn).not.toBeNull();
        expect(arcAt(model, turn ?? -1)?.share.user.id).toBe(owner?.user.id);
      }),
    );
  });

  test('no two tickets share a position, and together they fill the circle', () => {
    const entries = entriesOf([
      ['ann', 3],
      ['bob', 2],
      ['ann', 4],
    ]);
    const model = ringOf(sharesOf(entries));
    const turns = entries
      .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => turnOfTicket(model, from + i) ?? -1))
      .sort((a, b) => a - b);
    turns.forEach((turn, at) => expect(turn).toBeCloseTo((at + 0.5) / 9, 9));
  });

  test('a player’s second range follows the first within one arc', () => {
    const model = ringOf(
      sharesOf(
        entriesOf([
          ['ann', 50],
          ['bob', 100],
          ['ann', 50],
        ]),
      ),
    );
    expect(turnOfTicket(model, 0)).toBeCloseTo(0.5 / 200, 9);
    expect(turnOfTicket(model, 150)).toBeCloseTo(50.5 / 200, 9);
    expect(turnOfTicket(model, 50)).toBeCloseTo(100.5 / 200, 9);
    expect(turnOfTicket(model, 200)).toBeNull();
  });
});

describe('the crowd', () => {
  test('arcs leave no gaps, are in order of seat, and merge only small players', () => {
    fc.assert(
      fc.property(pots, (stakes) => {
        const shares = sharesOf(entriesFrom(stakes));
        const pot = shares.reduce((sum, { cents }) => sum + cents, 0);
        const { arcs, crowd } = ringOf(shares);
        expect(arcs.length + crowd.length).toBe(shares.length);
        expect(crowd.length).not.toBe(1);
        let end = 0;
        for (const arc of [...arcs, ...crowd]) {
          expect(arc.from).toBe(end);
          end = arc.to;
        }
        expect(end).toBe(1);
        for (const list of [arcs, crowd]) {
          const seats = list.map(({ share }) => share.seat);
          expect(seats).toEqual([...seats].sort((a, b) => a - b));
        }
        expect(crowd.every(({ share }) => share.cents < pot * CROWD_BELOW)).toBe(true);
      }),
    );
  });

  test('an empty pot has no arcs', () => {
    expect(ringOf([])).toEqual({ arcs: [], crowd: [] });
  });
});

describe('drawing', () => {
  test('a quarter turn points right, half a turn down', () => {
    expect(pointAt(0, 10).y).toBeCloseTo(-10);
    expect(pointAt(0.25, 10).x).toBeCloseTo(10);
    expect(pointAt(0.5, 10).y).toBeCloseTo(10);
  });

  test('a whole turn is two halves: one arc would vanish', () => {
    expect(arcPath(0, 1, 10).match(/A/g)).toHaveLength(2);
    expect(arcPath(0, 0.4, 10)).toBe('M0.000 -10.000A10 10 0 0 1 5.878 8.090');
    expect(arcPath(0, 0.6, 10)).toContain('0 1 1');
  });
});
