/** Item names of every shape on the narrowest tile: each part in its place, the whole name as tooltip, nothing outside the tile. */
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { cutOnTiles, LONG_DETAILS, LONGEST_SKINS } from '../../../testing/longest-skins.ts';
import { siteItem } from '../../../trade-kit/server.fixture.tsx';
import { MarketTile } from './market-tile.tsx';

/** Names as the server splits them: the line above the picture (the rarity, if the name has no pipe), the line below, and the wear. */
const NAMES = [
  ['AK-47 | Redline (Field-Tested)', 'AK-47', 'Redline', 'Field-Tested', 3],
  ['G3SG1 | New Roots (Battle-Scarred)', 'G3SG1', 'New Roots', 'Battle-Scarred', 1],
  ['Sticker | Natus Vincere (Holo) | Katowice 2015', 'Sticker', 'Natus Vincere (Holo) | Katowice 2015', '', 5],
  ['★ StatTrak™ Karambit | Doppler (Factory New)', '★ StatTrak™ Karambit', 'Doppler', 'Factory New', 5],
  ['M4A4 | 龍王 (Dragon King) (Minimal Wear)', 'M4A4', '龍王 (Dragon King)', 'Minimal Wear', 4],
  ["'The Doctor' Romanov | Sabre", "'The Doctor' Romanov", 'Sabre', '', 5],
  ['Clutch Case', 'Clutch Case', '', '', 5],
  ['Sawed-Off | Kiss♥Love (Well-Worn)', 'Sawed-Off', 'Kiss♥Love', 'Well-Worn', 2],
  ['AWP | Asiimov (field-tested)', 'AWP', 'Asiimov (field-tested)', '', 5],
  [`Souvenir | ${'W'.repeat(184)}`, 'Souvenir', 'W'.repeat(184), '', 5],
] as const;

const MIN_WIDTH = 134;

test.each(NAMES)('%s', async (whole, name, itemName, itemType, itemTypeLvl) => {
  const { id, item } = siteItem(1, 12.5);
  const entry: MarketItem = {
    id,
    name: whole,
    appId: 730,
    priceUsd: 12.5,
    itemTypeLvl,
    doubt: null,
    pricedAt: 0,
    item: { ...item, name, itemName, itemType },
  };
  await render(
    <MemoryRouter>
      <div style={{ width: MIN_WIDTH }}>
        <MarketTile entry={entry} inCart={false} sold={false} onToggle={() => undefined} />
      </div>
    </MemoryRouter>,
  );
  await expect.element(page.getByRole('link')).toHaveAttribute('title', whole);
  await expect.element(page.getByRole('button', { name: `${whole}, $12.50: add to cart`, exact: true })).toBeVisible();
  const parts = [itemName === '' ? name : `${name} | ${itemName}`, itemType];
  const shown = [...page.getByRole('link').element().querySelectorAll('.tile-line')].map((line) =>
    line.textContent.trim(),
  );
  expect(shown).toEqual(parts);
  const tile = page.getByRole('article').element();
  expect([tile.scrollWidth <= MIN_WIDTH, tile.scrollHeight - tile.clientHeight]).toEqual([true, 0]);
  const right = tile.getBoundingClientRect().right;
  const rows = [...tile.querySelectorAll('.tile-line')].map((line) => line.getBoundingClientRect());
  expect(rows.filter((row) => row.height > 46 || row.right > right)).toEqual([]);
});

/** The grid gives each tile this height at that width: see market-grid.tsx. */
const heightOf = (width: number) => Math.ceil((width - 34) * (124 / 240) + 128);

// The narrowest tiles in windows of 320, 390, 768 and 1440 px.
test.each([140, 175, 158, 156])('the longest names of the catalogue are shown whole, %i px wide', async (width) => {
  const { id } = siteItem(1, 12.5);
  const entries = LONGEST_SKINS.map((item): MarketItem => {
    const about = { appId: item.appId, priceUsd: item.priceUsd, itemTypeLvl: 5, doubt: null, pricedAt: 0 } as const;
    return { id, name: item.marketHashName, ...about, item, details: LONG_DETAILS };
  });
  await render(
    <MemoryRouter>
      {entries.map((entry) => (
        <div key={entry.name} style={{ width, height: heightOf(width) }}>
          <MarketTile entry={entry} inCart={false} sold={false} onToggle={() => undefined} />
        </div>
      ))}
    </MemoryRouter>,
  );
  expect(cutOnTiles(page.getByRole('article').elements())).toEqual([]);
});
