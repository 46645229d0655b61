/** Where the browser goes after signing in: a page of this site or its front page, whatever was asked for. */

const MAX_LENGTH = 512;
/** Never parsed as anything but a path: no scheme, no host, no backslash, no control or space, no encoding of them. */
const SAFE = /^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/;
const HERE = 'https://site.invalid';

/** The path (with its query) when it stays on this site, else '/'. Paths below /api are no pages. */
export function safeNext(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_LENGTH || !SAFE.test(asked)) return '/';
  if (/%(?:0|1|2f|5c|7f)/i.test(asked.split('?')[0] ?? '') || !URL.canParse(asked, HERE)) return '/';
  const url = new URL(asked, HERE);
  const stays = url.origin === HERE && url.username === '' && !url.pathname.startsWith('//');
  if (!stays || /^\/(api|sim)(\/|$)/i.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}`;
}
