/** A coinflip laid out by its own width in a real browser: beside menu and chat its page is narrower than its window. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/calls/query-client.ts';
import '../../../styles/main.css';
import { settledGame } from '../game.fixture.ts';
import { GameView } from './view-modal.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => vi.unstubAllGlobals());

test.each([
  [632, false],
  [1_000, true],
])('at %i px, figures keep to their boxes and items can be read', async (width, inThree) => {
  await page.viewport(1_280, 900);
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <div style={{ width }}>
          <GameView game={settledGame(1)} />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const sums = [...document.querySelectorAll('dd')];
  expect(sums.length).toBeGreaterThanOrEqual(4);
  for (const sum of sums) expect(sum.scrollWidth, sum.textContent).toBeLessThanOrEqual(sum.clientWidth);
  const tiles = [...document.querySelectorAll('.tile-line')];
  expect(tiles.length).toBeGreaterThan(0);
  for (const tile of tiles) expect(tile.clientWidth).toBeGreaterThan(50);
  const [red, blue] = [...document.querySelectorAll('section[aria-label]')].map((side) => side.getBoundingClientRect());
  const coin = document.querySelector('.coin-stage')?.getBoundingClientRect();
  expect(red?.top).toBe(blue?.top);
  expect((coin?.bottom ?? 0) > (red?.top ?? 0)).toBe(inThree);
});
