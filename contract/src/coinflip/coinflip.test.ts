import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyCoinflipFact, otherSide } from './views.ts';
import { joinWindow } from './calls.ts';
import type { CoinflipFact, CoinflipGame, CoinflipList } from './schemas.ts';

const id = (n: number) => `rnd_${String(n).padStart(26, '0')}`;

function game(n: number, over: Partial<CoinflipGame> = {}): CoinflipGame {
  const firstUser = {
    id: `ply_${'0'.repeat(26)}`,
    steamid: '76561198000000101',
    name: 'rookbolt',
    avatar: '',
    level: 1,
    experience: 100,
    isFake: false,
    badge: null,
  };
  return {
    id: id(n),
    version: 1,
    phase: 'WAITING',
    firstUser,
    firstSide: 1,
    firstItems: [],
    firstTotalUsd: 20,
    secondUser: null,
    secondSide: null,
    secondItems: [],
    secondTotalUsd: 0,
    winnerSide: null,
    scripted: false,
    timerSecondsLeft: null,
    deadlineAt: null,
    createdAt: n * 1000,
    settledAt: null,
    hash: 'ab',
    secret: null,
    feeBps: 500,
    feeItemIds: [],
    fair: { number: n, lock: null, drandRound: null, drandSignature: null, ticket: null, pseudonyms: {} },
    ...over,
  };
}

const fact = (g: CoinflipGame, type: CoinflipFact['type']): CoinflipFact => ({
  type,
  roundId: g.id,
  version: g.version,
  game: g,
});
const list = (...games: CoinflipGame[]): CoinflipList => ({ games, minbet: 10, feeBps: 500, paused: false });

describe('join window', () => {
  test('is strictly between 90 and 110 percent for every total, in exact cents', () => {
    const total = fc.integer({ min: 1, max: Math.floor(Number.MAX_SAFE_INTEGER / 1.1) });
    fc.assert(
      fc.property(total, (of) => {
        const { minCents, maxCents } = joinWindow(of);
        const inside = (stake: number): boolean =>
          BigInt(stake) * 10n > BigInt(of) * 9n && BigInt(stake) * 10n < BigInt(of) * 11n;
        expect([minCents - 1, minCents].map(inside)).toEqual([false, minCents <= maxCents]);
        expect([maxCents, maxCents + 1].map(inside)).toEqual([minCents <= maxCents, false]);
      }),
      { numRuns: 5_000 },
    );
    for (let of = 1; of <= 100_000; of += 1) {
      const { minCents, maxCents } = joinWindow(of);
      const tight = (minCents - 1) * 10 <= of * 9 && (maxCents + 1) * 10 >= of * 11;
      if (!tight || minCents * 10 <= of * 9 || maxCents * 10 >= of * 11) expect.fail(`the window of ${of} cents`);
    }
  });

  test.each([20.5, -1e300, NaN])('a total of %s is not an amount', (total) => {
    expect(() => joinWindow(total)).toThrow(RangeError);
  });

  test('$20.00 is matched by $18.01 to $21.99', () => {
    expect(joinWindow(2000)).toEqual({ minCents: 1801, maxCents: 2199 });
  });
});

test('the second player gets the other side', () => {
  expect([otherSide(1), otherSide(2)]).toEqual([2, 1]);
});

describe('a fact changes the list', () => {
  test('a new game is inserted by age, newest first', () => {
    const next = applyCoinflipFact(list(game(3), game(1)), fact(game(2), 'coinflip.opened'));
    expect(next.games.map((g) => g.fair.number)).toEqual([3, 2, 1]);
  });

  test('a higher version replaces the game in its position', () => {
    const joined = game(1, { version: 2, phase: 'COUNTDOWN' });
    const next = applyCoinflipFact(list(game(2), game(1)), fact(joined, 'coinflip.locked'));
    expect(next.games[1]).toBe(joined);
  });

  test('an old or repeated fact changes nothing', () => {
    const before = list(game(1, { version: 2 }));
    expect(applyCoinflipFact(before, fact(game(1), 'coinflip.opened'))).toBe(before);
    expect(applyCoinflipFact(before, fact(game(1, { version: 2 }), 'coinflip.locked'))).toBe(before);
  });

  test('a cancelled game leaves the list and does not return', () => {
    const gone = fact(game(1, { version: 2, phase: 'CANCELLED' }), 'coinflip.cancelled');
    expect(applyCoinflipFact(list(game(1)), gone).games).toEqual([]);
    expect(applyCoinflipFact(list(), gone).games).toEqual([]);
  });
});
