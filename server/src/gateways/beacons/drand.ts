/**
 * drand over HTTP (v2 calls of the quicknet beacon). The answer is believed only when its signature verifies under the
 * chain that was pinned beforehand, so whoever runs the relay can delay a result and nothing else.
 */
import { verifyDrandSignature, type DrandChain } from '@fairpot/fairness/protocol/beacon';
import { z } from 'zod';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { DrandAnswer } from '../../platform/process/beacon-port.ts';

/** A round's output as the service writes it; 48 bytes in hex. Fields we do not use may come along. */
const RoundAnswer = z.object({
  round: z.number().int().positive(),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
});

const TIMEOUT_MS = 5_000;
/** Whoever waits for this one is about to stake. */
const NEWEST_TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1024;

/** Asks `base` (no trailing slash) for one round of `chain`. 404 and 425 mean that it is not due there yet. */
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
 * The newest round that `base` has, with its signature verified: proof that so much time has passed. Null when it is not to be
 * had. A relay that shows an old round can make this site refuse locks, nothing else.
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
