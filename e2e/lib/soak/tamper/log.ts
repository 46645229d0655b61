/** A log to tamper with: its leaves as text, the settled rounds among them, and the parts of a leaf that lies change. */
import { canon } from '@fairpot/fairness/encoding/canon';
import { makeSecret, parseSecret } from '@fairpot/fairness/protocol/commitment';

type Leaf = Record<string, unknown>;
type Mutable = Leaf & {
  readonly type: string;
  readonly game: string;
  readonly roundId: string;
};
/** The three leaves of one settled round and their indexes. */
export interface SettledRound {
  readonly at: { readonly open: number; readonly lock: number; readonly result: number };
  readonly open: Mutable;
  readonly lock: Mutable;
  readonly result: Mutable;
}

/** What kind of round a lock belongs to, by its shape: sides that two players take, entries of a pot, or seats with drop tables. */
export type LockShape = (lock: Leaf) => boolean;
export const SEATS: LockShape = (lock) => 'cases' in lock;
export const SIDES: LockShape = (lock) => entriesOf(lock).some((entry) => 'side' in entry);
export const POT: LockShape = (lock) => !SEATS(lock) && !SIDES(lock);

/** Leaves as text, and the settled rounds among them. */
export class Log {
  readonly leaves: readonly string[];
  readonly #parsed: readonly Mutable[];

  constructor(leaves: readonly string[]) {
    this.leaves = leaves;
    this.#parsed = leaves.map((leaf) => JSON.parse(leaf) as Mutable);
  }

  /** The `nth` settled round of a kind, null when there are fewer. */
  settled(kind: LockShape, nth = 0): SettledRound | null {
    const results = this.#parsed.flatMap((leaf, at) =>
      leaf.type === 'result' && kind(this.#lockOf(leaf)) ? [at] : [],
    );
    const result = results[nth];
    if (result === undefined) return null;
    const { roundId } = this.#parsed[result] as Mutable;
    const find = (type: string) => this.#parsed.findIndex((leaf) => leaf.type === type && leaf.roundId === roundId);
    const at = { open: find('open'), lock: find('lock'), result };
    const copy = (index: number) => structuredClone(this.#parsed[index]) as Mutable;
    return { at, open: copy(at.open), lock: copy(at.lock), result: copy(at.result) };
  }

  #lockOf({ roundId }: Mutable): Mutable {
    return this.#parsed.find((leaf) => leaf.type === 'lock' && leaf.roundId === roundId) as Mutable;
  }

  with(...changes: readonly (readonly [number, object])[]): readonly string[] {
    const leaves = [...this.leaves];
    for (const [at, leaf] of changes) leaves[at] = canon(leaf);
    return leaves;
  }

  without(roundId: string): readonly string[] {
    return this.leaves.filter((_, at) => this.#parsed[at]?.roundId !== roundId);
  }
}

export interface Entry {
  readonly cents: number;
}
export const entriesOf = (lock: Leaf) => lock['entries'] as readonly Entry[];
export const drandOf = (leaf: Leaf) =>
  leaf['drand'] as { readonly chain: string; readonly round: number; readonly signature: string };
export const sealOf = (lock: Leaf) => lock['seal'] as { readonly key: string; readonly box: string };
export const otherSecret = (leaf: Leaf) => {
  const { game, roundId } = parseSecret(leaf['secret'] as string);
  return makeSecret({ game, roundId, random32: new Uint8Array(32).fill(7) });
};
