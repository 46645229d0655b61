/**
 * Pages that the worker draws by itself: without scripts, and with nothing to load but a font of a known build. Every value in them is escaped, and their
 * policy lets no script run, whatever a value says.
 */
import { texts as check } from '../src/features/client-check/texts.ts';
import type { LastSeen } from './last-seen.ts';
import { HOW_TO, START_OVER } from './requests.ts';
import type { Block } from './state.ts';
import { texts } from './texts.ts';

const STYLE = `
:root{color-scheme:dark}
*{box-sizing:border-box;word-spacing:.08em}
body{margin:0;min-height:100vh;background:#0d0f12;color:#f2f4f7;font:16px/1.5 Archivo,system-ui,sans-serif}
header{display:flex;align-items:center;gap:12px;padding:12px 24px;border-bottom:1px solid #323843;background:#14171c}
header{font-size:20px;font-weight:900;letter-spacing:-.02em;text-transform:uppercase}
main{max-width:720px;margin:0 auto;padding:32px 24px 64px}
.sign{border-left:4px solid #6b7484;padding:4px 0 4px 20px;margin-bottom:32px}
.bad .sign{border-color:#ff6b6b}.warn .sign{border-color:#ffb547}
h1{margin:0 0 8px;font-size:28px;line-height:1.2;font-weight:800}
.bad h1{color:#ff6b6b}.warn h1{color:#ffb547}
h2{margin:32px 0 8px;font-size:18px}
p{margin:0 0 12px;text-wrap:pretty}p,dd{overflow-wrap:anywhere}small,dt,.quiet{color:#b4bcc9;font-size:14px}
ol,ul{margin:0;padding-left:20px}li{margin-bottom:8px}
code{display:block;overflow-wrap:anywhere;padding:12px;border:1px solid #323843;border-radius:8px;background:#08090b}
code{margin-top:4px;font:14px/1.5 ui-monospace,monospace}ol+ul{margin-top:24px}
dl{display:grid;grid-template-columns:minmax(96px,auto) 1fr;gap:8px 16px;margin:0;padding:16px}
dl{border:1px dashed #6b7484;border-radius:8px}
dd{margin:0}dd small{display:block}
.acts{display:flex;flex-wrap:wrap;gap:12px;margin:24px 0}
a{color:#f2f4f7}a:focus-visible{outline:2px solid #c8f04a;outline-offset:2px}
.act{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;font-weight:700;text-decoration:none}
.act{border:1px solid #6b7484;border-radius:8px}
.act.main{border-color:#c8f04a;background:#c8f04a;color:#12160a}
details{margin-top:32px;border-top:1px solid #323843;padding-top:16px}
summary{min-height:24px;cursor:pointer;color:#b4bcc9}
`;
/** As in favicon.svg. */
const MARK =
  '<svg width="32" height="32" viewBox="0 0 64 64" aria-hidden="true"><g fill="none" stroke="#c8f04a" ' +
  'stroke-width="7" stroke-linecap="round" stroke-linejoin="round"><path d="M38.5 14.4A21 21 0 1 0 51.4 28.9"/>' +
  '<path d="M21.5 32.5L30 41L52.5 13.5"/></g></svg>';
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

interface PageHead {
  readonly title: string;
  readonly tone: string;
  readonly status: number;
  /** Address of the client's font; the system's font without it. */
  readonly font?: string | null;
}

function page({ title, tone, status, font = null }: PageHead, main: string): Response {
  const face = font === null ? '' : `@font-face{font-family:Archivo;src:url("${font}");font-weight:100 900}`;
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title} | ${texts.site}</title><style>${face}${STYLE}</style></head>` +
    `<body class="${tone}"><header>${MARK}${texts.site}</header><main>${main}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

/** `origin`: of the site; `path`: where the person wanted to go. */
export function blockedPage({ problem, at, token }: Block, origin: string, path: string, logKey: string): Response {
  const waits = problem.kind === 'unwitnessed';
  const { blocked } = texts;
  const title = waits ? blocked.waitTitle : blocked.title;
  const key = logKey === '' ? '' : ` --log-key '${logKey}'`;
  return page(
    { title, tone: waits ? 'warn' : 'bad', status: 200 },
    `<div class="sign" role="alert"><h1>${title}</h1><p>${waits ? blocked.waitLead : blocked.lead}</p></div>` +
      `<h2>${blocked.happened}</h2><p>${escaped(texts.problem(problem))}</p>` +
      `<p class="quiet">${escaped(blocked.at(timeOf(at)))}</p>` +
      `<h2>${blocked.todo}</h2><ol>${blocked.steps.map((step) => `<li>${step}</li>`).join('')}</ol>` +
      `<code>${escaped(`npm run verify -- --client ${origin}${key}`)}</code>` +
      `<div class="acts"><a class="act main" href="${escaped(path)}">${blocked.retry}</a>` +
      `<a class="act" href="${HOW_TO}">${blocked.howTo}</a></div>` +
      `<details><summary>${blocked.startOver}</summary><p>${blocked.startOverText}</p>` +
      `<a class="act" href="${START_OVER}?token=${token}">${blocked.startOver}</a></details>`,
  );
}

export function offlinePage(seen: LastSeen, path: string, font: string | null): Response {
  const { offline } = texts;
  const rows = [
    seen.account &&
      row(offline.account, offline.accountOf(seen.account.name, usd(seen.account.balanceUsd)), seen.account.at),
    seen.jackpot && row(offline.jackpot, offline.pot(usd(seen.jackpot.potUsd), seen.jackpot.entries), seen.jackpot.at),
    seen.coinflip && row(offline.coinflip, offline.games(seen.coinflip.games), seen.coinflip.at),
  ].filter((each) => each !== undefined);
  const state = rows.length === 0 ? `<p class="quiet">${offline.nothing}</p>` : `<dl>${rows.join('')}</dl>`;
  return page(
    { title: offline.title, tone: 'warn', status: 503, font },
    `<div class="sign"><h1>${offline.title}</h1><p>${offline.lead}</p></div>` +
      `<h2>${offline.seenTitle}</h2><p class="quiet">${offline.seenNote}</p>${state}` +
      `<div class="acts"><a class="act main" href="${escaped(path)}">${offline.retry}</a></div>`,
  );
}

export function howToPage(origin: string, logKey: string): Response {
  const { howTo } = texts;
  const command = (text: string) =>
    escaped(text.replace('SITE', origin).replace('KEY', logKey === '' ? 'KEY' : `'${logKey}'`));
  return page(
    { title: howTo.title, tone: '', status: 200 },
    `<div class="sign"><h1>${howTo.title}</h1><p>${howTo.lead}</p></div>` +
      `<ol>${howTo.steps.map(([what, text]) => `<li>${what}<code>${command(text)}</code></li>`).join('')}</ol>` +
      `<ul>${howTo.notes.map((note) => `<li>${note}</li>`).join('')}</ul>` +
      `<h2>${howTo.limits}</h2><ul>${check.limits.map((limit) => `<li>${limit}</li>`).join('')}</ul>` +
      `<div class="acts"><a class="act main" href="/">${howTo.back}</a></div>`,
  );
}

function row(name: string, value: string, at: number): string {
  return `<dt>${name}</dt><dd>${escaped(value)}<small>${escaped(timeOf(at))}</small></dd>`;
}

function usd(sum: number): string {
  return sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

function timeOf(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
