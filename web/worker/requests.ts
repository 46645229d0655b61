/** What a request of a page may bring into it. Pure. */
import { addressOfFile } from '@fairpot/fairness/client/manifest';

/**
 * `page`: a page of the client. `file`: code, or another file of a build. `apart`: a document that is no page of the client (a redirect to sign in, a
 * picture by itself): shown without scripts. `drawn`: a page that the worker draws. `data`: runs nothing.
 */
export type RequestKind = 'page' | 'file' | 'apart' | 'drawn' | 'data';

/** What runs code, styles a page, or names files that do. */
const CODE: ReadonlySet<string> = new Set([
  ...(['script', 'worker', 'sharedworker', 'audioworklet', 'paintworklet', 'style', 'xslt', 'json'] as const),
  ...(['document', 'iframe', 'frame', 'embed', 'object', 'fencedframe', 'manifest'] as const),
]);
/** Answers of the server, simulators of a demo, item pictures. */
const NOT_CLIENT = /^\/(api|sim|art)(\/|$)/;
export const HOW_TO = '/check-the-client.html';
export const START_OVER = '/client-check/start-over';

export function kindOf(
  { method, mode, destination }: Pick<Request, 'method' | 'mode' | 'destination'>,
  path: string,
): RequestKind {
  const isOpened = mode === 'navigate';
  if (isOpened && method === 'GET' && (path === HOW_TO || path === START_OVER)) return 'drawn';
  if (isOpened && (method !== 'GET' || NOT_CLIENT.test(path))) return 'apart';
  if (isOpened) return /[.][^/]*$/.test(path) ? 'file' : 'page';
  if (method !== 'GET') return 'data';
  return CODE.has(destination) || path.startsWith('/assets/') ? 'file' : 'data';
}

/**
 * Where the page at `path` is fetched, and the files that may come: its own first HTML where a known build has one, else index.html by its own
 * address, because the server adds tags for chat programs to the pages of rounds.
 */
export function pageAt(path: string, known: (file: string) => boolean): { address: string; files: readonly string[] } {
  const first = path === '/' ? 'first/index.html' : `first${path}.html`;
  return known(first) && addressOfFile(first) === path
    ? { address: path, files: [first, 'index.html'] }
    : { address: '/index.html', files: ['index.html'] };
}

/** By ending: the server's own word could make the same bytes mean something else (a character set, a type). */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

export function typeOf(file: string): string {
  return TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
