/** The export: every row of the player and of no one else, by pages, while the player plays; a few a day, each for an hour. */
import { readExport, startExport } from '@fairpot/contract/profile/schemas';
import { EXPORT_LIFETIME_MS, EXPORTS_PER_DAY } from '@fairpot/contract/profile/calls';
import { createMessage } from '@fairpot/contract/chat/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { EXPORT_ROWS, PARTS } from './export.ts';
import { makeProfileWorld, type ProfileWorld } from '../../testing/profile/profile-world.fixture.ts';

let house: ProfileWorld;
beforeAll(async () => {
  house = await makeProfileWorld();
});
afterAll(() => house.close());

/** A player who signed in just now. */
const newcomer = async (): Promise<Actor> => ({ ...(await house.player()), signedInAt: house.world.clock.now() });

type Rows = Record<string, unknown>[];

/** All parts, page by page; `between` runs after each page. */
async function whole(player: Actor, exportId: string, between: () => Promise<void> = async () => {}) {
  const found = new Map<string, Rows>();
  for (const [part, { table }] of PARTS.entries()) {
    let after: string | undefined;
    do {
      const page = await house.world.run(readExport, player, { exportId, part, ...(after !== undefined && { after }) });
      found.set(table, [...(found.get(table) ?? []), ...page.rows]);
      after = page.next ?? undefined;
      await between();
    } while (after !== undefined);
  }
  return found;
}

test("holds the database's data of the player only, without secrets; includes a row written meanwhile", async () => {
  const { world } = house;
  const player = await house.signIn('76561199000000011');
  const other = await house.signIn('76561199000000012');
  await world.db.run(
    sql`
      update players set age_confirmed_at = 1, trade_token = 'abcdefgh'
      where id = any(${[player.id, other.id]}::text[])`,
  );
  for (const each of [player, other]) {
    const actor = await house.now(each);
    await house.pay(actor, 5_000);
    await house.gift(actor, 600);
    await world.run(createMessage, actor, { message: `hello from ${each.id}` });
    await house.arena.create(actor);
    await house.deposit(actor, [1_000]);
  }
  // More than a page of one kind.
  const rounds = EXPORT_ROWS + 30;
  await world.db.run(sql`
    insert into ledger_history (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after)
    select ${player.id}, 1, (select min(id) from transfers), 'OTHER', 'TEST', 'x', 0, 0
    from generate_series(1, ${rounds}::integer)`);
  const signedIn = { ...player, signedInAt: world.clock.now() };
  const { exportId, parts } = await world.run(startExport, signedIn, {});
  expect(parts).toHaveLength(PARTS.length);
  let paid = 0;
  const found = await whole(player, exportId, async () => {
    // The player continues to play: parts not read yet include it.
    if (paid++ < 3) await house.pay(player, 1);
  });
  const text = JSON.stringify([...found]);
  expect(text).not.toContain(other.id);
  expect(text).not.toContain(player.sessionId);
  expect(text).toContain(`hello from ${player.id}`);
  const count = async (table: string, who: string) =>
    (
      await world.db.one<{ n: number }>({
        text: `select count(*) as n from ${table} where ${who} = $1`,
        values: [player.id],
      })
    ).n;
  expect(found.get('ledger_history')).toHaveLength(await count('ledger_history', 'player_id'));
  expect(found.get('ledger_history')!.length).toBeGreaterThan(rounds + 3);
  for (const [table, who] of [
    ['players', 'id'],
    ['sessions', 'player_id'],
    ['chat_messages', 'author_id'],
    ['trade_orders', 'player_id'],
    ['open_stakes', 'player_id'],
    ['ledger_accounts', 'owner_id'],
    ['item_moves', 'to_id'],
  ] as const) {
    expect(found.get(table)!.length, table).toBe(await count(table, who));
    expect(found.get(table)!.length, table).toBeGreaterThan(0);
  }
  expect(found.get('trade_order_items')).toHaveLength(1);
  expect(Object.keys(found.get('players')![0]!)).not.toContain('pseudonym_key');
});

test('refuses another player’s export, an expired one, an unknown part and a made-up cursor', async () => {
  const { world } = house;
  const [player, other] = [await newcomer(), await newcomer()];
  const { exportId } = await world.run(startExport, player, {});
  expect(await world.refused(readExport, other, { exportId, part: 0 })).toBe('EXPORT_OVER');
  expect(await world.refused(readExport, player, { exportId, part: PARTS.length })).toBe('NOT_FOUND');
  for (const after of ['x', '[]', '["a","b","c","d"]', '[1]']) {
    expect(await world.refused(readExport, player, { exportId, part: 0, after })).toBe('BAD_INPUT');
  }
  const days = PARTS.findIndex(({ table }) => table === 'player_days');
  expect(await world.refused(readExport, player, { exportId, part: days, after: '["x","y"]' })).toBe('BAD_INPUT');
  await world.clock.advance(EXPORT_LIFETIME_MS);
  expect(await world.refused(readExport, player, { exportId, part: 0 })).toBe('EXPORT_OVER');
});

test('a few a day, however many are concurrent; deleted afterwards', async () => {
  const { world } = house;
  const player = await newcomer();
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => world.runner.execute(startExport, player, {}, { key: `export-${n}` })),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(EXPORTS_PER_DAY);
  expect(await world.refused(startExport, player, {})).toBe('EXPORT_LIMIT');
  await world.clock.advance(24 * 60 * 60_000 + EXPORT_LIFETIME_MS + 1);
  await world.sweepAll();
  expect(await world.db.many(sql`select 1 from exports where player_id = ${player.id}`)).toEqual([]);
  await world.run(startExport, { ...player, signedInAt: world.clock.now() }, {});
});

test('needs a recent sign-in', async () => {
  const { world } = house;
  const player = await newcomer();
  await world.clock.advance(10 * 60_000 - 1);
  await world.run(startExport, player, {});
  await world.clock.advance(1);
  expect(await world.refused(startExport, player, {})).toBe('SIGN_IN_AGAIN');
  const { signedInAt: _, ...unseen } = player;
  expect(await world.refused(startExport, unseen, {})).toBe('SIGN_IN_AGAIN');
});

test("includes a moderator's answers in the player's tickets, without naming staff", async () => {
  const { world } = house;
  const [player, other, staff] = [await newcomer(), await newcomer(), await newcomer()];
  const text = (words: string) => JSON.stringify([{ kind: 'text', text: words }]);
  for (const [n, { id }] of [player, other].entries()) {
    await world.db.run(sql`
      insert into support_tickets (id, player_id, title, slot, opened_at, last_at)
      values (${`tkt_own${n}`}, ${id}, 'Where is it', 1, 1, 1)`);
    await world.db.run(sql`
      insert into support_messages (id, ticket_id, author_id, side, parts, created_at) values
        (${`tmg_a${n}`}, ${`tkt_own${n}`}, ${id}, 'player', ${text(`asked ${n}`)}::jsonb, 1),
        (${`tmg_b${n}`}, ${`tkt_own${n}`}, ${staff.id}, 'staff', ${text(`answered ${n}`)}::jsonb, 2)`);
  }
  const { exportId } = await world.run(startExport, player, {});
  const rows = (await whole(player, exportId)).get('support_messages')!;
  expect(rows).toMatchObject([{ id: 'tmg_a0' }, { id: 'tmg_b0', author: 'Moderator' }]);
  expect(JSON.stringify(rows)).toContain('answered 0');
  for (const unseen of [staff.id, 'answered 1', 'asked 1']) expect(JSON.stringify(rows)).not.toContain(unseen);
});
