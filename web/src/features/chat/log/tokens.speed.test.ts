/** Time for the longest messages: a backtracking pattern would take minutes. */
import { expect, test } from 'vitest';
import { tokenize } from './tokens.ts';

test('a long message of only token starts is parsed quickly', () => {
  const began = performance.now();
  for (const sign of [':', '@', ':a', '@a', ':gg', '@@:']) tokenize(sign.repeat(20_000), 'a'.repeat(32));
  expect(performance.now() - began).toBeLessThan(1_000);
});
