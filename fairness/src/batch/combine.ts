/**
 * Random sums of many points: in every row each point has the weight -1, 0 or 1.
 *
 * Used by outputs.ts. Four neighbours form a group whose 40 sums (up to sign) are computed once, so a row costs one
 * addition per group ("method of four Russians"): 30 additions per point for 81 rows, where row by row takes 54.
 */
import { addPairs, negated } from './affine.ts';
import type { Affine } from './affine.ts';

/** 3^81 > 2^128: this many rows give a weight in balanced ternary more than 128 bits. */
export const ROWS = 81;
const GROUP = 4;
/** Four digits in balanced ternary have values from -40 to 40. */
const MAX = 40;

/** Returns this many unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * For each list, its sum in each row. All lists have the same length, and the points at one index have the same weight
 * in all of them. The author of the points must not be able to predict `random`.
 */
export function randomSums(lists: readonly (readonly Affine[])[], random: RandomBytes): Affine[][] {
  const groups = Math.ceil(Math.max(1, ...lists.map((list) => list.length)) / GROUP);
  const tables = lists.map((list) => tablesOf(list, groups));
  const choices = drawValues(groups * ROWS, random);
  let terms: Affine[] = [];
  for (let group = 0; group < groups; group += 1) {
    const values = choices.slice(group * ROWS, (group + 1) * ROWS);
    for (const table of tables) for (const value of values) terms.push(entryOf(table[group] ?? [], value));
  }
  const wide = lists.length * ROWS;
  for (let left = groups; left > 1; left = Math.ceil(left / 2)) {
    const half = Math.floor(left / 2) * wide;
    terms = [...addPairs(terms.slice(0, half), terms.slice(half, 2 * half)), ...terms.slice(2 * half)];
  }
  return lists.map((_, i) => terms.slice(i * ROWS, (i + 1) * ROWS));
}

function entryOf(table: readonly Affine[], value: number): Affine {
  const entry = table[Math.abs(value)] ?? null;
  return value < 0 ? negated(entry) : entry;
}

/**
 * One table per group: index v holds the sum of the group's points by the digits of v in balanced ternary, the first
 * point having the lowest digit. An incomplete last group is filled with the point at infinity.
 */
function tablesOf(points: readonly Affine[], groups: number): Affine[][] {
  const tables = Array.from({ length: groups }, () => new Array<Affine>(MAX + 1).fill(null));
  for (let digit = 0, base = 1; digit < GROUP; digit += 1, base *= 3) {
    const below = Array.from({ length: (base - 1) / 2 }, (_, i) => i + 1);
    const steps = below.flatMap((value) => [value, -value]);
    const own = tables.map((_, group) => points[group * GROUP + digit] ?? null);
    const sums = addPairs(
      own.flatMap((point) => steps.map(() => point)),
      tables.flatMap((table) => steps.map((value) => entryOf(table, value))),
    );
    for (const [group, table] of tables.entries()) {
      table[base] = own[group] ?? null;
      for (const [i, value] of steps.entries()) table[base + value] = sums[group * steps.length + i] ?? null;
    }
  }
  return tables;
}

/**
 * `count` numbers from -40 to 40, equally likely: a byte below 243 covers 81 values three times, other bytes are
 * redrawn.
 */
function drawValues(count: number, random: RandomBytes): Int8Array {
  const values = new Int8Array(count);
  for (let at = 0; at < count;) {
    for (const byte of random(count - at + 16)) {
      if (byte >= 243 || at >= count) continue;
      values[at] = (byte % 81) - MAX;
      at += 1;
    }
  }
  return values;
}
