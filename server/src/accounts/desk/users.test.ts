/** Staff's view of players, and staff roles. */
import { createHash, randomBytes } from 'node:crypto';
import { addPlayer, signIn } from '@fairpot/contract/system/schemas';
import {
  endUserSessions,
  getStaffUser,
  listUserMovements,
  listUserSessions,
  searchUsers,
  setUserStatus,
} from '@fairpot/contract/staff/users/schemas';
import { ADMIN_PROPOSAL_MS, USERS_PAGE } from '@fairpot/contract/staff/users/calls';
import { cents } from '@fairpot/contract/wire/money';
import type { Status } from '@fairpot/contract/wire/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFeature } from '../../ledger/ledger.feature.ts';
import { account, transfer } from '../../ledger/ledger.ts';
import { SYSTEM } from '../../platform/runner/command.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { staffActs } from '../../platform/runner/staff-acts.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { accountsFeature } from '../accounts.feature.ts';
import { actorOf } from '../front.ts';
import { sessionResolver } from '../sessions.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [accountsFeature, ledgerFeature] });
});
afterAll(() => world.close());

let count = 0;
const steamidOf = (n: number) => String(76561198000300000n + BigInt(n));

async function add(status: Status = 'USER', name?: string, isFake = false): Promise<string> {
  const n = (count += 1);
  const { playerId } = await world.run(addPlayer, SYSTEM, {
    steamid: steamidOf(n),
    name: name ?? `person${n}`,
    avatarHash: null,
    status,
    isFake,
    ageConfirmed: true,
  });
  return playerId;
}

const as = (id: string) => actorOf(world.db, id);
const why = 'requested by the player';
const statusOf = async (id: string) => (await as(id)).status;

describe('the search', () => {
  const support = () => world.actor({ status: 'SUPPORT' });

  test('finds a SteamID in each of its forms', async () => {
    const id = await add();
    const accountId = BigInt(steamidOf(count)) - 76561197960265728n;
    const forms = [
      steamidOf(count),
      ` ${steamidOf(count)} `,
      `STEAM_0:${accountId % 2n}:${accountId / 2n}`,
      `STEAM_1:${accountId % 2n}:${accountId / 2n}`,
      `[U:1:${accountId}]`,
    ];
    for (const text of forms) {
      const { users } = await world.run(searchUsers, support(), { by: 'steamid', text });
      expect(
        users.map((user) => user.id),
        text,
      ).toEqual([id]);
    }
    const unknown = await world.run(searchUsers, support(), { by: 'steamid', text: '76561198000399999' });
    expect(unknown.users).toEqual([]);
  });

  test.each(['', 'rookbolt', 'STEAM_9:1:1', '[U:1:]', '99999999999999999999999', '<script>'])(
    '%j is no SteamID, and the answer says so',
    async (text) => {
      const failure = await world.runner
        .execute(searchUsers, support(), { by: 'steamid', text })
        .catch((e: unknown) => e);
      expect(failure).toMatchObject({ code: 'STEAMID_UNKNOWN', message: 'Unknown SteamID input format' });
    },
  );

  test('finds names by prefix, case-insensitively, page by page', async () => {
    const wanted = USERS_PAGE + 5;
    const ids: string[] = [];
    for (let n = 0; n < wanted; n++) ids.push(await add('USER', n % 2 === 0 ? 'Quill%' : 'qUILL_x'));
    await add('USER', 'quil');
    const first = await world.run(searchUsers, support(), { by: 'name', text: ' quill ' });
    expect(first.users).toHaveLength(USERS_PAGE);
    const second = await world.run(searchUsers, support(), { by: 'name', text: 'QUILL', after: first.next ?? '' });
    expect(second.next).toBeNull();
    const found = [...first.users, ...second.users].map(({ id }) => id);
    expect([...found].sort()).toEqual([...ids].sort());
    expect((await world.run(searchUsers, support(), { by: 'name', text: 'quill%' })).users).toHaveLength(wanted - 17);
  });

  test('finds a player by id, and none for an invalid one', async () => {
    const id = await add();
    expect((await world.run(searchUsers, support(), { by: 'id', text: id })).users).toHaveLength(1);
    expect((await world.run(searchUsers, support(), { by: 'id', text: `${id}x` })).users).toEqual([]);
  });
});

test('movements of both accounts, newest first, one for each transfer, page by page', async () => {
  const id = await add();
  const ids: string[] = [];
  for (let n = 0; n < 65; n++) {
    await world.clock.advance(1);
    ids.push(world.deps.ids.next('transfer'));
    const postings = [
      { account: account.world, cents: cents(-3) },
      { account: account.cash(id), cents: cents(2) },
      { account: account.hold(id), cents: cents(1) },
    ];
    await world.db.transaction((tx) =>
      transfer(tx, {
        id: ids[n] ?? '',
        key: `t${id}${n}`,
        code: 'DEPOSIT',
        ref: `r${n}`,
        at: world.clock.now(),
        postings,
      }),
    );
  }
  const found: string[] = [];
  for (let before: string | null = null, pages = 0; pages < 3; pages++) {
    const input: object = before === null ? { userId: id } : { userId: id, before };
    const page = await world.run(listUserMovements, world.actor({ status: 'SUPPORT' }), input);
    for (const movement of page.movements)
      expect(movement).toMatchObject({ code: 'DEPOSIT', cashUsd: 0.02, holdUsd: 0.01 });
    found.push(...page.movements.map((movement) => movement.id));
    before = page.next;
  }
  expect(found).toEqual(ids.reverse());
});

describe('a role change', () => {
  test('counts at once in an open session, updates open pages, and is in the audit log', async () => {
    const [admin, target] = [await add('ADMIN'), await add('MODERATOR', 'Staff Anna')];
    const token = randomBytes(32).toString('base64url');
    const sessionId = createHash('sha256').update(token).digest('hex');
    const steamid = steamidOf(count);
    await world.run(signIn, SYSTEM, { steamid, nonce: sessionId, sessionId, userAgent: 'x', address: '192.0.2.7' });
    const session = async () => (await sessionResolver(world.deps)(token))?.actor ?? null;
    await world.run(listUserSessions, await session(), { userId: target });
    await world.run(setUserStatus, await as(admin), { userId: target, status: 'USER', why });
    expect(await world.refused(listUserSessions, await session(), { userId: target })).toBe('FORBIDDEN');
    expect(world.signals.filter(({ name, args }) => name === 'userUpdated' && args[0] === target)).toHaveLength(1);
    const { user } = await world.run(getStaffUser, await as(admin), { userId: target });
    expect(user).toMatchObject({ status: 'USER', name: 'Staff Anna*', badge: null });
    const [row] = (await staffActs(world.db, { playerId: target }, null)).rows;
    expect(row).toMatchObject({
      actorId: admin,
      act: 'users.setStatus',
      why,
      details: { was: 'MODERATOR', is: 'USER' },
    });
  });

  test('ADMIN takes two: the proposer cannot approve, and a proposal expires after a day', async () => {
    const [one, two, target] = [await add('ADMIN'), await add('ADMIN'), await add()];
    const make = async (by: string) => world.run(setUserStatus, await as(by), { userId: target, status: 'ADMIN', why });
    expect(await make(one)).toMatchObject({ proposed: true, status: 'USER' });
    expect(await world.refused(setUserStatus, await as(one), { userId: target, status: 'ADMIN', why })).toBe(
      'STATUS_SAME',
    );
    await world.clock.advance(ADMIN_PROPOSAL_MS);
    expect(await make(two)).toMatchObject({ proposed: true });
    expect(await statusOf(target)).toBe('USER');
    expect((await world.run(getStaffUser, await as(one), { userId: target })).proposal?.by.id).toBe(two);
    expect(await make(one)).toMatchObject({ proposed: false, status: 'ADMIN' });
    expect((await world.run(getStaffUser, await as(one), { userId: target })).proposal).toBeNull();
  });

  test('a proposal lapses when the proposer has lost the role', async () => {
    const [gone, two, target] = [await add('ADMIN'), await add('ADMIN'), await add()];
    await world.run(setUserStatus, await as(gone), { userId: target, status: 'ADMIN', why });
    await world.run(setUserStatus, await as(two), { userId: gone, status: 'USER', why });
    expect(await world.run(setUserStatus, await as(two), { userId: target, status: 'ADMIN', why })).toMatchObject({
      proposed: true,
    });
  });

  test('cannot be made to oneself, to a bot, or by a MODERATOR', async () => {
    const [admin, bot, moderator] = [await add('ADMIN'), await add('USER', 'bot', true), await add('MODERATOR')];
    const refused = async (by: string, userId: string, status: Status = 'SUPPORT') =>
      world.refused(setUserStatus, await as(by), { userId, status, why });
    expect(await refused(admin, admin)).toBe('FORBIDDEN');
    expect(await refused(admin, bot)).toBe('FORBIDDEN');
    expect(await refused(moderator, await add())).toBe('FORBIDDEN');
    expect(await refused(admin, moderator, 'MODERATOR')).toBe('STATUS_SAME');
    expect(await refused(admin, 'ply_00000000000000000000000000')).toBe('NO_PLAYER');
  });

  test('of two who demote each other at once, one keeps the role', async () => {
    const [one, two] = [await add('ADMIN'), await add('ADMIN')];
    const actors: [Actor, string][] = [
      [await as(one), two],
      [await as(two), one],
    ];
    const done = await Promise.allSettled(
      actors.map(([actor, userId]) => world.runner.execute(setUserStatus, actor, { userId, status: 'USER', why })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await statusOf(one), await statusOf(two)].sort()).toEqual(['ADMIN', 'USER']);
  });
});

test('a MODERATOR can end sessions, those of staff only an ADMIN; sockets are cut', async () => {
  const [moderator, admin, player] = [await add('MODERATOR'), await add('ADMIN'), await add()];
  const steamid = steamidOf(count);
  const digest = createHash('sha256').update(player).digest('hex');
  await world.run(signIn, SYSTEM, { steamid, nonce: digest, sessionId: digest, userAgent: 'x', address: '192.0.2.7' });
  const { sessions } = await world.run(listUserSessions, await as(moderator), { userId: player });
  expect(sessions).toEqual([
    expect.objectContaining({ userAgent: 'x', place: expect.stringMatching(/^[0-9a-f]{8}$/) as string }),
  ]);
  expect(await world.refused(endUserSessions, await as(moderator), { userId: admin, why })).toBe('FORBIDDEN');
  expect(await world.run(endUserSessions, await as(moderator), { userId: player, why })).toEqual({ ended: 1 });
  expect(world.signals).toContainEqual({ name: 'disconnect', args: [{ playerId: player }] });
  expect(await world.db.many(sql`select 1 from sessions where player_id = ${player}`)).toEqual([]);
});
