/** Rows of battles at every page width: the cases are visible and nothing overlaps, also beside the chat's column. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { BattleType } from '@fairpot/contract/casebattle/schemas';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { collisions, cutTexts, WINDOWS } from '../../../testing/geometry.ts';
import { battleOf, caseOf } from '../battle.fixture.ts';
import { BattleRow } from './battle-row.tsx';

const CASES = ['one', 'two', 'three', 'four', 'five'].map((id) => caseOf(id, [100, 200]));
const TYPES: readonly BattleType[] = ['STANDARD_2', 'STANDARD_4', 'STANDARD_6', 'TWO_VS_TWO'];

/** A full and a waiting battle of each size. */
const BATTLES = TYPES.flatMap((type, at) =>
  (['FINISHED', 'PENDING'] as const).map((status, then) => ({
    ...battleOf({ type, status, cases: CASES, seed: 10 * at + then + 1 }).battle,
    priceUsd: 1_030.9,
  })),
);

afterEach(async () => {
  await page.viewport(1280, 800);
});

for (const { window, content } of WINDOWS) {
  test(`at ${window} px each battle shows its cases, and its parts do not overlap`, async () => {
    await page.viewport(window, 900);
    await render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ul style={{ width: content }} className="battle-rows">
            {BATTLES.map((battle) => (
              <BattleRow key={battle.id} battle={battle} me="ply_x" />
            ))}
          </ul>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const rows = [...document.querySelectorAll('.battle-row')];
    expect(rows).toHaveLength(BATTLES.length);
    for (const row of rows) {
      const strip = row.querySelector<HTMLElement>('[aria-label="Cases"]');
      expect(strip?.querySelectorAll('img, .case-art').length).toBeGreaterThan(1);
      expect(strip?.scrollWidth, `cases of ${row.ariaLabel} in ${strip?.clientWidth} px`).toBeLessThanOrEqual(
        strip?.clientWidth ?? 0,
      );
      expect(collisions(row, [...row.children])).toEqual([]);
      expect(cutTexts(row)).toEqual([]);
    }
  });
}
