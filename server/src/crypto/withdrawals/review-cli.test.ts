/** The reviewer's own tool: it signs exactly what the site and the signer check, and nothing that was not confirmed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payoutText } from '@fairpot/contract/crypto/withdrawals/calls';
import { afterAll, expect, test } from 'vitest';
import { isSignedBy } from '../../platform/coins/ed25519.ts';
import { review } from './review-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairpot-review-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keyFile = join(folder, 'reviewer.key');
const PASSPHRASE = 'correct horse battery staple';
const id = `cwd_${'7'.repeat(26)}`;
const address = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const content = ['--id', id, '--coin', 'USDT', '--address', address, '--units', '988128712'];

test('makes a sealed key, and signs what was confirmed', async () => {
  const asked: string[] = [];
  const ask = (question: string) => {
    asked.push(question);
    return Promise.resolve(question.includes('Checked') ? 'yes' : PASSPHRASE);
  };
  const created = await review(['new-key', '--key-file', keyFile], ask);
  expect(JSON.parse(readFileSync(keyFile, 'utf8'))).toMatchObject({ sealed: 'fairpot reviewer v1', kdf: 'scrypt' });
  const signed = JSON.parse(await review(['sign', '--key-file', keyFile, ...content], ask)) as Record<string, string>;
  expect(created.startsWith(signed['key'] ?? 'none')).toBe(true);
  expect(signed['withdrawalId']).toBe(id);
  const terms = { id, network: 'tron', coin: 'USDT', address, units: '988128712' } as const;
  const holds = (of: object) =>
    isSignedBy(payoutText({ ...terms, ...of }), signed['key'] ?? '', signed['signature'] ?? '');
  expect(holds({})).toBe(true);
  expect([holds({ units: '988128713' }), holds({ coin: 'TRX' }), holds({ id: `${id}8` })]).toEqual(
    Array(3).fill(false),
  );
  // The person saw coins, not just base units.
  expect(asked.join('\n')).toContain(`at most 988.128712 USDT to ${address} on tron, for ${id}`);
});

test('signs nothing without a yes, for a wrong address, or with incomplete terms', async () => {
  const never = () => Promise.reject(new Error('it asked for the passphrase'));
  const no = (question: string) => (question.includes('Checked') ? Promise.resolve('no') : never());
  await expect(review(['sign', '--key-file', keyFile, ...content], no)).rejects.toThrow('nothing was signed');
  const wrong = content.map((part) => (part === address ? `${address.slice(0, -1)}J` : part));
  await expect(review(['sign', '--key-file', keyFile, ...wrong], never)).rejects.toThrow('is not an address');
  for (const missing of [0, 2, 4, 6])
    await expect(review(['sign', '--key-file', keyFile, ...content.toSpliced(missing, 2)], never)).rejects.toThrow(
      'usage',
    );
});
