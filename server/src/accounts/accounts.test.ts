import { createHash, randomBytes } from 'node:crypto';
import { addPlayer, endSessions, signIn, saveProviderProfile } from '@fairpot/contract/system/schemas';
import { confirmAge, getUser, User } from '@fairpot/contract/user/schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { sql } from '../platform/database/sql.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { accountsFeature } from './accounts.feature.ts';
import { bots, publicUsers } from './front.ts';
import { pseudonyms } from './people.ts';
import { recordResults, type GameResult } from './results.ts';
import { sessionResolver } from './sessions.ts';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [accountsFeature] });
});
afterAll(() => world.close());

let count = 0;
const freshSteamid = () => String(76561198000100000n + BigInt((count += 1)));
const freshToken = () => randomBytes(32).toString('base64url');
const idOf = (token: string) => createHash('sha256').update(token).digest('hex');

const answer = (steamid: string, token = freshToken()) => ({
  steamid,
  nonce: `2026-01-01T00:00:00Z${randomBytes(9).toString('base64url')}`,
  sessionId: idOf(token),
  userAgent: 'test',
  address: '192.0.2.7',
});
const add = async (
  over: Partial<{
    steamid: string;
    name: string;
    status: Actor['status'];
    isFake: boolean;
    ageConfirmed: boolean;
  }> = {},
) =>
  (
    await world.run(addPlayer, SYSTEM, {
      steamid: freshSteamid(),
      name: 'someone',
      avatarHash: null,
      status: 'USER',
      isFake: false,
      ageConfirmed: true,
      ...over,
    })
  ).playerId;

describe('signing in', () => {
  test('the first time creates a player, the second finds them', async () => {
    const steamid = freshSteamid();
    const first = await world.run(signIn, SYSTEM, answer(steamid));
    expect(first.created).toBe(true);
    expect(await world.run(signIn, SYSTEM, answer(steamid))).toEqual({ playerId: first.playerId, created: false });
    const [user] = [...(await publicUsers(world.db, [first.playerId])).values()];
    expect(user).toMatchObject({ steamid, name: `Player ${steamid.slice(-4)}`, level: 0, badge: null, isFake: false });
  });

  test('refuses an answer that was used before, from any browser', async () => {
    const used = answer(freshSteamid());
    await world.run(signIn, SYSTEM, used);
    const again = { ...used, sessionId: idOf(freshToken()) };
    expect(await world.refused(signIn, SYSTEM, again)).toBe('SIGN_IN_FAILED');
    expect(await world.refused(signIn, SYSTEM, { ...again, steamid: freshSteamid() })).toBe('SIGN_IN_FAILED');
  });

  test('twenty at once with one answer give one session, twenty answers give one player', async () => {
    const shared = answer(freshSteamid());
    const many = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        world.runner.execute(signIn, SYSTEM, { ...shared, sessionId: idOf(freshToken()) }),
      ),
    );
    expect(many.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const steamid = freshSteamid();
    const visits = await Promise.all(
      Array.from({ length: 20 }, () => world.runner.execute(signIn, SYSTEM, answer(steamid))),
    );
    expect(new Set(visits.map((visit) => visit.playerId)).size).toBe(1);
    expect(visits.filter((visit) => visit.created)).toHaveLength(1);
    await world.checkInvariants();
  });

  test('a house persona cannot sign in', async () => {
    const steamid = freshSteamid();
    await world.run(addPlayer, SYSTEM, {
      steamid,
      name: 'persona',
      avatarHash: null,
      status: 'USER',
      isFake: true,
      ageConfirmed: true,
    });
    expect(await world.refused(signIn, SYSTEM, answer(steamid))).toBe('SIGN_IN_FAILED');
  });

  test("only the system can make the system's calls", async () => {
    for (const status of ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
      const actor = world.actor({ status });
      expect(await world.refused(signIn, actor, answer(freshSteamid()))).toBe('FORBIDDEN');
      expect(await world.refused(endSessions, actor, { playerId: actor.id })).toBe('FORBIDDEN');
    }
    expect(await world.refused(signIn, null, answer(freshSteamid()))).toBe('SIGNED_OUT');
  });
});

describe('sessions', () => {
  const resolve = (token: string) => sessionResolver(world.deps)(token);
  const open = async () => {
    const token = freshToken();
    const { playerId } = await world.run(signIn, SYSTEM, answer(freshSteamid(), token));
    return { token, playerId };
  };

  test('a token identifies its player, with their current data', async () => {
    const { token, playerId } = await open();
    const who = { kind: 'player', id: playerId, status: 'USER', isBot: false, ageConfirmed: false };
    const actor = { ...who, isClosing: false, signedInAt: world.clock.now(), sessionId: idOf(token) };
    expect(await resolve(token)).toEqual({ sessionId: idOf(token), actor });
    await world.db.run(sql`update players set status = 'MODERATOR' where id = ${playerId}`);
    expect((await resolve(token))?.actor.status).toBe('MODERATOR');
  });

  test('text that is no token, or an unknown token, identifies no player', async () => {
    const { token } = await open();
    for (const wrong of ['', 'x', idOf(token), `${token}A`, token.slice(1), `${token.slice(0, -1)}!`, freshToken()]) {
      expect(await resolve(wrong)).toBeNull();
    }
  });

  test('the database never holds the token', async () => {
    const { token } = await open();
    const rows = await world.db.many<{ row: string }>(sql`select s::text as row from sessions s`);
    expect(rows.some(({ row }) => row.includes(idOf(token)))).toBe(true);
    expect(rows.some(({ row }) => row.includes(token) || row.includes('192.0.2.7'))).toBe(false);
  });

  test('it ends after seven idle days; use keeps it alive for at most thirty days', async () => {
    const { token: idle } = await open();
    const { token: used } = await open();
    const began = world.clock.now();
    await world.clock.advance(SESSION_IDLE_MS - 1);
    expect(await resolve(used)).not.toBeNull();
    await world.clock.advance(1);
    expect(await resolve(idle)).toBeNull();
    while (world.clock.now() - began < SESSION_ABSOLUTE_MS - SESSION_IDLE_MS) {
      await world.clock.advance(SESSION_IDLE_MS / 2);
      expect(await resolve(used)).not.toBeNull();
    }
    await world.clock.advance(began + SESSION_ABSOLUTE_MS - 1 - world.clock.now());
    expect(await resolve(used)).not.toBeNull();
    await world.clock.advance(1);
    expect(await resolve(used)).toBeNull();
  });

  test('ending one leaves the others, ending all leaves none', async () => {
    const steamid = freshSteamid();
    const [one, two, three] = [freshToken(), freshToken(), freshToken()];
    let playerId = '';
    for (const token of [one, two, three]) {
      ({ playerId } = await world.run(signIn, SYSTEM, answer(steamid, token)));
    }
    expect(await world.run(endSessions, SYSTEM, { sessionId: idOf(one) })).toEqual({ ended: 1 });
    expect([await resolve(one), (await resolve(two))?.actor.id]).toEqual([null, playerId]);
    expect(await world.run(endSessions, SYSTEM, { playerId })).toEqual({ ended: 2 });
    expect([await resolve(two), await resolve(three)]).toEqual([null, null]);
  });

  test('the sweep deletes expired sessions and nonces, and nothing else', async () => {
    const { token: old } = await open();
    await world.clock.advance(SESSION_IDLE_MS);
    const { token: fresh } = await open();
    await world.sweepAll();
    const ids = (await world.db.many<{ id: string }>(sql`select id from sessions`)).map((row) => row.id);
    expect(ids).toContain(idOf(fresh));
    expect(ids).not.toContain(idOf(old));
    const [nonces] = await world.db.many<{ n: number }>(sql`select count(*) as n from openid_nonces`);
    expect(nonces?.n).toBe(1);
  });
});

describe('the signed-in user', () => {
  test('has every field of the spec, and confirms their age once', async () => {
    const id = await add({ ageConfirmed: false });
    const actor = world.actor({ id, ageConfirmed: false });
    const { user, statistics } = await world.run(getUser, actor, {});
    expect(User.strict().parse(user)).toEqual(user);
    expect(user).toMatchObject({
      id,
      status: 'USER',
      tradeToken: '',
      balanceUsd: 0,
      balanceUsdHold: 0,
      ageConfirmed: false,
    });
    expect(statistics.netUsd).toBe(0);
    await world.run(confirmAge, actor, { adult: true });
    expect((await world.run(getUser, actor, {})).user.ageConfirmed).toBe(true);
    const first = await world.db.one<{ at: number }>(sql`select age_confirmed_at as at from players where id = ${id}`);
    await world.clock.advance(1_000);
    await world.run(confirmAge, actor, { adult: true });
    expect(await world.db.one(sql`select age_confirmed_at as at from players where id = ${id}`)).toEqual(first);
  });

  test('only an explicit yes from a signed-in player confirms the age', async () => {
    const actor = world.actor({ id: await add({ ageConfirmed: false }), ageConfirmed: false });
    for (const input of [{}, { adult: false }, { adult: 'true' }, { adult: true, playerId: 'x' }]) {
      expect(await world.refused(confirmAge, actor, input)).toBe('BAD_INPUT');
    }
    expect(await world.refused(confirmAge, null, { adult: true })).toBe('SIGNED_OUT');
    expect(await world.refused(getUser, null, {})).toBe('SIGNED_OUT');
  });

  test('a profile is imported with a safe name; staff may be called staff', async () => {
    const player = await add();
    const admin = await add({ status: 'ADMIN' });
    for (const playerId of [player, admin]) {
      await world.run(saveProviderProfile, SYSTEM, { playerId, name: 'Admin\u202e', avatar: '/a.svg' });
    }
    const users = await publicUsers(world.db, [player, admin]);
    expect([users.get(player)?.name, users.get(player)?.badge]).toEqual([
      expect.stringMatching(/^Admin\* #\d{4}$/),
      null,
    ]);
    expect([users.get(admin)?.name, users.get(admin)?.badge]).toEqual(['Admin', 'STAFF']);
    const again = { playerId: player, name: 'Admin', avatar: '/a.svg' };
    expect(await world.run(saveProviderProfile, SYSTEM, again)).toEqual({ changed: false });
  });
});

describe('the name of a staff member', () => {
  const nameOf = async (id: string) => (await publicUsers(world.db, [id])).get(id)?.name;
  const ending = (steamid: string) => ` #${steamid.slice(-4)}`;

  test('is exclusive: any other player with the name or a look-alike shows the end of their steamid', async () => {
    const staff = await add({ status: 'MODERATOR', name: 'Vesna Morn' });
    const alike = ['Vesna Morn', 'vesna morn', 'Vеsnа  Моrn', 'V3sna.Mom', '*Vesna* Morn', 'VÉSNA MORN'];
    for (const name of alike) {
      const steamid = freshSteamid();
      const id = await add({ steamid, name });
      expect(await nameOf(id)).toBe(`${name.replace('  ', ' ')}${ending(steamid)}`);
    }
    for (const name of ['Vesna', 'Vesna Morna', 'Wesna Morn']) expect(await nameOf(await add({ name }))).toBe(name);
    expect(await nameOf(staff)).toBe('Vesna Morn');
    const colleague = await add({ status: 'ADMIN', name: 'Vesna Morn' });
    expect(await nameOf(colleague)).toBe('Vesna Morn');
  });

  test('uses current data: when someone becomes staff later, renames, or leaves staff', async () => {
    const steamid = freshSteamid();
    const player = await add({ steamid, name: '黒猫' });
    const other = await add({ name: '黒猫' });
    expect(await nameOf(player)).toBe('黒猫');
    const become = (status: string) => world.db.run(sql`update players set status = ${status} where id = ${other}`);
    await become('SUPPORT');
    expect([await nameOf(player), await nameOf(other)]).toEqual([`黒猫${ending(steamid)}`, '黒猫']);
    await world.run(saveProviderProfile, SYSTEM, { playerId: other, name: 'someone else', avatar: '/a.svg' });
    expect(await nameOf(player)).toBe('黒猫');
    await world.run(saveProviderProfile, SYSTEM, { playerId: other, name: '黒 猫', avatar: '/a.svg' });
    expect(await nameOf(player)).toBe(`黒猫${ending(steamid)}`);
    await become('USER');
    expect(await nameOf(player)).toBe('黒猫');
  });

  test('is stored for existing rows too, and is found by an index that contains only staff', async () => {
    await add({ status: 'ADMIN', name: '⚔⚔' });
    const steamid = freshSteamid();
    const player = await add({ steamid, name: '⚔⚔' });
    await world.db.run(sql`update players set look = null where id = ${player}`);
    expect(await nameOf(player)).toBe('⚔⚔');
    for (const feature of world.features) await feature.start?.();
    expect(await nameOf(player)).toBe(`⚔⚔${ending(steamid)}`);
    const plan = await world.db.many<{ 'QUERY PLAN': string }>(sql`
      explain select 1 from players p where p.id = ${player} and exists (
        select 1 from players s where s.look = p.look and s.status <> 'USER')`);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('players_staff_look');
    expect(lines).not.toContain('Seq Scan');
  });
});

/** A player's loss in a round. */
const lost = (playerId: string, roundId: string, stakedCents: number): GameResult => ({
  playerId,
  roundId,
  game: 'jackpot',
  at: 1,
  won: false,
  stakedCents,
  wonCents: 0,
  feeCents: 0,
});

describe('the interface for other features', () => {
  test('bots are bots, and pseudonyms do not reveal the player', async () => {
    const bot = await add({ isFake: true, name: 'halfmoon' });
    expect(await bots(world.db)).toContainEqual(expect.objectContaining({ id: bot, badge: 'BOT', isFake: true }));
    const player = await add();
    const names = await pseudonyms(world.db, [bot, player, player]);
    expect([...names.keys()].sort()).toEqual([bot, player].sort());
    for (const name of names.values()) expect(name).toMatch(/^[0-9a-f]{32}$/);
    await expect(publicUsers(world.db, ['ply_unknown'])).rejects.toThrow('unknown player');
  });

  test('experience is the floor of all stakes, in any order, and a round counts once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 }), async (stakes) => {
        const playerId = await add();
        const results = stakes.map((stakedCents, i): GameResult => {
          const won = i % 2 === 0;
          const wonCents = won ? stakedCents * 2 - 1 : 0;
          const roundId = `rnd_${playerId}_${i}`;
          return { playerId, roundId, game: 'coinflip', at: 1, won, stakedCents, wonCents, feeCents: won ? 1 : 0 };
        });
        for (const result of results) await world.db.transaction((tx) => recordResults(tx, [result]));
        await world.db.transaction((tx) => recordResults(tx, results));
        const total = stakes.reduce((sum, cents) => sum + cents, 0);
        const experience = Math.floor((total * 10) / 100);
        const user = (await publicUsers(world.db, [playerId])).get(playerId);
        expect(user).toMatchObject({ experience, level: Math.floor(experience / 100) });
        const { statistics } = await world.run(getUser, world.actor({ id: playerId }), {});
        expect(statistics.games.coinflip).toMatchObject({ played: stakes.length, won: Math.ceil(stakes.length / 2) });
        const net = results.reduce((sum, result) => sum + result.wonCents - result.stakedCents, 0);
        expect(Math.round(statistics.netUsd * 100)).toBe(net);
      }),
      { numRuns: 15 },
    );
  });

  test('a new rate counts for later stakes only', async () => {
    const playerId = await add();
    const stake = (roundId: string) => lost(playerId, roundId, 1_000);
    await world.db.transaction((tx) => recordResults(tx, [stake('rnd_before')]));
    await writeSetting(world.db, SITE_SETTINGS, 'xp.perUsd', 20, world.clock.now());
    await world.db.transaction((tx) => recordResults(tx, [stake('rnd_after')]));
    await writeSetting(world.db, SITE_SETTINGS, 'xp.perUsd', 10, world.clock.now());
    expect((await publicUsers(world.db, [playerId])).get(playerId)?.experience).toBe(300);
    await world.checkInvariants();
  });

  test('a bot gains no experience and has no level; its results count', async () => {
    const [bot, player] = [await add({ isFake: true }), await add()];
    const row = (playerId: string): GameResult => ({
      ...lost(playerId, 'rnd_with_bot', 50_000),
      won: playerId === bot,
      wonCents: playerId === bot ? 95_000 : 0,
      feeCents: playerId === bot ? 5_000 : 0,
    });
    await world.db.transaction((tx) => recordResults(tx, [row(bot), row(player)]));
    const users = await publicUsers(world.db, [bot, player]);
    expect([users.get(bot), users.get(player)]).toMatchObject([
      { level: 0, experience: 0 },
      { level: 50, experience: 5_000 },
    ]);
    const { statistics } = await world.run(getUser, world.actor({ id: bot }), {});
    expect(statistics.games.jackpot).toMatchObject({ played: 1, won: 1, stakedUsd: 500, wonUsd: 950 });
    await world.checkInvariants();
  });

  test('the invariants detect a bot that gained experience, and accept a player who did', async () => {
    const [bot, player] = [await add({ isFake: true }), await add()];
    await world.db.run(sql`
      insert into player_results (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      select id, 'rnd_old', 'coinflip', 1, false, 2000, 0, 0, 20000 from players where id in (${bot}, ${player})`);
    await world.db.run(sql`
      insert into player_game_stats (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      select id, 'coinflip', 1, 0, 2000, 0, 0, 20000 from players where id in (${bot}, ${player})`);
    await world.db.run(sql`
      insert into player_days (player_id, day, game, is_bot, played, won, staked_cents, won_cents, fee_cents)
      select id, 0, 'coinflip', is_fake, 1, 0, 2000, 0, 0 from players where id in (${bot}, ${player})`);
    await world.db.run(sql`
      insert into result_totals (game, shard, rounds, paid_cents) values ('coinflip', 100, 1, 0)`);
    const before = await publicUsers(world.db, [bot, player]);
    expect([before.get(bot)?.level, before.get(player)?.level]).toEqual([2, 2]);
    await expect(world.checkInvariants()).rejects.toThrow(bot);
    await world.db.run(sql`update player_results set xp_hundredths = 0 where player_id = ${bot}`);
    await world.db.run(sql`update player_game_stats set xp_hundredths = 0 where player_id = ${bot}`);
    const after = await publicUsers(world.db, [bot, player]);
    expect([after.get(bot)?.level, after.get(player)?.level]).toEqual([0, 2]);
    await world.checkInvariants();
  });

  test('two rounds of the same players recorded at once, in opposite order, both count', async () => {
    const [a, b] = [await add(), await add()];
    const row = (playerId: string, roundId: string) => lost(playerId, roundId, 100);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        world.db.transaction((tx) =>
          recordResults(tx, i % 2 === 0 ? [row(a, `r${i}`), row(b, `r${i}`)] : [row(b, `r${i}`), row(a, `r${i}`)]),
        ),
      ),
    );
    const users = await publicUsers(world.db, [a, b]);
    expect([users.get(a)?.experience, users.get(b)?.experience]).toEqual([300, 300]);
    await world.checkInvariants();
  });
});
