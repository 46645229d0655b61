/** Transaction ids as people paste them. */
import { expect, test } from 'vitest';
import { txidOf } from './txid.ts';

const ID = 'ab01'.repeat(16);

test.each([
  [ID, ID],
  [`  ${ID}\n`, ID],
  [`0x${ID}`, ID],
  [`0X${ID.toUpperCase()}`, ID],
  ['', null],
  [ID.slice(1), null],
  [`${ID}0`, null],
  [`0x0x${ID}`, null],
  [`${ID.slice(1)}g`, null],
  [`https://example.org/tx/${ID}`, null],
])('%j is %j', (text, id) => {
  expect(txidOf(text)).toBe(id);
});
