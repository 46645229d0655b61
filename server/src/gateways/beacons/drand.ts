/**
 * drand over HTTP (v2 calls of the quicknet beacon). An answer counts only if its signature verifies under the chain pinned beforehand,
 * so the relay's operator can delay a result and nothing else.
 */
import { verifyDrandSignature, type DrandChain } from '@fairpot/fairness/protocol/beacon';
import { z } from 'zod';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { DrandAnswer } from '../../platform/process/beacon-port.ts';

/** A round's output in the service's format; 48 bytes in hex. Other fields are ignored. */
const RoundAnswer = z.object({
  round: z.number().int().positive(),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
});

const TIMEOUT_MS = 5_000;
/** The caller is about to stake. */
const NEWEST_TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1024;

/** Fetches one round of `chain` from `base` (no trailing slash). 404 and 425 mean that it is not due there yet. */
export async function fetchDrandRound(
  base: string,
  chain: DrandChain,
  round: number,
  signal: AbortSignal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<DrandAnswer> {
  if (!Number.isSafeInteger(round) || round < 1) return unusable(`no such round: ${round}`);
  const answer = await ask(base, String(round), signal, timeoutMs);
  if (answer.kind === 'failed') return unusable(answer.why);
  if (answer.status === 404 || answer.status === 425) return { kind: 'not-yet' };
  if (answer.status !== 200) return unusable(`status ${answer.status}`);
  const parsed = RoundAnswer.safeParse(parseJson(answer.body));
  if (!parsed.success) return unusable('not a round of 48 signed bytes');
  const { signature } = parsed.data;
  if (parsed.data.round !== round) return unusable(`answered for round ${parsed.data.round}`);
  if (!verifyDrandSignature(chain, round, signature)) return unusable('the signature does not verify');
  return { kind: 'ready', signature };
}

/**
 * The newest round that `base` has, with its signature verified: proof that this much time has passed. Null if it cannot be fetched. A
 * relay that returns an old round can make this site refuse locks, and nothing else.
 */
export async function fetchNewestRound(base: string, chain: DrandChain, signal: AbortSignal): Promise<number | null> {
  const answer = await ask(base, 'latest', signal, NEWEST_TIMEOUT_MS);
  if (answer.kind === 'failed' || answer.status !== 200) return null;
  const parsed = RoundAnswer.safeParse(parseJson(answer.body));
  if (!parsed.success) return null;
  const { round, signature } = parsed.data;
  return verifyDrandSignature(chain, round, signature) ? round : null;
}

function ask(base: string, round: string, signal: AbortSignal, timeoutMs: number) {
  return boundedFetch(`${base}/v2/beacons/quicknet/rounds/${round}`, {
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_BYTES,
    signal,
  });
}

function unusable(why: string): DrandAnswer {
  return { kind: 'unusable', why };
}
