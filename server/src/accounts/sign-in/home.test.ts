/** Signing in at cells that share a directory: one home for each person, and what a directory that is away stops and does not stop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDirectory, testCell, type TestDirectory } from '@fairpot/directory/directory.fixture';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeDirectoryGateway } from '../../gateways/directory/directory.ts';
import { ledgerFeature } from '../../ledger/ledger.feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { accountsFeature } from '../accounts.feature.ts';
import { signInStage, type SignInStage } from '../../../testing/accounts/sign-in/browser.fixture.ts';

const CELLS = [testCell('eu', 'http://127.0.0.1:4001'), testCell('us', 'http://127.0.0.1:4002')] as const;
let directory: TestDirectory;
let stages: readonly [SignInStage, SignInStage];

const cellAt = (url: string, key: string) =>
  signInStage([ledgerFeature, accountsFeature], {}, makeDirectoryGateway({ url, key }, 'demo'));

beforeAll(async () => {
  directory = await openDirectory(CELLS);
  stages = [await cellAt(directory.url, CELLS[0].key), await cellAt(directory.url, CELLS[1].key)];
});
afterAll(async () => {
  for (const stage of stages) await stage.close();
  await directory.close();
});

let people = 700;
/** A new person whom the simulated Steam of each of these cells knows. */
async function person(known: readonly SignInStage[] = stages): Promise<string> {
  const steamId = `76561198000000${(people += 1)}`;
  for (const { sim } of known) {
    const headers = { 'x-sim-token': sim.control.token, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Guest', steamId });
    const made = await fetch(`${sim.control.baseUrl}/_sim/users`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
  }
  return steamId;
}
const accounts = async (stage: SignInStage, steamid: string) =>
  (await stage.world.db.one<{ n: number }>(sql`select count(*) as n from players where steamid = ${steamid}`)).n;
const homeIn = (steamid: string) =>
  directory.db.maybe<{ cell: string }>(sql`select cell from homes where steamid = ${steamid}`);

test('the first sign-in makes a home, and the other cell leads there without an account', async () => {
  const [eu, us] = stages;
  const steamid = await person();
  const browser = eu.browser();
  expect((await eu.signIn(browser, steamid)).status).toBe(302);
  expect((await browser.get('/api/user')).status).toBe(200);
  expect(await homeIn(steamid)).toEqual({ cell: 'eu' });

  const visitor = us.browser();
  const answer = await us.signIn(visitor, steamid, '?next=%2Ffairplay%2Fsolvency');
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page).toContain('Your account is at 127.0.0.1:4001');
  expect(page).toContain('href="http://127.0.0.1:4001/api/auth?next=%2Ffairplay%2Fsolvency"');
  expect(page).toContain('href="/fairplay/solvency"');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect([...visitor.cookies.keys()]).toEqual([]);
  expect((await visitor.get('/api/user')).status).toBe(401);
  expect(await accounts(us, steamid)).toBe(0);
});

test.each([
  ['/coinflip', '/coinflip'],
  ['/', '/'],
  ['/coinflip/rnd_01k5x0v9b4e6n2w8q3r7s1t5y0', '/'],
  ['/fairplay?game=coinflip&hash=ab', '/'],
  ['//evil.example', '/'],
])('the link from %s leads to %s of the home', async (next, there) => {
  const [eu, us] = stages;
  const steamid = await person();
  await eu.signIn(eu.browser(), steamid);
  const page = await (await us.signIn(us.browser(), steamid, `?next=${encodeURIComponent(next)}`)).text();
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  expect(links[0]).toBe(`http://127.0.0.1:4001/api/auth?next=${encodeURIComponent(there)}`);
  expect(links).toHaveLength(2);
  expect(links[1]).toMatch(/^\/(?!\/)/);
});

test('two first sign-ins at once make one home and one account', async () => {
  for (let round = 0; round < 8; round += 1) {
    const steamid = await person();
    const answers = await Promise.all(stages.map((stage) => stage.signIn(stage.browser(), steamid)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 302]);
    const made = await Promise.all(stages.map((stage) => accounts(stage, steamid)));
    const at = made.indexOf(1);
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await homeIn(steamid)).toEqual({ cell: CELLS[at]?.name });
  }
});

describe('while the directory is away', () => {
  test('a new person is refused with nothing half done, and comes in later', async () => {
    const [eu] = stages;
    const steamid = await person();
    const browser = eu.browser();
    await directory.stop();
    const answer = await eu.signIn(browser, steamid, '?next=%2Fcoinflip');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    const page = await answer.text();
    expect(page).toContain(refusalText('DIRECTORY_AWAY'));
    expect(page).toContain('href="/api/auth?next=%2Fcoinflip"');
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await accounts(eu, steamid)).toBe(0);
    expect(await homeIn(steamid)).toBeUndefined();

    await directory.start();
    expect((await eu.signIn(browser, steamid)).headers.get('location')).toBe('/');
    expect(await homeIn(steamid)).toEqual({ cell: 'eu' });
  });

  test('a person with an account signs in, and one who is signed in notices nothing', async () => {
    const [eu] = stages;
    const steamid = await person();
    const browser = eu.browser();
    await eu.signIn(browser, steamid);
    await directory.stop();
    expect((await browser.get('/api/user')).status).toBe(200);
    expect((await eu.signIn(eu.browser(), steamid)).headers.get('location')).toBe('/');
    await directory.start();
  });
});

test('a person whose account is older than the directory claims their home at the next sign-in', async () => {
  const [, us] = stages;
  const steamid = await person();
  await us.signIn(us.browser(), steamid);
  await directory.db.run(sql`delete from homes where steamid = ${steamid}`);
  await us.signIn(us.browser(), steamid);
  await vi.waitFor(async () => expect(await homeIn(steamid)).toEqual({ cell: 'us' }));
});

test('an account that has left signs in nowhere until the directory knows it, then only there', async () => {
  const [eu, us] = stages;
  const steamid = await person();
  const browser = eu.browser();
  await eu.signIn(browser, steamid);
  await eu.world.db.run(sql`update players set moving_to = 'us' where steamid = ${steamid}`);
  expect((await browser.get('/api/user')).status, 'while it waits').toBe(200);
  await eu.world.db.run(sql`update players set moved_at = 1 where steamid = ${steamid}`);
  expect((await browser.get('/api/user')).status).toBe(401);
  const waiting = await eu.signIn(eu.browser(), steamid);
  expect([waiting.status, await waiting.text()]).toEqual([503, expect.stringContaining('Your account is moving')]);
  await directory.db.run(sql`update homes set cell = 'us', moves = 1 where steamid = ${steamid}`);
  expect(await (await eu.signIn(eu.browser(), steamid)).text()).toContain('Your account is at 127.0.0.1:4002');
  expect((await us.signIn(us.browser(), steamid)).headers.get('location')).toBe('/');
});

describe('an answer of the directory that leads elsewhere', () => {
  const logKey = CELLS[0].logKey;
  test.each([
    [
      'a cell outside of this machine',
      { cell: { name: 'x', origin: 'https://evil.example', logKey }, isHere: false, moves: 0 },
    ],
    ['a path', { cell: { name: 'x', origin: 'http://127.0.0.1:1/x', logKey }, isHere: false, moves: 0 }],
    ['a script', { cell: { name: 'x', origin: 'javascript:alert(1)', logKey }, isHere: false, moves: 0 }],
    ['nothing', {}],
    ['no JSON', null],
  ])('%s: no account, and no link', async (_what, body) => {
    const liar = createServer((_request, response) => response.end(body === null ? '<html>' : JSON.stringify(body)));
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const stage = await cellAt(`http://127.0.0.1:${(liar.address() as AddressInfo).port}`, 'key');
    const steamid = await person([stage]);
    const answer = await stage.signIn(stage.browser(), steamid);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('evil');
    expect(await accounts(stage, steamid)).toBe(0);
    await stage.close();
    liar.close();
  });
});

test('a site without a directory asks none', async () => {
  const alone = await signInStage([ledgerFeature, accountsFeature]);
  const steamid = await person([alone]);
  expect((await alone.signIn(alone.browser(), steamid)).headers.get('location')).toBe('/');
  expect(await accounts(alone, steamid)).toBe(1);
  await alone.close();
});
