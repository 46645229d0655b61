/** The settings of push notifications: what a site with them, without them, or with wrong ones does at its start. */
import { expect, test } from 'vitest';
import { ConfigRefused, readConfigWith } from '../../platform/process/config.ts';
import { readPush } from './push-config.ts';
import { TEST_VAPID_KEY } from '../../../testing/gateways/push/push-service.fixture.ts';

function read(env: Record<string, string>, mode: 'demo' | 'live' = 'demo') {
  const problems: string[] = [];
  const { push } = readPush({ mode, env, simulators: null }, problems);
  return { push, problems };
}

test('without a key there are no push notifications', () => {
  expect(read({})).toEqual({ push: null, problems: [] });
  expect(readConfigWith({}, readPush).push).toBe(null);
});

test('the public key belongs to the private one, and the contact is the operator’s', () => {
  const { push, problems } = read({ VAPID_PRIVATE_KEY: TEST_VAPID_KEY, PUBLIC_ORIGIN: 'https://site.example' }, 'live');
  expect(problems).toEqual([]);
  expect(push).toMatchObject({ privateKey: TEST_VAPID_KEY, contact: 'https://site.example', extraOrigins: [] });
  expect(push?.publicKey).toMatch(/^B[A-Za-z0-9_-]{86}$/);
  const contact = 'mailto:ops@site.example';
  expect(read({ VAPID_PRIVATE_KEY: TEST_VAPID_KEY, SECURITY_CONTACT: contact }).push?.contact).toBe(contact);
});

test.each(['', 'short', Buffer.alloc(32).toString('base64url'), Buffer.alloc(32, 255).toString('base64url')])(
  'a key that is none is refused: %j',
  (key) => {
    const { push, problems } = read({ VAPID_PRIVATE_KEY: key });
    expect([push, problems]).toEqual([null, [expect.stringContaining('VAPID_PRIVATE_KEY: not a P-256 private key')]]);
  },
);

test.each([
  ['demo', 'https://push.example', 'only origins on this machine'],
  ['demo', 'http://127.0.0.1:9/path', 'is not an origin'],
  ['demo', 'nonsense', 'is not an origin'],
  ['live', 'http://127.0.0.1:9', 'known push services only'],
] as const)('in %s the extra origin %s is refused', (mode, PUSH_EXTRA_ORIGINS, why) => {
  const { problems } = read({ VAPID_PRIVATE_KEY: TEST_VAPID_KEY, PUSH_EXTRA_ORIGINS }, mode);
  expect(problems.join()).toContain(why);
});

test('a site with wrong settings does not start', () => {
  expect(() => readConfigWith({ VAPID_PRIVATE_KEY: 'short' }, readPush)).toThrow(ConfigRefused);
});
