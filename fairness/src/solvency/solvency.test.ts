/** The Merkle-sum tree: against a second implementation, as a property over all trees, and against a cheating site. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { fromHex, toHex, utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { parseLeaf } from '../log/leaf.ts';
import { LogVerifier } from '../log/log-verify.ts';
import { LOG_KEY, signLeaves, termsLeaf, treeOf } from '../testing/logs.ts';
import { inclusionProof } from '../tree/merkle.ts';
import { commitmentOf, leavesFor, nonceOf, seedHashOf } from './commitments.ts';
import type { Liability } from './commitments.ts';
import { checkOwn, checkStatement } from '../checks/own-check.ts';
import type { OwnCheck } from '../checks/own-check.ts';
import { parseStatementBody, statementBodyOf } from './statement.ts';
import type { SolvencyStatementBody } from './statement.ts';
import { addSums, NOTHING, SUM_NAMES } from './sums.ts';
import type { LiabilitySums } from './sums.ts';
import { leafNode, levelsOver, parentOf, pathIn, rootByPath } from './sum-tree.ts';
import type { SumLeaf, SumNode } from './sum-tree.ts';
import { leavesOf, pathByTiles, recordsAt, TILE_RECORDS, tileLevels, tilesOver } from './sum-tiles.ts';
import { WholeTree } from './whole-tree.ts';

const rootOfLevels = (levels: readonly (readonly SumNode[])[]) => levels.at(-1)?.[0] as SumNode;

interface TreeVector {
  readonly seed: string;
  readonly seedHash: string;
  readonly liabilities: readonly Liability[];
  readonly depth: number;
  readonly root: string;
  readonly sums: LiabilitySums;
  readonly proofs: readonly {
    readonly steamid: string;
    readonly nonce: string;
    readonly index: number;
    readonly path: readonly (LiabilitySums & { readonly hash: string })[];
  }[];
}
const { vectors } = JSON.parse(
  readFileSync(new URL('../../vectors/solvency-vectors.json', import.meta.url), 'utf8'),
) as { vectors: readonly TreeVector[] };

const SEED = new Uint8Array(32).fill(5);
const steamid = (n: number) => `7656119${String(n).padStart(10, '0')}`;
const sums = (cents: number, items = 0, itemCents = 0): LiabilitySums => ({ cents, items, itemCents });
const players = (count: number): Liability[] =>
  Array.from({ length: count }, (_, n) => ({ steamid: steamid(n), sums: sums(100 * n + 1, n % 3, 50 * (n % 3)) }));

/** The statement of a tree. */
function saysFor(leaves: readonly SumLeaf[], over: Partial<SolvencyStatementBody> = {}): SolvencyStatementBody {
  const root = rootOfLevels(levelsOver(leaves.map(leafNode)));
  return {
    number: 1,
    everyMs: 3_600_000,
    depth: Math.log2(leaves.length),
    root: root.hash,
    sums: root.sums,
    seedHash: seedHashOf(SEED),
    own: NOTHING,
    coins: [{ coin: 'BTC', units: '123', cents: 9 }],
    coinsAt: 1_780_000_000_000,
    steam: { items: 0, itemCents: 0 },
    steamAt: null,
    reserves: null,
    ...over,
  };
}

const AT = 1_780_000_100_000;
const statementLeaf = (says: object, at = AT) => canon({ v: 'fp/2', type: 'statement', about: 'solvency', at, says });

/** The whole check of one player against a log with this statement. */
function ownCheck(leaves: readonly SumLeaf[], who: string, over: Partial<SolvencyStatementBody> = {}): OwnCheck {
  const nonce = nonceOf(SEED, who);
  const commitment = toHex(commitmentOf(nonce, who));
  const index = leaves.findIndex((leaf) => toHex(leaf.commitment) === commitment);
  const log = [termsLeaf(), statementLeaf(statementBodyOf(saysFor(leaves, over)))];
  const path = pathIn(levelsOver(leaves.map(leafNode)), Math.max(0, index));
  return {
    key: LOG_KEY,
    note: signLeaves(log),
    leaf: { index: 1, body: log[1] ?? '', path: inclusionProof(treeOf(log).read, 1, 2).map(toBase64) },
    number: 1,
    steamid: who,
    own: {
      index,
      nonce: toHex(nonce),
      sums: leaves[index]?.sums ?? NOTHING,
      path: path.map((node) => ({ hash: toHex(node.hash), ...node.sums })),
    },
  };
}

function wholeProblem(leaves: readonly SumLeaf[], says: SolvencyStatementBody): string | null {
  const tree = new WholeTree();
  try {
    for (const leaf of leaves) tree.add(leaf);
    return tree.problem(says);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('golden vectors of a second implementation', () => {
  test.each(vectors.map((vector, n) => [n, vector] as const))('%d', (_, vector) => {
    const seed = fromHex(vector.seed);
    const leaves = leavesFor(seed, vector.liabilities);
    const root = rootOfLevels(levelsOver(leaves.map(leafNode)));
    expect([toHex(seedHashOf(seed)), leaves.length, toHex(root.hash), root.sums]).toEqual([
      vector.seedHash,
      2 ** vector.depth,
      vector.root,
      vector.sums,
    ]);
    for (const { steamid: who, nonce, index, path } of vector.proofs) {
      expect(toHex(nonceOf(seed, who))).toBe(nonce);
      expect(leaves[index]?.commitment).toEqual(commitmentOf(fromHex(nonce), who));
      const found = pathIn(levelsOver(leaves.map(leafNode)), index);
      expect(found.map((node) => ({ hash: toHex(node.hash), ...node.sums }))).toEqual(path);
    }
  });
});

describe('every tree', () => {
  const figure = fc.integer({ min: 0, max: 2 ** 40 });
  const liabilities = fc
    .uniqueArray(fc.integer({ min: 0, max: 9_999_999_999 }), { maxLength: 40 })
    .chain((ids) => fc.tuple(...ids.map((id) => fc.tuple(fc.constant(id), figure, figure, figure))))
    .map((all) => all.map(([id, ...of]) => ({ steamid: steamid(id), sums: sums(of[0], of[1], of[2]) })));

  test('sums to its input, and proves each of its leaves only at its own index', () => {
    fc.assert(
      fc.property(liabilities, fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(), (all, seed, other) => {
        const leaves = leavesFor(seed, all);
        const levels = levelsOver(leaves.map(leafNode));
        const root = rootOfLevels(levels);
        expect(root.sums).toEqual(all.reduce((sum, each) => addSums(sum, each.sums), NOTHING));
        const says = saysFor(leaves);
        expect(wholeProblem(leaves, says)).toBeNull();
        for (const [index, leaf] of leaves.entries()) {
          const path = pathIn(levels, index);
          expect(rootByPath(leaf, index, path)).toEqual(root);
          const elsewhere = other % leaves.length;
          if (elsewhere !== index) expect(toHex(rootByPath(leaf, elsewhere, path).hash)).not.toBe(toHex(root.hash));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('can be rebuilt from its tiles, leaf by leaf and path by path', () => {
    for (const count of [3, 300]) {
      const leaves = leavesFor(SEED, players(count));
      const { tiles, root } = tilesOver(leaves);
      const levels = levelsOver(leaves.map(leafNode));
      expect(root).toEqual(rootOfLevels(levels));
      const depth = Math.log2(leaves.length);
      expect(new Set(tiles.map((tile) => tile.level)).size).toBe(tileLevels(depth));
      const read = (level: number, index: number) =>
        tiles.find((tile) => tile.level === level && tile.index === index)?.bytes ?? new Uint8Array();
      const lowest = Array.from({ length: Math.ceil(recordsAt(depth, 0) / TILE_RECORDS) }, (_, i) => read(0, i));
      expect(lowest.flatMap(leavesOf)).toEqual(leaves);
      for (const index of [0, 1, leaves.length - 1])
        expect(pathByTiles(depth, index, read)).toEqual(pathIn(levels, index));
    }
  });
});

describe('a site that cheats', () => {
  const all = players(20);
  const honest = leavesFor(SEED, all);
  const me = steamid(7);

  test('an honest tree: my balance is included, and the statement is in the log', () => {
    const check = ownCheck(honest, me);
    expect(checkOwn(check)).toMatchObject({ problem: null, at: AT, says: { number: 1, sums: saysFor(honest).sums } });
    expect(checkStatement(check)).toMatchObject({ problem: null });
  });

  test('leaves me out: there is no leaf that my Steam id opens', () => {
    const without = leavesFor(
      SEED,
      all.filter((each) => each.steamid !== me),
    );
    const other = ownCheck(without, steamid(3));
    const stolen = { ...other, steamid: me, own: { ...other.own, nonce: toHex(nonceOf(SEED, me)) } };
    expect(checkOwn(stolen).problem).toMatch(/not yours/);
  });

  test('gives two players with one balance the same leaf: the second one does not open it', () => {
    const check = ownCheck(honest, me);
    expect(checkOwn({ ...check, steamid: steamid(8) }).problem).toMatch(/not yours/);
  });

  test('reduces my balance: the leaf shown is not the hashed one', () => {
    const check = ownCheck(
      leavesFor(
        SEED,
        all.map((each) => (each.steamid === me ? { ...each, sums: sums(1) } : each)),
      ),
      me,
    );
    expect(checkOwn({ ...check, own: { ...check.own, sums: sums(701, 1, 50) } }).problem).toMatch(/sums to/);
  });

  test.each(SUM_NAMES)('a leaf with a negative %s is refused, as leaf, as sibling and as bytes', (name) => {
    const negative = { ...NOTHING, [name]: -1 };
    const check = ownCheck(honest, me);
    expect(checkOwn({ ...check, own: { ...check.own, sums: negative } }).problem).toMatch(/not between 0/);
    const [first, ...rest] = check.own.path;
    const path = [{ ...negative, hash: first?.hash ?? '' }, ...rest];
    expect(checkOwn({ ...check, own: { ...check.own, path } }).problem).toMatch(/not between 0/);
    expect(() => leafNode({ commitment: new Uint8Array(32), sums: negative })).toThrow();
    expect(() => leavesOf(new Uint8Array(56).fill(255))).toThrow();
  });

  test('states a lower total than the leaves: my path sums to more', () => {
    expect(checkOwn(ownCheck(honest, me, { sums: sums(1, 1, 1) })).problem).toMatch(/the statement says 1$/);
    expect(wholeProblem(honest, saysFor(honest, { sums: sums(1, 1, 1) }))).toMatch(/1 are stated/);
  });

  test('shows a sibling lower and itself higher: the hash covers both sums, not only their total', () => {
    const [a, b] = [
      leafNode({ commitment: new Uint8Array(32), sums: sums(5) }),
      leafNode({ commitment: SEED, sums: sums(3) }),
    ];
    const cheat = parentOf({ ...a, sums: sums(8) }, { ...b, sums: sums(0) });
    expect(cheat.sums).toEqual(parentOf(a, b).sums);
    expect(toHex(cheat.hash)).not.toBe(toHex(parentOf(a, b).hash));
  });

  test('moves my leaf to another index, or names an index outside the tree', () => {
    const check = ownCheck(honest, me);
    const at = (index: number) => checkOwn({ ...check, own: { ...check.own, index } }).problem;
    expect(at(check.own.index ^ 1)).toMatch(/not yours, or not in the tree/);
    expect(at(check.own.index + honest.length)).toMatch(/^no leaf/);
    expect(at(-1)).toMatch(/^no leaf/);
    const path = check.own.path.slice(1);
    expect(checkOwn({ ...check, own: { ...check.own, path } }).problem).toMatch(/in a tree of depth 5/);
  });

  test('lets sums overflow: refused, not wrapped', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(() => addSums(sums(most), sums(1))).toThrow();
    expect(
      wholeProblem(
        leavesFor(SEED, [
          { steamid: me, sums: sums(most) },
          { steamid: steamid(8), sums: sums(1) },
        ]),
        saysFor(honest),
      ),
    ).toMatch(/safe integer/);
  });

  test('a published tree with a leaf dropped, duplicated, out of order or changed', () => {
    const says = saysFor(honest);
    const [first = honest[0], second, ...rest] = honest;
    if (!first || !second) throw new Error('a tree');
    expect(wholeProblem(honest, says)).toBeNull();
    expect(wholeProblem(honest.slice(1), says)).toMatch(/31 leaves, 32 are stated/);
    expect(wholeProblem([first, first, ...rest], says)).toMatch(/out of order, or a duplicate/);
    expect(wholeProblem([second, first, ...rest], says)).toMatch(/out of order/);
    expect(wholeProblem([first, { ...second, sums: addSums(second.sums, sums(1)) }, ...rest], says)).toMatch(/sum to/);
    const other = {
      ...second,
      commitment: Uint8Array.from(second.commitment, (byte, i) => (i === 31 ? byte ^ 1 : byte)),
    };
    expect(wholeProblem([first, other, ...rest], says)).toMatch(/hash to/);
  });

  test('names another statement, or an invalid leaf', () => {
    const check = ownCheck(honest, me);
    expect(checkOwn({ ...check, number: 2 }).problem).toBe('the leaf holds statement 1, not 2');
    const log = [termsLeaf()];
    const leaf = { index: 0, body: log[0] ?? '', path: [] };
    expect(checkStatement({ key: LOG_KEY, note: signLeaves(log), leaf, number: 1 }).problem).toMatch(
      /not a solvency statement/,
    );
    expect(checkStatement({ ...check, note: `${check.note}x` }).problem).not.toBeNull();
  });
});

describe('statements in the public log', () => {
  const says = (over: Partial<SolvencyStatementBody>) => statementBodyOf(saysFor(leavesFor(SEED, players(3)), over));
  const found = (...leaves: string[]) => {
    const verifier = new LogVerifier({ acceptSimulated: true });
    const all = [termsLeaf(), ...leaves].flatMap((leaf) => verifier.add(utf8(leaf)));
    return [...all, ...verifier.finish()].map(({ leaf, problem }) => `${leaf}: ${problem}`);
  };
  const HOUR = 3_600_000;

  test('a statement of an unknown version is no statement', () => {
    const stated = says({ reserves: { addresses: [], named: [], accounts: [], games: [] } });
    expect(() => parseStatementBody({ ...stated, v: 3 }, 'says')).toThrow('says.v');
  });

  test('one an hour, numbered without a gap, holds', () => {
    const hours = [1, 2, 3].map((number) => statementLeaf(says({ number }), AT + number * HOUR));
    expect(found(...hours)).toEqual([]);
  });

  test('two trees for one hour, one missing, a first one that is not the first', () => {
    const first = statementLeaf(says({ number: 1 }));
    expect(found(first, statementLeaf(says({ number: 1, own: sums(1) }), AT + HOUR))[0]).toMatch(/2: .*given again/);
    expect(found(first, statementLeaf(says({ number: 2 }), AT + HOUR - 1))[0]).toMatch(/2: .*two trees for one period/);
    expect(found(first, statementLeaf(says({ number: 3 }), AT + HOUR))[0]).toMatch(/2: .*one is missing/);
    expect(found(statementLeaf(says({ number: 2 })))[0]).toMatch(/1: the first solvency statement is number 2/);
  });

  test('invalid figures make an invalid leaf', () => {
    for (const over of [{ sums: sums(-1) }, { own: sums(0.5) }, { steam: { items: -1, itemCents: 0 } }, { depth: 40 }])
      expect(() =>
        parseLeaf(
          utf8(JSON.stringify(sorted({ v: 'fp/2', type: 'statement', about: 'solvency', at: AT, says: says(over) }))),
        ),
      ).toThrow(/leaf|canonical|a float/);
    expect(() => parseLeaf(utf8(statementLeaf({ ...says({}), more: 1 })))).toThrow(/unknown field/);
  });

  test('a statement about something else is skipped', () => {
    const other = canon({ v: 'fp/2', type: 'statement', about: 'weather', at: AT, says: { rain: true } });
    const later = canon({ v: 'fp/2', type: 'statement', about: 'solvency', at: AT, says: { v: 4, whatever: 1 } });
    expect(found(other, later)).toEqual([]);
    expect(parseLeaf(utf8(other))).toEqual({
      type: 'statement',
      about: 'weather',
      at: AT,
      solvency: null,
      setting: null,
      build: null,
    });
  });
});

/** Keys in order at every depth, for texts that `canon` refuses to write. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
