/** The HTML frame of every page, text escaping, and sending with a strict content security policy. */
import type { FastifyReply } from 'fastify';
import { avatarHash, type Account } from './accounts.ts';
import { PAGE_STYLE, STYLE_HASH } from './page-style.ts';

const TITLE = 'Simulated identity provider';

/** A whole page. `up` is the relative path from the page to the root of its service. */
export function frame(body: string, up: string, title = TITLE): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${title}</title><link rel="icon" href="${up}icon.svg"><style>${PAGE_STYLE}</style></head><body><main>` +
    `<header>${MARK}<h1>${title}</h1></header>` +
    `${body}<footer>Part of the demo. Play money, play people.</footer></main></body></html>`
  );
}

/** Escapes text for element content and quoted attributes. */
export function text(value: string): string {
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${text(name)}" value="${text(value)}">`;
}

export function picture(account: Account, up: string, size: number): string {
  return `<img src="${up}avatars/${avatarHash(account.steamId)}.svg" width="${size}" height="${size}" alt="">`;
}

/** `formAction`: the allowed targets of forms and of redirects after them, as the content security policy writes them. */
export function sendPage(reply: FastifyReply, html: string, formAction: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${STYLE_HASH}; img-src 'self'; form-action ${formAction}; base-uri 'none'; ` +
        "frame-ancestors 'none'",
    )
    .send(html);
}

/** The mark of the simulated provider: a badge with a blank face. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 46 46" aria-hidden="true">' +
  '<rect width="46" height="46" rx="13" fill="#c8f04a"/>' +
  '<path d="M18.5 9h9v4h-9z" fill="#141806"/><rect x="11" y="15" width="24" height="22" rx="4" fill="none" ' +
  'stroke="#141806" stroke-width="3"/><circle cx="23" cy="23" r="3.6" fill="#141806"/>' +
  '<path d="M16.5 33c1-4 3.5-5.5 6.5-5.5s5.5 1.5 6.5 5.5z" fill="#141806"/></svg>';
