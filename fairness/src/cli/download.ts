/**
 * Files of a site, for the command line. A site may be busy, and a connection that was kept open may be closed at the moment
 * in which it is used again: both are tried again, so that only what stays away makes a log unusable.
 */
import { messageOf, Unusable } from './load.ts';

const TIMEOUT_MS = 30_000;
/** Of a site that says that it is busy, and of one that does not answer at all. */
const BUSY_TRIES = 6;
const SILENT_TRIES = 3;
const MOST_BYTES = 32 * 1024 * 1024;

/** The bytes at a URL; null for 404. Throws `Unusable` when it cannot be had, after some tries. */
export async function download(url: URL): Promise<Uint8Array | null> {
  for (let tries = 1; ; tries += 1) {
    const found = await tryOnce(url);
    if (!('again' in found)) return found.bytes;
    if (tries >= found.most) throw new Unusable(found.why);
    await new Promise((resolve) => setTimeout(resolve, found.again));
  }
}

/** What came, or after how many ms to ask again, how often at most, and why. */
type Found =
  | { readonly bytes: Uint8Array | null }
  | { readonly again: number; readonly most: number; readonly why: string };

async function tryOnce(url: URL): Promise<Found> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return { again: 1_000, most: SILENT_TRIES, why: `cannot fetch ${url.href}: ${messageOf(error)}` };
  }
  if (bytes.length > MOST_BYTES) throw new Unusable(`${url.href} is ${bytes.length} bytes long`);
  if (response.ok) return { bytes };
  if (response.status === 404) return { bytes: null };
  const why = `${url.href} answered ${response.status}`;
  if (response.status !== 429 && response.status !== 503) throw new Unusable(why);
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  return { again: 1_000 * Math.min(30, Math.max(1, seconds || 1)), most: BUSY_TRIES, why };
}
