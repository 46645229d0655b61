/** What the picker says while the trading account looks at a player's items, and when it has not been shown them. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Looking } from './steam-words.tsx';

test('a look that Steam does not answer is given up, with what to do; another reading looks again', async () => {
  const { rerender } = await render(<Looking key={1} game="CS2" />);
  await expect.element(page.getByText(/^Looking for CS2 items/)).toBeVisible();
  await rerender(<Looking key={1} game="CS2" forMs={0} />);
  await expect
    .element(page.getByText(/^Steam did not show us CS2 items .* reload from Steam to look again\.$/))
    .toBeVisible();
  await rerender(<Looking key={2} game="CS2" />);
  await expect.element(page.getByText(/^Looking for CS2 items/)).toBeVisible();
});
