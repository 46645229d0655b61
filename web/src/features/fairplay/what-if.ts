/**
 * Changes the inputs of a round to see the resulting draw. Used by the page. Pure.
 *
 * Invariant: the recorded round is never modified; a changed one is a new value, marked by `isChanged`.
 */
import { centsFromText, type Cents } from '@fairpot/contract/wire/money';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';

/** Changes to the inputs; `cents` by position of the entry, for games whose entries have stakes. */
export interface ProofEdits {
  readonly secret?: string;
  readonly signature?: string;
  readonly cents?: Readonly<Record<number, number>>;
}

/** The round with the changes. Pot and boundary of the outcome follow from the stakes, so they stay as recorded. */
export function withEdits(proof: RoundProof, edits: ProofEdits): RoundProof {
  return {
    ...proof,
    secret: edits.secret ?? proof.secret,
    drand: { ...proof.drand, signature: edits.signature ?? proof.drand.signature },
    lock: withCents(proof.lock, edits.cents ?? {}),
  };
}

/** Entries without stakes, such as the seats of a battle, stay unchanged. */
function withCents(lock: RoundProof['lock'], cents: Readonly<Record<number, number>>): RoundProof['lock'] {
  if (stakesOf({ lock }).length === 0) return lock;
  const entries = lock.entries.map((entry, at) =>
    'cents' in entry ? { ...entry, cents: cents[at] ?? entry.cents } : entry,
  );
  // The same game with entries of the same number and shape: only their cents may differ.
  return { ...lock, entries } as RoundProof['lock'];
}

/** Stakes of the entries in cents, in order; empty for a game whose entries have none. */
export function stakesOf({ lock }: Pick<RoundProof, 'lock'>): readonly number[] {
  return lock.entries.flatMap((entry) => ('cents' in entry ? [entry.cents] : []));
}

/** True when an edit differs from the record. */
export function isChanged(proof: RoundProof, edits: ProofEdits): boolean {
  return JSON.stringify(withEdits(proof, edits)) !== JSON.stringify(proof);
}

/** '20.00' as cents; null for anything that is not an amount of at least one cent. */
export function readAmount(text: string): Cents | null {
  const amount = centsFromText(text);
  return amount === null || amount < 1 ? null : amount;
}
