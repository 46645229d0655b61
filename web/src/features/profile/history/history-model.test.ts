/** The links of history rows: to the round, trade, crypto payment or item, or else to the transaction's window. */
import { expect, test } from 'vitest';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { linkOf, movementText } from './history-model.ts';

const ID = '0123456789abcdefghjkmnpqrs';
const row = (link: Movement['link'], kind: Movement['kind'] = 'OTHER') => ({ kind, link }) as Movement;

test('each row links to its page; a row without a page has no link', () => {
  expect(linkOf(row({ kind: 'round', id: `rnd_${ID}` }))?.to).toBe(`/fairplay?round=rnd_${ID}`);
  expect(linkOf(row({ kind: 'trade', id: `trd_${ID}` }, 'DEPOSIT'))?.to).toBe(`/deposit?trade=trd_${ID}`);
  expect(linkOf(row({ kind: 'trade', id: `trd_${ID}` }, 'WITHDRAWAL'))?.to).toBe(`/withdraw?trade=trd_${ID}`);
  expect(linkOf(row({ kind: 'coins', id: `cor_${ID}` }))?.to).toBe(`/deposit?payment=cor_${ID}`);
  expect(linkOf(row({ kind: 'coins', id: `cwd_${ID}` }))?.to).toBe(`/withdraw?payment=cwd_${ID}`);
  expect(linkOf(row({ kind: 'item', id: `itm_${ID}` }))?.to).toBe(`/item/itm_${ID}`);
  expect(linkOf(row({ kind: 'transaction', id: `trf_${ID}` }))).toBeNull();
});

test('a code without a text is shown as it is written', () => {
  expect(movementText('PROMO')).toBe('Promo code');
  expect(movementText('SOMETHING_NEW')).toBe('Something new');
});
