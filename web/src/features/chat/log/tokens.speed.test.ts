/** How long the longest messages take: a pattern that goes back and forth would take minutes. */
import { expect, test } from 'vitest';
import { tokenize } from './tokens.ts';

test('a long message of nothing but beginnings is read in no time', () => {
  const began = performance.now();
  for (const sign of [':', '@', ':a', '@a', ':gg', '@@:']) tokenize(sign.repeat(20_000), 'a'.repeat(32));
  expect(performance.now() - began).toBeLessThan(1_000);
});
