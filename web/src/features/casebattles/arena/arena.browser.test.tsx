/** The teams in a real browser: totals rise with the reels, and nothing of the result is in the page too early. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { useWatch } from '../../../fairness/watcher.ts';
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

function arena(now: number, of = battle) {
  const moment = momentOf(timelineOf(of), now);
  const view = {
    moment,
    timeline: timelineOf(of),
    stage: stageOf(of, timelineOf(of), now),
    shown: veiled(of, moment),
  };
  return (
    <QueryClientProvider client={queryClient}>
      <Arena battle={of} view={view} me={null} />
    </QueryClientProvider>
  );
}

async function arenaAt(now: number, of = battle) {
  const screen = await render(arena(now, of));
  return { moment: momentOf(timelineOf(of), now), screen };
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
  afterEach(() => {
    setPreference('reduceMotion', false);
    useWatch.setState({ seals: {} });
  });
  const seal = (state: 'watching' | 'checking') =>
    useWatch.setState({ seals: { [battle.id]: { state, since: 'open' } } });
  const reels = (kind: 'spinning' | 'strip') =>
    document.querySelectorAll(kind === 'spinning' ? '.reel-spinning' : '.reel-strip').length;

  test('the reels of all seats take up speed when the beacon is due, and know no result', async () => {
    const { battle: waiting } = battleOf({ status: 'STARTED', type: 'STANDARD_3', seed: 5, revealed: false });
    const htmls = [];
    for (const of of [waiting, battle]) {
      const { screen } = await arenaAt(timeline.startsAt - 1, of);
      const loops = [...document.querySelectorAll('.reel-loop')];
      expect(loops).toHaveLength(3);
      // By clocks that count in milliseconds.
      const starts = loops.map((loop) => Number(loop.getAnimations()[0]?.startTime));
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(5);
      htmls.push(...[...document.querySelectorAll('.arena')].map(({ innerHTML }) => innerHTML));
      await screen.unmount();
    }
    expect(htmls).toHaveLength(2);
    expect(htmls[1]).toBe(htmls[0]);
  });

  test('the reels land when this browser has checked the result', async () => {
    seal('checking');
    const { screen } = await arenaAt(timeline.startsAt - 1);
    await screen.rerender(arena(timeline.startsAt + 10));
    expect([reels('spinning'), reels('strip')]).toEqual([3, 0]);
    useWatch.setState({ seals: {} });
    await expect.poll(() => [reels('spinning'), reels('strip')]).toEqual([0, 3]);
  });

  test('a check that takes longer than a reel holds no result back', async () => {
    seal('checking');
    const { screen } = await arenaAt(timeline.startsAt - 1);
    await screen.rerender(arena(Math.ceil(stopsAt(timeline, 0, 0))));
    expect([reels('spinning'), reels('strip')]).toEqual([0, 3]);
  });

  test('a visitor who saw no spin joins the run without one', async () => {
    seal('watching');
    await arenaAt(timeline.startsAt + 10);
    expect([reels('spinning'), reels('strip')]).toEqual([0, 3]);
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
    expect(document.querySelector('.reel-spinning')).toBeNull();
  });
});

test('a scripted battle carries the mark inside every reel', async () => {
  await arenaAt(timeline.startsAt + 10, { ...battle, scripted: true });
  const marks = [...document.querySelectorAll('.seat-window .reel-scripted')].map(({ textContent }) => textContent);
  expect(marks).toEqual(Array.from({ length: 3 }, () => 'SCRIPTED: winner chosen by staff'));
});
