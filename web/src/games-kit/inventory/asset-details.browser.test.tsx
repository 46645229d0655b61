/** Details of an asset: what is shown of each, and that only links that inspect an asset in the game become links. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { AssetDetails, detailText } from './asset-details.tsx';

const NONE: ItemDetails = { float: null, seed: null, phase: null, stickers: [], inspectUrl: null };
const LINK = 'steam://run/730//+csgo_econ_action_preview%20ADBD58';

test('shows float with four decimals, phase, stickers and the link', async () => {
  const stickers = ['Crown (Foil)', 'Charm: Lil Ava'];
  await render(<AssetDetails details={{ float: 0.00999, seed: 387, phase: 'Phase 2', stickers, inspectUrl: LINK }} />);
  await expect.element(page.getByText('Float 0.0099')).toBeVisible();
  await expect.element(page.getByText('Phase 2', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Crown (Foil), Charm: Lil Ava')).toBeVisible();
  const link = page.getByRole('link', { name: 'Inspect in game' });
  await expect.element(link).toHaveAttribute('href', LINK);
  await expect.element(link).toHaveAttribute('rel', 'noreferrer');
});

test('a hostile sticker is text, and a link that is not for the game is not a link', async () => {
  const stickers = ['<img src=x onerror=alert(1)>'];
  for (const inspectUrl of ['javascript:alert(1)', 'https://evil.example', `${LINK} +connect evil.example`]) {
    const shown = await render(<AssetDetails details={{ ...NONE, stickers, inspectUrl }} />);
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(document.querySelectorAll('a, img')).toHaveLength(0);
    await shown.unmount();
  }
});

test('as one line', () => {
  expect(detailText(NONE)).toBe('');
  expect(detailText({ ...NONE, float: 0.004, phase: 'Ruby', stickers: ['A'] })).toBe('0.0040, Ruby, 1 sticker');
  expect(detailText({ ...NONE, stickers: ['A', 'B'] })).toBe('2 stickers');
});
