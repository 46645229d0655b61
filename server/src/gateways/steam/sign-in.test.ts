import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAssertion, readCheck } from './openid.ts';
import { verifySignIn } from './sign-in.ts';
import { answerOf } from '../../../testing/gateways/steam/simulated-player.fixture.ts';

const STEAMID = '76561198000000101';
const REALM = 'http://127.0.0.1:4000';
const returnTo = (state: string) => `${REALM}/api/auth/return?state=${state}`;
const MINE = returnTo('s'.repeat(32));

let sim: Simulators;
beforeAll(async () => {
  sim = await startSimulators();
});
afterAll(() => sim.stop());
afterEach(() => sim.faults.clear());

const answer = (to = MINE) => answerOf(sim.steam.baseUrl, { realm: REALM, returnTo: to }, { steamid: STEAMID });
const verify = (query: string, expected: { returnTo?: string; now?: number } = {}) =>
  verifySignIn({ base: sim.steam.baseUrl, timeoutMs: 600 }, query, {
    returnTo: expected.returnTo ?? MINE,
    now: expected.now ?? sim.clock.now(),
  });

/** The answer with some parameters changed (null removes one), everything else byte for byte. */
function changed(query: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params.toString();
}

test('an honest answer gives the account and its nonce, and is checked once, at the configured provider', async () => {
  sim.log.clear();
  const outcome = await verify(await answer());
  expect(outcome).toMatchObject({ kind: 'ok', value: { steamid: STEAMID } });
  const asked = sim.log.list({ service: 'steam' }).filter((entry) => entry.method === 'POST');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ origin: sim.steam.baseUrl, referer: `${sim.steam.baseUrl}/`, status: 200 });
});

describe('tampered answers are refused before the provider is asked', () => {
  const evil = 'http://127.0.0.1:9';
  const cases: [string, (query: string) => string][] = [
    ['ns missing', (q) => changed(q, { 'openid.ns': null })],
    ['ns of OpenID 1', (q) => changed(q, { 'openid.ns': 'http://openid.net/signon/1.1' })],
    ['mode error', (q) => changed(q, { 'openid.mode': 'error' })],
    ['mode missing', (q) => changed(q, { 'openid.mode': null })],
    ['op_endpoint elsewhere', (q) => changed(q, { 'openid.op_endpoint': `${evil}/openid/login` })],
    ['op_endpoint with a suffix', (q) => changed(q, { 'openid.op_endpoint': `${sim.steam.baseUrl}/openid/login/` })],
    ['claimed_id elsewhere', (q) => changed(q, { 'openid.claimed_id': `${evil}/openid/id/${STEAMID}` })],
    [
      'both identities elsewhere',
      (q) =>
        changed(q, {
          'openid.claimed_id': `${evil}/openid/id/${STEAMID}`,
          'openid.identity': `${evil}/openid/id/${STEAMID}`,
        }),
    ],
    [
      'both identities at a host whose name is as long',
      (q) => {
        const elsewhere = identity(STEAMID).replace('127.0.0.1', '127.0.0.2');
        return changed(q, { 'openid.claimed_id': elsewhere, 'openid.identity': elsewhere });
      },
    ],
    ['identity of another account', (q) => changed(q, { 'openid.identity': identity('76561198000000102') })],
    ['an account number with a suffix', (q) => both(q, `${STEAMID}/`)],
    ['an account number with a fragment', (q) => both(q, `${STEAMID}#76561198000000102`)],
    ['an account number with a line break', (q) => both(q, `${STEAMID}\n`)],
    ['a clan instead of a person', (q) => both(q, '103582791429521412')],
    ['the zero account', (q) => both(q, '76561197960265728')],
    ['return_to of another site', (q) => changed(q, { 'openid.return_to': MINE.replace('4000', '4001') })],
    ['return_to with one more parameter', (q) => changed(q, { 'openid.return_to': `${MINE}&x=1` })],
    ['another state in return_to', (q) => changed(q, { 'openid.return_to': returnTo('t'.repeat(32)) })],
    ['another state beside it', (q) => changed(q, { state: 't'.repeat(32) })],
    ['no state', (q) => changed(q, { state: null })],
    ['a parameter that is not ours', (q) => `${q}&next=/x`],
    ['a field twice', (q) => `${q}&openid.claimed_id=${encodeURIComponent(identity(STEAMID))}`],
    ['state twice', (q) => `${q}&state=${'s'.repeat(32)}`],
    ['signed leaves out claimed_id', (q) => changed(q, { 'openid.signed': signedWithout(q, 'claimed_id') })],
    ['signed leaves out identity', (q) => changed(q, { 'openid.signed': signedWithout(q, 'identity') })],
    ['signed leaves out return_to', (q) => changed(q, { 'openid.signed': signedWithout(q, 'return_to') })],
    ['signed leaves out response_nonce', (q) => changed(q, { 'openid.signed': signedWithout(q, 'response_nonce') })],
    ['signed leaves out op_endpoint', (q) => changed(q, { 'openid.signed': signedWithout(q, 'op_endpoint') })],
    ['signed names a field twice', (q) => changed(q, { 'openid.signed': `${signedWithout(q, '')},identity` })],
    ['signed names a field that is not there', (q) => changed(q, { 'openid.signed': `${signedWithout(q, '')},x` })],
    ['signed missing', (q) => changed(q, { 'openid.signed': null })],
    ['sig missing', (q) => changed(q, { 'openid.sig': null })],
    ['assoc_handle missing', (q) => changed(q, { 'openid.assoc_handle': null })],
    ['nonce without an instant', (q) => changed(q, { 'openid.response_nonce': 'abcdefgh' })],
    ['nonce of an impossible day', (q) => changed(q, { 'openid.response_nonce': '2026-13-45T00:00:00Zabc' })],
    ['nonce without its random part', (q) => changed(q, { 'openid.response_nonce': '2026-01-01T00:00:00Z' })],
    ['a value of 3 kB', (q) => changed(q, { 'openid.sig': 'a'.repeat(3_000) })],
    [
      'an answer of 9 kB',
      (q) => `${q}&${Array.from({ length: 9 }, (_, i) => `openid.x${i}=${'a'.repeat(1_000)}`).join('&')}`,
    ],
    ['forty parameters', (q) => `${q}&${Array.from({ length: 40 }, (_, i) => `openid.x${i}=1`).join('&')}`],
    ['nothing at all', () => ''],
  ];
  const identity = (steamid: string) => `${sim.steam.baseUrl}/openid/id/${steamid}`;
  const both = (query: string, steamid: string) =>
    changed(query, { 'openid.claimed_id': identity(steamid), 'openid.identity': identity(steamid) });
  const signedWithout = (query: string, name: string) =>
    (new URLSearchParams(query).get('openid.signed') ?? '')
      .split(',')
      .filter((signed) => signed !== name)
      .join(',');

  test.each(cases)('%s', async (_name, tamper) => {
    const honest = await answer();
    sim.log.clear();
    expect(await verify(tamper(honest))).toMatchObject({ kind: 'refused' });
    expect(sim.log.list({ service: 'steam' })).toEqual([]);
    expect(await verify(honest)).toMatchObject({ kind: 'ok' });
  });
});

describe('tampered answers that only the provider can detect', () => {
  test.each([
    ['signature', { 'openid.sig': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['handle', { 'openid.assoc_handle': '1' }],
  ])('%s changed', async (_name, changes) => {
    expect(await verify(changed(await answer(), changes))).toMatchObject({ kind: 'refused' });
  });

  test('an account changed in both identities', async () => {
    const other = `${sim.steam.baseUrl}/openid/id/76561198000000202`;
    const query = changed(await answer(), { 'openid.claimed_id': other, 'openid.identity': other });
    expect(await verify(query)).toMatchObject({ kind: 'refused' });
  });

  test('a second use', async () => {
    const query = await answer();
    expect(await verify(query)).toMatchObject({ kind: 'ok' });
    expect(await verify(query)).toMatchObject({ kind: 'refused' });
  });
});

describe('time', () => {
  test.each([
    [5 * 60_000 + 1_000, 'refused'],
    [4 * 60_000 + 50_000, 'ok'],
    [-4 * 60_000 - 50_000, 'ok'],
    [-5 * 60_000 - 2_000, 'refused'],
  ])('%d ms after the answer: %s', async (later, kind) => {
    expect(await verify(await answer(), { now: sim.clock.now() + later })).toMatchObject({ kind });
  });

  test.each(['nonce-expired', 'clock-skew'])('provider fault %s', async (fault) => {
    sim.faults.set('steam', fault);
    expect(await verify(await answer())).toMatchObject({ kind: 'refused' });
  });
});

describe('a provider that does not answer properly is unavailable, never a yes', () => {
  test.each(['check-403', 'check-503', 'check-hang', 'check-html', 'check-truncated'])('%s', async (fault) => {
    const query = await answer();
    sim.faults.set('steam', fault);
    expect(await verify(query)).toMatchObject({ kind: 'unavailable' });
  });

  test('but a slow one is waited for', async () => {
    const query = await answer();
    sim.faults.set('steam', 'check-slow', { ms: 50 });
    expect(await verify(query)).toMatchObject({ kind: 'ok' });
  });

  test('a connection cut in the middle', async () => {
    const query = await answer();
    sim.faults.set('steam', 'check-truncated', { drop: 1 });
    expect(await verify(query)).toMatchObject({ kind: 'unavailable' });
  });

  test('is_valid:false is a no', async () => {
    const query = await answer();
    sim.faults.set('steam', 'check-invalid');
    expect(await verify(query)).toMatchObject({ kind: 'refused' });
  });

  test('no server listens', async () => {
    const query = await answer();
    const dead = { base: 'http://127.0.0.1:1' };
    const moved = query.replaceAll(encodeURIComponent(sim.steam.baseUrl), encodeURIComponent(dead.base));
    const outcome = await verifySignIn(dead, moved, { returnTo: MINE, now: sim.clock.now() });
    expect(outcome).toMatchObject({ kind: 'unavailable' });
  });

  test('cancelled', async () => {
    const query = await answerOf(sim.steam.baseUrl, { realm: REALM, returnTo: MINE }, 'cancel');
    expect(await verify(query)).toMatchObject({ kind: 'refused', why: 'cancelled at the provider' });
  });
});

test('random queries never throw and are never accepted', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (query) => {
      expect(readAssertion(query, { providerBase: 'https://p', returnTo: MINE, now: 0 })).toBeTypeOf('string');
    }),
  );
});

test.each([
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:true\n', 'valid'],
  ['is_valid:true\nns:http://specs.openid.net/auth/2.0\n', 'valid'],
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:false\n', 'invalid'],
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:true\nis_valid:false\n', 'unclear'],
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:true', 'unclear'],
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:true\nis_va', 'unclear'],
  ['ns:http://specs.openid.net/auth/2.0\nis_valid:trueish\n', 'unclear'],
  ['is_valid:true\n', 'unclear'],
  ['<html>is_valid:true</html>\n', 'unclear'],
  ['', 'unclear'],
])('check answer %j is %s', (body, verdict) => {
  expect(readCheck(body)).toBe(verdict);
});
