/** Rows of coinflips at every page width: names are not cut and nothing overlaps, also beside the chat's column. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import type { CoinflipGame, CoinflipHistoryRow } from '@fairpot/contract/coinflip/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { collisions, cutTexts, WINDOWS } from '../../../testing/geometry.ts';
import { lockedGame, settledGame, waitingGame } from '../game.fixture.ts';
import { HistoryList } from './history-list.tsx';
import { GameRows } from './live-list.tsx';

const bot = (user: PublicUser, name: string): PublicUser => ({ ...user, name, level: 21, badge: 'BOT', isFake: true });

/** Seven times as many items, so that four are drawn and the rest counted. */
const many = (items: CoinflipGame['firstItems']) =>
  items.flatMap((item) => Array.from({ length: 7 }, (_, at) => ({ ...item, id: `${item.id}-${at}` })));

/** An expensive game between names of ordinary length. */
function crowded(game: CoinflipGame): CoinflipGame {
  return {
    ...game,
    firstUser: bot(game.firstUser, 'tinfoil hat'),
    secondUser: game.secondUser && bot(game.secondUser, 'pocketlint'),
    firstItems: many(game.firstItems),
    secondItems: many(game.secondItems),
    firstTotalUsd: 1_018.5,
    secondTotalUsd: game.secondUser ? 998.25 : 0,
  };
}

const GAMES = [waitingGame(1), lockedGame(2), settledGame(3)].map(crowded);

function historyRow(game: CoinflipGame): CoinflipHistoryRow {
  const [one, two] = [game.firstUser, game.secondUser ?? game.firstUser];
  return {
    id: game.id,
    winnerUser: one,
    loserUser: two,
    winnerSide: game.firstSide,
    winnerTotalUsd: game.firstTotalUsd,
    loserTotalUsd: game.secondTotalUsd,
    skins: { [one.id]: game.firstItems, [two.id]: game.secondItems },
    potUsd: 2_016.75,
    feeUsd: 41.5,
    hash: game.hash,
    secret: game.secret ?? '',
    settledAt: game.settledAt ?? 0,
  };
}

beforeEach(() => {
  queryClient.clear();
  const response = { history: GAMES.slice(2).map(historyRow), next: null };
  // Settings and account are still loading: the rows must render without them.
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/history')
      ? Promise.resolve(Response.json({ success: true, response }))
      : new Promise(() => undefined),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

async function rowsOf(list: ReactNode, content: number): Promise<Element[]> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <div style={{ width: content }}>{list}</div>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  return page.getByRole('listitem').elements();
}

for (const { window, content } of WINDOWS) {
  test(`at ${window} px no game's names are cut and its parts do not overlap`, async () => {
    await page.viewport(window, 900);
    const rows = await rowsOf(<GameRows games={GAMES} me="ply_x" />, content);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(collisions(row, [...row.children])).toEqual([]);
    if (content > 300) expect(rows.flatMap(cutTexts)).toEqual([]);
    const items = rows.flatMap((row) => [...row.querySelectorAll('[title^="AK-47"]')]);
    expect(items).toHaveLength(5 * 4);
    for (const item of items) expect(item.getBoundingClientRect().width).toBeGreaterThan(20);
  });

  test(`at ${window} px the own result fits its row`, async () => {
    await page.viewport(window, 900);
    for (const me of ['ply_ann', 'ply_bob']) {
      const [row] = await rowsOf(<GameRows games={GAMES.slice(2)} me={me} />, content);
      if (!row) throw new Error('no row');
      expect(row.textContent).toMatch(/You (won|lost) \$/);
      expect(collisions(row, [...row.children].slice(0, 4))).toEqual([]);
      await cleanup();
    }
  });

  test(`at ${window} px no history row's names are cut and its parts do not overlap`, async () => {
    await page.viewport(window, 900);
    const rows = await rowsOf(<HistoryList />, content);
    expect(rows).toHaveLength(1);
    for (const row of rows) expect(collisions(row, [...row.children])).toEqual([]);
    if (content > 300) expect(rows.flatMap(cutTexts)).toEqual([]);
  });
}
