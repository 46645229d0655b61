/** A page of the server's own, for the moments of signing in and out that the client is no part of: one heading and at most three elements. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** The colours of the client's theme (web/src/styles/theme.css): these pages are not part of its build. */
const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0d0f12;color:#f2f4f7;' +
  'font:16px/1.5 system-ui,sans-serif}main{text-align:center;padding:24px;max-width:480px}h1{font-size:22px}' +
  'p{color:#b4bcc9}button,.act{font:inherit;min-height:44px;padding:0 24px;border:0;border-radius:8px;' +
  'background:#c8f04a;color:#12160a;font-weight:600;cursor:pointer}.act{display:inline-block;line-height:44px;' +
  'text-decoration:none}.else{color:#b4bcc9;display:block;margin-top:16px}';
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** `title` and `body` are HTML of this server: they contain no text from outside but origins and paths that were checked. */
export function sendPage(
  reply: FastifyReply,
  page: { readonly title: string; readonly body: string; readonly status?: number },
): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title}</title>` +
        `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>` +
        `<body><main><h1>${page.title}</h1>${page.body}</main></body></html>`,
    );
}
