/** The first admins, created by the operator on the server's own machine. */
import { addPlayer } from '@fairpot/contract/system/schemas';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../platform/runner/command.ts';
import { staffActs } from '../../platform/runner/staff-acts.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { accountsFeature } from '../accounts.feature.ts';
import { codesOf } from '../codes/code-store.ts';
import { stepOf } from '../codes/totp.ts';
import { actorOf } from '../front.ts';
import { makeFirstAdmin } from './first-admin.ts';

let live: World;
beforeAll(async () => {
  live = await makeWorld({ features: [accountsFeature], config: { mode: 'live' }, drandChain: QUICKNET });
});
afterAll(() => live.close());

const why = 'the first admin';
const make = (steamid: string) => makeFirstAdmin(live.deps, live.db, steamid, why);

test('an account becomes ADMIN with an authenticator that works at once; two are enough; each is in the audit log', async () => {
  const first = await make('STEAM_0:1:19867137');
  expect(await actorOf(live.db, first.playerId)).toMatchObject({ status: 'ADMIN', ageConfirmed: false });
  const { secret = '', recovery = [] } = first.codes ?? {};
  expect(recovery).toHaveLength(10);
  expect((await codesOf(live.db, first.playerId))?.confirmedAt).toBe(live.clock.now());
  const code = generateSync({ secret, epoch: Math.floor(live.clock.now() / 1_000) });
  expect(stepOf(secret, code, live.clock.now(), 0)).not.toBeNull();
  const again = await make('[U:1:39734275]');
  expect(again.playerId).toBe(first.playerId);
  expect(again.codes?.secret).not.toBe(secret);
  const second = await make('76561198000000102');
  await expect(make('76561198000000103')).rejects.toThrow('There are 2 other admins');
  await expect(make('STEAM_0:1:19867137')).rejects.toThrow('There are 1 other admins');
  const { rows } = await staffActs(live.db, { act: 'npm run admin' }, null);
  expect(rows.map(({ actorId, playerId }) => [actorId, playerId])).toEqual([
    ['machine', second.playerId],
    ['machine', first.playerId],
    ['machine', first.playerId],
  ]);
  const admins = await live.db.many(sql`select 1 from players where status = 'ADMIN'`);
  expect(admins).toHaveLength(2);
});

test('refuses the server’s own role, a bot, and anything that is no person’s SteamID', async () => {
  await expect(makeFirstAdmin(live.deps, live.deps.db, '76561198000000104', why)).rejects.toThrow(
    'the owner of the database',
  );
  await expect(make('rookbolt')).rejects.toThrow('Unknown SteamID input format');
  await expect(make('103582791429521408')).rejects.toThrow('not a person');
  const bot = {
    steamid: '76561198000000105',
    name: 'bot',
    avatarHash: null,
    isFake: true,
    ageConfirmed: true,
  } as const;
  await live.run(addPlayer, SYSTEM, { ...bot, status: 'USER' });
  await expect(make(bot.steamid)).rejects.toThrow('bots cannot be staff');
});
