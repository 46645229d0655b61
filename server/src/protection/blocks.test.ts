/**
 * Breaks and self-exclusion: immediate, for all games, for the chosen time; running rounds finish. And the reality check's figures.
 */
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import { cancelCasebattle, joinCasebattle } from '@fairpot/contract/casebattle/schemas';
import { cancelCoinflip } from '@fairpot/contract/coinflip/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { buyFromMarket } from '@fairpot/contract/market/schemas';
import {
  excludeSelf,
  getProtection,
  returnToPlay,
  seePlay,
  setRealityCheck,
  takeBreak,
} from '@fairpot/contract/protection/schemas';
import { getUserLimits } from '@fairpot/contract/staff/users/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { sessionResolver, insertSession, sessionIdOf } from '../accounts/sessions.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { sql } from '../platform/database/sql.ts';
import { attemptResult } from '../../testing/races.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { until } from '../../testing/until.ts';
import { makeWorld } from '../../testing/world.ts';
import { makeGuard, type Guard } from '../../testing/protection/guard.fixture.ts';
import { protectionFeature } from './protection.feature.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 7, 31, 12, 30);

let guard: Guard;
beforeAll(async () => {
  guard = await makeGuard();
});
afterAll(() => guard.world.close());

describe('a break', () => {
  test('stops stakes and purchases from its first moment to its last, and can only be extended', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(2);
    await guard.world.run(takeBreak, actor, { hours: 24 });
    await guard.world.run(takeBreak, actor, { hours: 1 });
    const one = items.slice(0, 1);
    for (const attempt of [() => guard.flip(actor, one), () => guard.pot(actor, one), () => guard.battle(actor)]) {
      expect(await attemptResult(attempt())).toBe('TAKING_BREAK');
    }
    const unsold = { itemIds: [guard.world.deps.ids.next('item')] };
    expect(await guard.world.refused(buyFromMarket, actor, unsold)).toBe('TAKING_BREAK');
    await guard.clockAt(NOON + 24 * HOUR - 1);
    expect(await attemptResult(guard.flip(actor, items.slice(0, 1)))).toBe('TAKING_BREAK');
    await guard.clockAt(NOON + 24 * HOUR);
    expect((await guard.view(actor)).block).toBeNull();
    expect(await attemptResult(guard.flip(actor, items.slice(0, 1)))).toBe('ok');
    expect(await guard.world.refused(buyFromMarket, actor, unsold)).toBe('ITEM_SOLD');
  });

  test('is one hour to six weeks long', async () => {
    const { actor } = await guard.player(0);
    for (const hours of [0, 1.5, 1009])
      expect(await guard.world.refused(takeBreak, actor, { hours })).toBe('BAD_INPUT');
  });
});

describe('self-exclusion', () => {
  test('stops a player mid-round: running rounds finish and pay, nothing new begins', async () => {
    await guard.clockAt(NOON);
    const a = await guard.player(2);
    const b = await guard.player(2);
    const { gameId } = await guard.flip(a.actor, a.items.slice(0, 1));
    await guard.joinFlip(b.actor, gameId, b.items.slice(0, 1));
    const open = await guard.flip(a.actor, a.items.slice(1));
    for (const { actor } of [a, b]) {
      const answer = await guard.world.run(excludeSelf, actor, { months: 6, sure: true });
      // Six months after 31 August there is no 31st.
      expect(answer).toEqual({ excluded: true, until: Date.UTC(2027, 1, 28, 12, 30) });
    }
    await guard.table.settle();
    const games = await Promise.all([guard.table.game(gameId), guard.table.game(open.gameId)]);
    expect(games.map(({ phase }) => phase)).toEqual(['SETTLED', 'WAITING']);
    expect((await guard.table.inventory(a.actor)).length + (await guard.table.inventory(b.actor)).length).toBe(3);
    for (const { actor } of [a, b]) {
      const items = await guard.table.give(actor, [1_000]);
      expect(await attemptResult(guard.flip(actor, items))).toBe('SELF_EXCLUDED');
      expect(await attemptResult(guard.battle(actor))).toBe('SELF_EXCLUDED');
    }
  });

  test('leaves a jackpot entry and a seat in a half-full battle in place: both are played, and pay', async () => {
    await guard.clockAt(NOON);
    const a = await guard.player(1);
    const b = await guard.player(1);
    await guard.pot(a.actor, a.items);
    const { gameId } = await guard.battle(a.actor);
    await guard.world.run(excludeSelf, a.actor, { months: 6, sure: true });
    expect(await guard.used(a.actor, 'stake', 'day'), 'no limit, nothing to show').toBeUndefined();
    // Other players enter and play against them as usual.
    await guard.pot(b.actor, b.items);
    await guard.world.run(joinCasebattle, b.actor, { teamId: teamIdOf(gameId, 1) });
    await guard.arena.finish(gameId);
    await guard.table.pass(60_000);
    await guard.table.settle();
    const paid = await guard.world.db.many<{ phase: string; stakes: number }>(sql`
      select r.phase, (select count(*) from open_stakes s where s.round_id = r.id) as stakes
      from rounds r where exists (select from entries e where e.round_id = r.id and e.player_id = ${a.actor.id})
        or r.id = ${gameId}`);
    expect(paid).toEqual([
      { phase: 'settled', stakes: 0 },
      { phase: 'settled', stakes: 0 },
    ]);
    const items = [a, b].map(({ actor }) => guard.table.inventory(actor));
    expect((await Promise.all(items)).flat()).toHaveLength(2);
    const cash = await Promise.all([a, b].map(({ actor }) => guard.arena.balances(actor)));
    expect(cash.map(({ hold }) => hold)).toEqual([0, 0]);
    expect(cash.reduce((sum, { available }) => sum + available, 0)).toBeGreaterThan(200_000 - 2 * 550);
    await guard.world.checkInvariants();
  });

  test('a waiting game of theirs can still be cancelled', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const { gameId } = await guard.flip(actor, items);
    const battle = await guard.battle(actor);
    await guard.world.run(excludeSelf, actor, { months: null, sure: true });
    await guard.world.run(cancelCoinflip, actor, { gameId });
    await guard.world.run(cancelCasebattle, actor, { gameId: battle.gameId });
    expect(await guard.table.inventory(actor)).toEqual(items);
    expect(await guard.arena.balances(actor)).toMatchObject({ hold: 0 });
  });

  test('lasts past its end until the player comes back: requested, and confirmed after 24 hours', async () => {
    await guard.clockAt(NOON);
    const { actor, items } = await guard.player(1);
    const { until: end } = await guard.world.run(excludeSelf, actor, { months: 6, sure: true });
    await guard.clockAt((end ?? 0) - 1);
    expect(await guard.world.refused(returnToPlay, actor, {})).toBe('SELF_EXCLUDED');
    await guard.clockAt(end ?? 0);
    expect(await attemptResult(guard.flip(actor, items))).toBe('SELF_EXCLUDED');
    const asked = await guard.world.run(returnToPlay, actor, {});
    expect(asked.block?.returnFrom).toBe((end ?? 0) + 24 * HOUR);
    expect(await guard.world.refused(returnToPlay, actor, {})).toBe('LIMIT_TOO_EARLY');
    await guard.clockAt((end ?? 0) + 24 * HOUR);
    expect((await guard.world.run(returnToPlay, actor, {})).block).toBeNull();
    expect(await attemptResult(guard.flip(actor, items))).toBe('ok');
  });

  test('is never shortened, by a break or by another exclusion; permanent stays permanent', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.world.run(takeBreak, actor, { hours: 1008 });
    const year = (await guard.world.run(excludeSelf, actor, { months: 12, sure: true })).until;
    expect((await guard.world.run(excludeSelf, actor, { months: 6, sure: true })).until).toBe(year);
    expect((await guard.world.run(takeBreak, actor, { hours: 1 })).block).toMatchObject({
      kind: 'EXCLUDED',
      until: year,
    });
    await guard.world.run(excludeSelf, actor, { months: null, sure: true });
    expect((await guard.world.run(excludeSelf, actor, { months: 60, sure: true })).until).toBeNull();
    await guard.hoursOn(NOON, 24 * 365 * 50);
    expect(await guard.world.refused(returnToPlay, actor, {})).toBe('SELF_EXCLUDED');
  });

  test('cannot be partly undone with the app’s role: a break has an end, an exclusion a beginning', async () => {
    await guard.clockAt(NOON);
    const { actor } = await guard.player(0);
    await guard.world.run(excludeSelf, actor, { months: 6, sure: true });
    const broken = sql`update protection_guards set block = 'BREAK', block_until = null where player_id = ${actor.id}`;
    await expect(guard.world.deps.db.run(broken)).rejects.toThrow(/check constraint/);
  });
});

test('at the desk: a player’s limits and block as the player sees them, for staff only', async () => {
  await guard.clockAt(NOON);
  const { actor, items } = await guard.player(1);
  await guard.limit(actor, 'stake', 'day', 25);
  await guard.flip(actor, items);
  await guard.world.run(takeBreak, actor, { hours: 24 });
  const support = guard.world.actor({ status: 'SUPPORT' });
  const seen = await guard.world.run(getUserLimits, support, { userId: actor.id });
  expect(seen).toMatchObject({
    limits: [{ kind: 'stake', span: 'day', limitUsd: 25, usedUsd: 10 }],
    block: { kind: 'BREAK', until: NOON + 24 * HOUR },
  });
  expect(seen).toEqual(await guard.view(actor));
  expect(await guard.world.refused(getUserLimits, actor, { userId: actor.id })).toBe('FORBIDDEN');
});

test('self-exclusion ends every session and cuts every socket at once; signing in again shows why play is blocked', async () => {
  const world = await makeWorld({
    features: [ledgerFeature, (deps, execute) => accountsFeature(deps, execute), protectionFeature],
  });
  try {
    const player = await newPlayer(world);
    const signIn = async () => {
      const token = Buffer.from(world.deps.random.bytes(32)).toString('base64url');
      const session = { id: sessionIdOf(token) ?? '', playerId: player.id, userAgent: '', ipHash: '' };
      await world.db.transaction((tx) => insertSession(tx, session, world.clock.now()));
      return `fp_session=${token}`;
    };
    const server = await world.http({ resolveSession: sessionResolver });
    const cookies = [await signIn(), await signIn()];
    const sockets = await Promise.all(
      cookies.map((cookie) => {
        const options = { path: SOCKET_PATH, transports: ['websocket'], reconnection: false, extraHeaders: { cookie } };
        const client = io(server.url, options);
        return new Promise<typeof client>((resolve) => client.once('connect', () => resolve(client)));
      }),
    );
    const headers = { cookie: cookies[0] ?? '', 'content-type': 'application/json', origin: server.url };
    const sent = await fetch(`${server.url}/api${excludeSelf.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ months: null, sure: true }),
    });
    expect(sent.status).toBe(200);
    await until(() => sockets.every((socket) => !socket.connected));
    const me = (cookie: string) => fetch(`${server.url}/api${getUser.path}`, { headers: { cookie } });
    expect(await Promise.all(cookies.map(async (cookie) => (await me(cookie)).status))).toEqual([401, 401]);
    const again = await signIn();
    expect((await me(again)).status).toBe(200);
    const answer = await fetch(`${server.url}/api${getProtection.path}`, { headers: { cookie: again } });
    expect(await answer.json()).toMatchObject({ response: { block: { kind: 'EXCLUDED', until: null } } });
  } finally {
    await world.close();
  }
});

describe('the reality check', () => {
  test('shows time and money of the visit: one that continues, and a new one after half an hour away', async () => {
    await guard.clockAt(NOON);
    const a = await guard.player(1);
    const b = await guard.player(1);
    await guard.world.run(setRealityCheck, a.actor, { minutes: 30 });
    const { gameId } = await guard.flip(a.actor, a.items);
    await guard.joinFlip(b.actor, gameId, b.items);
    await guard.table.settle();
    await guard.clockAt(NOON + HOUR / 3);
    const seen = await guard.world.run(seePlay, a.actor, { read: false });
    expect(seen.realityMinutes).toBe(30);
    const won = (await guard.table.inventory(a.actor)).length > 0;
    expect(seen.play).toEqual({
      since: NOON,
      readAt: NOON,
      stakedUsd: 10,
      wonUsd: won ? 20 : 0,
      netUsd: won ? 10 : -10,
    });
    await guard.clockAt(NOON + (2 * HOUR) / 3);
    const read = await guard.world.run(seePlay, a.actor, { read: true });
    expect([read.play?.since, read.play?.readAt]).toEqual([NOON, NOON + (2 * HOUR) / 3]);
    const later = NOON + (2 * HOUR) / 3 + HOUR / 2 + 1;
    await guard.clockAt(later);
    const next = await guard.world.run(seePlay, a.actor, { read: false });
    expect(next.play).toEqual({ since: later, readAt: later, stakedUsd: 0, wonUsd: 0, netUsd: 0 });
  });
});
