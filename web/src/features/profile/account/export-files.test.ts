/** The files of an export: every row and column, correctly quoted, and nothing that a spreadsheet would run as a formula. */
import { expect, test } from 'vitest';
import { csvFilesOf, jsonOf } from './export-files.ts';

const parts = [
  { table: 'item_moves', about: 'came', rows: [{ id: 'a', n: 1 }] },
  { table: 'item_moves', about: 'left', rows: [{ id: 'b', n: -2, more: { x: [1] } }] },
  {
    table: 'chat_messages',
    about: 'wrote',
    rows: [{ message: '=1+1, "quoted"\nnext' }, { message: null }, { message: 'Ä' }],
  },
  { table: 'trade_bets', about: 'none', rows: [] },
];

test('makes one CSV file per part with rows', () => {
  expect(csvFilesOf(parts)).toEqual([
    { name: 'item_moves.csv', text: 'id,n\r\na,1\r\n' },
    { name: 'item_moves-2.csv', text: 'id,n,more\r\nb,-2,"{""x"":[1]}"\r\n' },
    { name: 'chat_messages.csv', text: `message\r\n"'=1+1, ""quoted""\nnext"\r\n\r\nÄ\r\n` },
  ]);
});

test('the JSON file has every part', () => {
  const read = JSON.parse(jsonOf(parts, '2026-11-22T00:00:00.000Z')) as { parts: unknown };
  expect(read.parts).toEqual(parts);
});
