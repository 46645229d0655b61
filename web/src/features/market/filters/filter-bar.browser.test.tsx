/** The filters at every width of the page: the clear button is beside the prices, and nothing overflows. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { WINDOWS } from '../../../testing/geometry.ts';
import { freshServer } from '../../../trade-kit/server.fixture.tsx';
import '../market.css';
import { FilterBar } from './filter-bar.tsx';
import { NO_FILTERS } from './market-filters.ts';

beforeEach(() => void (freshServer().answers['/market/types'] = { types: [] }));
afterEach(() => vi.unstubAllGlobals());

test('the clear button takes no line of its own', async () => {
  const { container } = await render(
    <QueryClientProvider client={queryClient}>
      <div className="market">
        <FilterBar filters={{ ...NO_FILTERS, wears: [5] }} onChange={() => undefined} />
      </div>
    </QueryClientProvider>,
  );
  const part = (name: RegExp) => page.getByRole('group', { name }).element().getBoundingClientRect();
  for (const { window, content } of WINDOWS) {
    await page.viewport(window, 900);
    container.style.width = `${content}px`;
    const clear = page.getByRole('button', { name: 'Clear filters' }).element().getBoundingClientRect();
    const [prices, wears] = [part(/^Price in dollars/), part(/^Wear/)];
    expect([window, Math.abs(clear.top + clear.bottom - prices.top - prices.bottom) < 3]).toEqual([window, true]);
    expect([window, clear.right <= container.getBoundingClientRect().right + 1, prices.right <= clear.left]).toEqual([
      window,
      true,
      true,
    ]);
    // From the width on at which everything fits, it is one line, and no wear is cut.
    if (content >= 720)
      expect([window, wears.top < prices.bottom && prices.top < wears.bottom]).toEqual([window, true]);
    const bar = page.getByRole('group', { name: 'Wear' }).element();
    if (content >= 720) expect([window, bar.scrollWidth - bar.clientWidth]).toEqual([window, 0]);
  }
  await page.viewport(1_280, 800);
});
