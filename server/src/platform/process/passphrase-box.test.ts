/** A box opens only with its passphrase and for its purpose. Its file is private and never overwrites another. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSealed, open, readPrivateFile, seal, writeNewPrivateFile } from './passphrase-box.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairpot-box-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PASSPHRASE = 'correct horse battery staple';
const SECRET = 'a key of 64 digits';
const CHEAP = 14;
const sealed = () => seal(SECRET, PASSPHRASE, 'test v1', CHEAP);

test('opens what was encrypted; equal texts never give equal boxes, and a box reveals nothing of its content', () => {
  const box = sealed();
  expect(open(box, PASSPHRASE, 'test v1')).toBe(SECRET);
  expect(sealed()).not.toBe(box);
  expect(box).not.toContain(SECRET);
  expect([isSealed(box), isSealed(SECRET), isSealed('{}')]).toEqual([true, false, false]);
});

test('does not open with another passphrase, another purpose, a changed byte, or a changed key cost', () => {
  const box = sealed();
  expect(() => open(box, `${PASSPHRASE} `, 'test v1')).toThrow('wrong passphrase');
  expect(() => open(box, PASSPHRASE, 'test v2')).toThrow('for another purpose');
  const parts = JSON.parse(box) as Record<string, unknown>;
  const changed = (change: object) => () =>
    open(JSON.stringify({ ...parts, ...change }), PASSPHRASE, String(Reflect.get({ ...parts, ...change }, 'sealed')));
  expect(changed({ sealed: 'test v2' })).toThrow('wrong passphrase');
  expect(changed({ cost: CHEAP + 1 })).toThrow('wrong passphrase');
  for (const part of ['salt', 'nonce', 'tag', 'box']) {
    const bytes = Buffer.from(String(parts[part]), 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(changed({ [part]: bytes.toString('base64') })).toThrow('wrong passphrase');
  }
  for (const cost of [1, 13, 21, 30]) expect(changed({ cost })).toThrow('not an encrypted file');
});

test('refuses a passphrase that is easy to guess', () => {
  expect(() => seal(SECRET, 'short', 'test v1', CHEAP)).toThrow('at least 12');
});

test('never overwrites a file, and refuses to read one that others can read', () => {
  const path = join(folder, 'box');
  writeNewPrivateFile(path, sealed());
  expect(() => writeNewPrivateFile(path, 'another')).toThrow('already exists');
  expect(open(readPrivateFile(path), PASSPHRASE, 'test v1')).toBe(SECRET);
  chmodSync(path, 0o644);
  expect(() => readPrivateFile(path)).toThrow('other users can read');
  expect(() => readPrivateFile(join(folder, 'nowhere'))).toThrow('cannot be read');
  writeFileSync(path, '');
});
