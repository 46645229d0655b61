/**
 * A browser's check of a witness: that it cosigned the head it is said to have cosigned, when, and that the log in the
 * browser continues that head. Pure; called by the fairness worker of the site. Returns a verdict for input of any
 * shape.
 */
import { fromBase64 } from '../encoding/base64.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import { cosignaturesOn, parseCosignerKey } from '../tree/cosignature.ts';
import { verifyConsistency } from '../tree/merkle.ts';
import { parseVerifierKey } from '../tree/note.ts';

export type WitnessCheck = {
  readonly logKey: string;
  /** The browser's head, a signed note. */
  readonly head: string;
  readonly witnessKey: string;
  /** The head that the witness cosigned, with both signatures. */
  readonly note: string;
  /** Base64 hashes from the smaller of both to the larger. */
  readonly consistency: readonly string[];
};
/** `at`: epoch ms, by the witness's clock. Both null when there is a problem with the signature itself. */
export type CosignedFinding = {
  readonly problem: string | null;
  readonly size: number | null;
  readonly at: number | null;
};

export function checkWitness({ logKey, head, witnessKey, note, consistency }: WitnessCheck): CosignedFinding {
  try {
    const key = parseVerifierKey(logKey);
    const [held, cosigned] = [openCheckpoint(head, key), openCheckpoint(note, key)];
    const [found] = cosignaturesOn(note, [parseCosignerKey(witnessKey)]);
    if (found === undefined)
      return { problem: 'it has not cosigned the head that the site shows', size: null, at: null };
    const [older, newer] = cosigned.size <= held.size ? [cosigned, held] : [held, cosigned];
    const holds = verifyConsistency(older, newer, consistency.map(fromBase64));
    const problem = holds
      ? null
      : `the log of ${held.size} leaves does not continue the ${cosigned.size} that it cosigned`;
    return { problem, size: cosigned.size, at: found.time * 1_000 };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), size: null, at: null };
  }
}
