import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import {
  formatCheckpoint,
  formatLogProof,
  openCheckpoint,
  parseCheckpoint,
  parseLogProof,
  verifyLogProof,
} from './checkpoint.ts';
import { appendLeaf, inclusionProof, leafHash, readerOf, rootOf } from './merkle.ts';
import { tileBytes } from '../testing/logs.ts';
import { noteKey, parseVerifierKey, signNote } from './note.ts';
import { bundleBytes, bundlePath, parseBundle, tilePath, tileReader, tilesOf } from './tiles.ts';

const origin = 'fairpot.example/log';
const signer = { name: origin, secretKey: new Uint8Array(32).fill(5) };
const key = noteKey(origin, ed25519.getPublicKey(signer.secretKey));
const SIZE = 70_000;
const entries = Array.from({ length: SIZE }, (_, i) => utf8(`entry ${i}`));
const levels: Uint8Array[][] = [];
for (const entry of entries) appendLeaf(levels, leafHash(entry));
const read = readerOf(levels);
const head = { origin, size: SIZE, root: rootOf(read, SIZE) };
const note = signNote(formatCheckpoint(head), [signer]);

describe('checkpoints', () => {
  test('open to the signed text', () => {
    expect(openCheckpoint(note, key)).toEqual(head);
  });

  test('a checkpoint of another implementation is parsed', () => {
    const text = 'go.sum database tree\n31700353\nqINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=\n';
    expect(formatCheckpoint(parseCheckpoint(text))).toBe(text);
  });

  test('of another origin under this key is refused', () => {
    const other = signNote(formatCheckpoint({ ...head, origin: 'other.example/log' }), [signer]);
    expect(() => openCheckpoint(other, key)).toThrow('a checkpoint of other.example/log, not of fairpot.example/log');
  });

  test('signed by an unknown key is refused', () => {
    const stranger = parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    expect(() => openCheckpoint(note, stranger)).toThrow('no trusted key');
  });

  const [first, size, root] = formatCheckpoint(head).split('\n');
  test.each([
    ['a leading zero', `${first}\n0${size}\n${root}\n`],
    ['a sign', `${first}\n+${size}\n${root}\n`],
    ['a size beyond 2^53', `${first}\n9007199254740993\n${root}\n`],
    ['a root cut short', `${first}\n${size}\n${root?.slice(4)}\n`],
    ['no origin', `\n${size}\n${root}\n`],
    ['an extension line', `${first}\n${size}\n${root}\nmore\n`],
    ['no newline at the end', `${first}\n${size}\n${root}`],
  ])('%s is refused', (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow();
  });
});

describe('proof files', () => {
  const index = 65_432;
  const file = formatLogProof({ index, path: inclusionProof(read, index, SIZE), checkpoint: note });
  const entry = utf8(`entry ${index}`);

  test('round trip and lead to the checkpoint', () => {
    expect(formatLogProof(parseLogProof(file))).toBe(file);
    expect(file.startsWith('c2sp.org/tlog-proof@v1\nindex 65432\n')).toBe(true);
    expect(verifyLogProof(file, entry, key)).toEqual(head);
  });

  test('of a log with one entry have no path', () => {
    const root = leafHash(entry);
    const single = signNote(formatCheckpoint({ origin, size: 1, root }), [signer]);
    expect(verifyLogProof(formatLogProof({ index: 0, path: [], checkpoint: single }), entry, key).size).toBe(1);
  });

  test('of another entry, index or checkpoint are refused', () => {
    expect(() => verifyLogProof(file, utf8('entry 1'), key)).toThrow('not leaf 65432 of the checkpoint of 70000');
    expect(() => verifyLogProof(file.replace('index 65432', 'index 65433'), entry, key)).toThrow('not leaf 65433');
    expect(() => verifyLogProof(file.replace('\n70000\n', '\n70001\n'), entry, key)).toThrow('is false');
  });

  test.each([
    ['another version', file.replace('@v1', '@v2')],
    ['no index', file.replace('index 65432\n', '')],
    ['a padded index', file.replace('index 65432', 'index 065432')],
    ['a path of other hashes', file.replace('index 65432\n', 'index 65432\nAAAA\n')],
    ['no checkpoint', file.split('\n\n')[0] ?? ''],
  ])('with %s are refused', (_, text) => {
    expect(() => parseLogProof(text)).toThrow();
  });
});

describe('tiles', () => {
  test('have the paths of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('tile/1/000.p/17');
    expect(bundlePath(1_000, 256)).toBe('tile/entries/x001/000');
  });

  test('cover a tree of 70,000 as the specification counts them', () => {
    const widths = (level: number) =>
      tilesOf(SIZE)
        .filter((tile) => tile.level === level)
        .map((tile) => tile.width);
    expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
    expect(widths(1)).toEqual([256, 17]);
    expect(widths(2)).toEqual([1]);
    expect(tilesOf(256).map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1']);
    expect(tilesOf(0)).toEqual([]);
  });

  test('are enough for any root and proof', () => {
    const tiles = new Map(tilesOf(SIZE).map((tile) => [`${tile.level} ${tile.index}`, tileBytes(read, tile)]));
    const fromTiles = tileReader((level, index) => tiles.get(`${level} ${index}`) ?? new Uint8Array());
    expect(rootOf(fromTiles, SIZE)).toEqual(head.root);
    for (const index of [0, 255, 256, 65_535, 65_536, 69_999])
      expect(inclusionProof(fromTiles, index, SIZE)).toEqual(inclusionProof(read, index, SIZE));
    expect(() => rootOf(fromTiles, SIZE + 1)).toThrow('holds no hashes');
  });

  test('bundles return their entries, and refuse truncation', () => {
    const bundle = bundleBytes([utf8(''), utf8('a'), new Uint8Array(65_535)]);
    expect(parseBundle(bundle).map((entry) => entry.length)).toEqual([0, 1, 65_535]);
    expect(parseBundle(new Uint8Array())).toEqual([]);
    expect(() => parseBundle(bundle.slice(0, -1))).toThrow('ends within an entry');
    expect(() => parseBundle(bundle.slice(0, 1))).toThrow('ends within an entry');
    expect(() => bundleBytes([new Uint8Array(65_536)])).toThrow('too long');
  });
});
