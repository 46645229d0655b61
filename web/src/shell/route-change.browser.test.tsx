/** Focus while a page loads in parts: on its heading, whichever element that currently is. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { focusHeading } from './route-change.ts';

let main: HTMLElement;
let giveUp: () => void = () => undefined;
beforeEach(() => {
  main = document.body.appendChild(document.createElement('main'));
  focusedText = [];
  document.addEventListener('focusin', noteFocus);
});
afterEach(() => {
  giveUp();
  main.remove();
  document.removeEventListener('focusin', noteFocus);
});

let focusedText: (string | null)[] = [];
function noteFocus({ target }: FocusEvent): void {
  if (target instanceof HTMLElement) focusedText.push(target.textContent);
}

const show = (html: string) => main.replaceChildren(document.createRange().createContextualFragment(html));
const focused = () => document.activeElement?.textContent;

test('follows the heading that replaces the loading page’s, and the next one', async () => {
  show('<div><h1>Loading</h1></div>');
  giveUp = focusHeading(main);
  expect(focused()).toBe('Loading');
  show('<h1>Battle</h1><p>more</p>');
  await expect.poll(focused).toBe('Battle');
  show('<section><h1>Battle 17</h1></section>');
  await expect.poll(focused).toBe('Battle 17');
});

test('focuses a heading that appears later', async () => {
  giveUp = focusHeading(main);
  show('<p>nothing yet</p>');
  show('<h1>Here</h1>');
  await expect.poll(focused).toBe('Here');
  show('<p>between two headings</p>');
  await expect.poll(() => document.activeElement).toBe(document.body);
  show('<h1>There</h1>');
  await expect.poll(focused).toBe('There');
});

test('a change next to the heading does not move focus', async () => {
  show('<h1>Here</h1><p>0</p>');
  giveUp = focusHeading(main);
  const noticed = new Promise((resolve) => new MutationObserver(resolve).observe(main, { childList: true }));
  main.append('more');
  await noticed;
  expect(focusedText).toEqual(['Here']);
});

test.each(['the keyboard', 'the pointer'])('does not take focus back after the user moves it with %s', async (by) => {
  show('<h1>Loading</h1><button>Play</button>');
  giveUp = focusHeading(main);
  if (by === 'the keyboard') await userEvent.tab();
  else await userEvent.click(main.querySelector('button') ?? main);
  expect(focused()).toBe('Play');
  const noticed = new Promise((resolve) => new MutationObserver(resolve).observe(main, { childList: true }));
  show('<h1>Battle</h1>');
  await noticed;
  expect(document.activeElement).toBe(document.body);
});
