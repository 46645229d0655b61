/** Actions of players in case battles, by the texts and roles on the screen. */
import type { BattleType, Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import type { Locator, Page } from '@playwright/test';
import { followChanges } from '../changes.ts';
import { expect, type Member } from '../journey.ts';
import { look } from '../look.ts';
import { centsOf, ownResultText } from '../own-result.ts';
import { ask, modal } from '../screen.ts';
import { nextToast } from '../toasts.ts';

/** The create bar's label for each size. */
const SIZES: Readonly<Record<BattleType, string>> = {
  STANDARD_2: '1v1',
  STANDARD_3: '3-way',
  STANDARD_4: '4-way',
  STANDARD_5: '5-way',
  STANDARD_6: '6-way',
  TWO_VS_TWO: '2v2',
};

/** The page's picture of the battle; its `data-stage` names the stage. */
export function battleOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Battle', exact: true });
}

export async function expectStage(page: Page, stage: RegExp | string, timeout = 60_000): Promise<void> {
  await expect(battleOf(page)).toHaveAttribute('data-stage', stage, { timeout });
}

/** The row of a battle in the lists. */
export function rowOf(page: Page, id: string): Locator {
  return page.locator(`[data-battle="${id}"]`);
}

/** Opens 'Add case' and adds each of these cases once, found by the search. Leaves the window open. */
export async function chooseCases(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add case' }).click();
  const add = modal(page);
  for (const name of names) {
    await add.getByRole('searchbox', { name: 'Search cases and drops' }).fill(name);
    await add.getByRole('button', { name: new RegExp(`^Add ${name}, `) }).click();
  }
}

export async function confirmCases(page: Page): Promise<void> {
  await modal(page).getByRole('button', { name: 'Confirm Selection' }).click();
  await expect(modal(page)).toHaveCount(0);
}

/** Selects the size and opens the battle; its page is open afterwards. Returns its id. */
export async function openBattle({ page }: Member, type: BattleType): Promise<string> {
  await page.locator('label', { has: page.getByRole('radio', { name: new RegExp(`^${SIZES[type]}`) }) }).click();
  await page.getByRole('button', { name: /^Create battle/ }).click();
  await expect(page).toHaveURL(/\/casebattles\/rnd_/);
  await expectStage(page, 'pending');
  return page.url().split('/').at(-1) ?? '';
}

/** On the battle's page: joins on that spot and waits for the toast. */
export async function joinOn(page: Page, spot: string): Promise<void> {
  await page.getByRole('button', { name: `Join on ${spot}` }).click();
  await modal(page).getByRole('button', { name: 'JOIN', exact: true }).click();
  await nextToast(page, 'You successfully joined casebattle!');
  await expect(modal(page)).toHaveCount(0);
}

/** The battle as the server shows it to any visitor. */
export function serverBattle(page: Page, id: string): Promise<CasebattleDetails> {
  return ask<CasebattleDetails>(page, `/casebattle/details/${id}`);
}

/** Every name that has a seat, by team and seat. */
export function namesOf({ teams }: Pick<Casebattle, 'teams'>): string[] {
  return teams.flatMap(({ participants }) => participants.map(({ user }) => user.name));
}

export async function balanceOf(page: Page): Promise<{ readonly free: number; readonly held: number }> {
  const { user } = await ask<{ user: { balanceUsd: number; balanceUsdHold: number } }>(page, '/user');
  return { free: user.balanceUsd, held: user.balanceUsdHold };
}

/** What a page showed of a battle while its reels turned. */
export interface BattleRecord {
  /** What it showed too early, in words. */
  readonly leaks: readonly string[];
  /** Whether a reel's strip moved. */
  readonly ran: boolean;
  readonly stages: readonly string[];
  /** The sum of all totals on the screen, each time it changed, in cents. */
  readonly sums: readonly number[];
  /** The page's text while a tie was drawn, which takes four seconds; empty without a tie. */
  readonly tie: string;
}

/** From now on records what a battle's page shows, in each frame with a change. Read it with `recordedBattle`. */
export async function recordBattle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { leaks: new Set<string>(), ran: false, stages: [''], sums: [0], tie: '' };
    const look = () => {
      const battle = document.querySelector<HTMLElement>('section[data-stage]');
      const stage = battle?.dataset['stage'] ?? '';
      if (stage !== seen.stages.at(-1)) seen.stages.push(stage);
      if (stage === 'tie') seen.tie = battle?.textContent ?? '';
      if (battle && stage !== 'over') {
        const html = document.querySelector('main')?.innerHTML ?? '';
        if (html.includes('fp2.casebattle.')) seen.leaks.add(`${stage}: the secret`);
        if (/WINNER|>Verified| wins<|You (won|lost|got back)/.test(html)) seen.leaks.add(`${stage}: the winner`);
      }
      const totals = [...document.querySelectorAll('.team-total')].map(({ textContent }) =>
        Math.round(Number(textContent?.replace(/[$,]/g, '')) * 100),
      );
      const sum = totals.reduce((all, each) => all + each, 0);
      if (sum !== seen.sums.at(-1)) seen.sums.push(sum);
      if ([...document.querySelectorAll('.reel-strip')].some((strip) => runs(strip))) seen.ran = true;
    };
    const runs = (strip: Element) =>
      strip.getAnimations().some((run) => {
        const frames = (run.effect as KeyframeEffect).getKeyframes();
        return frames[0]?.['transform'] !== frames.at(-1)?.['transform'];
      });
    Object.assign(window, { seenBattle: seen, lookAtBattle: look });
  });
  await followChanges(page, 'lookAtBattle');
}

export async function recordedBattle(page: Page): Promise<BattleRecord> {
  return page.evaluate(() => {
    const seen = (window as unknown as { seenBattle: BattleRecord & { leaks: Set<string> } }).seenBattle;
    return { ...seen, leaks: [...seen.leaks] };
  });
}

/** A player reads first what they won or lost: their share compared with the price of their seat. */
export async function expectOwnResult({ page, name }: Member, battle: CasebattleDetails): Promise<void> {
  const seat = battle.teams.flatMap(({ participants }) => participants).find(({ user }) => user.name === name);
  const share = battle.result?.shares.find(({ participantId }) => participantId === seat?.id);
  const won = centsOf(share?.wonUsd ?? 0);
  const text = ownResultText(centsOf(battle.priceUsd), won);
  await expect(battleOf(page).locator('[data-own-result]'), `${name}’s own result`).toHaveText(text);
  await expect(page.getByRole('button', { name: 'Recreate' })).toBeVisible();
  await look(page, won === 0 ? 'battle-lost' : 'battle-won');
}
