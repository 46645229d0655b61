import { expect, test } from 'vitest';
import { createMatcher, SEQUENCE_MS } from './match-keys.ts';

test('a single key acts at once', () => {
  const match = createMatcher();
  expect(match('/', 0)).toBe('search');
  expect(match('?', 10)).toBe('help');
  expect(match('c', 20)).toBe('chat');
});

test('g then c goes to coinflip, not to chat', () => {
  const match = createMatcher();
  expect(match('g', 0)).toBeNull();
  expect(match('c', SEQUENCE_MS)).toBe('coinflip');
  expect(match('c', SEQUENCE_MS + 1)).toBe('chat');
});

test('a sequence times out', () => {
  const match = createMatcher();
  match('g', 0);
  expect(match('j', SEQUENCE_MS + 1)).toBeNull();
});

test('a key that completes no sequence acts by itself', () => {
  const match = createMatcher();
  match('g', 0);
  expect(match('/', 100)).toBe('search');
});

test('other keys do nothing', () => {
  const match = createMatcher();
  expect(match('x', 0)).toBeNull();
  expect(match('constructor', 10)).toBeNull();
});
