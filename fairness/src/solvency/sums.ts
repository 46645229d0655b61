/**
 * Liabilities as the three figures of every node of a solvency tree: money in cents, the number of items, and their
 * value in cents at the prices of the statement.
 *
 * Invariant: each figure is an integer from 0 to 2^53 - 1, and a sum outside that range is refused, never wrapped. So
 * no leaf can reduce what another one adds.
 */
import { concat, uint64be } from '../encoding/bytes.ts';
import { readInt } from '../encoding/shape.ts';

export type LiabilitySums = {
  /** Money: spendable, held and in open stakes. */
  readonly cents: number;
  readonly items: number;
  /** The value of the items, in cents. */
  readonly itemCents: number;
};

/** The figures in the order in which they are hashed. */
export const SUM_NAMES = ['cents', 'items', 'itemCents'] as const satisfies readonly (keyof LiabilitySums)[];

export const NOTHING: LiabilitySums = { cents: 0, items: 0, itemCents: 0 };

/** Bytes of `sumsBytes`. */
export const SUMS_BYTES = 24;

/**
 * `value` if it has three figures of the allowed range, else a ShapeError that names the wrong one. Other keys are left
 * out.
 */
export function readSums(value: Readonly<Record<keyof LiabilitySums, unknown>>, path: string): LiabilitySums {
  return {
    cents: readInt(value.cents, `${path}.cents`),
    items: readInt(value.items, `${path}.items`),
    itemCents: readInt(value.itemCents, `${path}.itemCents`),
  };
}

/** The sum of both, figure by figure. Throws a ShapeError beyond 2^53 - 1, and for invalid figures. */
export function addSums(a: LiabilitySums, b: LiabilitySums): LiabilitySums {
  const [left, right] = [readSums(a, 'sums'), readSums(b, 'sums')];
  return readSums(
    {
      cents: left.cents + right.cents,
      items: left.items + right.items,
      itemCents: left.itemCents + right.itemCents,
    },
    'sum',
  );
}

export function equalSums(a: LiabilitySums, b: LiabilitySums): boolean {
  return SUM_NAMES.every((name) => a[name] === b[name]);
}

/** The figures as they are hashed: 8 bytes each, big-endian. Throws for a figure that is not an integer from 0 to 2^53 - 1. */
export function sumsBytes(sums: LiabilitySums): Uint8Array {
  return concat(...SUM_NAMES.map((name) => uint64be(sums[name])));
}

/** Reads `sumsBytes` back, from `at`. Throws for a figure beyond 2^53 - 1. */
export function sumsAt(bytes: Uint8Array, at: number): LiabilitySums {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, SUMS_BYTES);
  const [cents = 0, items = 0, itemCents = 0] = [0, 8, 16].map((offset) => Number(view.getBigUint64(offset)));
  return readSums({ cents, items, itemCents }, 'sums');
}
