/** Where toasts go when their own place is taken. */
import { expect, test } from 'vitest';
import { freeTop } from './toast-place.ts';

const list = { left: 1_000, right: 1_340, top: 100, bottom: 200 };
const box = (top: number, bottom: number, left = 900, right = 1_100) => ({ left, right, top, bottom });

test.each([
  ['nothing to keep clear', [], 100],
  ['a part beside the list', [box(100, 200, 0, 999)], 100],
  ['a part that it would cover: below that', [box(110, 150)], 158],
  ['a gap that is too low: below the next part', [box(110, 150), box(200, 240)], 248],
  ['a gap that is high enough', [box(110, 150), box(280, 300)], 158],
  ['no room below: in front of the lower part', [box(110, 150), box(500, 800)], 158],
])('%s', (_, kept, top) => {
  expect(freeTop(list, kept, 800)).toBe(top);
});

test('without a free place it covers as little as possible, and stays on the screen', () => {
  const kept = [box(100, 300), box(320, 330), box(340, 760)];
  const top = freeTop(list, kept, 800);
  expect(top + 100).toBeLessThanOrEqual(800);
  expect(top).toBe(232);
});

test('without a free place it leaves the close button clear, whatever else it covers', () => {
  const close = { ...box(110, 150), first: true };
  expect(freeTop(list, [close, box(160, 790)], 800)).toBe(158);
});
