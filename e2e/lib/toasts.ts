/**
 * Toasts, as they came. Some fade after two seconds, which a busy machine may take from one look to the next: so each page
 * writes down what it showed, and a journey reads that.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';

interface Noting {
  /** Texts of the toasts that were drawn and not asked for yet, oldest first. */
  toasts: string[];
}

/** From now on every page of this browser notes its toasts. Called by the journey fixture before the first page. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noting: Noting = { toasts: [] };
    Object.assign(window, { noting });
    // in the frame after it came in, so that only what has a place on the screen counts
    const note = (toast: Element) =>
      requestAnimationFrame(() => {
        if (toast.checkVisibility() && toast.getBoundingClientRect().width > 0)
          noting.toasts.push(toast.textContent ?? '');
      });
    const inside = (node: Node) => (node instanceof Element ? [node, ...node.querySelectorAll('*')] : []);
    new MutationObserver((changes) =>
      changes
        .flatMap(({ addedNodes }) => [...addedNodes].flatMap(inside))
        .filter((element) => element.matches('.Toastify__toast'))
        .forEach(note),
    ).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a toast of one of these very texts; which it was. Each toast is told once, whether it faded meanwhile or not. */
export async function nextToast(page: Page, ...texts: readonly string[]): Promise<string> {
  let found = '';
  await expect
    .poll(
      async () => {
        found = await take(page, texts);
        return found;
      },
      { message: `a toast: ${texts.join(' or ')}` },
    )
    .not.toBe('');
  return found;
}

/** Texts of the toasts that nobody has asked for, oldest first. */
export function toastsLeft(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { readonly noting: Noting }).noting.toasts);
}

function take(page: Page, texts: readonly string[]): Promise<string> {
  return page.evaluate((wanted) => {
    const { noting } = window as unknown as { readonly noting: Noting };
    // a refusal has a title before its text
    const textOf = (toast: string) => wanted.find((text) => toast === text || toast === `Error${text}`);
    const at = noting.toasts.findIndex((toast) => textOf(toast) !== undefined);
    const [toast = ''] = at < 0 ? [] : noting.toasts.splice(at, 1);
    return textOf(toast) ?? '';
  }, texts);
}
