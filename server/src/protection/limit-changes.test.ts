/** Changing a limit: tighter at once, looser after a day and a confirmation, to the cent, and on record. */
import { confirmLimit, cancelLooserLimit, setLimit } from '@fairpot/contract/protection/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { attemptResult } from '../../testing/races.ts';
import { makeGuard, type Guard } from '../../testing/protection/guard.fixture.ts';

const HOUR = 3_600_000;
/** Half past an hour. */
const NOON = Date.UTC(2026, 5, 1, 12, 30);

let guard: Guard;
beforeAll(async () => {
  guard = await makeGuard();
});
afterAll(() => guard.world.close());

describe('a changed limit', () => {
  test('is tighter at once, and looser after 24 hours and a confirmation', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.limit(actor, 'stake', 'day', 50);
    await guard.limit(actor, 'stake', 'day', 10);
    const which = { kind: 'stake', span: 'day' } as const;
    const asked = (await guard.limit(actor, 'stake', 'day', 100)).limits[0];
    expect([asked?.limitUsd, asked?.asked]).toEqual([
      10,
      { limitUsd: 100, from: NOON + 24 * HOUR, until: NOON + 8 * 24 * HOUR },
    ]);
    await guard.clockAt(NOON + 24 * HOUR - 1);
    expect(await guard.world.refused(confirmLimit, actor, which)).toBe('LIMIT_TOO_EARLY');
    await guard.clockAt(NOON + 24 * HOUR);
    expect(await attemptResult(guard.flip(actor, items)), 'requested and not confirmed').toBe('LIMIT_STAKE');
    expect((await guard.world.run(confirmLimit, actor, which)).limits[0]?.limitUsd).toBe(100);
    expect(await attemptResult(guard.flip(actor, items))).toBe('ok');
    expect(await guard.world.refused(confirmLimit, actor, which)).toBe('LIMIT_NOT_ASKED');
  });

  test('stays as it is when the player keeps it, tightens it meanwhile, or waits too long', async () => {
    const which = { kind: 'loss', span: 'week' } as const;
    for (const then of ['keep', 'tighten', 'late'] as const) {
      await guard.clockAt(NOON);
      const { actor } = await guard.player(0);
      await guard.limit(actor, 'loss', 'week', 20);
      await guard.limit(actor, 'loss', 'week', null);
      if (then === 'keep') await guard.world.run(cancelLooserLimit, actor, which);
      if (then === 'tighten') await guard.limit(actor, 'loss', 'week', 5);
      await guard.clockAt(NOON + (then === 'late' ? 8 * 24 : 25) * HOUR);
      expect(await guard.world.refused(confirmLimit, actor, which), then).toBe('LIMIT_NOT_ASKED');
      expect((await guard.view(actor)).limits[0]?.limitUsd).toBe(then === 'tighten' ? 5 : 20);
    }
  });

  test('is gone once its removal is confirmed', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.limit(actor, 'loss', 'week', 20);
    await guard.limit(actor, 'loss', 'week', null);
    await guard.clockAt(NOON + 24 * HOUR);
    expect((await guard.world.run(confirmLimit, actor, { kind: 'loss', span: 'week' })).limits).toEqual([]);
    expect(await guard.world.refused(setLimit, actor, { kind: 'loss', span: 'week', limitUsd: null })).toBe(
      'LIMIT_NOT_SET',
    );
  });

  test('accepts only whole cents, none below 0', async () => {
    const { actor } = await guard.player(0);
    for (const limitUsd of [-1, 0.001, 1e9]) {
      expect(await guard.world.refused(setLimit, actor, { kind: 'stake', span: 'day', limitUsd })).toBe('BAD_INPUT');
    }
  });

  test('leaves a record that cannot be changed, not even by the app', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.limit(actor, 'deposit', 'month', 20);
    await expect(guard.world.deps.db.run(sql`update protection_changes set what = 'x'`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(guard.world.db.run(sql`delete from protection_changes`)).rejects.toThrow(/is history/);
  });
});
