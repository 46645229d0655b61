/** The picker's notice while the trading account searches a player's items, and after a search that failed. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Looking } from './steam-words.tsx';

test('a search without an answer ends with what to do; the next read searches again', async () => {
  const { rerender } = await render(<Looking key={1} game="CS2" />);
  await expect.element(page.getByText(/^Checking for recently received CS2 items/)).toBeVisible();
  await rerender(<Looking key={1} game="CS2" forMs={0} />);
  await expect
    .element(
      page.getByText(/^Steam did not show us recently received CS2 items\. .* Reload from Steam to try again\.$/),
    )
    .toBeVisible();
  await rerender(<Looking key={2} game="CS2" />);
  await expect.element(page.getByText(/^Checking for recently received CS2 items/)).toBeVisible();
});
