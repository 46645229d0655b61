/** The audit log and the authenticator codes of staff, as the runner enforces them for every call. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet, wallet, put, putAct, putAdmin, putFresh } from '../../../testing/wallet.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { sql } from '../database/sql.ts';
import { ACTS_LOOKED_THROUGH, ACTS_PAGE, staffActs, writeStaffActs } from './staff-acts.ts';

let world: World;
let live: World;
beforeAll(async () => {
  [world, live] = await Promise.all([
    makeWorld({ features: [wallet] }),
    makeWorld({ features: [wallet], config: { mode: 'live' } }),
  ]);
  await Promise.all([createWallet(world.db), createWallet(live.db)]);
});
afterAll(() => Promise.all([world.close(), live.close()]));
beforeEach(() => world.db.run(sql`update wallet set total = 0`));

const total = async () => (await world.db.one<{ total: number }>(sql`select total from wallet`)).total;
const acts = async () => (await staffActs(world.db, { act: putAct.name }, null)).rows;

describe('an act of staff', () => {
  test('writes one row with actor, reason and subject, however often it is sent', async () => {
    const actor = world.actor({ status: 'MODERATOR' });
    await world.run(putAct, actor, { amount: 3, why: '  asked by its owner ' }, { key: 'once' });
    const rows = (await acts()).filter(({ actorId }) => actorId === actor.id);
    expect(rows).toEqual([
      expect.objectContaining({
        act: 'wallet.putAct',
        playerId: 'ply_1',
        subject: 'wallet',
        why: 'asked by its owner',
        details: { amount: 3 },
        at: world.clock.now(),
      }),
    ]);
  });

  test.each(['', '  ', 'ab', ' a ', 'x'.repeat(301)])('is refused with the reason %j', async (why) => {
    expect(await world.refused(putAct, world.actor({ status: 'MODERATOR' }), { amount: 1, why })).toBe('BAD_INPUT');
    expect(await total()).toBe(0);
  });

  test('that fails writes no row, and one without a row fails completely', async () => {
    const before = (await acts()).length;
    const actor = world.actor({ status: 'ADMIN' });
    expect(await world.refused(putAct, actor, { amount: 1, why: 'why', tag: 'refuse' })).toBe('ITEM_TOO_CHEAP');
    await expect(world.runner.execute(putAct, actor, { amount: 1, why: 'why', tag: 'unnoted' })).rejects.toThrow(
      'audit log',
    );
    expect(await acts()).toHaveLength(before);
    expect(await total()).toBe(0);
  });

  test.each(['update staff_acts set why = null', 'delete from staff_acts', 'truncate staff_acts'])(
    'cannot be changed, even by the owner of the database: %s',
    async (statement) => {
      await expect(world.db.run({ text: statement, values: [] })).rejects.toThrow('only added to');
      await expect(world.deps.db.run({ text: statement, values: [] })).rejects.toThrow('permission denied');
    },
  );
});

describe('a search of the log', () => {
  test('covers all of it, page by page, with one filter or two', async () => {
    const at = world.clock.now();
    const note = (n: number) => ({ playerId: n % 2 === 0 ? 'ply_even' : 'ply_odd', subject: String(n) });
    const many = ACTS_LOOKED_THROUGH + 2 * ACTS_PAGE;
    await world.db.transaction(async (tx) => {
      await writeStaffActs(tx, [note(0)], { actorId: 'ply_rare', act: 't.first', why: null, at: at - 1 });
      await writeStaffActs(
        tx,
        Array.from({ length: many }, (_, n) => note(n)),
        { actorId: 'ply_busy', act: 't.many', why: 'many', at },
      );
    });
    const all = async (wanted: Parameters<typeof staffActs>[1]) => {
      const found: string[] = [];
      let pages = 0;
      for (let place: Parameters<typeof staffActs>[2] = null; ; pages++) {
        const page = await staffActs(world.deps.db, wanted, place);
        expect(page.rows.length).toBeLessThanOrEqual(ACTS_PAGE);
        found.push(...page.rows.map(({ subject }) => subject ?? ''));
        if (page.next === null) return { found, pages };
        place = page.next;
      }
    };
    const newestFirst = Array.from({ length: many }, (_, n) => String(many - 1 - n));
    expect((await all({ actorId: 'ply_busy' })).found).toEqual(newestFirst);
    expect((await all({ act: 't.many', playerId: 'ply_odd' })).found).toEqual(
      newestFirst.filter((n) => Number(n) % 2 === 1),
    );
    expect((await all({ playerId: 'ply_even', from: at - 1, to: at })).found).toEqual(['0']);
    const rare = await all({ playerId: 'ply_even', actorId: 'ply_rare' });
    expect(rare.found).toEqual(['0']);
    expect((await all({ actorId: 'ply_unknown' })).found).toEqual([]);
  });
});

describe('an authenticator code', () => {
  const minutes = (n: number) => live.clock.now() - n * 60_000;
  const admin = (codeAt?: number | null) => live.actor({ status: 'ADMIN', ...(codeAt !== undefined && { codeAt }) });

  test('is required in live for staff calls, and for nothing else', async () => {
    for (const codeAt of [undefined, null]) {
      expect(await live.refused(putAdmin, admin(codeAt), { amount: 1 })).toBe('STAFF_CODE_NEEDED');
      await live.run(put, admin(codeAt), { amount: 1 });
    }
    await live.run(putAdmin, admin(minutes(400)), { amount: 1 });
  });

  test('must be from the last five minutes for calls that require it', async () => {
    expect(await live.refused(putFresh, admin(minutes(5)), { amount: 1 })).toBe('STAFF_CODE_OLD');
    await live.run(putFresh, admin(minutes(5) + 1), { amount: 1 });
  });

  test('is required in demo of staff who have set one up', async () => {
    await world.run(putFresh, world.actor({ status: 'ADMIN' }), { amount: 1 });
    expect(await world.refused(putFresh, world.actor({ status: 'ADMIN', codeAt: null }), { amount: 1 })).toBe(
      'STAFF_CODE_NEEDED',
    );
  });
});
