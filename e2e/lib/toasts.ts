/**
 * Toasts, as they appeared. Some fade after two seconds, which a busy machine may need between two polls. So each page records what it showed, and a
 * journey reads the record.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';

/** A toast as it was drawn: its text, and its lifetime in ms. */
interface ShownToast {
  readonly text: string;
  readonly ms: number;
}
interface ToastRecord {
  /** Toasts that were drawn and not yet read, oldest first. */
  toasts: ShownToast[];
}

/** Lifetimes that the spec's section 8 defines for particular toasts, in ms. All others stay 5,000. */
const STAYS: readonly (readonly [RegExp, number])[] = [
  [/^Now you can chat as /, 2_000],
  [/^User: .* was baned$/, 2_000],
  [/^Message was deleted$/, 2_000],
  [/^You successfully joined casebattle!$/, 2_000],
  [/^Min deposit: /, 10_000],
  [/^Users need to be at least Level 10 to get the winnings$/, 10_000],
  [/^(You successfully |Ticket is closed!|Items is refreshed!|(Address|Text) was copied)/, 5_000],
  [/^(Error|Min (bet|sum) is |Need put |This \w+ is started|Something went wrong|Not enough )/, 5_000],
];

/** From now on every page of this browser records its toasts. Called by the journey fixture before the first page. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noting: ToastRecord = { toasts: [] };
    Object.assign(window, { noting });
    // in the frame after it appeared, so that only a toast with a place on the screen counts
    const note = (toast: Element) =>
      requestAnimationFrame(() => {
        if (toast.checkVisibility() && toast.getBoundingClientRect().width > 0)
          noting.toasts.push({ text: toast.textContent ?? '', ms: stays(toast) });
      });
    // the bar is not shown, but the toast's lifetime is its animation
    const stays = (toast: Element) => {
      const bar = toast.querySelector<HTMLElement>('.Toastify__progress-bar:not(.Toastify__progress-bar--bg)');
      return Number.parseFloat(bar?.style.animationDuration ?? '');
    };
    const toastsIn = (node: Node) =>
      node instanceof Element
        ? [...(node.matches('.Toastify__toast') ? [node] : []), ...node.querySelectorAll('.Toastify__toast')]
        : [];
    new MutationObserver((changes) =>
      changes.flatMap(({ addedNodes }) => [...addedNodes].flatMap(toastsIn)).forEach(note),
    ).observe(document, { childList: true, subtree: true });
  });
}

/**
 * Waits for a toast with one of these exact texts and the right lifetime. Returns which one it was. Each toast is returned once, even after it has
 * faded.
 */
export async function nextToast(page: Page, ...texts: readonly string[]): Promise<string> {
  let found: ShownToast | null = null;
  await expect
    .poll(
      async () => {
        found = await take(page, texts);
        return found !== null;
      },
      { message: `a toast: ${texts.join(' or ')}` },
    )
    .toBe(true);
  const { text, ms } = found ?? { text: '', ms: 0 };
  const [, stays] = STAYS.find(([pattern]) => pattern.test(text)) ?? [];
  if (stays !== undefined) expect(ms, `how long '${text}' stays, in ms`).toBe(stays);
  return text;
}

/** Texts of the toasts that were not read yet, oldest first. */
export function toastsLeft(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    (window as unknown as { readonly noting: ToastRecord }).noting.toasts.map(({ text }) => text),
  );
}

function take(page: Page, texts: readonly string[]): Promise<ShownToast | null> {
  return page.evaluate((wanted) => {
    const { noting } = window as unknown as { readonly noting: ToastRecord };
    // a refusal has a title before its text
    const textOf = (toast: string) => wanted.find((text) => toast === text || toast === `Error${text}`);
    const at = noting.toasts.findIndex((toast) => textOf(toast.text) !== undefined);
    const [toast] = at < 0 ? [] : noting.toasts.splice(at, 1);
    return toast === undefined ? null : { text: textOf(toast.text) ?? '', ms: toast.ms };
  }, texts);
}
