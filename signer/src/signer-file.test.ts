/** The signer's keys at rest: sealed with a passphrase that is kept elsewhere. Live accepts no other file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSignerConfig } from './config.ts';
import { signerFile } from './seal-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairpot-signer-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PASSPHRASE = 'correct horse battery staple';
const [plain, box] = [join(folder, 'plain.json'), join(folder, 'signer.box')];
const KEY = '7a'.repeat(32);
const limits = { USDT: { free: '2000', most: '20000', day: '100000' } };
const typed = () => Promise.resolve(PASSPHRASE);

const envOf = (change: Readonly<Record<string, string>>) => ({
  SIGNER_DATABASE_URL: 'postgres://fairpot_signer@127.0.0.1/x',
  SIGNER_FILE: box,
  TRON_BASE: 'http://127.0.0.1:9',
  ...change,
});
const problems = (change: Readonly<Record<string, string>>): string => {
  try {
    readSignerConfig(envOf(change));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
};

test('sealing hides the keys, and the file opens with its passphrase only, kept in another folder', async () => {
  writeFileSync(plain, JSON.stringify({ keys: { tron: KEY }, limits, reviewers: [] }), { mode: 0o600 });
  await signerFile(['seal', '--from', plain, '--file', box], typed);
  expect(readFileSync(box, 'utf8')).not.toContain(KEY);
  const shown = await signerFile(['show', '--file', box], typed);
  expect(shown).toContain('2000');
  expect(shown).not.toContain(KEY);
  expect(Buffer.from(readSignerConfig(envOf({ SIGNER_PASSPHRASE: PASSPHRASE })).keys.tron ?? []).toString('hex')).toBe(
    KEY,
  );
  expect(problems({})).toContain('neither SIGNER_PASSPHRASE_FILE nor SIGNER_PASSPHRASE');
  expect(problems({ SIGNER_PASSPHRASE: 'another passphrase' })).toContain('wrong passphrase');
  const beside = join(folder, 'passphrase');
  writeFileSync(beside, `${PASSPHRASE}\n`, { mode: 0o600 });
  expect(problems({ SIGNER_PASSPHRASE_FILE: beside })).toContain('is in the same folder');
  mkdirSync(join(folder, 'elsewhere'));
  const elsewhere = join(folder, 'elsewhere', 'passphrase');
  writeFileSync(elsewhere, `${PASSPHRASE}\n`, { mode: 0o600 });
  expect(problems({ SIGNER_PASSPHRASE_FILE: elsewhere })).toBe('');
});

test('live refuses an unsealed file; an invalid file is not sealed', async () => {
  const live = { FAIRPOT_MODE: 'live', TRON_BASE: 'https://node.example', SIGNER_FILE: plain };
  expect(problems(live)).toContain('is not sealed');
  expect(problems({ SIGNER_FILE: plain })).toBe('');
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, JSON.stringify({ keys: { tron: 'secret' }, limits, reviewers: [] }), { mode: 0o600 });
  const refused = signerFile(['seal', '--from', wrong, '--file', join(folder, 'never')], typed);
  await expect(refused).rejects.toThrow('keys.tron');
  await expect(refused).rejects.not.toThrow('secret');
  await expect(signerFile(['seal', '--from', plain, '--file', box], typed)).rejects.toThrow('already exists');
});
