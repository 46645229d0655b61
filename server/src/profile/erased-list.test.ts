/** Erased accounts stay erased: the list outside of the database, and a start on a database restored from an older copy. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excludeSelf } from '@fairpot/contract/protection/schemas';
import { startClosing } from '@fairpot/contract/profile/schemas';
import { createMessage } from '@fairpot/contract/chat/schemas';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { publicUsers } from '../accounts/front.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { invariant } from '../platform/runner/refused.ts';
import { admin } from '../../testing/global-setup.ts';
import { makeProfileWorld, type ProfileWorld } from '../../testing/profile/profile-world.fixture.ts';
import { profileFeature } from './profile.feature.ts';

const DAY_MS = 86_400_000;
let house: ProfileWorld;
let folder: string;
beforeEach(async () => {
  house = await makeProfileWorld();
  folder = mkdtempSync(join(tmpdir(), 'fp-erased-'));
});
afterEach(async () => {
  const name = await databaseName();
  await house.close();
  await admin(serverUrl(), [`drop database if exists ${name}_copy`]);
  rmSync(folder, { recursive: true, force: true });
});

const databaseName = async () =>
  (await house.world.db.one<{ name: string }>(sql`select current_database() as name`)).name;

function serverUrl(): string {
  const server = inject('testServer');
  invariant(server, 'no test server');
  return server.adminUrl;
}

/** Runs statements that need exclusive access to the database; the pools reconnect by themselves. */
async function alone(statements: (name: string) => readonly string[]): Promise<void> {
  const name = await databaseName();
  const others = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and pid <> pg_backend_pid()`;
  await admin(serverUrl(), [others, ...statements(name)]);
}

const backUp = () => alone((name) => [`create database ${name}_copy template ${name}`]);
const restore = () =>
  alone((name) => [`drop database ${name} with (force)`, `create database ${name} template ${name}_copy`]);

/** The feature of a node that keeps its list in `at`. */
function node(at = folder) {
  const { deps, runner } = house.world;
  const own = { ...deps, config: { ...deps.config, logFolder: at } };
  const made = profileFeature(own, (call, actor, input, options) => runner.execute(call, actor, input, options));
  const keep = made.sweeps?.find(({ name }) => name === 'profile.keep');
  invariant(keep, 'no list');
  const isDue = async () => {
    const { db, clock } = house.world;
    return (await db.one<{ due: boolean }>(sql`select ${keep.due?.(clock.now(), false)} as due`)).due;
  };
  return { start: () => made.start?.(), keep: () => keep.run(new AbortController().signal), isDue };
}

const lines = () =>
  readFileSync(join(folder, 'erased.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const somebody = async (steamid: string): Promise<Actor> => {
  const player = await house.signIn(steamid);
  await house.world.db.run(sql`update players set age_confirmed_at = 1 where id = ${player.id}`);
  return { ...player, ageConfirmed: true };
};

/** Requests the closing, waits, and lets the sweeps finish it. */
async function erase(player: Actor): Promise<void> {
  const { world } = house;
  const { name } = (await publicUsers(world.db, [player.id])).get(player.id)!;
  await world.run(startClosing, { ...player, signedInAt: world.clock.now() }, { name });
  await world.clock.advance(DAY_MS);
  await world.sweepAll();
  await world.clock.advance(60_000);
  await world.sweepAll();
}

const rowOf = ({ id }: Actor) =>
  house.world.db.one<{ name: string; steamid: string | null; closed: boolean }>(sql`
    select name, steamid, closed_at is not null as closed from players where id = ${id}`);

test('a start on a restored database erases the erased accounts again before it serves requests, and no others', async () => {
  const { world } = house;
  const [gone, barred, stays] = [
    await somebody('76561199000700001'),
    await somebody('76561199000700002'),
    await somebody('76561199000700003'),
  ];
  await world.run(createMessage, gone, { message: 'words that were erased' });
  await house.pay(barred, 500);
  await world.run(excludeSelf, barred, { months: 6, sure: true });
  await backUp();
  // After the copy was made: one withdraws everything and makes their exclusion permanent, and both close.
  await house.pay(barred, -500);
  await world.run(excludeSelf, barred, { months: null, sure: true });
  await erase(gone);
  await erase(barred);
  expect(await node().keep()).toBe(2);
  appendFileSync(join(folder, 'erased.jsonl'), `{"id":"${stays.id}","at`);
  await restore();
  expect(await rowOf(gone), 'the copy knows them').toMatchObject({ steamid: '76561199000700001', closed: false });

  await node().start();
  for (const each of [gone, barred]) {
    expect(await rowOf(each)).toEqual({ name: 'Closed account', steamid: null, closed: false });
    expect(await world.db.many(sql`select 1 from sessions where player_id = ${each.id}`)).toEqual([]);
  }
  expect(await rowOf(stays)).toMatchObject({ steamid: '76561199000700003' });
  expect(await house.signInBy('76561199000700002')).toBe('SIGN_IN_EXCLUDED');
  const kept = await world.db.many<{ until: number | null }>(sql`select until_at as until from barred_people`);
  expect(kept, 'for good, although the copy has six months').toEqual([{ until: null }]);
  expect(await house.signInBy('76561199000700001')).not.toBe(gone.id);
  await world.clock.advance(60_000);
  await world.sweepAll();
  expect(await rowOf(gone)).toMatchObject({ closed: true });
  expect(await world.db.many(sql`select 1 from chat_messages where author_id = ${gone.id}`)).toEqual([]);
  // What the copy shows as left is a debt under an anonymous id.
  const { balance } = await world.db.one<{ balance: number }>(sql`
    select balance from ledger_accounts where id = ${`cash:${barred.id}`}`);
  expect(balance).toBe(500);
  // A second start finds nothing to do, and the list continues.
  await node().start();
  expect(await rowOf(gone)).toMatchObject({ closed: true });
  await world.checkInvariants();
});

test('the list has each erasure once, by nodes whose clocks are apart, and no personal data', async () => {
  const { world } = house;
  const [first, second] = [await somebody('76561199000700011'), await somebody('76561199000700012')];
  await erase(first);
  const running = node();
  await running.start();
  expect(await running.isDue()).toBe(true);
  expect(await running.keep()).toBe(1);
  expect(await running.isDue()).toBe(false);
  expect(await running.keep()).toBe(0);
  // A crash cut a line off: the lines after it are complete.
  appendFileSync(join(folder, 'erased.jsonl'), '{"id":"ply_cut');
  // Recorded later, by a node whose clock is five minutes behind.
  await erase(second);
  await world.db.run(sql`
    update players set closing_at = s.at, closes_at = s.at, erased_at = s.at
    from (select erased_at - 300000 as at from players where id = ${first.id}) s where id = ${second.id}`);
  expect(await running.keep()).toBe(1);
  expect(await running.keep()).toBe(0);
  expect(lines().map((line) => /^\{"id":"(\w+)/.exec(line)?.[1])).toEqual([first.id, 'ply_cut', second.id]);
  for (const line of [lines()[0], lines()[2]]) expect(JSON.parse(line ?? '')).toMatchObject({ barred: null });
  for (const said of ['7656119', 'Mozilla', '203.0.113']) expect(lines().join()).not.toContain(said);
  // After a restart, it continues where it was.
  const again = node();
  await again.start();
  expect(await again.keep()).toBe(0);
  expect(lines()).toHaveLength(3);
});
