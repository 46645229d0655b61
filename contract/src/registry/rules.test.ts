/** The small tables of the contract: refusals, permissions, levels, the list of calls. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stakeable } from '../inventory/stakeable.ts';
import { hasPermission, isStaff, mayPlay, PERMISSIONS, STATUSES, type Permission } from '../wire/permissions.ts';
import { REFUSALS, refusalOfWire, refusalText } from '../wire/refusals.ts';
import { CALLS } from './schemas.ts';
import { levelOf, levelProgress, rankOf } from '../user/calls.ts';

describe('refusals', () => {
  test('the texts of the spec are unchanged, letter for letter', () => {
    expect(refusalText('ITEMS_LIMIT')).toBe('You cant add more than 15 items to your bet');
    expect(refusalText('AMOUNT_TOO_LOW')).toBe('Amount of the bet is less than the minimum possible');
    expect(refusalText('NO_GAME')).toBe('Game is not exists');
    expect(refusalText('AMOUNT_TOO_FAR')).toBe(
      'The second player can not make a bet very different from the first player',
    );
    expect(refusalText('GAME_FINISHED')).toBe('Game in the winner selection status');
    expect(refusalText('GAME_PAUSED')).toBe('The game is paused');
    expect(refusalText('COINFLIP_STARTED')).toBe('Coinflip is already started');
    expect(refusalText('FORBIDDEN')).toBe('Forbidden resource');
    expect(REFUSALS.MESSAGE_TOO_SHORT.wire).toBe('Message to small');
    expect([REFUSALS.CHAT_BANNED.wire, refusalText('CHAT_BANNED')]).toEqual(['banned', 'You are banned']);
    expect([REFUSALS.CHAT_CLOSED.wire, refusalText('CHAT_CLOSED')]).toEqual([
      'chat closed',
      'Chat is closed for maintenance',
    ]);
  });

  test('each wire message names one refusal', () => {
    for (const [code, { wire }] of Object.entries(REFUSALS)) expect(refusalOfWire(wire)).toBe(code);
    expect(refusalOfWire('something else')).toBeUndefined();
  });

  test('details fill the text, and a missing one leaves no braces', () => {
    expect(refusalText('RATE_LIMITED', { seconds: 4 })).toBe('Too many requests. Please wait 4 s');
    expect(refusalText('BAD_INPUT')).not.toContain('{');
  });
});

describe('permissions', () => {
  test('the whole table', () => {
    const table = Object.fromEntries(
      (Object.keys(PERMISSIONS) as Permission[]).map((p) => [
        p,
        [null, ...STATUSES].filter((s) => hasPermission(s, p)),
      ]),
    );
    expect(table).toEqual({
      public: [null, 'USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
      session: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
      player: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
      play: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
      tickets: ['SUPPORT', 'MODERATOR', 'ADMIN'],
      moderate: ['MODERATOR', 'ADMIN'],
      admin: ['ADMIN'],
      system: [],
    });
    expect(STATUSES.filter(isStaff)).toEqual(['SUPPORT', 'MODERATOR', 'ADMIN']);
    expect(STATUSES.filter((status) => mayPlay(status, 'live'))).toEqual(['USER']);
    expect(STATUSES.filter((status) => mayPlay(status, 'demo'))).toEqual(STATUSES);
  });
});

describe('levels', () => {
  test.each([
    [0, 0, 1],
    [99, 0, 100],
    [100, 1, 1],
    [1234, 12, 35],
  ])('%i experience: level %i, bar %i percent', (experience, level, percent) => {
    expect([levelOf(experience), levelProgress(experience)]).toEqual([level, percent]);
  });

  test('tiers start at 10, 20, 30, 40, 60, 70, 80, 90 and 100', () => {
    expect([9, 10, 39, 40, 59, 60, 99, 100, 250].map(rankOf)).toEqual([0, 1, 3, 4, 4, 5, 8, 9, 9]);
  });
});

test('only item types that contain PRIZE cannot be staked', () => {
  expect((['DEPOSIT', 'MARKET', 'WIN', 'PRIZE_PROMO'] as const).map(stakeable)).toEqual([true, true, true, false]);
});

describe('the list of calls', () => {
  test('names and routes are unique', () => {
    expect(new Set(CALLS.map((c) => c.name)).size).toBe(CALLS.length);
    expect(new Set(CALLS.map((c) => `${c.method} ${c.path}`)).size).toBe(CALLS.length);
  });

  test('no call puts a withdrawal back into play, and none plays automatically (RTS 14B, 8)', () => {
    const paths = CALLS.map(({ path }) => path.toLowerCase());
    expect(paths.filter((path) => path.includes('withdraw')).length).toBeGreaterThan(3);
    expect(paths.filter((path) => /withdraw.*(cancel|revert|undo|stop|back)/.test(path))).toEqual([]);
    expect(paths.filter((path) => /auto-?(play|bet|stake|join)/.test(path))).toEqual([]);
  });

  test.each(CALLS.map((c) => [c.name, c] as const))('%s refuses an unknown field', (_, call) => {
    const parsed = call.input.safeParse({ __surplus: 1 });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.some((issue) => issue.code === 'unrecognized_keys')).toBe(true);
  });

  test.each(CALLS.map((c) => [c.name, c] as const))('%s has a description in OpenAPI', (_, call) => {
    expect(() => z.toJSONSchema(call.input, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(call.output)).not.toThrow();
  });
});
