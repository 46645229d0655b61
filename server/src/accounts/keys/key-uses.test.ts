import { expect, test } from 'vitest';
import { lastUseOf, noteUse, type KeyUses } from './key-uses.ts';

const MINUTE = 60_000;
const NEVER: KeyUses = { lastUsedAt: null, addressHash: '', otherHash: '', otherAt: null };

/** The uses after those from these addresses at these times; counts what was written. */
function used(...uses: readonly (readonly [address: string, at: number])[]) {
  let writes = 0;
  const after = uses.reduce((before, [address, at]) => {
    const noted = noteUse(before, address, at);
    if (noted !== null) writes += 1;
    return noted ?? before;
  }, NEVER);
  return { ...lastUseOf(after), writes };
}

test('a key that was never used has no use', () => {
  expect(used()).toEqual({ at: null, addressHash: '', otherAt: null, writes: 0 });
});

test('uses from one address are written once a minute', () => {
  expect(used(['a', 1], ['a', 2], ['a', MINUTE], ['a', MINUTE + 1])).toMatchObject({ at: MINUTE + 1, writes: 2 });
});

test('a second address shows at once, and when the first was last used', () => {
  expect(used(['a', 1], ['b', 2])).toEqual({ at: 2, addressHash: 'b', otherAt: 1, writes: 2 });
});

test('two places that take turns cost one write a minute each', () => {
  const turns = Array.from({ length: 100 }, (_, n) => [n % 2 === 0 ? 'a' : 'b', n * 1_000] as const);
  expect(used(...turns)).toEqual({ at: 61_000, addressHash: 'b', otherAt: 60_000, writes: 4 });
});

test('a third place replaces the one that is not the newest', () => {
  expect(used(['a', 1], ['b', 2], ['c', 3])).toMatchObject({ at: 3, addressHash: 'c', otherAt: 2 });
});
