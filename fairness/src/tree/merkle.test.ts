import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalBytes, fromHex, toHex, utf8 } from '../encoding/bytes.ts';
import {
  appendLeaf,
  consistencyProof,
  inclusionProof,
  leafHash,
  nodeHash,
  readerOf,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';

/** Leaves and roots of the Certificate Transparency reference tree, published with RFC 6962's first implementations. */
const REFERENCE = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;

const MAX = 70;
const leaves = Array.from({ length: MAX }, (_, i) => leafHash(utf8(`leaf ${i}`)));
const levels: Uint8Array[][] = [];
for (const leaf of leaves) appendLeaf(levels, leaf);
const read = readerOf(levels);
const roots = Array.from({ length: MAX + 1 }, (_, size) => rootOf(read, size));
const rootAt = (size: number): Uint8Array => roots[size] ?? new Uint8Array();
const leafAt = (index: number): Uint8Array => leaves[index] ?? new Uint8Array();
const headAt = (size: number) => ({ size, root: rootAt(size) });

/** The definition of RFC 6962, 2.1, on leaf hashes. */
function definition(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (hashes.length === 1 && only !== undefined) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return nodeHash(definition(hashes.slice(0, split)), definition(hashes.slice(split)));
}

describe('roots', () => {
  test('are those of the reference tree', () => {
    const own: Uint8Array[][] = [];
    for (const [i, [entry, root]] of REFERENCE.entries()) {
      appendLeaf(own, leafHash(fromHex(entry)));
      expect(toHex(rootOf(readerOf(own), i + 1))).toBe(root);
    }
  });

  test('follow the definition at every size; an empty tree has the hash of nothing', () => {
    for (let size = 1; size <= MAX; size += 1) expect(rootAt(size)).toEqual(definition(leaves.slice(0, size)));
    expect(toHex(rootAt(0))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  test('a leaf is never mistaken for a node', () => {
    const [a, b] = [leafAt(0), leafAt(1)];
    expect(leafHash(Uint8Array.of(...a, ...b))).not.toEqual(nodeHash(a, b));
  });
});

describe('inclusion', () => {
  test('every leaf of every tree up to 70 verifies', () => {
    for (let size = 1; size <= MAX; size += 1)
      for (let index = 0; index < size; index += 1)
        expect(verifyInclusion(leafAt(index), index, size, inclusionProof(read, index, size), rootAt(size))).toBe(true);
  });

  test('another leaf, index, size, root, a shorter, longer or changed path does not', () => {
    const size = fc.integer({ min: 2, max: MAX });
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (n, a, b) => {
        const index = a % n;
        const path = inclusionProof(read, index, n);
        const check = (over: {
          leaf?: Uint8Array;
          index?: number;
          size?: number;
          path?: Uint8Array[];
          root?: Uint8Array;
        }) =>
          verifyInclusion(
            over.leaf ?? leafAt(index),
            over.index ?? index,
            over.size ?? n,
            over.path ?? path,
            over.root ?? rootAt(n),
          );
        const other = (index + 1 + (b % (n - 1))) % n;
        expect(check({})).toBe(true);
        expect(check({ leaf: leafAt(other) })).toBe(false);
        expect(check({ index: other })).toBe(false);
        expect(check({ root: rootAt(n - 1) })).toBe(false);
        expect(check({ path: path.slice(1) })).toBe(false);
        expect(check({ path: path.slice(0, -1) })).toBe(false);
        expect(check({ path: [...path, leafAt(0)] })).toBe(false);
        const at = b % path.length;
        const changed = path.map((hash, i) =>
          i === at ? Uint8Array.from(hash, (byte, k) => (k === 5 ? byte ^ 1 : byte)) : hash,
        );
        expect(check({ path: changed })).toBe(false);
        for (const bad of [-1, n, 0.5, Number.NaN]) expect(check({ index: bad })).toBe(false);
        expect(check({ size: 0 })).toBe(false);
      }),
    );
  });

  test('no proof is made for a leaf that does not exist', () => {
    expect(() => inclusionProof(read, 5, 5)).toThrow('no leaf 5 in 5');
    expect(() => inclusionProof(read, 0, MAX + 1)).toThrow('no complete subtree');
  });
});

describe('consistency', () => {
  test('every earlier tree up to 70 is a prefix of every later one', () => {
    for (let newer = 0; newer <= MAX; newer += 1)
      for (let older = 0; older <= newer; older += 1)
        expect(verifyConsistency(headAt(older), headAt(newer), consistencyProof(read, older, newer))).toBe(true);
  });

  test('a log that dropped, edited or re-ordered a leaf has no proof', () => {
    const forge = (change: (hashes: Uint8Array[]) => Uint8Array[]) => {
      const own: Uint8Array[][] = [];
      for (const leaf of change([...leaves])) appendLeaf(own, leaf);
      return readerOf(own);
    };
    const forged = {
      dropped: forge((all) => all.filter((_, i) => i !== 7)),
      edited: forge((all) => all.map((leaf, i) => (i === 7 ? leafHash(utf8('forged')) : leaf))),
      reordered: forge((all) => all.map((leaf, i) => (i === 7 ? leafAt(8) : i === 8 ? leafAt(7) : leaf))),
    };
    for (const own of Object.values(forged))
      for (const older of [9, 16, 31]) {
        const newer = { size: 60, root: rootOf(own, 60) };
        expect(verifyConsistency(headAt(older), newer, consistencyProof(own, older, 60))).toBe(false);
        expect(verifyConsistency(headAt(older), newer, consistencyProof(read, older, 60))).toBe(false);
      }
  });

  test('a changed, shorter or longer proof, a smaller newer tree and a changed head do not verify', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX - 1 }), fc.nat(), fc.nat(), (older, a, b) => {
        const newer = older + 1 + (a % (MAX - older));
        const path = consistencyProof(read, older, newer);
        expect(verifyConsistency(headAt(older), headAt(newer), path)).toBe(true);
        const at = b % path.length;
        const changed = path.map((hash, i) => (i === at ? leafAt(0) : hash));
        if (!equalBytes(path[at] ?? leafAt(0), leafAt(0)))
          expect(verifyConsistency(headAt(older), headAt(newer), changed)).toBe(false);
        expect(verifyConsistency(headAt(older), headAt(newer), path.slice(0, -1))).toBe(false);
        expect(verifyConsistency(headAt(older), headAt(newer), [...path, leafAt(0)])).toBe(false);
        expect(verifyConsistency(headAt(newer), headAt(older), path)).toBe(false);
        expect(verifyConsistency({ size: older, root: rootAt(older - 1) }, headAt(newer), path)).toBe(false);
        expect(verifyConsistency(headAt(older), { size: newer, root: rootAt(older) }, path)).toBe(false);
      }),
    );
  });

  test('a proof is of one depth: it does not verify in a deeper tree', () => {
    for (const [older, newer] of [
      [1, 2],
      [4, 8],
      [5, 16],
    ] as const)
      for (let size = newer + 1; size <= MAX; size += 1) {
        const claimed = { size, root: rootAt(newer) };
        expect(verifyConsistency(headAt(older), claimed, consistencyProof(read, older, newer))).toBe(false);
      }
  });

  test('equal sizes need equal roots and no proof; an empty tree is a prefix of every tree', () => {
    expect(verifyConsistency(headAt(5), { size: 5, root: rootAt(6) }, [])).toBe(false);
    expect(verifyConsistency(headAt(5), headAt(5), [leafAt(0)])).toBe(false);
    expect(verifyConsistency({ size: 0, root: rootAt(1) }, headAt(5), [])).toBe(false);
    expect(() => consistencyProof(read, 6, 5)).toThrow('does not begin with');
  });
});
