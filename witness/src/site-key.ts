/** The key of a log from its site: read once, at the first start, when the command line does not give it. */

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;

/** The verifier key; null while the site does not return one. */
export async function keyOfSite(site: string): Promise<string | null> {
  try {
    const answer = await fetch(new URL('api/fair/log/head', site.endsWith('/') ? site : `${site}/`), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const text = await answer.text();
    if (!answer.ok || text.length > MAX_BYTES) return null;
    const { response }: { response?: { key?: unknown } } = JSON.parse(text) as object;
    return typeof response?.key === 'string' ? response.key : null;
  } catch {
    // Not there yet, or not a Fairpot site: tried again later.
    return null;
  }
}
