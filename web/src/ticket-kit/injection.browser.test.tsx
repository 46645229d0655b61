/** The attacks of testing/xss-corpus.ts in tickets and notifications, drawn for both sides: only text and emoji. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { TicketMessage } from '@fairpot/contract/support/schemas';
import { queryClient } from '../platform/calls/query-client.ts';
import { NotificationView } from '../shell/own-modals.tsx';
import { handlersIn, XSS_ATTACKS, xssHit } from '../testing/xss-corpus.ts';
import { Conversation } from './conversation.tsx';

let violations: string[] = [];
const note = (event: SecurityPolicyViolationEvent) => void violations.push(event.violatedDirective);
beforeEach(() => {
  violations = [];
  document.addEventListener('securitypolicyviolation', note);
});
afterEach(() => document.removeEventListener('securitypolicyviolation', note));

function messageOf(text: string, n: number): TicketMessage {
  const side = n % 2 === 0 ? 'player' : 'staff';
  const parts = [{ kind: 'text', text }] as const;
  return {
    id: `tmg_${String(n).padStart(26, '0')}`,
    userId: null,
    side,
    message: text,
    parts: [...parts],
    createdAt: n,
  };
}

/** The text of the element, with emoji as codes. */
function textOf(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node instanceof HTMLImageElement ? node.alt : (node.textContent ?? '')))
    .join('');
}

test('no attack in a message or name runs or becomes an element', async () => {
  expect(XSS_ATTACKS.length).toBeGreaterThan(500);
  const scripts = document.querySelectorAll('script, iframe, object, embed, base, meta').length;
  const messages = XSS_ATTACKS.map(messageOf);
  const { container } = await render(
    <Conversation
      messages={messages}
      side="player"
      author={({ message }) => message}
      chip={() => null}
      onOlder={null}
    />,
  );
  const rows = [...container.querySelectorAll('li')];
  expect(rows).toHaveLength(XSS_ATTACKS.length);
  await new Promise((resolve) => setTimeout(resolve, 300)); // time for anything that loads, fires or animates
  rows.forEach((row, at) => {
    const text = row.querySelector('.ticket-text');
    const name = row.querySelector('strong');
    const strangers = [...(text?.querySelectorAll('*') ?? [])].filter(
      (node) => !(node instanceof HTMLImageElement && node.src.startsWith('data:image/svg+xml,')),
    );
    expect(strangers.map((node) => node.outerHTML)).toEqual([]);
    expect(text && textOf(text).toLowerCase()).toBe(XSS_ATTACKS[at]?.toLowerCase());
    expect([name?.childElementCount, name?.textContent]).toEqual([0, XSS_ATTACKS[at]]);
  });
  expect(xssHit()).toBeUndefined();
  expect(handlersIn(container)).toEqual([]);
  expect(document.querySelectorAll('script, iframe, object, embed, base, meta')).toHaveLength(scripts);
  expect(violations).toEqual([]);
});

test('no attack in a notification becomes an element', async () => {
  const { container } = await render(
    <QueryClientProvider client={queryClient}>
      {XSS_ATTACKS.map((text) => (
        <NotificationView key={text} header={text} text={text} />
      ))}
    </QueryClientProvider>,
  );
  const texts = [...container.querySelectorAll('p')];
  expect(texts.map((each) => each.textContent)).toEqual(XSS_ATTACKS);
  expect(texts.flatMap((each) => [...each.children])).toEqual([]);
  expect(xssHit()).toBeUndefined();
  expect(handlersIn(container)).toEqual([]);
  expect(violations).toEqual([]);
});
