/** The filters: the clear button at every width, categories with counts, and the search's suggestions by keyboard. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { WINDOWS } from '../../../testing/geometry.ts';
import { freshServer } from '../../../trade-kit/server.fixture.tsx';
import '../market.css';
import { FilterBar } from './filter-bar.tsx';
import { NO_FILTERS, type MarketFilters } from './market-filters.ts';

const GROUPS = [
  {
    ...{ appId: 730, category: 'rifle', items: 1_005, minUsd: 0.5, maxUsd: 118 },
    types: [
      { name: 'M4A4', items: 1_000 },
      { name: 'AK-47', items: 5 },
    ],
  },
  { appId: 252490, category: 'door', items: 2, minUsd: 3, maxUsd: 3, types: [{ name: 'Coffin Door', items: 2 }] },
];

let current: MarketFilters = NO_FILTERS;

beforeEach(() => {
  current = NO_FILTERS;
  freshServer().answers['/market/types'] = { types: [], groups: GROUPS };
});
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

test('no choice is cut at any width: a field fits its first option', async () => {
  const { container } = await render(<Bar />);
  const text = document.createElement('canvas').getContext('2d');
  for (const { window, content } of WINDOWS) {
    await page.viewport(window, 900);
    container.style.width = `${content}px`;
    for (const field of container.querySelectorAll('select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (text) text.font = font;
      const needs = text?.measureText(field.options[0]?.text ?? '').width ?? Infinity;
      const has = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      expect([window, field.ariaLabel, needs <= has + 1]).toEqual([window, field.ariaLabel, true]);
    }
  }
  await page.viewport(1_280, 800);
});

function Bar() {
  const [filters, setFilters] = useState(NO_FILTERS);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="market">
        <FilterBar
          filters={filters}
          onChange={(change) => {
            current = change(current);
            setFilters(current);
          }}
        />
        <p>below</p>
      </div>
    </QueryClientProvider>
  );
}

const optionsOf = (label: string): (string | null)[] =>
  [...page.getByLabelText(label, { exact: true }).element().querySelectorAll('option')].map((each) => each.textContent);

test('categories name their game until one is chosen, then names follow', async () => {
  await render(<Bar />);
  await expect.poll(() => optionsOf('Category')).toEqual(['All categories', 'CS2: Rifles (1,005)', 'Rust: Doors (2)']);
  await expect.element(page.getByLabelText('Name', { exact: true })).not.toBeInTheDocument();
  await page.getByLabelText('Category').selectOptions('730:rifle');
  expect(current).toMatchObject({ appId: 730, category: 'rifle', type: '' });
  expect(optionsOf('Category')).toEqual(['All categories', 'Rifles (1,005)']);
  expect(optionsOf('Name')).toEqual(['All names', 'AK-47 (5)', 'M4A4 (1,000)']);
  await expect.element(page.getByText('Rifles: 1,005 on sale, $0.50 to $118.00')).toBeVisible();
  await page.getByLabelText('Name', { exact: true }).selectOptions('M4A4');
  await page.getByLabelText('Game').selectOptions('252490');
  expect(current).toMatchObject({ appId: 252490, category: '', type: '' });
});

test('the search suggests; arrow keys, Enter and Escape work, and a screen reader gets the active suggestion', async () => {
  await render(<Bar />);
  await expect.poll(() => optionsOf('Category')).toHaveLength(3);
  const box = page.getByRole('combobox', { name: 'Search the market' });
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await box.fill('ak');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByRole('option', { name: /^AK-47/ })).toHaveTextContent('AK-47CS2, Rifles5 on sale');
  expect(box.element().hasAttribute('aria-activedescendant')).toBe(false);
  await userEvent.keyboard('{ArrowDown}');
  const option = page.getByRole('option', { name: /^AK-47/ });
  await expect.element(option).toHaveAttribute('aria-selected', 'true');
  await expect.element(box).toHaveAttribute('aria-activedescendant', option.element().id);
  // The list closes and the text stays.
  await userEvent.keyboard('{Escape}');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await expect.element(box).toHaveValue('ak');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(box).toHaveValue('');
  expect(current).toMatchObject({ search: '', appId: 730, category: 'rifle', type: 'AK-47' });
});

test('a click takes a suggestion; without one the text is searched', async () => {
  await render(<Bar />);
  await expect.poll(() => optionsOf('Category')).toHaveLength(3);
  const box = page.getByRole('combobox', { name: 'Search the market' });
  await box.fill('door');
  await page.getByRole('option', { name: /^Coffin/ }).click();
  expect(current).toMatchObject({ search: '', appId: 252490, category: 'door', type: 'Coffin Door' });
  await box.fill('redline');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.poll(() => current.search).toBe('redline');
});
