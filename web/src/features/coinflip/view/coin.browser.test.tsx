/** The coin in a real browser: it lands on its side at the right instant, also for late viewers and with reduced motion. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useClock } from '../../../platform/live/clock.ts';
import { setPreference } from '../../../platform/page/preferences.ts';
import { Coin } from './coin.tsx';
import { COIN_MS } from '../stage.ts';

beforeEach(() => useClock.setState({ offsetMs: 0, rttMs: null }));
afterEach(() => setPreference('reduceMotion', false));

/** How far a face is turned to the viewer: 1 is front, -1 is back; from the coin's 3D matrix. */
function facing(side: 1 | 2): number {
  const body = document.querySelector('.coin-body');
  if (!body) throw new Error('no coin');
  const turned = new DOMMatrix(getComputedStyle(body).transform).m33;
  return side === 1 ? turned : -turned;
}

function runs(): Animation[] {
  return document.getAnimations().filter((run) => run.effect?.getComputedTiming().duration === COIN_MS);
}

describe('the coin', () => {
  test.each([1, 2] as const)('ends with side %i up', async (side) => {
    await render(<Coin side={side} startsAt={Date.now()} landed={false} scripted={false} label="coin" />);
    expect(runs()).toHaveLength(2);
    for (const run of runs()) run.finish();
    expect(facing(side)).toBeCloseTo(1, 5);
  });

  test.each([1, 2] as const)('shows side %i at once to a viewer who comes after the landing', async (side) => {
    await render(<Coin side={side} startsAt={Date.now() - COIN_MS - 1} landed scripted={false} label="coin" />);
    expect(runs()).toHaveLength(0);
    expect(facing(side)).toBeCloseTo(1, 5);
  });

  test('a late viewer joins in mid-flight, by the server’s clock', async () => {
    useClock.setState({ offsetMs: 5_000, rttMs: 1 });
    await render(<Coin side={1} startsAt={Date.now() + 5_000 - 1_000} landed={false} scripted={false} label="coin" />);
    const [run] = runs();
    expect(Number(run?.currentTime)).toBeGreaterThanOrEqual(1_000);
    expect(Number(run?.currentTime)).toBeLessThan(2_000);
  });

  test('with reduced motion nothing turns, and the side appears only at the end of the same time', async () => {
    setPreference('reduceMotion', true);
    await render(<Coin side={2} startsAt={Date.now()} landed={false} scripted={false} label="coin" />);
    const [run, ...more] = runs();
    expect(more).toHaveLength(0);
    const lift = document.querySelector('.coin-lift');
    if (!run || !lift) throw new Error('no coin');
    run.pause();
    run.currentTime = COIN_MS * 0.85;
    expect(getComputedStyle(lift).opacity).toBe('0');
    run.finish();
    expect(getComputedStyle(lift).opacity).toBe('1');
    expect(facing(2)).toBeCloseTo(1, 5);
  });

  test('before the toss neither side is up', async () => {
    await render(<Coin side={null} startsAt={null} landed={false} scripted={false} label="coin" />);
    expect(document.querySelector('.coin-body')).toBeNull();
    expect(document.querySelectorAll('.coin-split [data-side]')).toHaveLength(2);
  });

  test.each([
    [null, false],
    [1, false],
    [2, true],
  ] as const)('of a scripted game carries the mark over its whole area (side %s, landed %s)', async (side, landed) => {
    const startsAt = side === null ? null : Date.now() - (landed ? COIN_MS + 1 : 0);
    await render(<Coin side={side} startsAt={startsAt} landed={landed} scripted label="coin" />);
    const [coin, mark] = ['.coin-stage', '.scripted-mark'].map((part) => document.querySelector(part));
    if (!coin || !mark) throw new Error('no mark');
    expect(mark.querySelector('.scripted-band')?.textContent).toBe('SCRIPTED: winner chosen by staff');
    const [whole, marked] = [coin.getBoundingClientRect(), mark.getBoundingClientRect()];
    for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(marked[edge] - whole[edge])).toBeLessThan(whole.width * 0.06);
    }
    expect(mark.querySelectorAll('.scripted-tiles > span').length).toBeGreaterThan(5);
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('SCRIPTED');
  });
});
