/** Closing an account: what it waits for, that everything can be withdrawn, that it can be cancelled, and that no personal data stays. */
import { excludeSelf } from '@fairpot/contract/protection/schemas';
import {
  revokeClosing,
  eraseAccount,
  getClosing,
  forfeitRemainder,
  startClosing,
} from '@fairpot/contract/profile/schemas';
import { createMessage } from '@fairpot/contract/chat/schemas';
import { cancelCasebattle, createCasebattle } from '@fairpot/contract/casebattle/schemas';
import { depositBySteam, withdrawBySteam, withdrawTerms } from '@fairpot/contract/trades/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barKeys, checkBarKeys, isBarred } from '../accounts/barred.ts';
import { publicUsers } from '../accounts/front.ts';
import { sessionResolver } from '../accounts/sessions.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import { sql } from '../platform/database/sql.ts';
import { freezeClock } from '../../testing/protection/guard.fixture.ts';
import { hold, putBlock } from '../protection/store.ts';
import { offsetClock } from '../../testing/fakes.ts';
import { blockedStatement } from '../../testing/races.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { makeProfileWorld, type ProfileWorld } from '../../testing/profile/profile-world.fixture.ts';

const DAY_MS = 86_400_000;
let house: ProfileWorld;
beforeAll(async () => {
  house = await makeProfileWorld();
});
afterAll(() => house.close());

let made = 0;
/** A player with a session, of age, with a trade link. */
async function somebody(): Promise<Actor> {
  const player = await house.signIn(`765611990001${String((made += 1)).padStart(5, '0')}`);
  await house.world.db.run(
    sql`update players set age_confirmed_at = 1, trade_token = 'abcdefgh' where id = ${player.id}`,
  );
  return { ...player, ageConfirmed: true };
}

const fresh = async (player: Actor): Promise<Actor> => ({ ...player, ...(await house.now(player)) });
const nameOf = async ({ id }: Actor) => (await publicUsers(house.world.db, [id])).get(id)!.name;

/** Requests the closing; the player as their next requests find them. */
async function close(player: Actor): Promise<Actor> {
  const signedIn = { ...player, signedInAt: house.world.clock.now() };
  await house.world.run(startClosing, signedIn, { name: await nameOf(player) });
  return fresh(signedIn);
}

const waits = async (player: Actor) =>
  (await house.world.run(getClosing, player, {})).waits.map(({ kind }) => kind).filter((kind) => kind !== 'REST');

const row = (player: Actor) =>
  house.world.db.one<{ erased: boolean; closed: boolean; steamid: string | null }>(sql`
    select erased_at is not null as erased, closed_at is not null as closed, steamid from players
    where id = ${player.id}`);

/** Time passes and the sweeps run, as often as the closing needs. */
async function rest(): Promise<void> {
  await house.world.clock.advance(DAY_MS);
  await house.world.sweepAll();
  await house.world.clock.advance(60_000);
  await house.world.sweepAll();
}

test('waits for each thing that is left, and continues when it is gone', async () => {
  const { world } = house;
  const player = await somebody();
  await house.pay(player, 1_000);
  const item = await house.gift(player, 600);
  const battle = await house.arena.create(player);
  const deposit = await house.deposit(player, [1_000], true);
  const closing = await close(player);
  expect(await waits(closing)).toEqual(['PLAY', 'TRADES', 'HELD', 'BALANCE', 'ITEMS']);
  // The offer ends, the battle is refunded: what is left must be withdrawn, at level 0.
  await world.run(cancelCasebattle, closing, { gameId: battle });
  await rest();
  expect(await row(player)).toMatchObject({ erased: false });
  await house.move(deposit, ['CREATED'], { state: 'EXPIRED' });
  await world.sweepAll();
  expect(await waits(closing)).toEqual(['BALANCE', 'ITEMS']);
  expect(await world.run(withdrawTerms, closing, {})).toMatchObject({ level: 0, levelNeeded: 0 });
  const out = await world.run(withdrawBySteam, closing, { inventoryIds: [item] });
  expect(await waits(closing)).toEqual(['TRADES', 'BALANCE']);
  // The worker uses one of the site's own assets for it.
  const at = world.clock.now();
  const picks = JSON.stringify([{ no: 1, assetId: '4242', contextId: '2' }]);
  await house.trader.many(sql`select trade_claim('mine', ${at}, ${at + 60_000}, 100)`);
  await house.trader.one(sql`select trade_assign(${out.orderId}, 'mine', ${picks}::jsonb, ${at}) as done`);
  await house.sent(out.orderId);
  await house.complete(out.orderId);
  await rest();
  expect(await waits(closing), 'a trade that can still be reversed').toEqual(['TRADES', 'BALANCE']);
  await house.settle(out.orderId);
  await world.sweepAll();
  expect(await waits(closing)).toEqual(['BALANCE']);
  const { available } = await balancesOf(world.db, player.id);
  await house.pay(player, 0 - available);
  await rest();
  expect(await row(player)).toEqual({ erased: true, closed: true, steamid: null });
});

test('only a closing account withdraws winnings below Level 10; it can neither stake nor deposit', async () => {
  const { world } = house;
  const player = await somebody();
  await house.pay(player, 1_000);
  const item = await house.gift(player, 600);
  expect(await world.refused(withdrawBySteam, player, { inventoryIds: [item] })).toBe('WITHDRAW_LEVEL');
  const closing = await close(player);
  const battle = { caseIds: ['mixed'], type: 'STANDARD_2' };
  expect(await world.refused(createCasebattle, closing, battle)).toBe('ACCOUNT_CLOSING');
  const steamItems = house.assets([1_000]);
  expect(await world.refused(depositBySteam, closing, { steamItems, convertToBalance: true })).toBe('ACCOUNT_CLOSING');
  await world.run(revokeClosing, closing, {});
  expect(await world.refused(revokeClosing, closing, {})).toBe('CLOSING_NONE');
  const open = await fresh(player);
  await world.run(createCasebattle, open, battle);
  expect(await world.refused(withdrawBySteam, open, { inventoryIds: [item] })).toBe('WITHDRAW_LEVEL');
  // Of all play, only buying is left: without crypto withdrawals, items are the way out.
  expect(CALLS.filter((call) => call.whileClosing).map(({ name }) => name)).toEqual(['market.buy']);
});

test('staff must lift frozen trades first', async () => {
  const player = await close(await somebody());
  await house.world.db.run(sql`
    insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at,
      expires_at, state, changed_at)
    values ('trd_frozen', 'DEPOSIT', ${player.id}, '76561198000000001', 'abcdefgh', 570, 'D-FR0ZEN', true, 1, 1, 2,
      'REFUSED', 1)`);
  await house.world.db.run(
    sql`insert into trade_freezes (player_id, order_id, at) values (${player.id}, 'trd_frozen', 1)`,
  );
  await rest();
  expect(await waits(player)).toEqual(['FROZEN']);
  expect((await row(player)).erased).toBe(false);
  await house.world.db.run(sql`
    update trade_freezes set lifted_at = 2, lifted_by = ${player.id}, why = 'looked at'
    where player_id = ${player.id}`);
  await rest();
  expect((await row(player)).closed).toBe(true);
});

test('only the player can give up a rest that cannot be withdrawn: all of it, and only a small one', async () => {
  const { world } = house;
  const player = await somebody();
  await house.pay(player, 101);
  expect(await world.refused(forfeitRemainder, player, { amountUsd: 1.01 })).toBe('CLOSING_NONE');
  const closing = await close(player);
  expect((await world.run(getClosing, closing, {})).giveUpUsd).toBeNull();
  expect(await world.refused(forfeitRemainder, closing, { amountUsd: 1.01 })).toBe('CLOSING_REST');
  // Exactly `closing.giveUpCents` is small.
  await house.pay(player, -1);
  expect((await world.run(getClosing, closing, {})).giveUpUsd).toBe(1);
  expect(await world.refused(forfeitRemainder, closing, { amountUsd: 0.5 })).toBe('CLOSING_REST');
  expect(await world.refused(forfeitRemainder, closing, { amountUsd: 1.001 })).toBe('CLOSING_REST');
  expect(await world.run(forfeitRemainder, closing, { amountUsd: 1 })).toEqual({ givenUsd: 1 });
  await rest();
  expect((await row(player)).closed).toBe(true);
});

test('an exclusion outlives the account: its SteamID can open no new one until it ends, and then it can', async () => {
  const { world } = house;
  const player = await somebody();
  const steamid = await house.steamidOf(player);
  const closing = await close(player);
  expect((await world.run(getClosing, closing, {})).barred).toBeNull();
  const { until } = await world.run(excludeSelf, player, { months: 6, sure: true });
  expect((await world.run(getClosing, closing, {})).barred).toEqual({ until });
  await rest();
  expect(await row(player), 'it does not wait').toEqual({ erased: true, closed: true, steamid: null });
  const kept = await world.db.many<{ text: string }>(sql`select t::text as text from barred_people t`);
  expect(kept).toHaveLength(1);
  for (const named of [steamid, player.id]) expect(kept[0]?.text).not.toContain(named);
  expect(await house.signInBy(steamid)).toBe('SIGN_IN_EXCLUDED');
  expect(await world.db.many(sql`select 1 from players where steamid = ${steamid}`)).toEqual([]);
  await freezeClock(world.db, until! - 1);
  await world.sweepAll();
  expect(await house.signInBy(steamid)).toBe('SIGN_IN_EXCLUDED');
  await freezeClock(world.db, until);
  expect(await house.signInBy(steamid), 'before the sweep too').toMatch(/^ply_/);
  await world.sweepAll();
  expect(await world.db.many(sql`select 1 from barred_people`)).toEqual([]);
  await freezeClock(world.db, null);
});

test('a permanent exclusion survives the erasure; a former key still recognises the person, an unknown one stops the start', async () => {
  const { world } = house;
  const player = await somebody();
  const steamid = await house.steamidOf(player);
  await world.run(excludeSelf, player, { months: null, sure: true });
  await close(player);
  await rest();
  const before = world.deps.config.staffKey!;
  const today = '5e'.repeat(31) + '77';
  const keys = (staffKey: string, staffKeysBefore: string[]) =>
    barKeys({ ...world.deps, config: { ...world.deps.config, staffKey, staffKeysBefore } });
  const ask = (staffKey: string, staffKeysBefore: string[]) =>
    world.db.transaction((tx) => isBarred(keys(staffKey, staffKeysBefore), tx, steamid));
  expect(await ask(before, [])).toBe(true);
  expect(await ask(today, [before])).toBe(true);
  expect(await ask(today, []), 'the effect of a start without the former key').toBe(false);
  await checkBarKeys(keys(today, [before]), world.db);
  await expect(checkBarKeys(keys(today, []), world.db)).rejects.toThrow(/STAFF_KEYS_BEFORE/);
  await freezeClock(world.db, Date.UTC(2199, 0, 1));
  expect(await house.signInBy(steamid)).toBe('SIGN_IN_EXCLUDED');
  await freezeClock(world.db, null);
});

test('an exclusion requested while the erasure starts either ends before it or holds after it', async () => {
  const { world } = house;
  const player = await somebody();
  const steamid = await house.steamidOf(player);
  await close(player);
  await world.clock.advance(DAY_MS);
  // The existing guard is locked, the player's row is not.
  await world.db.transaction((tx) => hold(tx, player.id));
  let erased: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (tx) => {
    await hold(tx, player.id);
    erased = world.runner.execute(eraseAccount, SYSTEM, { playerId: player.id });
    await blockedStatement(world.db, 'protection_hold');
    await putBlock(tx, player.id, { kind: 'EXCLUDED', since: 1, until: null, returnFrom: null });
  });
  expect(await erased).toEqual({ state: 'BEGUN' });
  expect(await house.signInBy(steamid)).toBe('SIGN_IN_EXCLUDED');
});

test('closing requires a recent sign-in', async () => {
  const { world } = house;
  const player = await somebody();
  const name = await nameOf(player);
  await world.clock.advance(10 * 60_000);
  expect(await world.refused(startClosing, player, { name })).toBe('SIGN_IN_AGAIN');
  const { freshUntil } = await world.run(getClosing, player, {});
  expect(freshUntil).toBe(world.clock.now());
  await world.run(startClosing, { ...player, signedInAt: world.clock.now() }, { name });
});

test('five years after the closing the trades no longer name the player; what was traded stays', async () => {
  const { world } = house;
  const player = await somebody();
  const steamid = await house.steamidOf(player);
  const deposit = await house.deposit(player, [600]);
  await house.move(deposit, ['CREATED'], { state: 'EXPIRED' });
  const open = await somebody();
  const theirs = await house.deposit(open, [600]);
  await close(player);
  await rest();
  const order = (id: string) =>
    world.db.one<{ partner: string; token: string; cents: number }>(
      sql`select partner, token, cents from trade_orders where id = ${id}`,
    );
  await world.clock.advance(1_826 * DAY_MS);
  await world.sweepAll();
  expect(await order(deposit)).toEqual({ partner: steamid, token: 'abcdefgh', cents: 600 });
  await world.clock.advance(DAY_MS);
  await world.sweepAll();
  expect(await order(deposit)).toEqual({ partner: '', token: '', cents: 600 });
  expect((await order(theirs)).partner).not.toBe('');
  const forgotten = sql`update trade_orders set partner = '', token = '' where id = ${theirs}`;
  await expect(world.deps.db.run(forgotten), 'an open account').rejects.toThrow(/would become another one/);
  const changed = sql`update trade_orders set cents = 1 where id = ${deposit}`;
  await expect(world.deps.db.run(changed), 'by the site').rejects.toThrow(/permission denied/);
  await expect(world.db.run(changed), 'by the owner').rejects.toThrow(/would become another one/);
});

test('a mistyped name, staff, and two requests at once', async () => {
  const { world } = house;
  const player = await somebody();
  expect(await world.refused(startClosing, player, { name: 'somebody else' })).toBe('CLOSING_NAME');
  const name = await nameOf(player);
  expect(await world.refused(startClosing, { ...player, status: 'MODERATOR' }, { name })).toBe('CLOSING_STAFF');
  const both = await Promise.all([0, 1].map(() => world.runner.execute(startClosing, player, { name })));
  expect(both[0]).toEqual(both[1]);
  await world.clock.advance(1_000);
  expect(await world.run(startClosing, player, { name })).toEqual(both[0]);
  // Nothing starts before the waiting period ends, for any caller.
  await world.clock.advance(DAY_MS - 2_000);
  expect(await world.run(eraseAccount, SYSTEM, { playerId: player.id }, { key: null })).toEqual({ state: 'WAITS' });
  expect((await world.run(getClosing, player, {})).waits).toMatchObject([{ kind: 'REST' }]);
});

test('no personal data stays, except in the books; the same SteamID gets a new account', async () => {
  const { world } = house;
  const player = await somebody();
  const steamid = await house.steamidOf(player);
  await world.db.run(sql`update players set name = 'Unmistakable Name', look = null where id = ${player.id}`);
  await world.run(createMessage, player, { message: 'unmistakable words' });
  const deposit = await house.deposit(player, [600]);
  await house.move(deposit, ['CREATED'], { state: 'EXPIRED' });
  const kept = await somebody();
  await world.run(createMessage, kept, { message: 'what others wrote' });
  await close(player);
  await world.clock.advance(DAY_MS);
  await world.sweepAll();
  // Started: sign-in is no longer possible, and its sockets are cut.
  expect(world.signals.filter(({ name }) => name === 'disconnect').at(-1)).toMatchObject({
    args: [{ playerId: player.id }],
  });
  expect(await world.refused(revokeClosing, player, {})).toBe('CLOSING_NONE');
  await world.clock.advance(60_000);
  await world.sweepAll();
  expect(await row(player)).toEqual({ erased: true, closed: true, steamid: null });
  const tables = await world.db.many<{ name: string }>(sql`
    select table_name::text as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const holding = async (text: string) => {
    const found: string[] = [];
    for (const { name } of tables) {
      const { n } = await world.db.one<{ n: number }>({
        text: `select count(*) as n from ${name} t where t::text like $1`,
        values: [`%${text}%`],
      });
      if (n > 0) found.push(name);
    }
    return found;
  };
  expect(await holding(steamid)).toEqual(['trade_orders']);
  expect(await holding('Unmistakable Name')).toEqual([]);
  expect(await holding('unmistakable words')).toEqual([]);
  expect(await holding(player.sessionId!)).toEqual([]);
  expect(await holding('what others wrote')).toEqual(['chat_messages']);
  const [shown] = (await publicUsers(world.db, [player.id])).values();
  expect(shown).toMatchObject({ id: player.id, name: 'Closed account', steamid: '', badge: null });
  const again = await house.signIn(steamid);
  expect(again.id).not.toBe(player.id);
  expect((await world.run(getUser, again, {})).user).toMatchObject({ balanceUsd: 0, level: 0 });
});

test('a session of an account whose erasure started is invalid', async () => {
  const { world } = house;
  const player = await somebody();
  await close(player);
  await world.clock.advance(DAY_MS);
  await world.sweepAll();
  // As a concurrent sign-in would leave it.
  const token = Buffer.from(world.deps.random.bytes(32)).toString('base64url');
  const { sessionIdOf, insertSession } = await import('../accounts/sessions.ts');
  await world.db.transaction((tx) =>
    insertSession(
      tx,
      { id: sessionIdOf(token) ?? '', playerId: player.id, userAgent: '', ipHash: '' },
      world.clock.now(),
    ),
  );
  expect(await sessionResolver(world.deps)(token)).toBeNull();
  await world.clock.advance(60_000);
  await world.sweepAll();
  expect(await world.db.many(sql`select 1 from sessions where player_id = ${player.id}`)).toEqual([]);
});

test('two nodes at once, their clocks apart, and a crash after every step: the same end', async () => {
  const { world } = house;
  const player = await somebody();
  await world.run(createMessage, player, { message: 'one of many words' });
  await close(player);
  await world.clock.advance(DAY_MS);
  const other = world.node(offsetClock(world.clock, 30_000));
  const erase = (runner: ProfileWorld['world']['runner']) =>
    runner.execute(eraseAccount, SYSTEM, { playerId: player.id });
  const states = new Set<string>();
  for (let n = 0; n < 12; n++) {
    // One of them is cut off before it commits.
    const cut = world.db.transaction(async (tx) => {
      await tx.run(sql`select id from players where id = ${player.id} for update`);
      throw new Error('killed');
    });
    const both = await Promise.all([erase(world.runner), erase(other.runner), cut.catch(() => null)]);
    for (const each of both) if (each) states.add(each.state);
    await world.clock.advance(10_000);
  }
  expect([...states].toSorted()).toEqual(['BEGUN', 'DONE', 'STEP', 'WAITS']);
  expect(await row(player)).toEqual({ erased: true, closed: true, steamid: null });
  await world.checkInvariants();
});
