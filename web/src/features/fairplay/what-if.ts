/**
 * Changing the inputs of a round to see what would have come out. Called by the page; pure.
 *
 * Invariant: the recorded round is never touched: a changed one is a new value, and it says so (`isChanged`).
 */
import { centsFromText, type Cents } from '@fairpot/contract/wire/money';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';

/** The inputs that may be changed; `cents` by position of the entry, for games whose entries have stakes. */
export interface ProofEdits {
  readonly secret?: string;
  readonly signature?: string;
  readonly cents?: Readonly<Record<number, number>>;
}

/** The round with the changes. Pot and boundary of the outcome follow from the stakes, so they are left as recorded. */
export function withEdits(proof: RoundProof, edits: ProofEdits): RoundProof {
  return {
    ...proof,
    secret: edits.secret ?? proof.secret,
    drand: { ...proof.drand, signature: edits.signature ?? proof.drand.signature },
    lock: withCents(proof.lock, edits.cents ?? {}),
  };
}

/** Entries that stake nothing of their own, as the seats of a battle, stay as they are. */
function withCents(lock: RoundProof['lock'], cents: Readonly<Record<number, number>>): RoundProof['lock'] {
  if (stakesOf({ lock }).length === 0) return lock;
  const entries = lock.entries.map((entry, at) =>
    'cents' in entry ? { ...entry, cents: cents[at] ?? entry.cents } : entry,
  );
  // The same game with as many entries of the same shape: only their cents may differ.
  return { ...lock, entries } as RoundProof['lock'];
}

/** Stakes of the entries in cents, in their order; none for a game whose entries have none. */
export function stakesOf({ lock }: Pick<RoundProof, 'lock'>): readonly number[] {
  return lock.entries.flatMap((entry) => ('cents' in entry ? [entry.cents] : []));
}

/** True when an edit differs from what is recorded. */
export function isChanged(proof: RoundProof, edits: ProofEdits): boolean {
  return JSON.stringify(withEdits(proof, edits)) !== JSON.stringify(proof);
}

/** '20.00' as cents, or null for what is no amount of at least a cent. */
export function readAmount(text: string): Cents | null {
  const amount = centsFromText(text);
  return amount === null || amount < 1 ? null : amount;
}
