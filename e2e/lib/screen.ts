/** Parts that every page has, by the texts and roles on the screen: the open window and its picker; and HTTP calls of the page's session. */
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The open window. */
export function modal(page: Page): Locator {
  return page.locator('[data-modal]');
}

/** Waits until the open window shows this view (a name of `ModalViews`); docs/assurance.md lists which journey waits for which. */
export async function opened(page: Page, view: string): Promise<void> {
  await expect(page.locator(`[data-modal="${view}"]`)).toBeVisible();
}

/** The items that the picker of the open window shows, in order. */
export function itemsOf(page: Page): Locator {
  return modal(page).getByRole('listbox', { name: 'Your items' }).getByRole('option');
}

/** Those that can be staked. A prize may be anywhere in the list, even the cheapest or the most expensive item. */
export function stakeableOf(page: Page): Locator {
  return modal(page).getByRole('listbox', { name: 'Your items' }).locator('[role=option]:not([aria-disabled=true])');
}

/** Moves the pointer away from the lists, which hold their rows still under it. */
export async function movePointerAway(page: Page): Promise<void> {
  await page.mouse.move(2, 300);
}

/** Closes the window with Esc, if one is open. It is closed when its entry in the history is left: a navigation before that is aborted by the step back. */
export async function closeModal(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => (history.state as { usr?: { window?: unknown } } | null)?.usr?.window ?? null))
    .toBeNull();
}

/** Auto-selects items of about `dollars` in the picker of the open window. */
export async function reach(page: Page, dollars: number): Promise<void> {
  const picker = modal(page);
  await expect(picker.getByRole('listbox', { name: 'Your items' })).toBeVisible();
  await picker.getByLabel('Target amount in dollars').fill(String(dollars));
  await picker.getByRole('button', { name: 'Auto-select' }).click();
  await expect(picker.getByRole('list', { name: 'Selected items' })).toBeVisible();
}

/** Selects sixteen stakeable items by keyboard, as far as the picker allows. */
export async function chooseSixteen(page: Page): Promise<void> {
  const list = modal(page).getByRole('listbox', { name: 'Your items' });
  await expect(itemsOf(page).first()).toBeVisible();
  await list.press('Home');
  for (let chosen = 0, at = 0; chosen < 16 && at < 24; at += 1) {
    const active = modal(page).locator(`[role=option][aria-posinset="${at + 1}"]`);
    if ((await active.getAttribute('aria-disabled')) !== 'true') {
      await list.press(' ');
      chosen += 1;
    }
    await list.press('ArrowRight');
  }
}

/** The inventory of the signed-in player. */
export async function inventoryOf(page: Page): Promise<readonly SiteItem[]> {
  return ask<{ items: SiteItem[] }>(page, '/user/inventory/site').then(({ items }) => items);
}

/** The server's answer to a query of this browser's session. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api${path}`);
  return ((await answer.json()) as { response: T }).response;
}

/** Sends a call as the page would, for what no button offers. */
export async function post(page: Page, path: string, body: object): Promise<{ status: number; message: string }> {
  return page.evaluate(
    async ([to, data]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const answer = await fetch(`/api${to}`, { method: 'POST', headers, body: JSON.stringify(data) });
      return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
    },
    [path, body] as const,
  );
}
