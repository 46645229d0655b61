import { expect, test } from 'vitest';
import { aboutOf, pageOfAbout } from './about.ts';

const ID = `trd_${'0'.repeat(26)}`;

test.each([
  [`about=trade:${ID}`, { kind: 'trade', id: ID }],
  [`about=trade:${ID}:x`, null],
  ['about=trade', null],
  [`about=wallet:${ID}`, null],
  ['about=trade:<img src=x>', null],
  ['', null],
] as const)('%s', (search, about) => {
  expect(aboutOf(new URLSearchParams(search))).toEqual(about);
});

test('each topic has a page', () => {
  expect(pageOfAbout({ kind: 'round', id: 'rnd_x' })).toBe('/fairplay?round=rnd_x');
  expect(pageOfAbout({ kind: 'trade', id: ID })).toBe(`/deposit?trade=${ID}`);
  expect(pageOfAbout({ kind: 'payment', id: 'cwd_x' })).toBe('/withdraw?payment=cwd_x');
  expect(pageOfAbout({ kind: 'payment', id: 'cor_x' })).toBe('/deposit?payment=cor_x');
});
