/** The pure rules of battles: admission, seats, decisions, replays and payments, as properties where there are many cases. */
import { replayAt } from '@fairpot/contract/casebattle/replay.fixture';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle/views';
import { BattleType } from '@fairpot/contract/casebattle/schemas';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { casebattleOutcome } from '@fairpot/fairness/games/casebattle';
import type { CasebattleLock } from '@fairpot/fairness/games/casebattle-lock';
import { commitmentOf, makeSecret } from '@fairpot/fairness/protocol/commitment';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { LockedBlock } from '@fairpot/fairness/base/lock-base';
import { drandRoundFor, drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEST_CHAIN, TEST_EOS, eosBlockId, signRound, testSeal } from '../../../testing/beacon.ts';
import type { Phase, Round } from '../kit/rounds.ts';
import type { CaseRow, CaseWithDrops } from './cases/case-store.ts';
import { battleLock } from './lock.ts';
import { payoutPostings } from './money.ts';
import { returnBpsOf, tableOf } from './publish.ts';
import {
  admitCall,
  admitCreate,
  admitCreator,
  admitJoin,
  admitLeave,
  decide,
  freePlaces,
  placesOf,
  replayOf,
  winsOf,
} from './rules.ts';
import type { Battle, SeatRow } from './store.ts';
import { resultsOf } from './sweeps.ts';

const ID = `rnd_${'0'.repeat(26)}`;
const SECRET = makeSecret({ game: 'casebattle', roundId: ID, random32: new Uint8Array(32).fill(7) });
const TERMS = { paused: false, beaconAway: false, openModes: ['NORMAL'] } as const;

function round(over: Partial<Round> = {}): Round {
  return {
    id: ID,
    game: 'casebattle',
    number: 1,
    phase: 'open',
    version: 1,
    hash: commitmentOf(SECRET),
    feeBps: 0,
    scripted: false,
    openedAt: 0,
    lockText: null,
    lockedAt: null,
    drandRound: null,
    dueAt: null,
    endedAt: null,
    entries: [],
    result: null,
    script: null,
    ...over,
  };
}

function seatsOf(type: BattleType, count: number): SeatRow[] {
  return placesOf(type)
    .slice(0, count)
    .map((place, n) => ({
      ...place,
      id: `ent_${n}`,
      playerId: `ply_${n}`,
      pseudonym: `${n}`.repeat(32),
      cents: cents(500),
      byKey: false,
      at: n,
    }));
}

function battle(over: Partial<Battle> = {}): Battle {
  return {
    id: ID,
    type: 'STANDARD_2',
    mode: 'NORMAL',
    creatorId: 'ply_0',
    priceCents: cents(500),
    openedAt: 0,
    replay: null,
    paidAt: null,
    closedAt: null,
    seats: seatsOf('STANDARD_2', 1),
    cases: [],
    round: round(),
    ...over,
  };
}

const face = (caseId: string, price: number): CaseRow => ({
  caseId,
  version: 1,
  name: caseId,
  colorHex: '#ffffff',
  priceCents: cents(price),
  returnBps: 9_400,
  weightTotal: 1,
});

describe('opening', () => {
  const offered = [face('a', 150), face('b', 2_000_000)];
  const request = (over: object = {}) => ({ caseIds: ['a', 'a'], mode: 'NORMAL' as const, priceCents: null, ...over });

  test('accepts the same case twice, in the order given, at the sum of prices', () => {
    const opened = admitCreate(request({ caseIds: ['a', 'b', 'a'] }), offered, TERMS);
    expect(opened).toMatchObject({ value: { priceCents: 2_000_300 } });
    expect('value' in opened && opened.value.cases.map((each) => each.caseId)).toEqual(['a', 'b', 'a']);
  });

  test.each([
    ['a pause', request(), { ...TERMS, paused: true }, 'GAME_PAUSED'],
    ['a beacon that is away', request(), { ...TERMS, beaconAway: true }, 'GAME_PAUSED'],
    ['a closed mode', request({ mode: 'INVERSE' }), TERMS, 'MODE_CLOSED'],
    ['a case that is not offered', request({ caseIds: ['a', 'c'] }), TERMS, 'NO_CASE'],
    ['a price above the maximum', request({ caseIds: ['b', 'b'] }), TERMS, 'BATTLE_TOO_DEAR'],
    ['another price than the player saw', request({ priceCents: cents(299) }), TERMS, 'PRICE_CHANGED'],
  ] as const)('refuses %s', (_name, requested, terms, code) => {
    expect(admitCreate(requested, offered, terms)).toMatchObject({ refused: code });
  });

  test('accepts an open mode and the price that was seen', () => {
    const terms = { ...TERMS, openModes: ['NORMAL', 'INVERSE'] } as const;
    expect(admitCreate(request({ mode: 'INVERSE', priceCents: cents(300) }), offered, terms)).toHaveProperty('value');
  });
});

describe('a seat', () => {
  const join = (over: Partial<Battle> | undefined, request: object = {}, terms: object = {}) =>
    admitJoin(
      over && battle(over),
      { playerId: 'ply_9', team: 1, seat: null, house: false, ...request },
      { ...TERMS, ...terms },
    );
  const phase = (is: Phase, closedAt: number | null = null) => ({ round: round({ phase: is }), closedAt });

  test.each([
    ['no battle', join(undefined), 'NO_GAME'],
    ['a cancelled one', join(phase('cancelled')), 'NO_GAME'],
    ['a started one', join(phase('locked')), 'BATTLE_STARTED'],
    ['one in replay', join(phase('settled')), 'BATTLE_STARTED'],
    ['a finished one', join(phase('settled', 5)), 'GAME_FINISHED'],
    ['a voided one', join(phase('voided')), 'GAME_FINISHED'],
    ['a pause', join({}, {}, { paused: true }), 'GAME_PAUSED'],
    ['a second seat', join({}, { playerId: 'ply_0' }), 'ALREADY_IN_BATTLE'],
    ['a taken seat', join({}, { team: 0 }), 'SEAT_TAKEN'],
    ['an unknown team', join({}, { team: 2 }), 'NO_TEAM'],
    ['a seat that the team does not have', join({}, { seat: 1 }), 'NO_TEAM'],
    ['a scripted battle', join({ round: round({ scripted: true }) }), 'ROUND_SCRIPTED'],
  ] as const)('refuses %s', (_name, ruling, code) => {
    expect(ruling).toEqual({ refused: code });
  });

  test('of a team of two is the first free one, or the requested one', () => {
    const over = { type: 'TWO_VS_TWO', seats: seatsOf('TWO_VS_TWO', 1) } as const;
    expect(join(over, { team: 0 })).toEqual({ value: { team: 0, seat: 1 } });
    expect(join(over, { team: 1 })).toEqual({ value: { team: 1, seat: 0 } });
    expect(join(over, { team: 1, seat: 1 })).toEqual({ value: { team: 1, seat: 1 } });
    expect(join(over, { team: 0, seat: 0 })).toEqual({ refused: 'SEAT_TAKEN' });
  });

  test('each type has the places of its shape, by team, then seat', () => {
    for (const type of BattleType.options) {
      const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
      const places = placesOf(type);
      expect(places.length).toBe(teams * seatsPerTeam);
      expect(places).toEqual([...places].sort((a, b) => a.team - b.team || a.seat - b.seat));
      expect(freePlaces({ type, seats: seatsOf(type, 1) })).toEqual(places.slice(1));
      expect(freePlaces({ type, seats: seatsOf(type, places.length) })).toEqual([]);
    }
  });

  test('is left by its player, not by the creator, and not after the start', () => {
    const two = { type: 'STANDARD_3', seats: seatsOf('STANDARD_3', 2) } as const;
    expect(admitLeave(battle(two), 'ply_1')).toMatchObject({ value: { seat: { team: 1 } } });
    expect(admitLeave(battle(two), 'ply_0')).toEqual({ refused: 'CREATOR_STAYS' });
    expect(admitLeave(battle(two), 'ply_7')).toEqual({ refused: 'NOT_IN_BATTLE' });
    expect(admitLeave(battle({ ...two, round: round({ phase: 'locked' }) }), 'ply_1')).toEqual({
      refused: 'BATTLE_STARTED',
    });
    expect(admitLeave(undefined, 'ply_1')).toEqual({ refused: 'NO_GAME' });
  });

  test('only the creator calls bots, to one place or to all', () => {
    const three = battle({ type: 'STANDARD_3', seats: seatsOf('STANDARD_3', 1) });
    expect(admitCreator(three, 'ply_0')).toHaveProperty('value');
    expect(admitCreator(three, 'ply_1')).toEqual({ refused: 'NOT_YOUR_GAME' });
    expect(admitCreator(undefined, 'ply_1')).toEqual({ refused: 'NO_GAME' });
    expect(admitCall(three, null, TERMS)).toEqual({
      value: [
        { team: 1, seat: 0 },
        { team: 2, seat: 0 },
      ],
    });
    expect(admitCall(three, { team: 2, seat: null }, TERMS)).toEqual({ value: [{ team: 2, seat: 0 }] });
    expect(admitCall(three, { team: 0, seat: null }, TERMS)).toEqual({ refused: 'SEAT_TAKEN' });
    expect(admitCall(three, null, { ...TERMS, paused: true })).toEqual({ refused: 'GAME_PAUSED' });
  });
});

/** Drop tables with any weights and worths, and a locked battle over them. */
const table: fc.Arbitrary<CaseWithDrops> = fc
  .array(fc.record({ weight: fc.integer({ min: 1, max: 1_000 }), cents: fc.integer({ min: 1, max: 50_000 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((drops) => ({
    ...face('any', 100),
    weightTotal: drops.reduce((sum, drop) => sum + drop.weight, 0),
    drops: drops.map((drop, n) => ({ type: `t${n}`, weight: drop.weight, cents: cents(drop.cents) })),
  }));

const LOCKED_AT = Date.UTC(2026, 0, 1);
/** Every battle here is locked at the same time and so names the same beacon. */
const NAMED = drandRoundFor({ ...TEST_CHAIN, lockedAt: LOCKED_AT, game: 'casebattle' });
const EOS = { chain: TEST_EOS.chainId, block: 63_072_001, id: eosBlockId(63_072_001) };

function locked(
  type: BattleType,
  mode: 'NORMAL' | 'INVERSE',
  tables: readonly CaseWithDrops[],
  eos: LockedBlock | null = EOS,
) {
  const seats = seatsOf(type, placesOf(type).length);
  const parts = { lockedAt: LOCKED_AT, seal: testSeal(ID, SECRET, NAMED), eos, chain: TEST_CHAIN };
  const lock = battleLock(round(), { mode }, seats, tables, parts);
  const entries = seats.map((seat, n) => ({ ...seat, no: n + 1, pick: seat.team, items: [] }));
  return { seats, lock, round: round({ phase: 'locked', lockText: lock.text, lockedAt: LOCKED_AT, entries }) };
}

const reveal = (n: number) => ({ secret: SECRET, signature: signRound(n) });

describe('the decision', () => {
  test('pays every drop to the winning team, to the cent, and the rest to the house; each mode has its own winner', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BattleType.options),
        fc.constantFrom('NORMAL' as const, 'INVERSE' as const),
        fc.array(table, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 20 }),
        (type, mode, tables, n) => {
          const made = locked(type, mode, tables);
          const decision = decide(made.round, reveal(n));
          const outcome = decision.outcome as ReturnType<typeof casebattleOutcome>;
          const best = mode === 'NORMAL' ? Math.max(...outcome.teamCents) : Math.min(...outcome.teamCents);
          expect(outcome.teamCents[outcome.winnerTeam]).toBe(best);
          const pot = outcome.teamCents.reduce((a, b) => a + b, 0);
          expect(decision.payouts).toMatchObject({ potCents: pot, feeCents: 0 });
          const settled = { ...made.round, result: { ...reveal(n), drandRound: 1, ...decision } };
          const wins = winsOf(settled);
          expect(wins.reduce((sum, win) => sum + win.cents, 0)).toBe(pot);
          expect(wins.map((win) => win.no)).toContain(decision.winnerNo);
          expect(wins.every((win) => made.seats[win.no - 1]?.team === outcome.winnerTeam)).toBe(true);
          const postings = payoutPostings({ seats: made.seats }, wins);
          expect(postings.reduce((sum, each) => sum + each.cents, 0)).toBe(500 * made.seats.length);
          expect(postings.every((each) => each.cents !== 0)).toBe(true);
          const results = resultsOf({ id: ID, seats: made.seats }, wins, 1);
          expect(results.filter((each) => each.won).length).toBe(wins.length);
          expect(results.reduce((sum, each) => sum + each.wonCents, 0)).toBe(pot);
        },
      ),
      { numRuns: 60 },
    );
  });

  const tables = [{ ...face('box', 100), drops: [{ type: 't', weight: 1, cents: cents(5) }] }];

  test('equal drops are a tie among all teams, and its ticket picks one', () => {
    const outcome = decide(locked('STANDARD_4', 'NORMAL', tables).round, reveal(3)).outcome as ReturnType<
      typeof casebattleOutcome
    >;
    expect(outcome.tied).toEqual([0, 1, 2, 3]);
    expect(outcome.tied).toContain(outcome.winnerTeam);
  });

  test('is refused for a stored battle that contradicts its lock or commitment', () => {
    const good = locked('STANDARD_2', 'NORMAL', tables).round;
    const [first, second] = good.entries;
    const bad: Partial<Round>[] = [
      { hash: commitmentOf(`${SECRET}0`) },
      { entries: [second!, first!] },
      { entries: [first!] },
      { entries: [first!, { ...second!, pick: 0 }] },
      { entries: [first!, { ...second!, pseudonym: '9'.repeat(32) }] },
      { feeBps: 1 },
      { id: `rnd_${'1'.repeat(26)}` },
      { lockText: null },
    ];
    for (const over of bad) expect(() => decide({ ...good, ...over }, reveal(1))).toThrow();
    expect(() => decide(good, { ...reveal(1), secret: `${SECRET.slice(0, -1)}0` })).toThrow('not the committed one');
  });

  test('the lock names seats by team and seat, the versions of the cases, and no NORMAL mode', () => {
    const made = locked('TWO_VS_TWO', 'NORMAL', [...tables, ...tables]);
    const lock = parseLock(JSON.parse(made.lock.text)) as CasebattleLock;
    expect(canon(lock)).toBe(made.lock.text);
    expect(lock.entries.map((entry) => `${entry.team}${entry.seat}p${entry.player[0]}`)).toEqual([
      '00p0',
      '01p1',
      '10p2',
      '11p3',
    ]);
    expect(lock.cases.map((each) => each.caseId)).toEqual(['box@1', 'box@1']);
    expect(lock).not.toHaveProperty('mode');
    expect(locked('STANDARD_2', 'INVERSE', tables).lock.text).toContain('"mode":"INVERSE"');
  });

  test('the lock holds the reported block, or none, and waits 6 to 9 s for its beacon either way', () => {
    for (const eos of [EOS, null]) {
      const { lock } = locked('STANDARD_2', 'NORMAL', tables, eos);
      expect(parseLock(JSON.parse(lock.text)).eos).toEqual(eos);
      expect(lock.dueAt).toBe(drandRoundTime(NAMED, TEST_CHAIN));
      expect(lock.dueAt - LOCKED_AT).toBeGreaterThanOrEqual(6_000);
      expect(lock.dueAt - LOCKED_AT).toBeLessThan(9_001);
    }
  });
});

describe('the replay', () => {
  test('shows every round in turn, draws a tie, and ends after both', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), (rounds, tied) => {
        const outcome = { rolls: [], teamCents: [1, 1], tied: tied ? [0, 1] : [0], winnerTeam: 0 };
        const replay = replayOf(rounds, outcome, 1_000);
        expect(replayAt(replay, rounds, replay.startsAt - 1).part).toBe('lead');
        for (let at = 0; at < rounds; at += 1) {
          const shown = replayAt(replay, rounds, replay.startsAt + at * replay.roundMs);
          expect(shown).toEqual({ part: 'reels', round: at, progress: 0 });
        }
        const reelsEnd = replay.startsAt + rounds * replay.roundMs;
        expect(replayAt(replay, rounds, reelsEnd).part).toBe(tied ? 'tie' : 'over');
        expect(replayAt(replay, rounds, replay.endsAt).part).toBe('over');
        expect(replay.endsAt).toBeGreaterThan(reelsEnd + replay.tieMs);
        expect(replay.endsAt - replay.startsAt).toBeLessThan(3.1 * 60_000);
      }),
    );
  });
});

describe('a drop table', () => {
  const input = (items: readonly { itemId: string; weight: number }[], priceCents = 100) => ({
    caseId: 'box',
    name: 'Box',
    colorHex: '#ffffff',
    priceCents: cents(priceCents),
    items: [...items],
  });
  const prices = new Map<string, Cents>([
    ['a', cents(10)],
    ['b', cents(1_000)],
  ]);

  test('is in order of worth, with its return floored', () => {
    const made = tableOf(
      input([
        { itemId: 'a', weight: 11 },
        { itemId: 'b', weight: 1 },
      ]),
      prices,
    );
    expect(made).toMatchObject({ value: { weightTotal: 12, returnBps: 9_250, drops: [{ type: 'b' }, { type: 'a' }] } });
  });

  test.each([
    ['an unknown item', input([{ itemId: 'c', weight: 1 }]), 'CASE_ITEM_UNKNOWN'],
    [
      'a repeated item',
      input([
        { itemId: 'a', weight: 1 },
        { itemId: 'a', weight: 1 },
      ]),
      'CASE_ITEM_TWICE',
    ],
    [
      'weights above the maximum',
      input([
        { itemId: 'a', weight: 6e8 },
        { itemId: 'b', weight: 6e8 },
      ]),
      'CASE_WEIGHTS',
    ],
    ['a return above 99%', input([{ itemId: 'b', weight: 1 }]), 'CASE_RETURN'],
    ['a return below 80%', input([{ itemId: 'a', weight: 1 }]), 'CASE_RETURN'],
  ] as const)('refuses %s', (_name, requested, code) => {
    expect(tableOf(requested, prices)).toMatchObject({ refused: code });
  });

  test('its return is exact where doubles are not', () => {
    const drops = [
      { type: 'a', weight: 1_000_000_000 - 1, cents: cents(999_999_999) },
      { type: 'b', weight: 1, cents: cents(1) },
    ];
    expect(returnBpsOf(drops, cents(1_000_000_000))).toBe(9_999);
    expect(returnBpsOf([{ type: 'a', weight: 3, cents: cents(95) }], cents(100))).toBe(9_500);
  });
});
