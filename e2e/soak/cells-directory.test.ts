/**
 * Two cells with a directory (docs/scale.md): a person has one home, the other cell leads there, and while the directory is killed those who have an
 * account play on and a new person waits.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CellList } from '@fairpot/contract/wire/directory.schemas';
import { sql } from '../../server/src/platform/database/sql.ts';
import { lockedCoinflip } from '../lib/coinflip/stakes.ts';
import { Player } from '../lib/player.ts';
import { makePerson, pairAt, TwoCells } from '../lib/soak/two-cells.ts';
import { settle, type FundedPlayer } from '../operator/table.ts';

const [ANNA, BELA, CLEO] = ['76561198000002001', '76561198000002002', '76561198000002003'] as const;

let all: TwoCells;
let pair: [FundedPlayer, FundedPlayer];

beforeAll(async () => {
  all = await TwoCells.start();
  for (const steamId of [ANNA, BELA, CLEO]) await makePerson(all.cells, steamId);
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
