/**
 * Finds the server that a postgres:// URL names, as libpq and the driver do. A socket is named by the `host` parameter (with or without a user before
 * the empty host) or by an escaped folder in place of the host. Used by config.ts and database.ts.
 */

/** The server's host name, or the absolute path of its socket folder. Null if the text is not a postgres:// URL. */
export function databaseHost(url: string): string | null {
  // The WHATWG parser accepts no user before an empty host.
  const filled = url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/i, '$1localhost');
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(filled)) return null;
  const parsed = new URL(filled);
  try {
    return parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname) || 'localhost');
  } catch {
    return null; // malformed escape
  }
}
