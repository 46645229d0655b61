import { describe, expect, test } from 'vitest';
import { arrivalOf, missedSince } from './gaps.ts';

describe('an arriving fact', () => {
  test('is next if its prev is the last known number', () => {
    expect(arrivalOf('7', { seq: '9', prev: '7' })).toBe('next');
  });

  test('is next if its prev is older than our head: the topic was empty in between', () => {
    expect(arrivalOf('8', { seq: '9', prev: '7' })).toBe('next');
  });

  test('is old if its seq is not newer than the last known number', () => {
    expect(arrivalOf('9', { seq: '9', prev: '7' })).toBe('old');
    expect(arrivalOf('10', { seq: '9', prev: '7' })).toBe('old');
  });

  test('shows a gap if its prev is newer than the last known number, or none is known', () => {
    expect(arrivalOf('5', { seq: '9', prev: '7' })).toBe('gap');
    expect(arrivalOf(null, { seq: '9', prev: '7' })).toBe('gap');
  });

  test('compares as integers, also beyond 2^53', () => {
    expect(arrivalOf('9', { seq: '10', prev: '9' })).toBe('next');
    expect(arrivalOf('9007199254740993', { seq: '9007199254740994', prev: '9007199254740993' })).toBe('next');
    expect(arrivalOf('9007199254740992', { seq: '9007199254740994', prev: '9007199254740993' })).toBe('gap');
  });
});

test('a head other than the last known number means that facts may have been missed', () => {
  expect(missedSince('5', '6')).toBe(true);
  expect(missedSince('6', '6')).toBe(false);
  expect(missedSince('6', '5')).toBe(true);
  expect(missedSince(null, '6')).toBe(false);
});
