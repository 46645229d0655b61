/**
 * Web Push: encrypts for a browser and signs with the site's key (the library web-push), and sends as every adapter does, without redirects and with
 * a deadline. Only to the services of services.ts, whatever address is stored.
 */
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { boundedFetch } from '../bounded-fetch.ts';
import type { PushAnswer, PushGateway, PushRequest, PushTarget } from '../../platform/process/push-port.ts';
import type { PushSettings } from './push-config.ts';
import { pushServices } from './services.ts';

const TIMEOUT_MS = 5_000;
/** Services answer with a line at most. */
const MAX_BYTES = 16 * 1024;

export function makePushGateway(settings: PushSettings): PushGateway {
  const { names, placeOf } = pushServices(settings.extraOrigins);
  return {
    publicKey: settings.publicKey,
    services: names,
    placeOf,
    isUsableKey,
    async send(target, request, signal) {
      if (placeOf(target.endpoint) === null) return { kind: 'refused', why: 'not a known push service' };
      const { headers, body } = encrypted(settings, target, request);
      const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...(signal && { signal }) };
      const answer = await boundedFetch(target.endpoint, { method: 'POST', headers, body, ...bounds });
      return answer.kind === 'failed' ? { kind: 'away', why: answer.why } : answerOf(answer.status);
    },
  };
}

/** The request as the library makes it: payload by RFC 8291, signature by RFC 8292. */
function encrypted(
  { publicKey, privateKey, contact }: PushSettings,
  { endpoint, p256dh, auth }: PushTarget,
  { payload, keepSeconds, topic }: PushRequest,
) {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: keepSeconds,
    topic,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  // fetch counts the length itself.
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return {
    headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body ?? []),
  };
}

function answerOf(status: number): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const why = `status ${status}`;
  return status === 429 || status >= 500 ? { kind: 'away', why } : { kind: 'refused', why };
}

/** False for a point that is not on the curve. */
function isUsableKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
