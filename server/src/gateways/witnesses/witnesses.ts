/** Witnesses over HTTP. Limited like every outside call; an answer is just text until a signature on it is verified. */
import { createHash } from 'node:crypto';
import { boundedFetch } from '../bounded-fetch.ts';
import type { WitnessAnswer, WitnessGateway } from '../../platform/process/witness-port.ts';

/** No one waits for a cosignature, but a later one would prove little. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;

export const httpWitnesses: WitnessGateway = {
  async addCheckpoint(url, { oldSize, proof, note }, signal) {
    const body = `old ${oldSize}\n${proof.map((hash) => `${hash}\n`).join('')}\n${note}`;
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...(signal && { signal }) };
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const answer = await boundedFetch(`${url}/add-checkpoint`, { method: 'POST', headers, body, ...bounds });
    return answer.kind === 'failed' ? { kind: 'away', why: answer.why } : readAnswer(answer.status, answer.body);
  },
  async lastCheckpoint(url, origin) {
    const hash = createHash('sha256').update(origin).digest('hex');
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const answer = await boundedFetch(`${url}/${hash}/checkpoint`, bounds);
    return answer.kind === 'answered' && answer.status === 200 ? answer.body : null;
  },
};

function readAnswer(status: number, body: string): WitnessAnswer {
  if (status === 200) return { kind: 'cosigned', lines: body };
  if (status === 409) {
    const size = Number(body);
    return /^(?:0|[1-9][0-9]{0,15})\n$/.test(body) && Number.isSafeInteger(size)
      ? { kind: 'elsewhere', size }
      : { kind: 'away', why: 'a 409 without a size' };
  }
  const why = `${status} ${body.slice(0, 200).trim()}`;
  if (status === 404) return { kind: 'unknown', why };
  return status >= 400 && status < 500 && status !== 429 ? { kind: 'refused', why } : { kind: 'away', why };
}
