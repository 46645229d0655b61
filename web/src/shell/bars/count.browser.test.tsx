/** A count of the bars: it keeps its number while won items travel to it, and lights up when it rises. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { carryHome } from '../../games-kit/carry-home.ts';
import { WonItems } from '../../games-kit/won-items.tsx';
import { settledGame } from '../../features/coinflip/game.fixture.ts';
import { useAnnouncements } from '../../platform/page/announcer.ts';
import { Count } from './count.tsx';

const { firstItems, secondItems } = settledGame(1);
const items = [...firstItems, ...secondItems];

const view = (value: number) => (
  <div>
    <Count name="items" value={value}>
      {(shown) => <output>{shown}</output>}
    </Count>
    <div className="mt-96">
      <WonItems items={items} from="left" max={2} />
    </div>
  </div>
);
const shown = () => document.querySelector('output')?.textContent;
const pieces = () => document.querySelectorAll('.carry-piece').length;
const isLit = () => document.querySelector('.count-risen') !== null;

afterEach(() => {
  document.documentElement.dataset['motion'] = 'full';
});

test('the items travel first, then the count rises and lights up; a screen reader says where they are', async () => {
  const { rerender } = await render(view(24));
  expect(isLit()).toBe(false);
  carryHome('items');
  await rerender(view(26));
  expect([shown(), isLit()]).toEqual(['24', false]);
  await expect.poll(pieces).toBe(Math.min(2, items.length));
  const [piece] = document.querySelectorAll('.carry-piece');
  const [flight] = piece?.getAnimations() ?? [];
  if (!piece || !flight) throw new Error('nothing travels');
  flight.pause();
  flight.currentTime = 580;
  const target = document.querySelector('[data-count=items]')?.getBoundingClientRect();
  const near = piece.getBoundingClientRect();
  expect(Math.abs(near.x + near.width / 2 - (target?.x ?? 0) - (target?.width ?? 0) / 2)).toBeLessThan(12);
  expect(Math.abs(near.y + near.height / 2 - (target?.y ?? 0) - (target?.height ?? 0) / 2)).toBeLessThan(12);
  expect(shown()).toBe('24');
  flight.finish();
  await expect.poll(shown).toBe('26');
  expect([isLit(), pieces()]).toEqual([true, 0]);
  await expect.poll(() => JSON.stringify(useAnnouncements.getState())).toContain('Your items are in your inventory');
});

test('with reduced motion nothing travels: the count changes at once and lights up', async () => {
  document.documentElement.dataset['motion'] = 'reduced';
  const { rerender } = await render(view(24));
  carryHome('items');
  await rerender(view(26));
  expect([shown(), isLit(), pieces()]).toEqual(['26', true, 0]);
});

test('a count that falls does not light up; one without a result on the screen is not held for long', async () => {
  const { rerender } = await render(view(24));
  await rerender(view(20));
  expect([shown(), isLit()]).toEqual(['20', false]);
  await rerender(
    <Count name="items" value={20}>
      {(value) => <output>{value}</output>}
    </Count>,
  );
  carryHome('items');
  await expect.poll(pieces).toBe(0);
  await expect.element(page.getByText('20')).toBeVisible();
  expect(document.querySelector('.carry-layer')).toBeNull();
});
