/**
 * Two cells with a directory (docs/scale.md): a person has one home, the other cell leads there, and while the directory is killed those who have an
 * account play on and a new person waits. A player moves by the operator's command, with the directory dead in between.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, demoGrant } from '@fairpot/contract/system/schemas';
import { CellList } from '@fairpot/contract/wire/directory.schemas';
import { SYSTEM } from '../../server/src/platform/runner/command.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { lockedCoinflip } from '../lib/coinflip/stakes.ts';
import { Player } from '../lib/player.ts';
import { makePerson, pairAt, TwoCells } from '../lib/soak/two-cells.ts';
import { logIsComplete, runVerifier } from '../lib/soak/verifier.ts';
import { ok, settle, until, type FundedPlayer } from '../lib/operator-table.ts';

const PEOPLE = ['76561198000002001', '76561198000002002', '76561198000002003', '76561198000002004'] as const;
const [ANNA, BELA, CLEO, DORA] = PEOPLE;

let all: TwoCells;
let pair: [FundedPlayer, FundedPlayer];

beforeAll(async () => {
  all = await TwoCells.start();
  for (const steamId of PEOPLE) await makePerson(all.cells, steamId);
  pair = await pairAt(all.cells[0], [ANNA, BELA]);
}, 240_000);
afterAll(() => all.stop(), 60_000);

const accountsOf = async (at: 0 | 1, steamId: string) =>
  (await all.cells[at].site.db.one<{ n: number }>(sql`select count(*) as n from players where steamid = ${steamId}`)).n;

async function play(): Promise<void> {
  const { site } = all.cells[0];
  await settle(site, await lockedCoinflip(pair));
}

test('the directory lists both cells with their logs', async () => {
  const answer = CellList.parse(await (await fetch(`${all.directoryUrl}/cells`)).json());
  const byName = Object.fromEntries(answer.cells.map((cell) => [cell.name, cell]));
  for (const { name, site, logKey } of all.cells) expect(byName[name]).toEqual({ name, origin: site.origin, logKey });
});

test('a person plays at home, and the other cell leads there', async () => {
  const [eu, us] = all.cells;
  await play();
  const visitor = new Player(us.site.origin, 'visitor');
  const answer = await visitor.tryToSignIn(ANNA, '/fairplay');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(`href="${eu.site.origin}/api/auth?next=%2Ffairplay"`);
  expect((await visitor.get('/user')).status).toBe(401);
  expect(await accountsOf(1, ANNA)).toBe(0);
});

test('while the directory is killed, players at home play and sign in, and a new person waits', async () => {
  const [eu, us] = all.cells;
  await all.killDirectory();
  await play();
  const again = new Player(eu.site.origin, 'again');
  await again.signIn(ANNA);
  expect((await again.get('/user')).status).toBe(200);

  const person = new Player(us.site.origin, 'new person');
  expect((await person.tryToSignIn(CLEO)).status).toBe(503);
  expect(await accountsOf(1, CLEO)).toBe(0);

  await all.startDirectory();
  expect((await person.tryToSignIn(CLEO)).status).toBe(302);
  expect((await person.get('/user')).status).toBe(200);
});

test('a player moves with their money: at home there, and led there from the old home', async () => {
  const [eu, us] = all.cells;
  // A demo gives items at a first sign-in, which would not move: this account was made before.
  const account = { steamid: DORA, name: 'Dora', avatarHash: null, status: 'USER', isFake: false, ageConfirmed: true };
  await eu.site.inside.runner.execute(addPlayer, SYSTEM, account);
  const person = new Player(eu.site.origin, 'who moves');
  await person.signUp(DORA);
  await until('the home is claimed', async () => (await all.homeOf(DORA)) === 'eu');
  const { user } = await ok(person.get<{ user: { id: string } }>('/user'));
  const input = { playerId: user.id, origin: 'demo:move', cents: 4_200, items: [] };
  await eu.site.inside.runner.execute(demoGrant, SYSTEM, input, { key: 'move-grant' });
  const file = join(all.folder, 'move.json');
  expect(await all.move(eu, 'out', DORA, 'us', file)).toContain('Carry it to us');
  expect((await person.get('/user')).status).toBe(401);
  expect((await person.tryToSignIn(DORA)).status, 'under way').toBe(503);

  await all.killDirectory();
  await expect(all.move(us, 'in', file)).rejects.toThrow('ended with 2');
  expect(await accountsOf(1, DORA)).toBe(0);
  await all.startDirectory();
  expect(await all.move(us, 'in', file)).toContain('at home here now');
  expect(await all.move(us, 'in', file)).toContain('arrived before');

  expect(await (await person.tryToSignIn(DORA)).text()).toContain(us.site.origin);
  const there = new Player(us.site.origin, 'who moved');
  await there.signIn(DORA);
  const { user: moved } = await ok(there.get<{ user: { balanceUsd: number } }>('/user'));
  expect(moved.balanceUsd).toBe(42);
  await logIsComplete(us.site);
  const verdict = await runVerifier('--site', us.site.origin, '--log-key', us.logKey);
  expect(verdict.out).toContain('the whole log holds');
});
