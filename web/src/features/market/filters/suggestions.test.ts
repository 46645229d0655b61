import { expect, test } from 'vitest';
import type { MarketGroup } from '@fairpot/contract/market/schemas';
import { suggestionsFor } from './suggestions.ts';

const group = (over: Partial<MarketGroup>): MarketGroup => ({
  ...{ appId: 730, category: 'rifle', items: 5, minUsd: 1, maxUsd: 2, types: [] },
  ...over,
});
const groups = [
  group({
    types: [
      { name: 'AK-47', items: 2 },
      { name: 'StatTrak™ AK-47', items: 3 },
    ],
  }),
  group({ category: 'knife', types: [{ name: '★ Karambit', items: 1 }] }),
  group({ appId: 252490, items: 9, types: [{ name: 'Alien Red', items: 9 }] }),
];
const found = (search: string) => suggestionsFor(search, groups).map(({ label, hint }) => `${label} / ${hint}`);

test('names match without signs and in any word order, most items first', () => {
  expect(found('ak47')).toEqual(['StatTrak™ AK-47 / CS2, Rifles', 'AK-47 / CS2, Rifles']);
  expect(found('47 stat')).toEqual(['StatTrak™ AK-47 / CS2, Rifles']);
  expect(found('ak47 stattrak')).toEqual(['StatTrak™ AK-47 / CS2, Rifles']);
  expect(found('karam')).toEqual(['★ Karambit / CS2, Knives']);
});

test('categories precede names, in each game', () => {
  expect(found('rifles')).toEqual(['Rifles / Rust', 'Rifles / CS2']);
  expect(found('a')[0]).toBe('Alien Red / Rust, Rifles');
});

test('an empty search and one without a match suggest nothing', () => {
  expect([found('  '), found('★'), found('zzz')]).toEqual([[], [], []]);
});

test('at most eight', () => {
  const types = Array.from({ length: 30 }, (_, n) => ({ name: `Hat ${n}`, items: 1 }));
  expect(suggestionsFor('hat', [group({ types })])).toHaveLength(8);
});
