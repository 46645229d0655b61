/** The item grid in a real browser: few nodes for many items, full keyboard control, ranges, the active option in view. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useState } from 'react';
import { cents } from '@fairpot/contract/wire/money';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { cutTexts } from '../../testing/geometry.ts';
import { cutOnTiles, LONG_DETAILS, LONGEST_SKINS } from '../../testing/longest-skins.ts';
import { ItemGrid } from './item-grid.tsx';
import { indexSiteItems, selectRange, toggle, visibleItems } from './picker-model.ts';

const COUNT = 5_000;

function siteItem(n: number): SiteItem {
  const skin = { name: `Rifle ${n}`, itemName: 'Pattern', itemType: 'Field-Tested', rarity: 'Restricted', pips: 4 };
  return {
    id: `itm_${String(n).padStart(26, '0')}`,
    type: n === 2 ? 'PRIZE_PROMO' : 'DEPOSIT',
    item: {
      ...skin,
      id: `s${n}`,
      appId: 730,
      icon: '',
      iconBackground: '',
      colorHex: '#a07bff',
      priceUsd: COUNT - n + 1,
    },
    doubt: null,
  };
}

const index = indexSiteItems(Array.from({ length: COUNT }, (_, n) => siteItem(n)));
const items = visibleItems(index, 'highToLow', '');

function Grid({ cap = 15 }: { readonly cap?: number }) {
  const [selection, setSelection] = useState<readonly string[]>([]);
  return (
    <div style={{ width: 640 }}>
      <ItemGrid
        label="Your items"
        items={items}
        selection={selection}
        onPress={(id) => setSelection(toggle(index, selection, id, cap).selection)}
        onRange={(from, to) =>
          setSelection(
            selectRange(index, selection, items.slice(Math.min(from, to), Math.max(from, to) + 1), cap).selection,
          )
        }
        className="h-[400px]"
      />
      <output>{selection.length}</output>
    </div>
  );
}

const box = () => page.getByRole('listbox').element();
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
const chosen = () => Number(document.querySelector('output')?.textContent);

async function show(cap?: number): Promise<void> {
  await render(<Grid {...(cap === undefined ? {} : { cap })} />);
  await expect.element(page.getByRole('option').first()).toBeVisible();
  (box() as HTMLElement).focus();
}

describe('the item grid', () => {
  test('renders a screenful of nodes for 5,000 items and exposes the total count', async () => {
    await show();
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(60);
    expect(active()?.getAttribute('aria-setsize')).toBe(String(COUNT));
    expect(active()?.getAttribute('aria-posinset')).toBe('1');
  });

  test('End goes to the last item and Home back to the first, each in view', async () => {
    await show();
    for (const [key, position] of [
      ['End', COUNT],
      ['Home', 1],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(() => active()?.getAttribute('aria-posinset')).toBe(String(position));
      await expect
        .poll(() => {
          const option = active()?.getBoundingClientRect();
          const frame = box().getBoundingClientRect();
          return option !== undefined && option.top >= frame.top - 1 && option.bottom <= frame.bottom + 1;
        })
        .toBe(true);
    }
  });

  test('a scroll moves tiles on: all in view, in order for a screen reader, and the active option only while it exists', async () => {
    await show();
    const first = document.querySelector('[role=option]');
    for (const top of [1_234, 50_000, 1e9, 0]) {
      box().scrollTop = top;
      await expect
        .poll(() => {
          const frame = box().getBoundingClientRect();
          const tiles = (box().getAttribute('aria-owns') ?? '').split(' ').map((id) => document.getElementById(id));
          const inView = tiles.flatMap((tile) => {
            const at = tile?.getBoundingClientRect();
            return at && at.bottom > frame.top && at.top < frame.bottom
              ? Number(tile?.getAttribute('aria-posinset'))
              : [];
          });
          const [from = 0] = inView;
          return {
            inOrder: inView.every((position, n) => position === from + n),
            rows: inView.length >= 8,
            names: tiles.every((tile) =>
              tile?.textContent.includes(`Rifle ${Number(tile.getAttribute('aria-posinset')) - 1}`),
            ),
            edge: top === 0 ? from === 1 : top === 1e9 ? inView.at(-1) === COUNT : from > 1,
            active: active()?.getAttribute('aria-posinset') ?? null,
          };
        })
        .toEqual({ inOrder: true, rows: true, names: true, edge: true, active: top === 0 ? '1' : null });
    }
    expect(document.querySelector('[role=option]')).toBe(first);
  });

  test('space selects and deselects; the focus stays on the box', async () => {
    await show();
    await userEvent.keyboard('{ArrowRight} ');
    await expect.poll(chosen).toBe(1);
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard(' ');
    await expect.poll(chosen).toBe(0);
    expect(document.activeElement).toBe(box());
  });

  test('a click selects, and Shift-click selects the range without the prize in it', async () => {
    await show();
    await page.getByRole('option').nth(0).click();
    await expect.poll(chosen).toBe(1);
    await page
      .getByRole('option')
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await expect.poll(chosen).toBe(3);
    expect(document.activeElement).toBe(box());
  });

  test('never selects more than the cap', async () => {
    await show(2);
    await userEvent.keyboard(' {ArrowRight} {ArrowRight}{ArrowRight} {ArrowRight} ');
    await expect.poll(chosen).toBe(2);
  });

  test.each([true, false])(
    'shows the wear where items have one, and no empty line where none has (%s)',
    async (worn) => {
      const some = items.slice(0, 12).map((item, n) => {
        // Some items have a long name without a pipe, and one has no wear.
        const name = n % 3 === 0 ? { name: '★ StatTrak™ Knife', itemName: '' } : {};
        return { ...item, skin: { ...item.skin, ...name, itemType: worn && n !== 4 ? 'Battle-Scarred' : '' } };
      });
      await render(
        <div style={{ width: 640 }}>
          <ItemGrid
            label="Your items"
            items={some}
            selection={[]}
            onPress={() => undefined}
            onRange={() => undefined}
            className="h-[400px]"
          />
        </div>,
      );
      await expect.element(page.getByRole('option').first()).toBeVisible();
      const tiles = [...document.querySelectorAll('[role=option]')];
      const said = tiles.map((tile) => tile.textContent.match(/Battle-Scarred/g)?.length ?? 0);
      expect(said).toEqual(said.map((_, n) => (worn && n !== 4 ? 1 : 0)));
      // Nothing is cut and there are no gaps: the row is as high as its content.
      expect(tiles.filter((tile) => tile.scrollHeight > tile.clientHeight)).toEqual([]);
      const below = tiles.map(
        (tile) => tile.getBoundingClientRect().bottom - (tile.lastElementChild?.getBoundingClientRect().bottom ?? 0),
      );
      expect(below.filter((px) => Math.abs(px - 14) > 1.5)).toEqual([]);
      expect(cutTexts(box()).filter((cut) => cut.includes('Battle-Scarred'))).toEqual([]);
    },
  );

  test('an item that cannot be staked is disabled and says why', async () => {
    await show();
    const prize = page.getByRole('option').nth(2);
    await expect.element(prize).toHaveAttribute('aria-disabled', 'true');
    await expect.element(prize).toHaveTextContent('Prize items cannot be staked');
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ');
    expect(chosen()).toBe(0);
  });

  // The narrowest tiles, then what windows of 390, 768 and 1440 px leave.
  test.each([320, 358, 672, 992])('shows all in which two items differ, %i px wide', async (width) => {
    const long = LONGEST_SKINS.map((skin, n) => ({
      id: skin.id,
      skin,
      cents: cents(100 + n),
      words: '',
      blocked: n % 2 === 0 ? 'Prize items cannot be staked' : null,
      details: LONG_DETAILS,
    }));
    await render(
      <div style={{ width }}>
        <ItemGrid
          label="Your items"
          items={long}
          selection={long.filter(({ blocked }) => blocked === null).map(({ id }) => id)}
          onPress={() => undefined}
          onRange={() => undefined}
          className="h-[9000px]"
        />
      </div>,
    );
    await expect.element(page.getByRole('option').last()).toBeVisible();
    const tiles = [...document.querySelectorAll('[role=option]')];
    expect(tiles).toHaveLength(long.length);
    expect(cutOnTiles(tiles)).toEqual([]);
    for (const [n, { name, itemName, itemType }] of LONGEST_SKINS.entries())
      for (const part of [name, itemName, itemType, 'Black Pearl', '4 stickers', n % 2 === 0 ? 'cannot be staked' : ''])
        expect(tiles[n]?.textContent).toContain(part);
  });
});
