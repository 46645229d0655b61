/**
 * The attacks of testing/xss-corpus.ts on a reader, drawn by the real chat in a real browser: as messages, names and typed text. None may run
 * or become anything but text and emoji.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { arrives, freshPage, showChat, signedInAs, type ChatServer } from './chat-page.fixture.tsx';
import { useChatLog } from './log/log.ts';
import { chatId, message, person } from './sample.fixture.ts';
import { handlersIn, xssHit, XSS_ATTACKS, XSS_MARKUP } from '../../testing/xss-corpus.ts';

const BATCH = 100;

let server: ChatServer;
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

/** Everything in the element except plain text, the 49 emoji and mentions. */
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

/** The text of the element, with emoji as codes. */
function textOf(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node instanceof HTMLImageElement ? node.alt : (node.textContent ?? '')))
    .join('');
}

test('there are more than 500 different attacks', () => {
  expect(XSS_ATTACKS.length).toBeGreaterThan(500);
});

test('no attack in a message or name runs or becomes an element', async () => {
  await showChat();
  const log = page.getByRole('log').element();
  await expect.poll(() => useChatLog.getState().status).toBe('ready');
  const scripts = document.querySelectorAll('script, style, link, iframe, object, embed, base, meta').length;
  let drawn = 0;
  for (let from = 0; from < XSS_ATTACKS.length; from += BATCH) {
    const batch = XSS_ATTACKS.slice(from, from + BATCH);
    batch.forEach((attack, at) => {
      const n = from + at + 1;
      arrives({ type: 'chat.posted', message: message(n, { message: attack, user: person(n, { name: attack }) }) });
    });
    const last = `[data-id="${chatId(from + batch.length)}"]`;
    await expect.poll(() => log.querySelector(last)).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 150)); // time for anything that loads, fires or animates
    const rows = [...log.querySelectorAll('.chat-row')].slice(-batch.length);
    rows.forEach((row, at) => {
      const text = row.querySelector('.chat-text');
      const name = row.querySelector('.chat-name');
      expect(text && strangersIn(text)).toEqual([]);
      expect(text && textOf(text).toLowerCase()).toBe(batch[at]?.toLowerCase());
      expect(name?.childElementCount).toBe(0);
      expect(name?.textContent).toBe(batch[at]);
      drawn += 1;
    });
    expect(xssHit()).toBeUndefined();
    expect(handlersIn(log)).toEqual([]);
  }
  expect(drawn).toBe(XSS_ATTACKS.length);
  expect(document.querySelectorAll('script, style, link, iframe, object, embed, base, meta')).toHaveLength(scripts);
  expect(document.baseURI).toBe(location.href);
  expect(violations).toEqual([]);
});

test('an attack in the field or in suggestions stays text', async () => {
  server.history = XSS_MARKUP.map((attack, n) =>
    message(n + 1, { user: person(n + 1, { name: attack.replaceAll(' ', '/') }) }),
  );
  await showChat();
  const field = page.getByRole('textbox', { name: 'Write a message' });
  for (const attack of XSS_MARKUP) await field.fill(attack);
  await field.fill('@<');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect.element(list).toBeVisible();
  expect(list.element().querySelectorAll('li > bdi')).toHaveLength(6);
  expect(list.element().querySelectorAll('li > bdi *')).toHaveLength(0);
  expect(xssHit()).toBeUndefined();
});
