/** Follows what a page shows, for journeys that must not miss a moment: the result before its time, a reel that never moved. */
import type { Page } from '@playwright/test';

/**
 * From now on calls the page's own function of this name before every frame in which something on the page has changed. Between two changes it would
 * read the same again, and would make the page draw sixty frames a second for it. Also calls it four times a second, because no mutation reports the
 * start of an animation.
 */
export async function followChanges(page: Page, name: string): Promise<void> {
  await page.evaluate((called) => {
    const look = (window as unknown as Readonly<Record<string, () => void>>)[called] ?? (() => undefined);
    let isAsked = false;
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        look();
      });
    };
    // the steps of a countdown's ring carry no information
    const says = ({ attributeName }: MutationRecord) => attributeName !== 'stroke-dashoffset';
    new MutationObserver((changes) => changes.some(says) && ask()).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    setInterval(look, 250);
    look();
  }, name);
}
