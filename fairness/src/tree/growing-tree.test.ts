/** The growing tree agrees with the tree of merkle.ts at every size. */
import { expect, test } from 'vitest';
import { toHex, utf8 } from '../encoding/bytes.ts';
import { GrowingTree } from './growing-tree.ts';
import { appendLeaf, leafHash, readerOf, rootOf } from './merkle.ts';

test('root and subtrees are those of RFC 6962, for every size up to 300', () => {
  const levels: Uint8Array[][] = [];
  const reported = new Map<string, string>();
  const tree = new GrowingTree((level, index, hash) => reported.set(`${level}/${index}`, toHex(hash)));
  expect(toHex(tree.root())).toBe(toHex(rootOf(readerOf(levels), 0)));
  for (let i = 0; i < 300; i += 1) {
    const hash = leafHash(utf8(`leaf ${i}`));
    appendLeaf(levels, hash);
    tree.append(hash);
    expect(tree.size).toBe(i + 1);
    expect(toHex(tree.root())).toBe(toHex(rootOf(readerOf(levels), i + 1)));
  }
  const expected = levels.flatMap((nodes, level) => nodes.map((node, i) => [`${level}/${i}`, toHex(node)] as const));
  expect(reported).toEqual(new Map(expected));
});
