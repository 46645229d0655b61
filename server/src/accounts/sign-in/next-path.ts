/** Where the browser goes after signing in: a page of this site, or the front page for any other target. */
import { plainPath } from '../../platform/http/plain-path.ts';

const MAX_LENGTH = 512;
/** Never parsed as anything but a path: no scheme, no host, no backslash, no control character or space. */
const SAFE = /^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/;
const HERE = 'https://site.invalid';

/** The path (with its query) when it stays on this site, else '/'. Paths that the server reads as below /api are no pages. */
export function safeNext(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_LENGTH || !SAFE.test(asked)) return '/';
  const path = plainPath(asked);
  if (path === null || /^\/(api|sim)(\/|$)/i.test(path) || !URL.canParse(asked, HERE)) return '/';
  const url = new URL(asked, HERE);
  const stays = url.origin === HERE && url.username === '' && !url.pathname.startsWith('//');
  return stays ? `${url.pathname}${url.search}` : '/';
}
