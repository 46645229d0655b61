/**
 * The attacks of testing/xss-corpus.ts on staff, who read texts of all players: names, tickets, reasons, notes, settings, promo codes,
 * cases, items. Every screen of the desk and every tab of a player's page draws all of them. None may run or become an element.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { handlersIn, XSS_ATTACKS, xssHit } from '../../testing/xss-corpus.ts';
import { PLAYER } from './desk-parts.fixture.ts';
import { deskAnswers } from './desk.fixture.ts';
import { Desk, DESK_PATHS, deskServer } from './desk-page.fixture.tsx';
import { USER_SECTIONS } from './users/sections.ts';

/** Several per text, because every screen draws them all. Neighbours are of the same class, so an attack that swallows the rest is rarely first. */
const AT_ONCE = 12;
const TEXTS = Array.from({ length: Math.ceil(XSS_ATTACKS.length / AT_ONCE) }, (_, n) =>
  XSS_ATTACKS.slice(n * AT_ONCE, (n + 1) * AT_ONCE).join(' | '),
);

/** The site's own policy, as far as a test page allows. */
const POLICY = "script-src-attr 'none'; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'";
const STRANGE =
  'script, iframe, object, embed, base, meta, style, link, math, template, noscript, xss, video, body, ' +
  '[href^="javascript:" i]';

const violations: string[] = [];
const note = (event: SecurityPolicyViolationEvent) => void violations.push(event.violatedDirective);
beforeEach(() => {
  if (document.querySelector('meta[http-equiv="Content-Security-Policy"]') === null) {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = POLICY;
    document.head.append(policy);
  }
  violations.length = 0;
  document.addEventListener('securitypolicyviolation', note);
  deskServer(deskAnswers(TEXTS));
});
afterEach(() => {
  document.removeEventListener('securitypolicyviolation', note);
  vi.unstubAllGlobals();
});

/** Waits until all texts are drawn, and fails if one became more than text. */
async function drawn(container: Element, texts: readonly string[]): Promise<void> {
  await expect.poll(() => texts.filter((text) => !container.textContent.includes(text))).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 50)); // time for anything that loads, fires or animates
  expect([...container.querySelectorAll(STRANGE)].map((node) => node.outerHTML)).toEqual([]);
  expect(handlersIn(container)).toEqual([]);
  expect(xssHit()).toBeUndefined();
  expect(violations).toEqual([]);
}

/** Presses a tab, and waits until the previous panel is gone. */
async function press(container: Element, name: string): Promise<void> {
  const before = container.querySelector('[role="tabpanel"] > *');
  await page.getByRole('tab', { name, exact: true }).click();
  await expect.poll(() => before?.isConnected).not.toBe(true);
}

/** Screens that cannot show all texts: pauses has a fixed number of rows, and a report type ends at a colon. */
const FEW: Readonly<Record<string, readonly string[]>> = {
  pauses: TEXTS.slice(0, 1),
  reports: TEXTS.slice(0, 1).flatMap((text) => text.split(':').slice(0, 1)),
};

test('the policy of this page reports violations', async () => {
  document.body.insertAdjacentHTML('beforeend', '<b hidden onclick="1">x</b>');
  const planted = document.body.querySelector('b[onclick]');
  if (planted instanceof HTMLElement) planted.click();
  await expect.poll(() => violations).toEqual(['script-src-attr']);
  planted?.remove();
});

for (const path of DESK_PATHS.filter((each) => !each.startsWith('users/')))
  test(`no attack runs at /staff/${path}`, async () => {
    const { container } = await render(<Desk path={path} />);
    await drawn(container, FEW[path] ?? TEXTS);
  });

test('no attack runs in any tab of a player’s page', async () => {
  const { container } = await render(<Desk path={`users/${PLAYER}`} />);
  await drawn(container, TEXTS);
  const empty = ['Games', 'Trades', 'Crypto', 'Limits'];
  for (const { title } of USER_SECTIONS.slice(1).filter((section) => !empty.includes(section.title))) {
    await press(container, title);
    await drawn(container, TEXTS);
  }
});

test('no attack runs in the other review queues', async () => {
  const { container } = await render(<Desk path="review" />);
  for (const name of ['Frozen trades', 'Incidents', 'Stuck rounds']) {
    await press(container, name);
    await drawn(container, TEXTS);
  }
});
