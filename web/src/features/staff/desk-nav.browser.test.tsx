/** The desk's menu: by group at the side of a wide desk, a drawer on a narrow one; no label is cut at any width. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deskAnswers } from './desk.fixture.ts';
import { DESK_WINDOWS } from '../../testing/geometry.ts';
import { Desk, deskServer } from './desk-page.fixture.tsx';

beforeEach(() => void deskServer(deskAnswers(['text'])));
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

const menu = page.getByRole('navigation', { name: 'Staff desk' });
const opener = page.getByRole('button', { name: 'Staff menu' });

/** Links whose text is wider than their box. */
const cutLinks = (): readonly (string | null)[] =>
  [...document.querySelectorAll<HTMLElement>('nav[aria-label="Staff desk"] a')]
    .filter((link) => link.scrollWidth > link.clientWidth)
    .map((link) => link.textContent);

for (const { window, content } of DESK_WINDOWS)
  test(`at ${window} px every screen is in the menu, by group, and no label is cut`, async () => {
    await page.viewport(window, 900);
    await render(
      <div style={{ width: content }}>
        <Desk path="users" />
      </div>,
    );
    await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    if (content < 960) {
      await expect.element(menu).not.toBeInTheDocument();
      await opener.click();
    }
    await expect.element(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('list').elements()).toHaveLength(5);
    const value = menu.getByRole('list', { name: 'Value' }).getByRole('link').elements();
    expect(value.map(({ textContent }) => textContent)).toEqual(['Trades', 'Review', 'Adjustments', 'Promo codes']);
    expect(menu.getByRole('link').elements()).toHaveLength(16);
    expect(cutLinks()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window);
  });

test('choosing a screen in the drawer opens it and closes the drawer', async () => {
  await page.viewport(390, 844);
  await render(<Desk path="users" />);
  await opener.click();
  await menu.getByRole('link', { name: 'Audit log' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toBeVisible();
});
