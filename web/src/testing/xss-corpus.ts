/**
 * More than 500 XSS attacks through texts of other users: classes of markup times ways to smuggle it. Each sets `window.__hit` if it runs. For
 * tests that draw such a text in a real browser: messages, names, tickets, reasons, settings.
 */

/** The code that every attack tries to run. */
const HIT = 'window.__hit=1';

export const XSS_MARKUP: readonly string[] = [
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

/** Encodings and contexts that have let markup through elsewhere. */
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

export const XSS_ATTACKS: readonly string[] = [...new Set([...WAYS.flatMap((way) => XSS_MARKUP.map(way)), ...OTHERS])];

/** The mark of an attack that ran; undefined if none did. */
export const xssHit = (): unknown => Reflect.get(window, '__hit') as unknown;

/** Names of all event handler attributes in the element. */
export function handlersIn(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((node) =>
    node.getAttributeNames().filter((name) => name.startsWith('on')),
  );
}
