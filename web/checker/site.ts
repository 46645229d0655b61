/** What the checker reads of a site. Every failure is a CheckFailed with a sentence for a person: it says nothing about the site's honesty. */
import { texts } from './texts.ts';

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

const TIMEOUT_MS = 30_000;
const BUSY_TRIES = 5;

export interface SiteFiles {
  /** Bytes below the site's address; null for 404. */
  file(path: string): Promise<Uint8Array | null>;
  /** The response of a call, out of its envelope; null for 404. */
  call(path: string): Promise<unknown>;
}

export function siteAt(address: string): SiteFiles {
  const text = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (address.trim() === '' || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CheckFailed(texts.noSite);
  const base = new URL('/', text);
  const file = (path: string) => download(new URL(path, base));
  return {
    file,
    async call(path) {
      const bytes = await file(path);
      return bytes === null ? null : responseIn(new TextDecoder().decode(bytes), new URL(path, base).href);
    },
  };
}

async function download(url: URL): Promise<Uint8Array | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      throw new CheckFailed(texts.unreachable(url.origin));
    });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (answer.status === 404) return null;
    if (tries >= BUSY_TRIES || (answer.status !== 429 && answer.status !== 503))
      throw new CheckFailed(texts.answered(url.href, answer.status));
    await new Promise((resolve) => setTimeout(resolve, 1_000 * tries));
  }
}

function responseIn(text: string, url: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'response' in value) return value.response;
  } catch {
    // Named below, together with JSON that is no answer.
  }
  throw new CheckFailed(texts.notJson(url));
}
