/** The committed pictures: one per code, only shapes, within the size budget. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EMOJI } from './codes.ts';

const file = readFileSync(new URL('./pictures.json', import.meta.url));
const pictures = JSON.parse(file.toString()) as Record<string, string>;

test('each of the 49 has a picture, and there are no others', () => {
  expect(Object.keys(pictures).sort()).toEqual(EMOJI.map((emoji) => emoji.code).sort());
});

test('they contain only shapes: no script, style or reference', () => {
  for (const body of Object.values(pictures)) {
    expect(body).toMatch(/^(?:<\/?(?:g|path|circle|ellipse|rect)(?:\s[^<>]*)?\/?>)+$/);
    expect(body).not.toMatch(/href|url\(|\son\w+=|style=/i);
  }
});

test('have at most 25 KiB gzipped in total', () => {
  expect(gzipSync(file, { level: 9 }).length).toBeLessThanOrEqual(25 * 1024);
});
