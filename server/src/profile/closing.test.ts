/** Closing an account: what it waits for, that everything can be taken out, that it is called back, and that nothing of the person stays. */
import { excludeSelf } from '@fairpot/contract/schemas/protection';
import { callBackClosing, eraseAccount, getClosing, giveUpRest, startClosing } from '@fairpot/contract/schemas/profile';
import { createMessage } from '@fairpot/contract/schemas/chat';
import { cancelCasebattle, createCasebattle } from '@fairpot/contract/schemas/casebattle';
import { depositBySteam, withdrawBySteam, withdrawTerms } from '@fairpot/contract/schemas/trades';
import { getUser } from '@fairpot/contract/schemas/user';
import { CALLS } from '@fairpot/contract/schemas/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUsers, sessionResolver } from '../accounts/front.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import { sql } from '../platform/database/sql.ts';
import { apart } from '../testing/fakes.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { makeHouse, type House } from './house.fixture.ts';

const DAY_MS = 86_400_000;
let house: House;
beforeAll(async () => {
  house = await makeHouse();
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

/** Asks for it, as the player's next requests find them. */
async function close(player: Actor): Promise<Actor> {
  await house.world.run(startClosing, player, { name: await nameOf(player) });
  return fresh(player);
}

const waits = async (player: Actor) =>
  (await house.world.run(getClosing, player, {})).waits.map(({ kind }) => kind).filter((kind) => kind !== 'REST');

const row = (player: Actor) =>
  house.world.db.one<{ erased: boolean; closed: boolean; steamid: string | null }>(sql`
    select erased_at is not null as erased, closed_at is not null as closed, steamid from players where id = ${player.id}`);

/** Time passes and the sweeps run, as often as it takes to be done. */
async function rest(): Promise<void> {
  await house.world.clock.advance(DAY_MS);
  await house.world.sweepAll();
  await house.world.clock.advance(60_000);
  await house.world.sweepAll();
}

test('waits for each thing that is left, and goes on when it is gone', async () => {
  const { world } = house;
  const player = await somebody();
  await house.pay(player, 1_000);
  const item = await house.gift(player, 600);
  const battle = await house.arena.create(player);
  const deposit = await house.deposit(player, [1_000], true);
  const closing = await close(player);
  expect(await waits(closing)).toEqual(['PLAY', 'TRADES', 'HELD', 'BALANCE', 'ITEMS']);
  // The offer ends, the battle is given back: what is left has to be taken out, at level 0.
  await world.run(cancelCasebattle, closing, { gameId: battle });
  await rest();
  expect(await row(player)).toMatchObject({ erased: false });
  await house.move(deposit, ['CREATED'], { state: 'EXPIRED' });
  await world.sweepAll();
  expect(await waits(closing)).toEqual(['BALANCE', 'ITEMS']);
  expect(await world.run(withdrawTerms, closing, {})).toMatchObject({ level: 0, levelNeeded: 0 });
  const out = await world.run(withdrawBySteam, closing, { inventoryIds: [item] });
  expect(await waits(closing)).toEqual(['TRADES', 'BALANCE']);
  // The worker takes an asset of the site's own for it.
  const at = world.clock.now();
  const picks = JSON.stringify([{ no: 1, assetId: '4242', contextId: '2' }]);
  await house.trader.many(sql`select trade_claim('mine', ${at}, ${at + 60_000}, 100)`);
  await house.trader.one(sql`select trade_assign(${out.orderId}, 'mine', ${picks}::jsonb, ${at}) as done`);
  await house.sent(out.orderId);
  await house.complete(out.orderId);
  await rest();
  expect(await waits(closing), 'a trade that can still be taken back').toEqual(['TRADES', 'BALANCE']);
  await house.settle(out.orderId);
  await world.sweepAll();
  expect(await waits(closing)).toEqual(['BALANCE']);
  const { available } = await balancesOf(world.db, player.id);
  await house.pay(player, 0 - available);
  await rest();
  expect(await row(player)).toEqual({ erased: true, closed: true, steamid: null });
});

test('nobody below Level 10 takes winnings out who does not close; who closes stakes and brings in nothing', async () => {
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
  await world.run(callBackClosing, closing, {});
  expect(await world.refused(callBackClosing, closing, {})).toBe('CLOSING_NONE');
  const open = await fresh(player);
  await world.run(createCasebattle, open, battle);
  expect(await world.refused(withdrawBySteam, open, { inventoryIds: [item] })).toBe('WITHDRAW_LEVEL');
  // Of all that is play, only buying is left: where no coin is offered, items are the way out.
  expect(CALLS.filter((call) => call.whileClosing).map(({ name }) => name)).toEqual(['market.buy']);
});

test('frozen trades are seen to by staff first', async () => {
  const player = await close(await somebody());
  await house.world.db.run(sql`
    insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at, expires_at, state, changed_at)
    values ('trd_frozen', 'DEPOSIT', ${player.id}, '76561198000000001', 'abcdefgh', 570, 'D-FR0ZEN', true, 1, 1, 2, 'REFUSED', 1)`);
  await house.world.db.run(
    sql`insert into trade_freezes (player_id, order_id, at) values (${player.id}, 'trd_frozen', 1)`,
  );
  await rest();
  expect(await waits(player)).toEqual(['FROZEN']);
  expect((await row(player)).erased).toBe(false);
  await house.world.db.run(sql`
    update trade_freezes set lifted_at = 2, lifted_by = ${player.id}, why = 'looked at' where player_id = ${player.id}`);
  await rest();
  expect((await row(player)).closed).toBe(true);
});

test('what no way out carries is given up by the player’s own word alone: all of it, and little', async () => {
  const { world } = house;
  const player = await somebody();
  await house.pay(player, 130);
  expect(await world.refused(giveUpRest, player, { amountUsd: 1.3 })).toBe('CLOSING_NONE');
  const closing = await close(player);
  expect((await world.run(getClosing, closing, {})).giveUpUsd).toBeNull();
  expect(await world.refused(giveUpRest, closing, { amountUsd: 1.3 })).toBe('CLOSING_REST');
  await house.pay(player, -50);
  expect((await world.run(getClosing, closing, {})).giveUpUsd).toBe(0.8);
  expect(await world.refused(giveUpRest, closing, { amountUsd: 0.5 })).toBe('CLOSING_REST');
  expect(await world.refused(giveUpRest, closing, { amountUsd: 0.801 })).toBe('CLOSING_REST');
  expect(await world.run(giveUpRest, closing, { amountUsd: 0.8 })).toEqual({ givenUsd: 0.8 });
  await rest();
  expect((await row(player)).closed).toBe(true);
});

test('who is excluded is not closed away, and does not come back as somebody new', async () => {
  const { world } = house;
  const player = await somebody();
  await close(player);
  await world.run(excludeSelf, player, { months: 6, sure: true });
  expect(await waits(player)).toEqual(['EXCLUDED']);
  await rest();
  expect(await row(player)).toMatchObject({ erased: false });
});

test('a name that is mistyped, staff, and two at once', async () => {
  const { world } = house;
  const player = await somebody();
  expect(await world.refused(startClosing, player, { name: 'somebody else' })).toBe('CLOSING_NAME');
  const name = await nameOf(player);
  expect(await world.refused(startClosing, { ...player, status: 'MODERATOR' }, { name })).toBe('CLOSING_STAFF');
  const both = await Promise.all([0, 1].map(() => world.runner.execute(startClosing, player, { name })));
  expect(both[0]).toEqual(both[1]);
  await world.clock.advance(1_000);
  expect(await world.run(startClosing, player, { name })).toEqual(both[0]);
  // Before its rest is over nothing begins, whoever asks.
  await world.clock.advance(DAY_MS - 2_000);
  expect(await world.run(eraseAccount, SYSTEM, { playerId: player.id }, { key: null })).toEqual({ state: 'WAITS' });
  expect((await world.run(getClosing, player, {})).waits).toMatchObject([{ kind: 'REST' }]);
});

test('nothing of the person stays but in the books; the same SteamID is a new account', async () => {
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
  // Begun: nobody signs in to it any more, and its sockets are cut.
  expect(world.signals.filter(({ name }) => name === 'disconnect').at(-1)).toMatchObject({
    args: [{ playerId: player.id }],
  });
  expect(await world.refused(callBackClosing, player, {})).toBe('CLOSING_NONE');
  await world.clock.advance(60_000);
  await world.sweepAll();
  expect(await row(player)).toEqual({ erased: true, closed: true, steamid: null });
  const tables = await world.db.many<{ name: string }>(sql`
    select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
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

test('a session of an account that began to be erased opens nothing', async () => {
  const { world } = house;
  const player = await somebody();
  await close(player);
  await world.clock.advance(DAY_MS);
  await world.sweepAll();
  // As a sign-in that was under way would leave it.
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
  const other = world.node(apart(world.clock, 30_000));
  const erase = (runner: House['world']['runner']) => runner.execute(eraseAccount, SYSTEM, { playerId: player.id });
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
