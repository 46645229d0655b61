/** A button that needs a text is never off without a word: a press names what is missing and leads to the field, and sends nothing. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactNode } from 'react';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { freshServer, show, signedIn } from '../../trade-kit/server.fixture.tsx';
import { protectionOf } from '../../trade-kit/stops.fixture.ts';
import { TradeLinkForm } from '../../trade-kit/trade-link-form.tsx';
import { ClosingPanel } from './account/closing-panel.tsx';
import { ExclusionPage } from './limits/exclusion-page.tsx';
import { PromoPanel } from './limits/promo-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const { user } = signedIn({ tradeToken: '' });
const CASES: readonly (readonly [what: string, panel: ReactNode, button: string, field: string, says: string])[] = [
  ['a promo code', <PromoPanel />, 'Activate', 'Your code', 'Enter the code you have'],
  ['a trade link', <TradeLinkForm user={user} />, 'Save', 'Your trade link', refusalText('TRADE_LINK_BAD')],
  ['the word', <ExclusionPage />, 'Exclude me for 6 months', 'Type EXCLUDE to confirm', 'Type EXCLUDE here first'],
];

test.each(CASES)('%s', async (_, panel, button, field, says) => {
  const server = freshServer();
  server.answers['/user/limits'] = protectionOf();
  await show(panel);
  await page.getByRole('button', { name: button }).click();
  const input = page.getByRole('textbox', { name: field });
  await expect.element(input).toHaveFocus();
  await expect.element(input).toHaveAccessibleDescription(says);
  expect(server.posts).toEqual([]);
});

test('the name that confirms a closing', async () => {
  const server = freshServer();
  const freshUntil = Date.now() + 600_000;
  server.answers['/user/closing'] = { askedAt: null, restMs: 0, freshUntil, barred: null, waitsFor: [] };
  await show(<ClosingPanel name="mark" />);
  await page.getByRole('button', { name: 'Close my account' }).click();
  await page.getByRole('button', { name: 'Request closing' }).click();
  const input = page.getByRole('textbox', { name: 'Type your name, mark, to confirm' });
  await expect.element(input).toHaveFocus();
  expect(server.posts).toEqual([]);
});
