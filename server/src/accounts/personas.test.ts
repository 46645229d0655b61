/** House personas: created by ADMIN, labelled as bots, with public results. */
import { listPersonas, makePersona } from '@fairpot/contract/operations/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { accountsFeature } from './accounts.feature.ts';
import { recordResults } from './results.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [ledgerFeature, (deps, execute) => accountsFeature(deps, execute)] });
});
afterAll(() => world.close());

const why = 'a fourth voice for the evening';

test('a new one is a bot with nothing, cannot sign in, and is in the audit log', async () => {
  const admin = await newPlayer(world, { status: 'ADMIN' });
  const made = await world.run(makePersona, admin, { name: 'Half past nine', why });
  expect(made).toMatchObject({ name: 'Half past nine', isFake: true, badge: 'BOT', level: 0 });
  // Below the first Steam id that was ever given to a person.
  expect(BigInt(made.steamid) < 76561197960265728n).toBe(true);
  const moderator = await newPlayer(world, { status: 'MODERATOR' });
  expect((await world.run(listPersonas, moderator, {})).personas).toEqual([
    { user: made, balanceUsd: 0, played: 0, stakedUsd: 0, wonUsd: 0, resultUsd: 0 },
  ]);
  const acts = await world.db.many(sql`select actor_id as actor, player_id as player, why from staff_acts`);
  expect(acts).toEqual([{ actor: admin.id, player: made.id, why }]);
});

test('its results are counted: staked, won, and the difference', async () => {
  const { personas } = await world.run(listPersonas, await newPlayer(world, { status: 'ADMIN' }), {});
  const playerId = personas[0]?.user.id ?? '';
  const result = { playerId, game: 'coinflip', at: 1, feeCents: 0 } as const;
  await world.db.transaction((tx) =>
    recordResults(tx, [
      { ...result, roundId: world.deps.ids.next('round'), won: false, stakedCents: 1_000, wonCents: 0 },
      { ...result, roundId: world.deps.ids.next('round'), won: true, stakedCents: 500, wonCents: 950 },
    ]),
  );
  const [now] = (await world.run(listPersonas, await newPlayer(world, { status: 'ADMIN' }), {})).personas;
  expect(now).toMatchObject({ played: 2, stakedUsd: 15, wonUsd: 9.5, resultUsd: -5.5 });
});

test('refuses a name that is reserved, taken or hard to tell from one of the house, and a caller who is not ADMIN', async () => {
  const admin = await newPlayer(world, { status: 'ADMIN' });
  for (const name of ['Fairpot support', 'admin', 'Half past nine', 'HaIf past nine', 'a\u202eb\u202ec']) {
    expect([name, await world.refused(makePersona, admin, { name, why })]).toEqual([name, 'PERSONA_NAME']);
  }
  for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
    const actor = await newPlayer(world, { status });
    expect(await world.refused(makePersona, actor, { name: 'Another one', why })).toBe('FORBIDDEN');
  }
  expect(await world.refused(listPersonas, await newPlayer(world, { status: 'SUPPORT' }), {})).toBe('FORBIDDEN');
});
