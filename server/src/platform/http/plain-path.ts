/**
 * The one reading of a path: the HTTP server routes nothing that it refuses, and whoever decides on a path by its text
 * (where a sign-in leads) decides on what it gives. So nobody can mean one thing here and another there.
 */

/** Two names for a place ('.', '//'), or what decoding leaves to be decoded or taken for a slash once more. */
const AMBIGUOUS = /[\p{Cc}\\%]|\/\/|\/\.{1,2}(?:\/|$)/u;

/** The decoded path of a request target ('/a/b?x=1'); null when it is none, or could be read in two ways. */
export function plainPath(target: string): string | null {
  const path = target.split(/[?#]/u, 1)[0] ?? '';
  if (!/^\/[\x21-\x7e]*$/u.test(path) || /%2f/iu.test(path)) return null;
  try {
    const decoded = decodeURIComponent(path);
    return AMBIGUOUS.test(decoded) ? null : decoded;
  } catch {
    return null; // an escape that is none
  }
}
