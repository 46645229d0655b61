/** The tree of a statement, built in a thread and inline. */
import { expect, test } from 'vitest';
import { systemRandom } from '../platform/process/system-ports.ts';
import { buildTreeAside, buildTree } from './tree.ts';

test('a thread builds the tree of many players exactly as the inline code does', async () => {
  const liabilities = Array.from({ length: 600 }, (_, n) => ({
    steamid: `7656119${String(n).padStart(10, '0')}`,
    sums: { cents: n, items: n % 4, itemCents: n * 3 },
  }));
  const seed = systemRandom.bytes(32);
  const aside = await buildTreeAside(liabilities, seed, new AbortController().signal);
  const here = buildTree(liabilities, seed);
  expect([aside.depth, aside.sums, aside.tiles.length]).toEqual([10, here.sums, here.tiles.length]);
  expect(Buffer.from(aside.root).equals(Buffer.from(here.root))).toBe(true);
});
