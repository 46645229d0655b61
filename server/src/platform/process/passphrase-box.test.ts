/** A box opens by its passphrase for its purpose, and in no other way; none lies open for others, or over another file. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSealed, open, readOwn, seal, writeNew } from './passphrase-box.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairpot-box-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PASSPHRASE = 'correct horse battery staple';
const SECRET = 'a key of 64 digits';
const CHEAP = 14;
const sealed = () => seal(SECRET, PASSPHRASE, 'test v1', CHEAP);

test('opens what was sealed; what is sealed twice is never the same, and says nothing of what it holds', () => {
  const box = sealed();
  expect(open(box, PASSPHRASE, 'test v1')).toBe(SECRET);
  expect(sealed()).not.toBe(box);
  expect(box).not.toContain(SECRET);
  expect([isSealed(box), isSealed(SECRET), isSealed('{}')]).toEqual([true, false, false]);
});

test('another passphrase, another purpose, a changed byte, a cheaper or dearer key: nothing', () => {
  const box = sealed();
  expect(() => open(box, `${PASSPHRASE} `, 'test v1')).toThrow('does not open it');
  expect(() => open(box, PASSPHRASE, 'test v2')).toThrow('of something else');
  const parts = JSON.parse(box) as Record<string, unknown>;
  const changed = (change: object) => () =>
    open(JSON.stringify({ ...parts, ...change }), PASSPHRASE, String(Reflect.get({ ...parts, ...change }, 'sealed')));
  expect(changed({ sealed: 'test v2' })).toThrow('does not open it');
  expect(changed({ cost: CHEAP + 1 })).toThrow('does not open it');
  for (const part of ['salt', 'nonce', 'tag', 'box']) {
    const bytes = Buffer.from(String(parts[part]), 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(changed({ [part]: bytes.toString('base64') })).toThrow('does not open it');
  }
  for (const cost of [1, 13, 21, 30]) expect(changed({ cost })).toThrow('not a sealed file');
});

test('a passphrase that is soon guessed seals nothing', () => {
  expect(() => seal(SECRET, 'short', 'test v1', CHEAP)).toThrow('at least 12');
});

test('a file is never written over another one, and not read where others may read it', () => {
  const path = join(folder, 'box');
  writeNew(path, sealed());
  expect(() => writeNew(path, 'another')).toThrow('is there already');
  expect(open(readOwn(path), PASSPHRASE, 'test v1')).toBe(SECRET);
  chmodSync(path, 0o644);
  expect(() => readOwn(path)).toThrow('others may read');
  expect(() => readOwn(join(folder, 'nowhere'))).toThrow('cannot be read');
  writeFileSync(path, '');
});
