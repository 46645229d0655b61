/**
 * From what somebody gave the page to a round that can be verified. Called by the page.
 *
 * Invariant: what needs no server is done without it. A secret is held against its hash in the browser first; the rest
 * of the round is fetched only then, and what the server says of it is judged like anything else.
 */
import { findRound, getRoundProof } from '@fairpot/contract/fair/calls';
import type { CommitmentAnswer } from '../../fairness/answer.ts';
import { askFairness } from '../../fairness/client.ts';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import type { RoundQuery } from './address.ts';

export interface LoadedRound {
  /** What the secret of the address hashes to; null when none was given. */
  readonly committed: (CommitmentAnswer & { readonly matches: boolean | null }) | null;
  readonly proof: unknown;
  /** Why there is no proof yet, in words; null when there is one or none was asked for. */
  readonly missing: string | null;
}

/** Loads what an address or a typed text asks for. Rejects with `ApiRefusal` when the server cannot be asked. */
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
    // It has nothing to verify: said in words, not as a verification that failed.
    if ('scripted' in proof) return { committed, proof: null, missing: SCRIPTED };
    return { committed, proof, missing: null };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.code === 'NO_GAME') return { committed, proof: null, missing: UNKNOWN };
    if (error.code === 'GAME_FINISHED') return { committed, proof: null, missing: UNSETTLED };
    throw error;
  }
}

const UNKNOWN = 'No settled round has this commitment. A cancelled round has no proof.';
/** What stands below the mark of a scripted round. */
export const SCRIPTED =
  'Only staff and house personas are in this round, for show: it makes no fairness claim, so there is nothing ' +
  'to verify. The public log holds its opening and the staff act, no result.';
const UNSETTLED = 'This round is not settled yet: its secret is still sealed. Come back after the result.';

async function checkSecret({ secret, hash }: Pick<RoundQuery, 'secret' | 'hash'>): Promise<LoadedRound['committed']> {
  if (secret === null) return null;
  const committed = await askFairness({ ask: 'commitment', secret });
  return { ...committed, matches: hash === null ? null : committed.hash === hash };
}
