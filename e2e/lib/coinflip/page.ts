/** Actions of players on the coinflip page, by the texts and roles on the screen. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { Locator, Page } from '@playwright/test';
import { expect, type Member } from '../journey.ts';
import { ask, modal, reach } from '../screen.ts';
import { nextToast } from '../toasts.ts';

/** The row of the game that `name` created. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Games' }).getByRole('listitem', { name: new RegExp(`^${name} on `) });
}

/** Opens the window for a new game and auto-selects items up to a sum. */
export async function prepareGame(page: Page, side: 'Red' | 'Blue', dollars: number): Promise<void> {
  await page.getByRole('button', { name: 'Create game' }).first().click();
  const create = modal(page);
  await create.getByText(side, { exact: true }).click();
  await reach(page, dollars);
}

/** Creates a game of about `dollars` and leaves its view open. Returns its id. */
export async function createGame({ page, name }: Member, side: 'Red' | 'Blue', dollars: number): Promise<string> {
  await prepareGame(page, side, dollars);
  const answer = page.waitForResponse('**/api/coinflip/create/inventory');
  await modal(page)
    .getByRole('button', { name: `Create on ${side.toLowerCase()}` })
    .click();
  const { response } = (await (await answer).json()) as { response: { gameId: string } };
  await expect(modal(page).getByText('Waiting for a player').first(), `${name} sees the game`).toBeVisible();
  return response.gameId;
}

/** Opens the window to join the game of `creator` and auto-selects fitting items. */
export async function prepareJoin(page: Page, creator: string): Promise<void> {
  await rowOf(page, creator)
    .getByRole('button', { name: new RegExp(`^Join ${creator}’s game`) })
    .click();
  const join = modal(page);
  await join.getByRole('button', { name: 'Auto-select' }).click();
  await expect(join.getByRole('list', { name: 'Selected items' })).toBeVisible();
}

export async function joinGame(page: Page, creator: string): Promise<void> {
  await prepareJoin(page, creator);
  await modal(page)
    .getByRole('button', { name: /^Join on / })
    .click();
  await nextToast(page, 'You successfully joined coinflip!');
}

/** Waits until the coin of the open view has landed. Returns the name of the winner that this browser shows. */
export async function landed(page: Page): Promise<string> {
  const view = modal(page).locator('[data-stage]').first();
  await expect(view).toHaveAttribute('data-stage', 'landed', { timeout: 60_000 });
  const sentence = await view.getByText(/ takes \d+ items? from a pot of /).innerText();
  return sentence.slice(0, sentence.indexOf(' takes '));
}

/** The game as the server shows it to any visitor. */
export async function gameOf(page: Page, id: string): Promise<CoinflipGame> {
  return ask<CoinflipGame>(page, `/coinflip/round/${id}`);
}
