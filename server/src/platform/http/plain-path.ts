/**
 * The single parser for request paths. The HTTP server routes no path that it refuses, and any code that decides by a path's text (where a sign-in
 * leads) uses its result. So a path cannot mean different things in different places.
 */

/** Alternative spellings ('.', '//'), or a decoded path that still contains an escape or an extra slash. */
const AMBIGUOUS = /[\p{Cc}\\%]|\/\/|\/\.{1,2}(?:\/|$)/u;

/** The decoded path of a request target ('/a/b?x=1'); null if it is malformed or ambiguous. */
export function plainPath(target: string): string | null {
  const path = target.split(/[?#]/u, 1)[0] ?? '';
  if (!/^\/[\x21-\x7e]*$/u.test(path) || /%2f/iu.test(path)) return null;
  try {
    const decoded = decodeURIComponent(path);
    return AMBIGUOUS.test(decoded) ? null : decoded;
  } catch {
    return null; // malformed escape
  }
}
