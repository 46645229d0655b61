/** A change of a running game by staff is a leaf of the public log, in the transaction of the change, its history and its audit row. */
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { changeSiteSetting } from '@fairpot/contract/operations/schemas';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { LogVerifier } from '@fairpot/fairness/log/log-verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeOperationsDesk, type OperationsDesk } from '../../../testing/operations/desk.fixture.ts';

let desk: OperationsDesk;
beforeAll(async () => {
  desk = await makeOperationsDesk();
});
afterAll(() => desk.world.close());

interface LeafRow {
  readonly body: string;
  /** The transaction that wrote the leaf. */
  readonly by: string;
  readonly at: number;
}

const readLeaves = () =>
  desk.world.db.many<LeafRow>(sql`
    select body, xmin::text as by, at from log_leaves where kind = 'statement' order by id`);
const says = async () =>
  (await readLeaves()).map(({ body }) => {
    const leaf = parseLeaf(new TextEncoder().encode(body));
    return leaf.type === 'statement' ? leaf.setting : null;
  });

test('pausing and resuming a game: one leaf each, in the transaction of the audit row; a repetition adds none', async () => {
  const { world, admin } = desk;
  await desk.pause('coinflip', true);
  await desk.pause('coinflip', true);
  await desk.pause('coinflip', false);
  const paused = { game: 'coinflip', key: 'coinflip.paused' };
  expect(await says()).toEqual([
    { ...paused, was: null, is: true },
    { ...paused, was: true, is: false },
  ]);
  const rows = await world.db.many<{ by: string }>(sql`
    select xmin::text as by from staff_acts where act = 'pauses.set' order by id`);
  const leaves = await readLeaves();
  expect(leaves.map(({ by }) => by)).toEqual([rows[0]?.by, rows[2]?.by]);
  expect(leaves[0]?.at).toBe(world.clock.now());
  // Author and reason are only in the audit log: a reason may name a person, and the public log is permanent.
  for (const { body } of leaves) expect(body).not.toMatch(new RegExp(`${admin.id}|the reason of it`));
});

test('a setting of a game is published with its previous value; a site setting or a refused change is not', async () => {
  const { world, admin } = desk;
  const before = (await readLeaves()).length;
  const change = (key: string, value: number | boolean, version: number) =>
    ({ key, value, version, why: 'part of a test' }) as const;
  await world.run(changeSiteSetting, admin, change('jackpot.minbetCents', 250, 0));
  await world.run(changeSiteSetting, admin, change('jackpot.minbetCents', 300, 1));
  expect(await world.refused(changeSiteSetting, admin, change('jackpot.minbetCents', 400, 1))).toBe('SETTING_CHANGED');
  await world.run(changeSiteSetting, admin, change('deposit.mindepCents', 700, 0));
  await world.run(setPause, admin, { system: 'chat', paused: true, why: 'part of a test' });
  expect((await says()).slice(before)).toEqual([
    { game: 'jackpot', key: 'jackpot.minbetCents', was: null, is: 250 },
    { game: 'jackpot', key: 'jackpot.minbetCents', was: 250, is: 300 },
  ]);
});

test('a change by hand in the database is published too; a fee has its own kind of leaf and no second one', async () => {
  const { world } = desk;
  const before = (await readLeaves()).length;
  await world.db.run(sql`
    insert into settings (key, value, updated_at)
    values ('casebattle.paused', 'true'::jsonb, 77), ('coinflip.feeBps', '400'::jsonb, 78),
      ('casebattle.note', '"a \\"quoted\\" text"'::jsonb, 79)`);
  expect((await says()).slice(before)).toEqual([
    { game: 'casebattle', key: 'casebattle.paused', was: null, is: true },
    { game: 'casebattle', key: 'casebattle.note', was: null, is: 'a "quoted" text' },
  ]);
  const fees = await world.db.many<{ body: string }>(sql`select body from log_leaves where kind = 'fee'`);
  expect(fees.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ game: 'coinflip', feeBps: 400 }]);
  const rolled = world.db.transaction(async (tx) => {
    await tx.run(sql`update settings set value = 'false'::jsonb, updated_at = 80 where key = 'casebattle.paused'`);
    throw new Error('rolled back');
  });
  await expect(rolled).rejects.toThrow('rolled back');
  expect(await readLeaves()).toHaveLength(before + 2);
});

test('the verifier of the whole log reads each of them, in order, without a finding', async () => {
  const verifier = new LogVerifier({ acceptSimulated: true });
  const findings = (await readLeaves()).flatMap(({ body }) => verifier.add(new TextEncoder().encode(body)));
  expect(findings).toEqual([]);
});
