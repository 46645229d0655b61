/** Pictures are cached for good, so what changes their bytes must change their addresses. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ART_VERSION, artUrl } from './art.ts';
import { drawings, RECIPE } from './drawings.ts';

test('the version is a hash of every drawing, the recipe and the renderer', () => {
  const hash = createHash('sha256').update(JSON.stringify([RECIPE, sharp.versions.sharp, drawings()]));
  expect(ART_VERSION, 'a picture changed: write this version into art.ts').toBe(hash.digest('hex').slice(0, 8));
});

test('an address has the name and the version', () => {
  expect(artUrl('ak-47-redline')).toBe(`/art/ak-47-redline.webp?v=${ART_VERSION}`);
});
