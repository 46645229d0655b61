/**
 * The files of the site: the built client with the item pictures. http.ts registers them last. Hashed files, and pictures at the address of their
 * version, are cached for good, the page never. An unknown path that a person could have typed gets the page (client routes): the HTML that the build
 * made for this path (below first/), else index.html.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, join, relative, sep } from 'node:path';
import compress from '@fastify/compress';
import files from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { copiedFile } from './compressed-copies.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
/** Made to run from a disk: this site's policy would not run the script in it. */
const CHECKER = 'checker.html';
const NO_CLIENT = 'The client is not built. The API is below /api.\n';

/** Tags for the head of the page at a path; '' for none. */
type HeadTags = (request: FastifyRequest, path: string) => Promise<string>;

/** `folder`: of the built client (index.html, assets/, art/). Unless it is `built`, only the API is served. */
export async function registerFiles(
  http: FastifyInstance,
  folder: string,
  built: boolean,
  head: HeadTags,
): Promise<void> {
  if (built) {
    const pictures = versionOfPictures(folder);
    await http.register(files, {
      root: folder,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        const served = relative(folder, path);
        const file = copiedFile(served) ?? served;
        const { req } = response as unknown as ServerResponse; // which its type does not say
        response.setHeader('cache-control', cacheOf(file, req.url ?? '', pictures));
        response.setHeader('vary', 'accept-encoding'); // @fastify/static serves copies without it
        if (file === CHECKER) response.setHeader('content-disposition', 'attachment; filename="fairpot-checker.html"');
      },
    });
  }
  const firstHtml = firstHtmlIn(folder);
  // The root by itself: the files' own route answers 403 for a folder that is asked for with a query.
  if (built) http.get('/', (_request, reply) => reply.sendFile(firstHtml.get('/') ?? 'index.html'));
  const page = built ? readFileSync(join(folder, 'index.html'), 'utf8') : '';
  http.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const typed = ['GET', 'HEAD'].includes(request.method) && !basename(path).includes('.');
    const first = firstHtml.get(path);
    if (typed && built && first !== undefined) return reply.code(200).sendFile(first);
    if (typed && built) {
      // Shown by chat programs, which run no script. Their absence hides no page.
      const tags = await head(request, path).catch(() => '');
      if (tags === '') return reply.code(200).sendFile('index.html');
      const html = page.replace('</head>', () => `${tags}</head>`);
      return reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
    }
    return reply
      .code(404)
      .type('text/plain')
      .send(built ? 'Not found\n' : NO_CLIENT);
  });
}

/** The files below first/ by the path of their page: '/faq' has 'first/faq.html'. */
function firstHtmlIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(join(folder, 'first'))) return new Map();
  const names = readdirSync(join(folder, 'first'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.html')).map((name) => name.replaceAll(sep, '/'));
  return new Map(files.map((name) => [`/${name.replace(/(^index)?\.html$/, '')}`, `first/${name}`]));
}

/** Compresses large answers and files, but not small ones and broadcasts. Registered before any route. */
export async function registerCompression(http: FastifyInstance): Promise<void> {
  await http.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
}

/** Vite puts the content's hash into the names below assets/. A picture is for good at the address that names the version of these pictures. */
function cacheOf(path: string, url: string, pictures: string | null): string {
  const [top] = path.split(sep);
  if (top === 'assets' || (top === 'art' && pictures !== null && url.endsWith(`?v=${pictures}`))) return FOREVER;
  return top === 'art' ? A_DAY : 'no-cache';
}

/** As build-art.ts wrote it beside them. */
function versionOfPictures(folder: string): string | null {
  const file = join(folder, 'art', 'version.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
