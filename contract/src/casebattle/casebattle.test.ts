import { replayAt } from './replay.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyCasebattleFact,
  applyToDetails,
  BATTLE_SHAPES,
  byActivity,
  isActive,
  parseTeamId,
  teamIdOf,
} from './views.ts';
import { roundMsFor } from './calls.ts';
import type { Casebattle, CasebattleFact } from './schemas.ts';
import { BattleType, TeamId } from './schemas.ts';
import { probabilityOf } from './cases/calls.ts';

const id = (n: number) => `rnd_${String(n).padStart(26, '0')}`;

function battle(n: number, over: Partial<Casebattle> = {}): Casebattle {
  return {
    id: id(n),
    version: 1,
    status: 'PENDING',
    type: 'STANDARD_2',
    mode: 'NORMAL',
    cases: [],
    teams: [],
    teamsParticipantsCount: 1,
    teamWinners: [],
    priceUsd: 2,
    creatorId: `ply_${'0'.repeat(26)}`,
    fairBlock: null,
    fairSeed: null,
    drandRound: null,
    createdAt: n * 1000,
    startedAt: null,
    dueAt: null,
    revealedAt: null,
    finishedAt: null,
    hash: 'ab',
    secret: null,
    replay: null,
    result: null,
    scripted: false,
    fair: { number: n, lock: null, drandRound: null, drandSignature: null, ticket: null, pseudonyms: {} },
    ...over,
  };
}

const fact = (game: Casebattle, type: CasebattleFact['type'] = 'casebattle.joined'): CasebattleFact => ({
  type,
  roundId: game.id,
  version: game.version,
  game,
});

describe('the list of active battles', () => {
  const list = [battle(3, { status: 'STARTED' }), battle(4), battle(2)];

  test('has started battles first, newest first within each group', () => {
    expect([...list].reverse().sort(byActivity)).toEqual(list);
    const started = battle(2, { version: 2, status: 'STARTED' });
    expect(applyCasebattleFact(list, fact(started)).map((game) => game.fair.number)).toEqual([3, 2, 4]);
    expect(applyCasebattleFact(list, fact(battle(5))).map((game) => game.fair.number)).toEqual([3, 5, 4, 2]);
  });

  test.each(['FINISHED', 'CANCELLED', 'VOIDED'] as const)(
    'drops a battle that is %s, and does not add one',
    (status) => {
      expect(isActive({ status })).toBe(false);
      const over = fact(battle(4, { version: 9, status }));
      expect(applyCasebattleFact(list, over).map((game) => game.fair.number)).toEqual([3, 2]);
      expect(applyCasebattleFact(list, fact(battle(7, { status })))).toBe(list);
    },
  );

  test('returns the same object for an old fact', () => {
    expect(applyCasebattleFact(list, fact(battle(4)))).toBe(list);
  });

  test('reaches the same state in any order of facts, once the last one has arrived', () => {
    const steps = [1, 2, 3].map((version) => battle(6, { version, status: version === 3 ? 'STARTED' : 'PENDING' }));
    fc.assert(
      fc.property(fc.shuffledSubarray(steps, { minLength: 3 }), (order) => {
        const end = order.map((game) => fact(game)).reduce(applyCasebattleFact, list as readonly Casebattle[]);
        expect(end.find((game) => game.id === id(6))).toMatchObject({ version: 3, status: 'STARTED' });
        expect(end.length).toBe(4);
      }),
    );
  });
});

test('a page keeps its tables and applies newer facts of its own battle only', () => {
  const details = { ...battle(1, { version: 3 }), tables: [] };
  expect(applyToDetails(details, fact(battle(2, { version: 9 })))).toBe(details);
  expect(applyToDetails(details, fact(battle(1, { version: 3 })))).toBe(details);
  const next = applyToDetails(details, fact(battle(1, { version: 4, status: 'STARTED' })));
  expect(next).toMatchObject({ version: 4, status: 'STARTED', tables: [] });
});

test('a team id encodes battle and team, and decodes to them', () => {
  expect(parseTeamId(teamIdOf(id(7), 5))).toEqual({ battleId: id(7), team: 5 });
  expect(TeamId.safeParse(teamIdOf(id(7), 0)).success).toBe(true);
  for (const bad of [id(7), `${id(7)}.`, `${id(7)}.10`, `${id(7)}.-1`, `x${id(7)}.1`, `${id(7)}.1 `])
    expect(TeamId.safeParse(bad).success, bad).toBe(false);
});

test('team shapes match the battle types', () => {
  const seats = BattleType.options.map((type) => BATTLE_SHAPES[type].teams * BATTLE_SHAPES[type].seatsPerTeam);
  expect(seats).toEqual([2, 3, 4, 5, 6, 4]);
});

describe('the replay', () => {
  test('long battles play faster: none takes more than three minutes', () => {
    for (let rounds = 1; rounds <= 50; rounds += 1) expect(rounds * roundMsFor(rounds)).toBeLessThanOrEqual(180_000);
  });

  test('is at exactly one position at any time, and never moves backwards', () => {
    const replay = { startsAt: 1_000, roundMs: 6_000, tieMs: 4_000, endsAt: 1_000 + 3 * 6_000 + 4_000 + 1_500 };
    let before = -1;
    for (let now = 0; now <= replay.endsAt; now += 100) {
      const { round, progress, part } = replayAt(replay, 3, now);
      expect(progress).toBeGreaterThanOrEqual(0);
      expect(progress).toBeLessThanOrEqual(1);
      const place = part === 'lead' ? 0 : part === 'reels' ? 1 + round + progress : part === 'tie' ? 4 + progress : 5;
      expect(place).toBeGreaterThanOrEqual(before);
      before = place;
    }
    expect(replayAt(replay, 3, replay.endsAt).part).toBe('over');
  });
});

test('probability is the share in percent', () => {
  expect(probabilityOf(1, 8)).toBe(12.5);
  expect(probabilityOf(3, 3)).toBe(100);
});
