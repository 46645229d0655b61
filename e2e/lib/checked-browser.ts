/** A browser whose service worker checks the client: opened, waited for, asked. */
import type { Page } from '@playwright/test';

/** Waits until the worker of this origin controls the page: from then on it checks every file. */
export async function untilChecked(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The state that the worker keeps, as it stored it. */
export function workerState(page: Page): Promise<{ readonly since: number; readonly builds: readonly object[] }> {
  return page.evaluate(async () => {
    const stored = await (await caches.open('fairpot-client')).match('/client-check/state');
    return (await stored?.json()) as { since: number; builds: object[] };
  });
}
