/** Chunks of the log's rows: they stay while messages come and go at both ends and in between. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { message } from '../sample.fixture.ts';
import { CHUNK_ROWS, chunksOf, type RowChunk } from './chunks.ts';
import type { ChatRow } from './rows.ts';

const known = new Map<number, ChatRow>();
function row(n: number): ChatRow {
  const made = known.get(n) ?? { kind: 'message', id: `m${n}`, message: message(n), grouped: false };
  known.set(n, made);
  return made;
}
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));
const flat = (chunks: readonly RowChunk[]) => chunks.flatMap((chunk) => chunk.rows);

describe('a change', () => {
  const before = chunksOf(rows(100, 100 + 3 * CHUNK_ROWS - 1), []);

  test('at the end leaves all chunks but the last', () => {
    const more = chunksOf([...flat(before), ...rows(900, 901)], before);
    expect(more.slice(0, 3)).toEqual(before);
    expect(more.slice(0, 3).every((chunk, at) => chunk === before[at])).toBe(true);
    expect(more[3]?.rows).toEqual(rows(900, 901));
    const again = chunksOf([...flat(more), row(902)], more);
    expect(again[3]).toEqual({ key: more[3]?.key, rows: rows(900, 902) });
  });

  test('in the middle changes its chunk', () => {
    const inside = CHUNK_ROWS + 3;
    const without = chunksOf(flat(before).toSpliced(inside, 1), before);
    expect(without.map((chunk, at) => chunk === before[at])).toEqual([true, false, true]);
    const withOne = chunksOf(flat(before).toSpliced(inside, 0, row(1)), before);
    expect(withOne.map((chunk, at) => chunk === before[at])).toEqual([true, false, true]);
  });

  test('in a full chunk does not split it', () => {
    const full = chunksOf(flat(before).toSpliced(3, 0, row(1)), before);
    const fuller = chunksOf(flat(full).toSpliced(CHUNK_ROWS, 0, row(2)), full);
    expect(fuller.map(({ rows: own }) => own.length)).toEqual([CHUNK_ROWS + 2, CHUNK_ROWS, CHUNK_ROWS]);
    expect(fuller.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  test('of a row that stays changes its chunk', () => {
    const other = flat(before).with(0, { ...row(100), grouped: true } as ChatRow);
    expect(chunksOf(other, before).map((chunk, at) => chunk === before[at])).toEqual([false, true, true]);
  });

  test('at the start adds chunks, also when its rows were there before', () => {
    const cut = chunksOf(flat(before).slice(5), before);
    const back = chunksOf(flat(before), cut);
    expect(flat(back)).toEqual(flat(before));
    expect(new Set(back.map(({ key }) => key)).size).toBe(4);
    expect(back.slice(2)).toEqual(before.slice(1));
  });
});

test('after any changes: all rows in order, each key once, each row in its chunk', () => {
  const lists = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 80 }), { maxLength: 12 });
  fc.assert(
    fc.property(lists, (steps) => {
      let chunks: readonly RowChunk[] = [];
      for (const numbers of steps) {
        const now = numbers.toSorted((a, b) => a - b).map(row);
        const keys = new Map(chunks.flatMap((chunk) => chunk.rows.map(({ id }) => [id, chunk.key])));
        chunks = chunksOf(now, chunks);
        expect(flat(chunks)).toEqual(now);
        expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
        for (const { key, rows: own } of chunks) for (const { id } of own) expect(keys.get(id) ?? key).toBe(key);
      }
    }),
  );
});
