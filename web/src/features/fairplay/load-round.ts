/**
 * Loads the round that the page's input names. Called by the page.
 *
 * Invariant: checks that need no server run without it. A secret is checked against its hash in the browser first; the rest of
 * the round is fetched only then, and the server's data is verified like any other input.
 */
import { findRound, getRoundProof } from '@fairpot/contract/fair/calls';
import type { CommitmentAnswer } from '../../fairness/answer.ts';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import type { RoundQuery } from './address.ts';
import { texts } from './texts.ts';

export interface LoadedRound {
  /** The hash of the secret; null without a secret. */
  readonly committed: (CommitmentAnswer & { readonly matches: boolean | null }) | null;
  readonly proof: unknown;
  /** Why there is no proof, as text; null when there is one or none was requested. */
  readonly missing: string | null;
}

/** Loads the round of an address or input. Rejects with `ApiRefusal` when the server cannot be reached. */
export async function loadRound(wanted: Omit<RoundQuery, 'game'>): Promise<LoadedRound> {
  const committed = await checkSecret(wanted);
  const roundId = wanted.roundId ?? committed?.parts?.roundId ?? null;
  const hash = wanted.hash ?? committed?.hash ?? null;
  if (roundId === null && hash === null) return { committed, proof: null, missing: null };
  try {
    const found = roundId === null && hash !== null ? await ask(findRound, { hash }) : null;
    const id = roundId ?? found?.roundId;
    if (id === undefined) return { committed, proof: null, missing: UNKNOWN };
    if (found?.scripted) return { committed, proof: null, missing: SCRIPTED };
    if (found?.settled === false) return { committed, proof: null, missing: UNSETTLED };
    const proof = await ask(getRoundProof, { id });
    // Nothing to verify: reported as text, not as a failed verification.
    if ('scripted' in proof) return { committed, proof: null, missing: SCRIPTED };
    return { committed, proof, missing: null };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.code === 'NO_GAME') return { committed, proof: null, missing: UNKNOWN };
    if (error.code === 'GAME_FINISHED') return { committed, proof: null, missing: UNSETTLED };
    throw error;
  }
}

const UNKNOWN = texts.missing.unknown;
/** Shown below the mark of a scripted round. */
export const SCRIPTED = texts.missing.scripted;
const UNSETTLED = texts.missing.unsettled;

async function checkSecret({ secret, hash }: Pick<RoundQuery, 'secret' | 'hash'>): Promise<LoadedRound['committed']> {
  if (secret === null) return null;
  const committed = await askFairness({ ask: 'commitment', secret });
  return { ...committed, matches: hash === null ? null : committed.hash === hash };
}
