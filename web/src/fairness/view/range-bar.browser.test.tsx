/** The ticket bar in a real layout: the needle is in the slice that owns the ticket, and covers no text. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../styles/main.css';
import { RangeBar, type RangeSlice } from './range-bar.tsx';

/** Tiny stakes between large ones, which a padding or a minimum width would displace. */
const CENTS = [5_000, 9, 12, 8, 11, 4_000, 7, 10, 13, 3_000];
const TOTAL = CENTS.reduce((sum, cents) => sum + cents, 0);

function slices(): RangeSlice[] {
  let from = 0;
  return CENTS.map((cents, at) => {
    const slice = { key: String(at), label: `${at + 1} somebody`, from, to: from + cents, percent: '1.00', side: null };
    from += cents;
    return slice;
  });
}

const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();

test.each([0, 4_999, 5_004, 5_035, 5_041, 9_039, 9_060, 12_069])('ticket %i', async (ticket) => {
  await render(
    <div style={{ width: 300 }}>
      <RangeBar slices={slices()} total={TOTAL} ticket={ticket} />
    </div>,
  );
  const needle = box('.range-needle');
  const at = needle.left + needle.width / 2;
  const won = box('.range-slice:not(.range-lost)');
  expect(at).toBeGreaterThanOrEqual(won.left - 0.1);
  expect(at).toBeLessThanOrEqual(won.right + 0.1);
  const words = box('.range-slice:not(.range-lost) .range-text');
  expect(words.right <= needle.left + 0.1 || words.left >= needle.right - 0.1 || won.width < 8).toBe(true);
});
