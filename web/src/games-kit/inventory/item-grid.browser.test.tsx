/** The item grid in a real browser: few nodes for many items, the whole keyboard, ranges, the active option in sight. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useState } from 'react';
import type { SiteItem } from '@fairpot/contract/item';
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
  test('holds a screenful of nodes for 5,000 items, and says how many there are', async () => {
    await show();
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(60);
    expect(active()?.getAttribute('aria-setsize')).toBe(String(COUNT));
    expect(active()?.getAttribute('aria-posinset')).toBe('1');
  });

  test('End goes to the last item and Home back, each in sight', async () => {
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

  test('space chooses and puts back; the focus stays on the box', async () => {
    await show();
    await userEvent.keyboard('{ArrowRight} ');
    await expect.poll(chosen).toBe(1);
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard(' ');
    await expect.poll(chosen).toBe(0);
    expect(document.activeElement).toBe(box());
  });

  test('a press chooses, and Shift with a press chooses the range, without the prize in it', async () => {
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

  test('never chooses more than the cap', async () => {
    await show(2);
    await userEvent.keyboard(' {ArrowRight} {ArrowRight}{ArrowRight} {ArrowRight} ');
    await expect.poll(chosen).toBe(2);
  });

  test('an item that may not be staked is disabled and says why', async () => {
    await show();
    const prize = page.getByRole('option').nth(2);
    await expect.element(prize).toHaveAttribute('aria-disabled', 'true');
    await expect.element(prize).toHaveTextContent('Prize items cannot be staked');
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ');
    expect(chosen()).toBe(0);
  });
});
