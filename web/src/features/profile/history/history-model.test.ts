/** Where a row of the history leads to: every one to its round, its trade, its coins, its item, or to the transaction itself. */
import { expect, test } from 'vitest';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { wayOf, wordsOf } from './history-model.ts';

const ID = '0123456789abcdefghjkmnpqrs';
const row = (link: Movement['link'], kind: Movement['kind'] = 'OTHER') => ({ kind, link }) as Movement;

test('each row leads to the very thing; what has no page is told in a window', () => {
  expect(wayOf(row({ kind: 'round', id: `rnd_${ID}` }))?.to).toBe(`/fairplay?round=rnd_${ID}`);
  expect(wayOf(row({ kind: 'trade', id: `trd_${ID}` }, 'DEPOSIT'))?.to).toBe(`/deposit?trade=trd_${ID}`);
  expect(wayOf(row({ kind: 'trade', id: `trd_${ID}` }, 'WITHDRAWAL'))?.to).toBe(`/withdraw?trade=trd_${ID}`);
  expect(wayOf(row({ kind: 'coins', id: `cor_${ID}` }))?.to).toBe(`/deposit?payment=cor_${ID}`);
  expect(wayOf(row({ kind: 'coins', id: `cwd_${ID}` }))?.to).toBe(`/withdraw?payment=cwd_${ID}`);
  expect(wayOf(row({ kind: 'item', id: `itm_${ID}` }))?.to).toBe(`/item/itm_${ID}`);
  expect(wayOf(row({ kind: 'transaction', id: `trf_${ID}` }))).toBeNull();
});

test('a code that nobody has given words to is told as it is written', () => {
  expect(wordsOf('PROMO')).toBe('Promo code');
  expect(wordsOf('SOMETHING_NEW')).toBe('Something new');
});
