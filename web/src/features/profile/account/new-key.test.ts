import { API_KEY } from '@fairpot/contract/keys/calls';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newApiKey } from './new-key.ts';

test('each new key is another one, in the format that the site accepts, with its hash', () => {
  const made = Array.from({ length: 200 }, newApiKey);
  expect(new Set(made.map(({ key }) => key)).size).toBe(200);
  for (const { key, hash } of made) {
    expect(key).toMatch(API_KEY);
    expect(createHash('sha256').update(key).digest('hex')).toBe(hash);
  }
});
