/** The directory over HTTP: who may ask, one home for each person, and its settings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@fairpot/server/platform/database/sql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readDirectoryConfig, type ListedCell } from './config.ts';
import { openDirectory, testCell, type TestDirectory } from './directory.fixture.ts';

const [eu, us] = [testCell('eu'), testCell('us')];
const POLICY = 'quorum none\n';
let directory: TestDirectory;
beforeAll(async () => {
  directory = await openDirectory([eu, us], POLICY);
});
afterAll(() => directory.close());

let people = 0;
const person = () => `7656119${String((people += 1)).padStart(10, '0')}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function ask(path: string, headers: Record<string, string>, body?: unknown) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${directory.url}${path}`, { ...sent, headers: { ...type, ...headers } });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const claim = (cell: { readonly key: string }, steamid: string) => ask('/homes', bearer(cell.key), { steamid });
const home = ({ name, origin, logKey }: ListedCell, isHere: boolean) => ({
  status: 200,
  body: { cell: { name, origin, logKey }, isHere, moves: 0 },
});

test('everyone may read the cells, with their logs and one policy, and no key of a cell', async () => {
  const { status, body } = await ask('/cells', {});
  expect(status).toBe(200);
  expect(body).toEqual({
    cells: [eu, us].map(({ name, origin, logKey }) => ({ name, origin, logKey })),
    policy: POLICY,
  });
});

test('the first cell that asks becomes the home, and stays it', async () => {
  const steamid = person();
  expect(await claim(eu, steamid)).toEqual(home(eu, true));
  expect(await claim(eu, steamid)).toEqual(home(eu, true));
  expect(await claim(us, steamid)).toEqual(home(eu, false));
  expect(await ask(`/homes/${steamid}`, bearer(us.key))).toEqual(home(eu, false));
});

test('of cells that ask at once, each person gets one home', async () => {
  for (let round = 0; round < 20; round += 1) {
    const steamid = person();
    const answers = await Promise.all([eu, us, eu, us, us, eu].map((cell) => claim(cell, steamid)));
    const homes = new Set(answers.map(({ body }) => (body as { cell: { name: string } }).cell.name));
    expect(homes.size).toBe(1);
  }
});

test('a look-up claims nothing', async () => {
  const steamid = person();
  expect((await ask(`/homes/${steamid}`, bearer(us.key))).status).toBe(404);
  expect(await claim(eu, steamid)).toEqual(home(eu, true));
});

describe('without the key of a cell', () => {
  test.each([
    ['none', {}],
    ['another', bearer('0'.repeat(64))],
    ['an empty one', { authorization: 'Bearer ' }],
    ['the digest that the file has', bearer(eu.keySha256)],
    ['another scheme', { authorization: `Basic ${eu.key}` }],
  ])('%s: nothing is said and nothing changes', async (_which, headers) => {
    const steamid = person();
    expect((await ask('/homes', headers, { steamid })).status).toBe(401);
    expect((await ask(`/homes/${steamid}`, headers)).status).toBe(401);
    const { n } = await directory.db.one<{ n: number }>(
      sql`select count(*) as n from homes where steamid = ${steamid}`,
    );
    expect(n).toBe(0);
  });
});

test.each(['', '123', '7656119', `x${person()}`, `${person()}0`])('%j is no person', async (steamid) => {
  expect((await claim(eu, steamid)).status).toBe(400);
});

test('a home at a cell that is not listed any more leads nowhere', async () => {
  const steamid = person();
  await directory.db.run(sql`insert into homes (steamid, cell, claimed_at) values (${steamid}, 'asia', 0)`);
  expect(await claim(eu, steamid)).toEqual({ status: 500, body: { why: 'the directory failed' } });
});

describe('settings', () => {
  const listed = [eu, us].map(({ name, origin, logKey, keySha256 }) => ({ name, origin, logKey, keySha256 }));
  const readWith = (cells: unknown, more: Record<string, string> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'fairpot-directory-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'cells.json'), JSON.stringify(cells));
    return () =>
      readDirectoryConfig({
        FAIRPOT_MODE: 'live',
        DIRECTORY_DATABASE_URL: 'postgres://directory@127.0.0.1/directory',
        DIRECTORY_CELLS: join(folder, 'cells.json'),
        ...more,
      });
  };

  test('a good file is read', () => {
    expect(readWith(listed)()).toMatchObject({ port: 3400, host: '127.0.0.1', cells: listed, policy: null });
  });

  test.each([
    ['no cell', []],
    ['two of one name', [listed[0], { ...listed[1], name: 'eu' }]],
    ['two of one origin', [listed[0], { ...listed[1], origin: eu.origin }]],
    ['two with one key', [listed[0], { ...listed[1], keySha256: eu.keySha256 }]],
    ['two with one log', [listed[0], { ...listed[1], logKey: eu.logKey }]],
    ['a path in an origin', [{ ...listed[0], origin: `${eu.origin}/x` }]],
    ['an origin without https', [{ ...listed[0], origin: 'http://eu.example' }]],
    ['an origin on this machine', [{ ...listed[0], origin: 'https://localhost:3000' }]],
    ['a key that is no key', [{ ...listed[0], logKey: 'eu+00000000+AAAA' }]],
    ['a plain key of a cell', [{ ...listed[0], keySha256: 'secret' }]],
  ])('%s: refused', (_what, cells) => {
    expect(readWith(cells)).toThrow('DIRECTORY_CELLS');
  });

  test('a demo lists only cells of this machine', () => {
    expect(readWith(listed, { FAIRPOT_MODE: 'demo' })).toThrow('a demo is on this machine');
  });
});
