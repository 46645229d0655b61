import { describe, expect, test } from 'vitest';
import { judge, MIN_SHARE, QUIET_SHARE, recordRatios, tableOf, withTable, type MeasuredResult } from './table.ts';

const stakes: MeasuredResult = {
  work: 'stakes',
  ours: '1,500 stakes/s',
  limit: '4,600 TPC-B/s',
  ratio: 0.33,
  busyShare: 0.02,
};
const recorded = { stakes: 0.32 };
const document = (table: string) =>
  `# Title\n\n<!-- npm run bench: begin -->\n\n${table}\n\n<!-- npm run bench: end -->\n\nafter\n`;

describe('the judgement', () => {
  test('accepts a ratio down to 0.85 of the recorded one', () => {
    expect(judge({ ...stakes, ratio: MIN_SHARE * 0.32 }, recorded)).toBe('ok');
    expect(judge({ ...stakes, ratio: MIN_SHARE * 0.32 - 0.001 }, recorded)).toBe('slower');
  });

  test('does not judge a run that began on a busy machine', () => {
    const slow = { ...stakes, ratio: 0.1 };
    expect(judge({ ...slow, busyShare: QUIET_SHARE }, recorded)).toBe('slower');
    expect(judge({ ...slow, busyShare: QUIET_SHARE + 0.01 }, recorded)).toBe('not judged: the machine is busy');
  });

  test('says when nothing is recorded', () => {
    expect(judge(stakes, {})).toBe('not recorded');
  });

  test('records quiet ratios only', () => {
    const busy = { ...stakes, work: 'joins', busyShare: 0.5 };
    expect(recordRatios([stakes, busy], { joins: 0.2, orders: 0.4 })).toEqual({
      stakes: 0.33,
      joins: 0.2,
      orders: 0.4,
    });
  });
});

describe('the table', () => {
  test('has a line for each result, with its recorded ratio', () => {
    const lines = tableOf([stakes, { ...stakes, work: 'new', busyShare: 0.5 }], recorded).split('\n');
    expect(lines.map((line) => line.split('|').map((cell) => cell.trim()))).toEqual([
      ['', 'work', 'ours', 'limit, or peer in the same run', 'ratio', 'recorded', 'machine before', ''],
      expect.anything(),
      ['', 'stakes', '1,500 stakes/s', '4,600 TPC-B/s', '0.33', '0.32', 'quiet', ''],
      ['', 'new', '1,500 stakes/s', '4,600 TPC-B/s', '0.33', '-', '50% busy', ''],
    ]);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  });

  test('replaces its own lines in the document and keeps the others', () => {
    const other = { ...stakes, work: 'orders' };
    const first = withTable(document(''), [stakes, other], recorded);
    expect(first).toBe(document(tableOf([stakes, other], recorded)));
    const second = withTable(first, [{ ...stakes, ratio: 0.4 }], recorded);
    expect(second).toBe(document(tableOf([{ ...stakes, ratio: 0.4 }, other], recorded)));
  });

  test('keeps a quiet line when the new result is of a busy machine', () => {
    const quiet = document(tableOf([stakes], recorded));
    const busy = { ...stakes, ratio: 0.1, busyShare: 0.9 };
    expect(withTable(quiet, [busy], recorded)).toBe(quiet);
    const stillBusy = withTable(document(tableOf([{ ...busy, ratio: 0.2 }], recorded)), [busy], recorded);
    expect(stillBusy).toBe(document(tableOf([busy], recorded)));
  });

  test('fails when the markers are missing', () => {
    expect(() => withTable('# Title', [stakes], recorded)).toThrow(/markers/);
  });
});
