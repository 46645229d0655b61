/**
 * Sums of tickets: exact, and never more than one draw can have. Called by the games and by readers of their records.
 */
import { ShapeError } from '../encoding/shape.ts';

const MAX_TICKETS = 1n << 53n;

/** Sum of non-negative integers; throws past 2^53, the most tickets that one draw can have. */
export function sumOf(parts: readonly number[]): number {
  const sum = exactSum(parts);
  if (sum > MAX_TICKETS) throw new Error(`a sum beyond 2^53 (${sum})`);
  return Number(sum);
}

/** A draw needs at least one ticket and at most 2^53; throws a ShapeError otherwise. */
export function checkTotal(parts: readonly number[], path: string): void {
  const total = exactSum(parts);
  if (total < 1n || total > MAX_TICKETS) throw new ShapeError(path, `a total of ${total} is not between 1 and 2^53`);
}

/** In BigInt: past 2^53 a sum of doubles would round, and could pass as less than it is. */
function exactSum(parts: readonly number[]): bigint {
  return parts.reduce((sum, part) => sum + BigInt(part), 0n);
}
