/** Keyboard navigation of a battle's cases: one Tab stop, arrows move from case to case. */
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import '../../../styles/main.css';
import { battleOf, caseOf } from '../battle.fixture.ts';
import { CaseRail } from './case-rail.tsx';
import { momentOf, stageOf } from '../stage.ts';

test('one Tab stop for all cases; arrows, Home and End move within', async () => {
  const cases = ['a', 'b', 'c', 'd'].map((id) => caseOf(id, [500, 900]));
  const { battle } = battleOf({ status: 'PENDING', cases });
  const view = { stage: stageOf(battle, null, 0), moment: momentOf(null, 0), shown: battle, timeline: null };
  await render(<CaseRail battle={battle} view={view} onPick={() => undefined} />);
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('.case-rail *, .case-rail')].filter((el) => el.tabIndex === 0);
  const focused = () => document.activeElement?.querySelector('.rail-number')?.textContent;
  expect(stops()).toHaveLength(1);
  stops()[0]?.focus();
  for (const [key, at] of [
    ['{ArrowRight}', '2'],
    ['{End}', '4'],
    ['{ArrowRight}', '4'],
    ['{ArrowLeft}', '3'],
    ['{Home}', '1'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(focused()).toBe(at);
  }
  expect(stops()).toHaveLength(1);
});
