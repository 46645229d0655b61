/**
 * Toasts, as they came. Some fade after two seconds, which a busy machine may take from one look to the next: so each page
 * writes down what it showed, and a journey reads that.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';

/** A toast as it was drawn: its text, and after how many ms it goes by itself. */
interface Noted {
  readonly text: string;
  readonly ms: number;
}
interface Noting {
  /** Toasts that were drawn and not asked for yet, oldest first. */
  toasts: Noted[];
}

/** How long the toasts stay that the spec's section 8 gives a time of their own, in ms. Its others stay 5,000. */
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

/** From now on every page of this browser notes its toasts. Called by the journey fixture before the first page. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noting: Noting = { toasts: [] };
    Object.assign(window, { noting });
    // in the frame after it came in, so that only what has a place on the screen counts
    const note = (toast: Element) =>
      requestAnimationFrame(() => {
        if (toast.checkVisibility() && toast.getBoundingClientRect().width > 0)
          noting.toasts.push({ text: toast.textContent ?? '', ms: stays(toast) });
      });
    // the bar is not shown, but it is what the toast's time runs in
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
 * Waits for a toast of one of these very texts, which stays as long as it has to; which it was. Each toast is told once, whether it
 * faded meanwhile or not.
 */
export async function nextToast(page: Page, ...texts: readonly string[]): Promise<string> {
  let found: Noted | null = null;
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

/** Texts of the toasts that nobody has asked for, oldest first. */
export function toastsLeft(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { readonly noting: Noting }).noting.toasts.map(({ text }) => text));
}

function take(page: Page, texts: readonly string[]): Promise<Noted | null> {
  return page.evaluate((wanted) => {
    const { noting } = window as unknown as { readonly noting: Noting };
    // a refusal has a title before its text
    const textOf = (toast: string) => wanted.find((text) => toast === text || toast === `Error${text}`);
    const at = noting.toasts.findIndex((toast) => textOf(toast.text) !== undefined);
    const [toast] = at < 0 ? [] : noting.toasts.splice(at, 1);
    return toast === undefined ? null : { text: textOf(toast.text) ?? '', ms: toast.ms };
  }, texts);
}
