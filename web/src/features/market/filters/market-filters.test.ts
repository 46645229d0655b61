import { expect, test } from 'vitest';
import {
  inputFromFilters,
  isNarrowed,
  NO_FILTERS,
  paramsFromFilters,
  toggleWear,
  filtersFromParams,
  type MarketFilters,
} from './market-filters.ts';

const full: MarketFilters = {
  search: 'ak redline',
  appId: 730,
  category: 'knife',
  wears: [5, 3],
  type: '★ Karambit',
  min: '1.5',
  max: '20',
  sort: 'lowToHigh',
};

test('a URL holds all filters, without those that have their default', () => {
  expect(filtersFromParams(paramsFromFilters(full))).toEqual(full);
  expect(paramsFromFilters(NO_FILTERS).toString()).toBe('');
  expect(filtersFromParams(new URLSearchParams())).toEqual(NO_FILTERS);
});

test('invalid parameters are ignored', () => {
  const params = new URLSearchParams(
    'game=440&category=skins&wear=9,x,2,2&min=-3&max=1.234&sort=newest&search=' + 'a'.repeat(200),
  );
  expect(filtersFromParams(params)).toEqual({ ...NO_FILTERS, wears: [2], search: 'a'.repeat(80) });
});

test('filters become the input of the server call', () => {
  expect(inputFromFilters(full)).toEqual({
    search: 'ak redline',
    appId: 730,
    category: 'knife',
    wear: '5,3',
    type: '★ Karambit',
    minUsd: 1.5,
    maxUsd: 20,
    sort: 'lowToHigh',
  });
  expect(inputFromFilters({ ...NO_FILTERS, search: '   ' })).toEqual({ sort: 'highToLow' });
});

test('wears toggle, best first; the sort order does not narrow the list', () => {
  expect(toggleWear(full, 4).wears).toEqual([5, 4, 3]);
  expect(toggleWear(full, 5).wears).toEqual([3]);
  expect(isNarrowed({ ...NO_FILTERS, sort: 'lowToHigh' })).toBe(false);
  expect(isNarrowed({ ...NO_FILTERS, max: '5' })).toBe(true);
});
