/**
 * Asks the provider whether an answer is its own. The request always goes to the configured provider; an address inside an answer is
 * never called. A provider that is down is `unavailable`, never a yes.
 */
import { boundedFetch } from '../bounded-fetch.ts';
import { checkForm, readAssertion, readCheck } from './openid.ts';
import type { PortOutcome } from '../../platform/process/steam-port.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 4 * 1024;

export async function verifySignIn(
  provider: { readonly base: string; readonly timeoutMs?: number },
  query: string,
  expected: { readonly returnTo: string; readonly now: number },
): Promise<PortOutcome<{ readonly steamid: string; readonly nonce: string }>> {
  const assertion = readAssertion(query, { ...expected, providerBase: provider.base });
  if (typeof assertion === 'string') return { kind: 'refused', why: assertion };
  const answer = await boundedFetch(`${provider.base}/openid/login`, {
    method: 'POST',
    // Steam answers 403 to some callers that send neither.
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: provider.base,
      referer: `${provider.base}/`,
    },
    body: checkForm(assertion),
    timeoutMs: provider.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
  if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
  const verdict = readCheck(answer.body);
  if (verdict === 'unclear') return { kind: 'unavailable', why: 'the provider gave no clear answer' };
  if (verdict === 'invalid') return { kind: 'refused', why: 'the provider does not know this answer' };
  return { kind: 'ok', value: { steamid: assertion.steamid, nonce: assertion.nonce } };
}
