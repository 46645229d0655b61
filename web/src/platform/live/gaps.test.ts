import { describe, expect, test } from 'vitest';
import { arrivalOf, missedSince } from './gaps.ts';

describe('an arriving fact', () => {
  test('follows when its prev is what we know', () => {
    expect(arrivalOf('7', { seq: '9', prev: '7' })).toBe('next');
  });

  test('follows when our head lies beyond its prev: the topic was empty in between', () => {
    expect(arrivalOf('8', { seq: '9', prev: '7' })).toBe('next');
  });

  test('is old when its seq is not beyond what we know', () => {
    expect(arrivalOf('9', { seq: '9', prev: '7' })).toBe('old');
    expect(arrivalOf('10', { seq: '9', prev: '7' })).toBe('old');
  });

  test('shows a gap when its prev is beyond what we know, or we know nothing', () => {
    expect(arrivalOf('5', { seq: '9', prev: '7' })).toBe('gap');
    expect(arrivalOf(null, { seq: '9', prev: '7' })).toBe('gap');
  });

  test('compares as integers, beyond 2^53 too', () => {
    expect(arrivalOf('9', { seq: '10', prev: '9' })).toBe('next');
    expect(arrivalOf('9007199254740993', { seq: '9007199254740994', prev: '9007199254740993' })).toBe('next');
    expect(arrivalOf('9007199254740992', { seq: '9007199254740994', prev: '9007199254740993' })).toBe('gap');
  });
});

test('a head that is not what we know means that something may have been missed', () => {
  expect(missedSince('5', '6')).toBe(true);
  expect(missedSince('6', '6')).toBe(false);
  expect(missedSince('6', '5')).toBe(true);
  expect(missedSince(null, '6')).toBe(false);
});
