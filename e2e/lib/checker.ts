/** The checker as a stranger opens it: a file on a disk, in a browser that never was on the site. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import { root } from '../../scripts/processes.ts';

export const BUILT_CHECKER = join(root, 'web', 'dist', 'checker.html');

/** Opens a copy; `said` is all that its console says, `asked` every origin that it connects to. */
export async function openChecker(browser: Browser): Promise<{ page: Page; said: string[]; asked: Set<string> }> {
  const file = join(mkdtempSync(join(tmpdir(), 'fp-checker-')), 'checker.html');
  copyFileSync(BUILT_CHECKER, file);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const said: string[] = [];
  const asked = new Set<string>();
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto(pathToFileURL(file).href);
  return { page, said, asked };
}

export const siteField = (page: Page): Locator => page.getByRole('textbox', { name: 'Site' });
export const verdict = (page: Page): Locator => page.locator('#verdict');
export const check = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

/** From now on the files at these addresses have one other bit, in this byte. */
export async function flipBit(page: Page, addresses: string, byte: number): Promise<void> {
  await page.route(addresses, async (route) => {
    const real = await route.fetch();
    const body = await real.body();
    body[byte] = (body[byte] ?? 0) ^ 1;
    await route.fulfill({ response: real, body });
  });
}
