/** The reel in a real browser: the proven item stops under the mark at the right instant, also late, small, and with reduced motion. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useClock } from '../../../platform/live/clock.ts';
import { setPreference } from '../../../platform/page/preferences.ts';
import { STOP, stripOf } from './reel-model.ts';
import { Reel } from './reel.tsx';

const FACES = ['#b0c3d9', '#6b8cff', '#ff6b6b'].map((colour, at) => ({ icon: '', colour, text: `item ${at}` }));
const LENGTH = 4_200;
const strip = stripOf('rnd_test|0|0|0', [90, 9, 1], 2);

beforeEach(() => useClock.setState({ offsetMs: 0, rttMs: null }));
afterEach(() => setPreference('reduceMotion', false));

const reel = (startsAt: number, width = 180) => (
  <div style={{ width }}>
    <Reel strip={strip} faces={FACES} startsAt={startsAt} lengthMs={LENGTH} stands={false} label="reel" />
  </div>
);

function runs(): Animation[] {
  return document.getAnimations().filter((run) => run.effect?.getComputedTiming().duration === LENGTH);
}

function one(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** The cell whose middle is nearest to the mark, and its distance in pixels. */
function underMark(): { readonly at: number; readonly offPx: number } {
  const window = one('.reel').getBoundingClientRect();
  const middle = window.top + window.height / 2;
  return [...document.querySelectorAll('.reel-cell')]
    .map((cell, at) => {
      const box = cell.getBoundingClientRect();
      return { at, offPx: Math.abs(box.top + box.height / 2 - middle) };
    })
    .reduce((best, each) => (each.offPx < best.offPx ? each : best));
}

describe('the run', () => {
  test.each([56, 180, 320])('stops with the proven item in the middle, %i px wide', async (width) => {
    await render(reel(Date.now(), width));
    expect(runs()).toHaveLength(1);
    for (const run of runs()) run.finish();
    const { at, offPx } = underMark();
    expect(at).toBe(STOP);
    expect(offPx).toBeLessThan(0.6);
    expect(document.querySelectorAll('.reel-cell')[at]?.textContent).toBe('item 2');
  });

  test('starts at the first cell', async () => {
    await render(reel(Date.now()));
    const [run] = runs();
    run?.pause();
    if (run) run.currentTime = 0;
    expect(underMark().at).toBe(0);
  });

  test('a late visitor joins midway, by the server’s clock', async () => {
    useClock.setState({ offsetMs: 5_000, rttMs: 1 });
    await render(reel(Date.now() + 5_000 - 2_000));
    const [run] = runs();
    // Frames have times of their own: the page's clock may be one ahead.
    expect(Number(run?.currentTime)).toBeGreaterThan(1_950);
    expect(Number(run?.currentTime)).toBeLessThan(4_000);
  });

  test('two visitors see the same cell at the same instant', async () => {
    const places: number[] = [];
    for (const joinedAfter of [0, 1_500]) {
      const screen = await render(reel(Date.now() - joinedAfter));
      const [run] = runs();
      run?.pause();
      if (run) run.currentTime = 1_700;
      places.push(one('.reel-strip').getBoundingClientRect().top - one('.reel').getBoundingClientRect().top);
      await screen.unmount();
    }
    expect(places[1]).toBeCloseTo(places[0] ?? -1, 3);
  });

  test('a visitor who comes after the stop sees the item at once', async () => {
    await render(reel(Date.now() - LENGTH - 1));
    expect(runs()).toHaveLength(0);
    expect(underMark()).toMatchObject({ at: STOP });
  });
});

describe('with reduced motion', () => {
  test('nothing runs, and the item appears only at the end of the same time', async () => {
    setPreference('reduceMotion', true);
    await render(reel(Date.now()));
    const [run, ...more] = runs();
    expect(more).toHaveLength(0);
    if (!run) throw new Error('no animation');
    run.pause();
    const top = one('.reel-strip').getBoundingClientRect().top;
    run.currentTime = LENGTH * 0.9;
    expect(getComputedStyle(one('.reel-strip')).opacity).toBe('0');
    run.finish();
    expect(Number(getComputedStyle(one('.reel-strip')).opacity)).toBe(1);
    expect(one('.reel-strip').getBoundingClientRect().top).toBe(top);
    expect(underMark().at).toBe(STOP);
  });
});
