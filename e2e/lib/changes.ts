/** Following what a page shows, for journeys that must not miss a moment of it: the result before its time, a reel that never ran. */
import type { Page } from '@playwright/test';

/**
 * From now on calls the page's own function of this name in every frame before which something in the page has changed: between two
 * changes it would read the same again, and would have the page make sixty frames a second for it. And four times a second, as nothing
 * tells that an animation has begun.
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
    // the steps of a countdown's ring say nothing
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
