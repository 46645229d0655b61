/** The teams in a real browser: totals rise with the reels, and nothing of the result is in the page too early. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { setPreference } from '../../../platform/page/preferences.ts';
import { Arena } from './arena.tsx';
import './arena.css';
import { battleOf } from '../battle.fixture.ts';
import { openDrops, totalsOf } from '../drops.ts';
import { momentOf, stageOf, timelineOf, veiled } from '../stage.ts';
import { stopsAt } from '../timeline.ts';

const { battle } = battleOf({ status: 'STARTED', type: 'STANDARD_3', seed: 5 });
const timeline = timelineOf(battle);
if (timeline === null) throw new Error('no replay');

async function arenaAt(now: number, of = battle) {
  const moment = momentOf(timeline, now);
  const view = { moment, timeline, stage: stageOf(of, timeline, now), shown: veiled(of, moment) };
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Arena battle={of} view={view} me={null} />
    </QueryClientProvider>,
  );
  return { moment, screen };
}

const totalsShown = () => [...document.querySelectorAll('.team-total')].map(({ textContent }) => textContent);
const captions = () => [...document.querySelectorAll('.reel-caption')].map(({ textContent }) => textContent);

describe('the totals', () => {
  test.each([0, 1, 2])('count the drop of seat %i once its reel has stopped', async (seat) => {
    const now = Math.ceil(stopsAt(timeline, 1, seat));
    const { moment } = await arenaAt(now);
    expect(moment.stopped).toBe(seat + 1);
    expect(totalsShown()).toEqual(totalsOf(battle, openDrops(battle, moment)).map((total) => formatUsd(cents(total))));
    expect(captions().map((text) => text !== '')).toEqual([0, 1, 2].map((each) => each <= seat));
  });

  test('are zero before the first reel stops', async () => {
    await arenaAt(timeline.startsAt + 10);
    expect(totalsShown()).toEqual(['$0.00', '$0.00', '$0.00']);
    expect(captions().join('')).toBe('');
  });
});

describe('the winner', () => {
  test('is shown at the end and not a moment earlier', async () => {
    const { screen } = await arenaAt(timeline.endsAt - 1);
    expect(document.querySelector('[data-won], [data-lost]')).toBeNull();
    await screen.unmount();
    await arenaAt(timeline.endsAt);
    const won = document.querySelector('[data-won]');
    expect(won?.getAttribute('aria-label')).toBe(`Seat ${(battle.result?.winnerTeam ?? -1) + 1}`);
    expect(won?.textContent).toContain('WINNER');
    expect(document.querySelectorAll('[data-lost]')).toHaveLength(2);
  });
});

describe('between the lock and the run', () => {
  afterEach(() => setPreference('reduceMotion', false));
  const drifts = () => document.getAnimations().filter((run) => (run as CSSAnimation).animationName === 'reel-drift');

  test('the items of the first case pass at every seat, the same at each, and tell no result', async () => {
    await arenaAt(timeline.startsAt - 1);
    expect(drifts()).toHaveLength(3);
    const passing = [...document.querySelectorAll('.reel-drift')].map(({ innerHTML }) => innerHTML);
    expect(new Set(passing).size).toBe(1);
    // After a round the strip shows what it showed at its start: no jump.
    const cell = document.querySelector('.reel-drift .reel-cell')?.getBoundingClientRect().height ?? 0;
    for (const run of drifts()) {
      const strip = (run.effect as KeyframeEffect).target;
      run.effect?.updateTiming({ delay: 0, iterations: 1, fill: 'both' });
      run.pause();
      const topAt = (ms: number) => {
        run.currentTime = ms;
        return strip?.getBoundingClientRect().top ?? 0;
      };
      const cells = (strip?.children.length ?? 0) / 2 - 1;
      const round = Number(run.effect?.getComputedTiming().duration);
      expect((topAt(0) - topAt(round)) / cell).toBeCloseTo(cells, 1);
      expect(strip?.children[cells]?.outerHTML).toBe(strip?.firstElementChild?.outerHTML);
    }
  });

  test.each([390, 1_280])('nothing moves when the reels start, %i px wide', async (width) => {
    await page.viewport(width, 800);
    const tops = () => {
      const boxes = [...document.querySelectorAll('.seat-window, .reel')].map((part) => part.getBoundingClientRect());
      return boxes.map(({ top, height }) => [top, height]);
    };
    const { screen } = await arenaAt(timeline.startsAt - 1);
    const before = tops();
    await screen.unmount();
    await arenaAt(timeline.startsAt + 10);
    expect(tops()).toEqual(before);
    await page.viewport(1_280, 800);
  });

  test('with reduced motion the case stands there', async () => {
    setPreference('reduceMotion', true);
    await arenaAt(timeline.startsAt - 1);
    expect(document.querySelectorAll('.reel-idle .case-art')).toHaveLength(3);
    expect(document.querySelector('.reel-drift')).toBeNull();
  });
});

test('a scripted battle carries the mark inside every reel', async () => {
  await arenaAt(timeline.startsAt + 10, { ...battle, scripted: true });
  const marks = [...document.querySelectorAll('.seat-window .reel-scripted')].map(({ textContent }) => textContent);
  expect(marks).toEqual(Array.from({ length: 3 }, () => 'SCRIPTED: winner chosen by staff'));
});
