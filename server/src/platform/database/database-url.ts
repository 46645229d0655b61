/**
 * Where a postgres:// URL leads, read as libpq and the driver read it: a socket is named by the `host` parameter, with or
 * without a user before the empty host, or by an escaped folder in the host's place. config.ts and database.ts ask.
 */

/** The address of the server: its host name, or the absolute path of the folder of its socket. Null: no postgres:// URL. */
export function databaseHost(url: string): string | null {
  // The WHATWG parser knows no user before an empty host.
  const filled = url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/i, '$1localhost');
  if (!/^postgres(ql)?:\/\//i.test(url) || !URL.canParse(filled)) return null;
  const parsed = new URL(filled);
  try {
    return parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname) || 'localhost');
  } catch {
    return null; // an escape that is none
  }
}
