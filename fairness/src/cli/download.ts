/**
 * Downloads of a site's files, for the command line. Retries when the site is busy or closes a kept-alive connection
 * just as it is reused, so that only a permanent failure makes a log unusable.
 */
import { messageOf, UnusableInput } from './load.ts';

const TIMEOUT_MS = 30_000;
/** Retries when a site reports that it is busy, and when it does not answer. */
const BUSY_TRIES = 6;
const SILENT_TRIES = 3;
const MAX_BYTES = 32 * 1024 * 1024;

/** The bytes at a URL, asked for with these headers; null for 404. Throws `Unusable` when all attempts fail. */
export async function download(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<Uint8Array | null> {
  for (let tries = 1; ; tries += 1) {
    const found = await tryOnce(url, headers);
    if (!('again' in found)) return found.bytes;
    if (tries >= found.most) throw new UnusableInput(found.why);
    await new Promise((resolve) => setTimeout(resolve, found.again));
  }
}

/** The bytes, or the delay (ms) before the next attempt, the maximum number of attempts, and the reason. */
type DownloadAttempt =
  | { readonly bytes: Uint8Array | null }
  | { readonly again: number; readonly most: number; readonly why: string };

async function tryOnce(url: URL, headers: Readonly<Record<string, string>>): Promise<DownloadAttempt> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return { again: 1_000, most: SILENT_TRIES, why: `cannot fetch ${url.href}: ${messageOf(error)}` };
  }
  if (bytes.length > MAX_BYTES) throw new UnusableInput(`${url.href} is ${bytes.length} bytes long`);
  if (response.ok) return { bytes };
  if (response.status === 404) return { bytes: null };
  const why = `${url.href} answered ${response.status}`;
  if (response.status !== 429 && response.status !== 503) throw new UnusableInput(why);
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  return { again: 1_000 * Math.min(30, Math.max(1, seconds || 1)), most: BUSY_TRIES, why };
}
