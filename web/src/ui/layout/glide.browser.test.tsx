/** Rows glide to new places: nothing is pushed, no glide starts anew, and with reduced motion rows change places at once. */
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useGlide } from './glide.ts';

const PITCH = 110;

function Rows({ ids }: { readonly ids: readonly string[] }) {
  const list = useGlide<HTMLUListElement>(ids);
  return (
    <ul ref={list} style={{ display: 'grid', gap: 10, position: 'absolute', inset: '0 0 auto' }}>
      {ids.map((id) => (
        <li key={id} id={id} style={{ height: PITCH - 10, background: '#456' }}>
          {id}
        </li>
      ))}
    </ul>
  );
}

const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top;
const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(null)));

/** What Chromium calls the shift of the page while `change` is drawn. */
async function shiftOf(change: () => Promise<unknown>): Promise<number> {
  let shift = 0;
  const add = (list: { getEntries(): PerformanceEntryList }) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { readonly value: number }).value;
  };
  await frame();
  await frame();
  const observer = new PerformanceObserver(add);
  observer.observe({ type: 'layout-shift' });
  await change();
  for (let frames = 0; frames < 4; frames++) await frame();
  add({ getEntries: () => observer.takeRecords() });
  observer.disconnect();
  return shift;
}

afterEach(() => delete document.documentElement.dataset['motion']);

test('a row that comes pushes no other: they glide from where they stood, and it appears', async () => {
  const { rerender } = await render(<Rows ids={['b', 'c']} />);
  expect(document.getAnimations()).toHaveLength(0);
  const shift = await shiftOf(() => rerender(<Rows ids={['a', 'b', 'c']} />));
  expect(shift).toBe(0);
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  expect(['a', 'b', 'c'].map(topOf)).toEqual([0, PITCH, 2 * PITCH]);
});

test('a second change goes on from where a row is seen', async () => {
  const { rerender } = await render(<Rows ids={['b', 'c']} />);
  await rerender(<Rows ids={['a', 'b', 'c']} />);
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = 60;
  }
  const [seen = 0, end = 0] = [topOf('c'), 2 * PITCH];
  expect(seen).toBeGreaterThan(PITCH);
  expect(seen).toBeLessThan(end);
  const known = new Set(document.getAnimations());
  await rerender(<Rows ids={['a', 'b', 'd', 'c']} />);
  for (const animation of document.getAnimations().filter((each) => !known.has(each))) {
    animation.pause();
    animation.currentTime = 0;
  }
  expect(topOf('c')).toBeCloseTo(seen, 0);
});

test('a row that goes lets those below it glide up', async () => {
  const { rerender } = await render(<Rows ids={['a', 'b', 'c']} />);
  expect(await shiftOf(() => rerender(<Rows ids={['b', 'c']} />))).toBe(0);
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  expect(['b', 'c'].map(topOf)).toEqual([0, PITCH]);
});

test('with reduced motion rows change places at once', async () => {
  document.documentElement.dataset['motion'] = 'reduced';
  const { rerender } = await render(<Rows ids={['b', 'c']} />);
  const shift = await shiftOf(() => rerender(<Rows ids={['a', 'b', 'c']} />));
  expect(shift).toBeGreaterThan(0); // so the measure sees a shift where there is one
  expect(document.getAnimations()).toHaveLength(0);
  expect(topOf('b')).toBe(PITCH);
});
