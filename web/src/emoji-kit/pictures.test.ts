/** The pictures as they are committed: one for each code, nothing but shapes, within the budget. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EMOJI } from './codes.ts';

const file = readFileSync(new URL('./pictures.json', import.meta.url));
const pictures = JSON.parse(file.toString()) as Record<string, string>;

test('each of the 49 has one, and there is no other', () => {
  expect(Object.keys(pictures).sort()).toEqual(EMOJI.map((emoji) => emoji.code).sort());
});

test('they are shapes alone: no script, no style, no reference', () => {
  for (const body of Object.values(pictures)) {
    expect(body).toMatch(/^(?:<\/?(?:g|path|circle|ellipse|rect)(?:\s[^<>]*)?\/?>)+$/);
    expect(body).not.toMatch(/href|url\(|\son\w+=|style=/i);
  }
});

test('together at most 25 KiB gzipped', () => {
  expect(gzipSync(file, { level: 9 }).length).toBeLessThanOrEqual(25 * 1024);
});
