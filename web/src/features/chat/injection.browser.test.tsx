/**
 * More than 500 attacks on a reader, made from classes of markup and the ways to smuggle it, drawn by the real chat in a
 * real browser: as messages, as names, and as what is typed. None may run, none may become anything but text and emoji.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { arrives, freshPage, showChat, signedInAs, type Server } from './chat-page.fixture.tsx';
import { useChatLog } from './log/log.ts';
import { message, person } from './sample.fixture.ts';

/** What every attack would do if it could. */
const HIT = 'window.__hit=1';

const MARKUP: readonly string[] = [
  `<script>${HIT}</script>`,
  `<img src=x onerror=${HIT}>`,
  `<svg onload=${HIT}>`,
  `<svg><script>${HIT}</script></svg>`,
  `<svg><animate onbegin=${HIT} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.${HIT}</script>"></iframe>`,
  `<iframe src="javascript:parent.${HIT}"></iframe>`,
  `<object data="javascript:${HIT}"></object>`,
  `<embed src="javascript:${HIT}">`,
  `<a href="javascript:${HIT}" autofocus onfocus=${HIT}>x</a>`,
  `<input autofocus onfocus=${HIT}>`,
  `<details open ontoggle=${HIT}>`,
  `<video><source onerror=${HIT}></video>`,
  `<body onload=${HIT}>`,
  `<form action="javascript:${HIT}"><button>x</button></form>`,
  `<style>@import 'javascript:${HIT}';*{background:red}</style>`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${HIT}">`,
  `<base href="https://evil.invalid/">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${HIT}>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `<template><script>${HIT}</script></template>`,
  `<xss style="animation-name:rise" onanimationstart=${HIT}>`,
  `<div is=x-y contenteditable onblur=${HIT}>x</div>`,
];

/** Encoders and surroundings that have let markup through elsewhere. */
const WAYS: readonly ((markup: string) => string)[] = [
  (m) => m,
  (m) => m.toUpperCase(),
  (m) => `">${m}`,
  (m) => `'>${m}`,
  (m) => `</bdi></p></li>${m}`,
  (m) => `]]>${m}<!--`,
  (m) => `--><!-- ${m}`,
  (m) => `\`\${${m}}\``,
  (m) => m.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (m) => m.replaceAll('<', '&amp;lt;'),
  (m) => m.replaceAll('<', '\\u003c'),
  (m) => m.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (m) => m.replaceAll('<', '＜').replaceAll('>', '＞'),
  (m) => m.replaceAll('<', '<\u0000'),
  (m) => m.replaceAll(' ', '/'),
  (m) => m.replaceAll(' ', '\n\t'),
  (m) => `:gg:${m}:fire:`,
  (m) => `:${m}:`,
  (m) => `:gg" onerror="${HIT}:${m}`,
  (m) => `@${m}`,
  (m) => `@rookbolt${m}`,
  (m) => `[x](javascript:${HIT}) ![y](x" onerror="${HIT}) ${m}`,
  (m) => `{{constructor.constructor('${HIT}')()}} ${m}`,
];

const OTHERS: readonly string[] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].flatMap(
  (name) => [`:${name}:`, `@${name}`, `{"${name}":{"src":"x"}}`],
);

const ATTACKS = [...new Set([...WAYS.flatMap((way) => MARKUP.map(way)), ...OTHERS])];
const BATCH = 190;

let server: Server;
let violations: string[];
const note = (event: SecurityPolicyViolationEvent) => void violations.push(event.violatedDirective);
beforeEach(() => {
  violations = [];
  document.addEventListener('securitypolicyviolation', note);
  server = freshPage();
  server.signedIn = signedInAs();
});
afterEach(() => {
  document.removeEventListener('securitypolicyviolation', note);
  vi.unstubAllGlobals();
});

/** Everything in the element that is not plain text, an emoji of the 49 or a mention. */
function strangersIn(element: Element): string[] {
  return [...element.querySelectorAll('*')]
    .filter((node) => {
      const emoji =
        node instanceof HTMLImageElement &&
        /^:[a-z0-9]+:$/i.test(node.alt) &&
        node.src.startsWith('data:image/svg+xml,');
      const mention = node instanceof HTMLSpanElement && node.classList.contains('chat-mention');
      return !emoji && !mention;
    })
    .map((node) => node.outerHTML);
}

/** The text that the element stands for, emoji as their codes. */
function textOf(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node instanceof HTMLImageElement ? node.alt : (node.textContent ?? '')))
    .join('');
}

const hit = () => Reflect.get(window, '__hit') as unknown;
const handlers = (root: Element) =>
  [...root.querySelectorAll('*')].flatMap((node) => node.getAttributeNames().filter((name) => name.startsWith('on')));

test('there are more than 500 different ones', () => {
  expect(ATTACKS.length).toBeGreaterThan(500);
});

test('as messages and as names, none runs and none becomes an element', async () => {
  await showChat();
  const log = page.getByRole('log').element();
  await expect.poll(() => useChatLog.getState().status).toBe('ready');
  const scripts = document.querySelectorAll('script, style, link, iframe, object, embed, base, meta').length;
  let drawn = 0;
  for (let from = 0; from < ATTACKS.length; from += BATCH) {
    const batch = ATTACKS.slice(from, from + BATCH);
    batch.forEach((attack, at) => {
      const n = from + at + 1;
      arrives({ type: 'chat.posted', message: message(n, { message: attack, user: person(n, { name: attack }) }) });
    });
    const wanted = Math.min(200, from + batch.length);
    await expect.poll(() => log.querySelectorAll('li').length).toBe(wanted);
    await new Promise((resolve) => setTimeout(resolve, 150)); // time for anything that loads, fires or animates
    const rows = [...log.querySelectorAll('li')].slice(-batch.length);
    rows.forEach((row, at) => {
      const text = row.querySelector('.chat-text');
      const name = row.querySelector('.chat-name');
      expect(text && strangersIn(text)).toEqual([]);
      expect(text && textOf(text).toLowerCase()).toBe(batch[at]?.toLowerCase());
      expect(name?.childElementCount).toBe(0);
      expect(name?.textContent).toBe(batch[at]);
      drawn += 1;
    });
    expect(hit()).toBeUndefined();
    expect(handlers(log)).toEqual([]);
  }
  expect(drawn).toBe(ATTACKS.length);
  expect(document.querySelectorAll('script, style, link, iframe, object, embed, base, meta')).toHaveLength(scripts);
  expect(document.baseURI).toBe(location.href);
  expect(violations).toEqual([]);
});

test('typed or named in suggestions, they are text as well', async () => {
  server.history = MARKUP.map((attack, n) =>
    message(n + 1, { user: person(n + 1, { name: attack.replaceAll(' ', '/') }) }),
  );
  await showChat();
  const field = page.getByRole('textbox', { name: 'Write a message' });
  for (const attack of MARKUP) await field.fill(attack);
  await field.fill('@<');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect.element(list).toBeVisible();
  expect(list.element().querySelectorAll('li > bdi')).toHaveLength(6);
  expect(list.element().querySelectorAll('li > bdi *')).toHaveLength(0);
  expect(hit()).toBeUndefined();
});
