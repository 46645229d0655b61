/** A stake as a browser sends it: session cookie, origin, idempotency key. Used by the loads. */
import { randomUUID } from 'node:crypto';
import type { Stake } from './players.ts';

/** `path` is that of the call, `more` its parameters besides the items. */
export function stakeRequest(port: number, path: string, { cookie, items }: Stake, more: object): string {
  const body = JSON.stringify({ inventoryIds: items, ...more });
  return (
    `POST /api/${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\n` +
    `sec-fetch-site: same-origin\r\ncookie: ${cookie}\r\nidempotency-key: ${randomUUID()}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}
