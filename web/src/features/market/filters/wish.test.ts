import { expect, test } from 'vitest';
import { inputOf, isNarrowed, NO_WISH, paramsOf, toggleWear, wishOf, type Wish } from './wish.ts';

const full: Wish = {
  search: 'ak redline',
  appId: 730,
  wears: [5, 3],
  type: '★ Karambit',
  min: '1.5',
  max: '20',
  sort: 'lowToHigh',
};

test('an address says all of a wish, and nothing of what is as it is by itself', () => {
  expect(wishOf(paramsOf(full))).toEqual(full);
  expect(paramsOf(NO_WISH).toString()).toBe('');
  expect(wishOf(new URLSearchParams())).toEqual(NO_WISH);
});

test('what an address says wrong is left out', () => {
  const params = new URLSearchParams('game=440&wear=9,x,2,2&min=-3&max=1.234&sort=newest&search=' + 'a'.repeat(200));
  expect(wishOf(params)).toEqual({ ...NO_WISH, wears: [2], search: 'a'.repeat(80) });
});

test('the server is asked in its own words', () => {
  expect(inputOf(full)).toEqual({
    search: 'ak redline',
    appId: 730,
    wear: '5,3',
    type: '★ Karambit',
    minUsd: 1.5,
    maxUsd: 20,
    sort: 'lowToHigh',
  });
  expect(inputOf({ ...NO_WISH, search: '   ' })).toEqual({ sort: 'highToLow' });
});

test('wears go on and off, best first; only filters narrow', () => {
  expect(toggleWear(full, 4).wears).toEqual([5, 4, 3]);
  expect(toggleWear(full, 5).wears).toEqual([3]);
  expect(isNarrowed({ ...NO_WISH, sort: 'lowToHigh' })).toBe(false);
  expect(isNarrowed({ ...NO_WISH, max: '5' })).toBe(true);
});
