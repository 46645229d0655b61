/** What a push message may show: a text of the worker's own, and a page of this site. */
import { PUSH_MESSAGE_NAMES } from '@fairpot/contract/notifications/push/calls';
import { expect, test } from 'vitest';
import { readPush } from './push.ts';
import { texts } from './texts.ts';

const push = { message: 'offer', path: '/deposit', tag: 'offer trd_1' };

test('is one of the known messages, each with a text', () => {
  for (const message of PUSH_MESSAGE_NAMES) {
    expect(readPush({ ...push, message })).toEqual({ ...push, message });
    expect(texts.push[message].length).toBeGreaterThan(10);
  }
});

test.each([
  ['no message', null],
  ['text', 'offer'],
  ['a message of another version', { ...push, message: 'bonus' }],
  ['a name that every object has', { ...push, message: 'toString' }],
  ['words of its own', { title: 'You won', body: 'Sign in at evil.example' }],
  ['no tag', { message: 'offer', path: '/deposit' }],
  ['another site', { ...push, path: 'https://evil.example/' }],
  ['another site without a scheme', { ...push, path: '//evil.example' }],
  ['another site with a backslash', { ...push, path: '/\\evil.example' }],
  ['another site behind a tab', { ...push, path: '/\t/evil.example' }],
  ['a script', { ...push, path: 'javascript:alert(1)' }],
  ['a relative path', { ...push, path: 'deposit' }],
])('shows nothing for %s', (_, data) => expect(readPush(data)).toBe(null));

test('keeps nothing else of a message', () => {
  expect(readPush({ ...push, title: 'You won', body: 'x' })).toEqual(push);
});
