/** Six seats beside each other in a real browser, with the longest words that a seat shows. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { Arena } from './arena.tsx';
import './arena.css';
import '../../../styles/main.css';
import { battleOf } from '../battle.fixture.ts';
import { momentOf, stageOf, timelineOf } from '../stage.ts';

afterEach(() => page.viewport(1_280, 800));

const ITEM = { name: 'MAC-10', itemName: 'Candy Apple', rarity: 'Industrial Grade', priceUsd: 1_234.56 };

/** A battle that is over: six bots, each with this drop. */
function sixBots(): CasebattleDetails {
  const { battle } = battleOf({ status: 'STARTED', type: 'STANDARD_6', seed: 5 });
  const teams = battle.teams.map((team) => ({
    ...team,
    participants: team.participants.map((taken) => ({
      ...taken,
      user: { ...taken.user, name: 'night_bus_44', badge: 'BOT' as const },
    })),
  }));
  const tables = battle.tables.map((table) => ({
    ...table,
    items: table.items.map((drop) => ({ ...drop, item: { ...drop.item, ...ITEM } })),
  }));
  return { ...battle, teams, tables };
}

/** As it ends, in a page that leaves this width. */
async function show(battle: CasebattleDetails, width: number, me: string | null): Promise<void> {
  const timeline = timelineOf(battle);
  const now = timeline?.endsAt ?? 0;
  const view = { timeline, moment: momentOf(timeline, now), stage: stageOf(battle, timeline, now), shown: battle };
  await render(
    <QueryClientProvider client={queryClient}>
      <div style={{ width }}>
        <Arena battle={battle} view={view} me={me} />
      </div>
    </QueryClientProvider>,
  );
}

test.each([
  ['JOIN', null],
  ['CALL BOT', 'ply_00'],
])('the button %s of a free seat keeps to it', async (name, me) => {
  await page.viewport(768, 800);
  await show(battleOf({ status: 'PENDING', type: 'STANDARD_6', seed: 5 }).battle, 630, me);
  const seats = [...document.querySelectorAll('.seat-free')];
  expect(seats).toHaveLength(5);
  for (const seat of seats) {
    const button = [...seat.querySelectorAll('button')].find(({ textContent }) => textContent?.toUpperCase() === name);
    const edge = seat.getBoundingClientRect().right;
    expect(button?.getBoundingClientRect().right, name).toBeLessThanOrEqual(edge);
  }
});

// The widths that the page leaves for the seats.
test.each([
  [390, 336, true],
  [768, 630, true],
  [1_024, 702, true],
  [1_440, 1_060, false],
])('at %i px, what a seat shows keeps to its card', async (viewport, width, stacked) => {
  await page.viewport(viewport, 800);
  await show(sixBots(), width, null);
  const cards = [...document.querySelectorAll('.team')];
  expect(cards).toHaveLength(6);
  for (const card of cards) {
    const edge = card.getBoundingClientRect().right;
    for (const part of card.querySelectorAll(
      '.seat, .seat-who *, .seat-window, .reel, .reel-caption *, .team-head *',
    )) {
      expect(part.getBoundingClientRect().right, part.className).toBeLessThanOrEqual(edge);
    }
    // In a narrow card the badge stands under the name, which has the whole width.
    const [name, badge] = card.querySelector('.seat-name')?.children ?? [];
    expect([name?.textContent, badge?.textContent]).toEqual(['night_bus_44', 'BOT']);
    const [end, top] = [name?.getBoundingClientRect().bottom ?? NaN, badge?.getBoundingClientRect().top ?? NaN];
    expect(top >= end).toBe(stacked);
    expect(card.querySelector('.reel-caption')?.textContent).toContain('Industrial Grade');
  }
});
