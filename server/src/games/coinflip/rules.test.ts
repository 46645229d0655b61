/** The rules as properties: what is admitted, and that every decision pays the pot exactly and verifies. */
import { cents } from '@fairpot/contract/wire/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateAt } from '../../../testing/item-types.ts';
import { commitmentOf, makeSecret } from '@fairpot/fairness/protocol/commitment';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { signRound, TEST_CHAIN, testSeal } from '../../../testing/beacon.ts';
import { itemLock } from '../kit/lock.ts';
import { admitItems } from '../kit/items/stake.ts';
import { movesOf } from '../kit/settlement/settle.ts';
import type { RoundEntry, Round } from '../kit/rounds.ts';
import { coinflip } from './coinflip.ts';
import { admitCreate, admitCreator, admitJoin } from './rules.ts';

const { decide } = coinflip;

const LOCKED_AT = Date.UTC(2026, 0, 1);
/** Every game here is locked at the same time and therefore names the same beacon. */
const NAMED = drandRoundFor({ ...TEST_CHAIN, lockedAt: LOCKED_AT, game: 'coinflip' });
const SIGNATURES = new Map<number, string>();

/** Signing is slow: one signature serves every game that is locked at the same time. */
function signature(round: number): string {
  const known = SIGNATURES.get(round) ?? signRound(round);
  SIGNATURES.set(round, known);
  return known;
}

const price = fc.integer({ min: 100, max: 500_000 });
const prices = fc.array(price, { minLength: 1, maxLength: 15 });

function entry(no: number, pick: 1 | 2, items: readonly number[]): RoundEntry {
  return {
    no,
    playerId: `ply_${no}`,
    pseudonym: `${no}`.repeat(32),
    pick,
    cents: cents(items.reduce((sum, each) => sum + each, 0)),
    byKey: false,
    at: LOCKED_AT,
    items: items.map((each, i) => ({ id: `itm_${no}_${i}`, type: 't', cents: cents(each) })),
  };
}

function locked(first: readonly number[], second: readonly number[], feeBps: number, random: Uint8Array) {
  const secret = makeSecret({ game: 'coinflip', roundId: 'rnd_1', random32: random });
  const open: Round = {
    id: 'rnd_1',
    game: 'coinflip',
    number: 1,
    phase: 'open',
    version: 1,
    hash: commitmentOf(secret),
    feeBps,
    scripted: false,
    openedAt: LOCKED_AT,
    lockText: null,
    lockedAt: null,
    drandRound: null,
    dueAt: null,
    script: null,
    endedAt: null,
    entries: [entry(1, 2, first)],
    result: null,
  };
  const joiner = entry(2, 1, second);
  const seal = testSeal(open.id, secret, NAMED);
  const lock = itemLock(coinflip, open, [...open.entries, joiner], { lockedAt: LOCKED_AT, seal, chain: TEST_CHAIN });
  const round: Round = {
    ...open,
    phase: 'locked',
    entries: [...open.entries, joiner],
    lockText: lock.text,
    lockedAt: LOCKED_AT,
    drandRound: lock.drandRound,
    dueAt: lock.dueAt,
  };
  return { round, reveal: { secret, signature: signature(lock.drandRound) } };
}

const game = fc
  .tuple(prices, prices, fc.integer({ min: 0, max: 1_000 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([first, second, feeBps, random]) => locked(first, second, feeBps, random));

describe('the decision', () => {
  test('pays the pot to the cent and takes no more than its rate, only from the loser', () => {
    fc.assert(
      fc.property(game, ({ round, reveal }) => {
        const { payouts, winnerNo } = decide(round, reveal);
        const pot = round.entries.reduce((sum, each) => sum + each.cents, 0);
        expect(payouts.potCents).toBe(pot);
        expect(payouts.feeCents).toBeLessThanOrEqual(Math.floor((pot * round.feeBps) / 10_000));
        expect(payouts.shares).toHaveLength(1);
        expect((payouts.shares[0]?.cents ?? 0) + payouts.feeCents).toBe(pot);
        const own = round.entries.find((each) => each.no === winnerNo)?.items.map((item) => item.id);
        expect(payouts.feeItems.filter((id) => own?.includes(id))).toEqual([]);
      }),
    );
  });

  test('moves each item of the pot once: the winner’s own back, the fee to the house, the rest to the winner', () => {
    fc.assert(
      fc.property(game, ({ round, reveal }) => {
        const decision = decide(round, reveal);
        const moves = movesOf({ round, decision });
        const items = round.entries.flatMap((each) => each.items.map((item) => item.id));
        expect(moves.map((move) => move.item).sort()).toEqual([...items].sort());
        const winner = round.entries.find((each) => each.no === decision.winnerNo);
        for (const move of moves) {
          const own = winner?.items.some((item) => item.id === move.item) ?? false;
          expect(move.code).toBe(own ? 'RETURN' : decision.payouts.feeItems.includes(move.item) ? 'FEE' : 'WIN');
          expect(move.to).toBe(move.code === 'FEE' ? '' : winner?.playerId);
        }
      }),
    );
  });

  test('equals what the verifier computes from the published proof', () => {
    fc.assert(
      fc.property(game, ({ round, reveal }) => {
        const { outcome, payouts } = decide(round, reveal);
        const proof = {
          v: 'fp/2',
          game: 'coinflip',
          roundId: round.id,
          number: 1,
          hash: round.hash,
          lock: JSON.parse(round.lockText ?? '') as unknown,
          drand: { chain: TEST_CHAIN, round: round.drandRound, signature: reveal.signature },
          secret: reveal.secret,
          outcome,
          payouts,
        };
        expect(verifyRound(proof, { chains: [TEST_CHAIN] }).failed).toBeNull();
      }),
      { numRuns: 10 },
    );
  });

  test('is refused for a game that differs from what was locked', () => {
    const { round, reveal } = locked([1_000], [1_050], 500, new Uint8Array(32).fill(3));
    expect(decide(round, reveal).winnerNo).toBeGreaterThan(0);
    const [first, second] = round.entries as [RoundEntry, RoundEntry];
    const tampered: Partial<Round>[] = [
      { feeBps: 501 },
      { hash: commitmentOf(`${reveal.secret}0`) },
      { id: 'rnd_2' },
      { lockText: null },
      { entries: [second, first] },
      { entries: [first] },
      { entries: [{ ...first, cents: cents(1_001) }, second] },
      { entries: [{ ...first, items: [{ id: 'itm_x', type: 't', cents: cents(999) }] }, second] },
      {
        entries: [
          { ...first, pick: 1 },
          { ...second, pick: 2 },
        ],
      },
    ];
    for (const change of tampered) expect(() => decide({ ...round, ...change }, reveal)).toThrow();
    expect(() => decide(round, { ...reveal, secret: `${reveal.secret.slice(0, -1)}0` })).toThrow();
  });
});

const stock = (list: readonly number[]) => list.map((each, i) => candidateAt(`itm_${i}`, each));
const chosen = (list: readonly number[]) =>
  admitItems(
    list.map((_, i) => `itm_${i}`),
    stock(list),
  );

describe('admission', () => {
  const terms = { paused: false, beaconAway: false, minbetCents: cents(1_000) };

  test('a create is admitted exactly when its total exceeds the minimum', () => {
    fc.assert(
      fc.property(prices, (list) => {
        const ruling = admitCreate(chosen(list), terms);
        const total = list.reduce((sum, each) => sum + each, 0);
        expect('value' in ruling).toBe(total > 1_000);
      }),
    );
  });

  /** The waiting round of a creator with one item, on side 2. */
  function waitingOf(creator: number): Round {
    const { round } = locked([creator], [creator], 500, new Uint8Array(32));
    return { ...round, phase: 'open', entries: [entry(1, 2, [creator])] };
  }
  const request = { playerId: 'ply_2', side: 1, house: false } as const;

  test('a join is admitted exactly when 0.9 t < total < 1.1 t', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 100, max: 600_000 }), (creator, joiner) => {
        const context = { round: waitingOf(creator), stake: chosen([joiner]), stakedNow: cents(creator), terms };
        const admitted = 'value' in admitJoin(context, request);
        expect(admitted).toBe(10 * joiner > 9 * creator && 10 * joiner < 11 * creator);
      }),
    );
  });

  test('admits no joiner once the creator’s stake is worth 5% more or less than the round says, or is in doubt', () => {
    const joins = (now: number | null) => {
      const stakedNow = now === null ? null : cents(now);
      return admitJoin({ round: waitingOf(2_000), stake: chosen([2_000]), stakedNow, terms }, request);
    };
    for (const now of [1_900, 2_100]) expect(joins(now)).toMatchObject({ value: { stake: { totalCents: 2_000 } } });
    for (const now of [1_899, 2_101, null]) expect(joins(now)).toEqual({ refused: 'GAME_REPRICED' });
  });

  test('a started game admits neither a joiner nor its creator’s cancel, a waiting one its creator’s', () => {
    const waiting = waitingOf(2_000);
    const started: Round = { ...waiting, phase: 'locked' };
    const context = { round: started, stake: chosen([2_000]), stakedNow: cents(2_000), terms };
    expect(admitJoin(context, request)).toEqual({ refused: 'COINFLIP_STARTED' });
    expect(admitCreator(started, 'ply_1')).toEqual({ refused: 'COINFLIP_STARTED' });
    expect(admitCreator(waiting, 'ply_1')).toEqual({ value: waiting });
    expect(admitCreator(waiting, 'ply_2')).toEqual({ refused: 'NOT_YOUR_GAME' });
  });

  test('a paused game refuses before checking the items', () => {
    const refused = admitItems(['itm_other'], []);
    expect(admitCreate(refused, { ...terms, paused: true })).toEqual({ refused: 'GAME_PAUSED' });
    expect(admitCreate(refused, { ...terms, beaconAway: true })).toEqual({ refused: 'GAME_PAUSED' });
  });

  test('orders items by id, whatever the order of the clicks', () => {
    const items = stock([100, 200, 300]);
    const ruling = admitItems(['itm_2', 'itm_0', 'itm_1'], [...items].reverse());
    expect('value' in ruling && ruling.value.items.map((i) => i.id)).toEqual(['itm_0', 'itm_1', 'itm_2']);
  });
});
