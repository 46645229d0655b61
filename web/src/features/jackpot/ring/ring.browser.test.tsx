/** The ring in a real browser: the pointer lands on the drawn ticket at the right instant, also for late viewers and with reduced motion. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useClock } from '../../../platform/live/clock.ts';
import { setPreference } from '../../../platform/page/preferences.ts';
import { arcAt, ringOf, turnOfTicket } from './ring-model.ts';
import { Ring } from './ring.tsx';
import { entriesOf } from '../round.fixture.ts';
import { sharesOf } from '../shares.ts';
import { RING_MS } from '../stage.ts';

const entries = entriesOf([
  ['ann', 5_000],
  ['bob', 3_000],
  ['ann', 1_000],
  ['cyd', 40],
  ['dan', 35],
]);
const model = ringOf(sharesOf(entries));

beforeEach(() => useClock.setState({ offsetMs: 0, rttMs: null }));
afterEach(() => setPreference('reduceMotion', false));

function pointer(): Element {
  const found = document.querySelector('.ring-pointer');
  if (!found) throw new Error('no pointer');
  return found;
}

/** The pointer's position in turns from the top, from its computed matrix. */
function pointedAt(): number {
  const { a, b } = new DOMMatrix(getComputedStyle(pointer()).transform);
  return (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1;
}

function runs(): Animation[] {
  return document.getAnimations().filter((run) => run.effect?.getComputedTiming().duration === RING_MS);
}

const ring = (ticket: number | null, startsAt: number | null) => (
  <Ring
    model={model}
    target={ticket === null ? null : turnOfTicket(model, ticket)}
    startsAt={startsAt}
    winner={null}
    label="pot"
  />
);

describe('the pointer', () => {
  test.each([0, 4_999, 5_000, 8_500, 9_020, 9_074])('lands on ticket %i, in the arc of its owner', async (ticket) => {
    await render(ring(ticket, Date.now()));
    expect(runs()).toHaveLength(1);
    for (const run of runs()) run.finish();
    expect(pointedAt()).toBeCloseTo(turnOfTicket(model, ticket) ?? -1, 4);
    const owner = entries.find(({ from, to }) => ticket >= from && ticket < to);
    expect(arcAt(model, pointedAt())?.share.user.id).toBe(owner?.user.id);
  });

  test('shows the ticket at once to a viewer who comes after the landing', async () => {
    await render(ring(6_000, Date.now() - RING_MS - 1));
    expect(runs()).toHaveLength(0);
    expect(pointedAt()).toBeCloseTo(turnOfTicket(model, 6_000) ?? -1, 4);
  });

  test('a late viewer joins midway, by the server’s clock', async () => {
    useClock.setState({ offsetMs: 5_000, rttMs: 1 });
    await render(ring(6_000, Date.now() + 5_000 - 2_000));
    const [run] = runs();
    expect(Number(run?.currentTime)).toBeGreaterThanOrEqual(2_000);
    expect(Number(run?.currentTime)).toBeLessThan(4_000);
  });

  test('with reduced motion nothing turns, and it appears only at the end of the same time', async () => {
    setPreference('reduceMotion', true);
    await render(ring(6_000, Date.now()));
    const [run, ...more] = runs();
    expect(more).toHaveLength(0);
    if (!run) throw new Error('no animation');
    run.pause();
    run.currentTime = RING_MS * 0.9;
    expect(getComputedStyle(pointer()).opacity).toBe('0');
    run.finish();
    expect(Number(getComputedStyle(pointer()).opacity)).toBeGreaterThan(0.9);
  });

  test('rests at the top before the draw', async () => {
    await render(ring(null, null));
    expect(runs()).toHaveLength(0);
    expect(pointedAt()).toBeCloseTo(0, 6);
  });
});

describe('the arcs', () => {
  test('large ones carry their seat, small ones form one crowd', async () => {
    await render(ring(null, null));
    const numbers = [...document.querySelectorAll('.ring-segment .ring-number')].map((text) => text.textContent);
    expect(numbers).toEqual(['1', '2']);
    expect(document.querySelectorAll('.ring-crowd path')).toHaveLength(6);
  });
});
