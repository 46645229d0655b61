/** Case battles, each player in their own browser: seats, reels, ties, and a proof that does not rely on the site. */
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import type { Page } from '@playwright/test';
import {
  balanceOf,
  battleOf,
  chooseCases,
  confirmCases,
  expectOwnResult,
  expectStage,
  joinOn,
  namesOf,
  openBattle,
  rowOf,
  serverBattle,
  recordBattle,
  recordedBattle,
} from '../lib/casebattle/page.ts';
import { checkOffline, downloadProof, expectAddsUp, verify } from '../lib/fairplay.ts';
import { connected, expect, signInAs, test, type Member } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { closeModal, modal, opened, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const ADMIN = '76561198000000202';
/** A demo case that any new account can afford. */
const CHEAP = 'Pocket Change';

test('two players and two bots: seats, reels that look the same to all, winnings, and the proof in three ways', async ({
  member,
  visitor,
}, info) => {
  test.slow();
  const [anna, bela, late] = await Promise.all([
    member('battle-a', '/casebattles'),
    member('battle-b', '/casebattles'),
    visitor(),
  ]);
  const had = { anna: await balanceOf(anna.page), bela: await balanceOf(bela.page) };
  await look(anna.page, 'battles');
  await chooseCases(anna.page, [CHEAP, CHEAP, CHEAP]);
  await opened(anna.page, 'casebattle.add');
  await lookAtWidths(anna.page, 'casebattle.add');
  await modal(anna.page)
    .getByRole('button', { name: `Drops of ${CHEAP}` })
    .click();
  await opened(anna.page, 'casebattle.case');
  await expect(modal(anna.page).getByRole('list', { name: 'Drops' })).toContainText(/\d\.\d\d%/);
  await lookAtWidths(anna.page, 'casebattle.case');
  await anna.page.keyboard.press('Escape');
  await expect(modal(anna.page), 'the selection is kept').toContainText('3 of 50');
  await confirmCases(anna.page);
  const id = await openBattle(anna, 'STANDARD_4');
  const price = (await serverBattle(anna.page, id)).priceUsd;
  expect(await balanceOf(anna.page)).toEqual({ free: cents(had.anna.free - price), held: price });

  await late.page.goto('/casebattles');
  await takeSeatFromList(bela, id);
  await connected(late.page);
  const row = rowOf(late.page, id);
  await expect(row).toHaveAttribute('data-stage', 'pending');
  await row.hover(); // the row stays still under the pointer, wherever the battle moves in the list
  await Promise.all([anna, bela].map(({ page }) => recordBattle(page)));
  await expect(anna.page.getByText('2 seats are free'), 'the creator sees them sit down').toBeVisible();
  await look(bela.page, 'battle-pending');
  await anna.page.getByRole('button', { name: 'Call a bot for Seat 2' }).click();
  await expect(anna.page.getByText('One seat is free'), 'the bot sits before the rest is filled').toBeVisible();
  await anna.page.getByRole('button', { name: 'Fill with bots' }).click();
  // a visitor who opens the battle halfway sees the reels at their current position
  await expect(row).toHaveAttribute('data-stage', 'rolling', { timeout: 90_000 });
  await row.getByRole('link', { name: /^(WATCH|VIEW)/ }).click();
  await expectStage(late.page, /rolling|standing|over/);
  await Promise.all([recordBattle(late.page), look(bela.page, 'battle-rolling')]);
  const pages = [anna, bela, late].map(({ page }) => page);
  await Promise.all(pages.map((page) => expectStage(page, 'over')));
  const battle = await serverBattle(anna.page, id);
  await expectSameForAll(pages, battle);
  await expectPaid([anna, bela], [had.anna.free, had.bela.free], battle);
  // the late visitor's browser also recorded the commitment, from the list, while seats were free
  for (const page of pages) await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await look(anna.page, 'battle-over');
  for (const person of [anna, bela]) await expectOwnResult(person, battle);
  await expectReplay(anna.page);
  await checkModal(bela.page, battle);
  await bela.page.getByRole('link', { name: 'FAIR PLAY' }).click();
  const query = new URL(bela.page.url()).searchParams;
  expect([query.get('game'), query.get('hash'), query.get('secret')]).toEqual([
    'casebattle',
    battle.hash,
    battle.secret,
  ]);
  await expectAddsUp(bela.page);
  // the recorded draws, and a copy for trying other inputs
  await expect(bela.page.getByRole('group', { name: 'All draws' }).first().getByRole('button')).toHaveCount(12);
  await look(bela.page, 'fairplay-battle');
  const file = info.outputPath('ROUND.json');
  await downloadProof(bela.page, 'casebattle', file);
  const verdict = await verify(file);
  expect(verdict.code, verdict.said).toBe(0);
  await checkOffline(bela, file, info.outputPath('TAMPERED.json'));
});

/** Any finished battle can be watched again, and its result shown at once. */
async function expectReplay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expectStage(page, 'rolling');
  await expect(battleOf(page).getByText('Replay', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Skip to the result' }).click();
  await expectStage(page, 'over');
}

/** From the list, by a free seat in the row. JOIN is enabled once a spot is chosen. */
async function takeSeatFromList({ page, name }: Member, id: string): Promise<void> {
  await rowOf(page, id).getByRole('button', { name: 'JOIN the battle' }).click();
  const join = modal(page);
  await opened(page, 'casebattle.join');
  await expect(join).toContainText('Choose your spot');
  await expect(join.getByRole('button', { name: 'JOIN', exact: true })).toBeDisabled();
  await lookAtWidths(page, 'casebattle.join');
  await join.getByText('Seat 3', { exact: true }).click();
  await join.getByRole('button', { name: 'JOIN', exact: true }).click();
  await nextToast(page, 'You successfully joined casebattle!');
  await expect(page).toHaveURL(`/casebattles/${id}`);
  await expect(battleOf(page), `${name} has a seat`).toContainText(name);
}

/** No page showed the result early, sums rose drop by drop to the published ones, and all pages agree on winner and totals. */
async function expectSameForAll(pages: readonly Page[], battle: CasebattleDetails): Promise<void> {
  const { result } = battle;
  if (result === null) throw new Error('no result');
  const total = cents(result.teamTotalsUsd.reduce((sum, each) => sum + each, 0));
  for (const [at, page] of pages.entries()) {
    const { leaks, sums, ran } = await recordedBattle(page);
    expect(leaks, 'shown too early').toEqual([]);
    // The late visitor may arrive while the last reel is stopping. Every later increase came with a reel.
    if (at < 2 || sums.length > 2) expect(ran, 'the reels ran').toBe(true);
    expect(sums, 'sums only rise').toEqual([...sums].sort((a, b) => a - b));
    expect(sums.at(-1)).toBe(Math.round(total * 100));
    if (at < 2) expect(sums.length, 'round by round').toBeGreaterThan(battle.cases.length);
    const teams = await page.locator('.team-total').allInnerTexts();
    expect(teams.map((text) => Number(text.replace(/[$,]/g, '')))).toEqual(result.teamTotalsUsd);
    await expect(page.locator('.team[data-won]')).toHaveAccessibleName(`Seat ${result.winnerTeam + 1}`);
  }
}

/** The winners' balances include the winnings, and nothing is on hold. */
async function expectPaid(people: readonly Member[], had: readonly number[], battle: CasebattleDetails): Promise<void> {
  for (const [at, { page, name }] of people.entries()) {
    const seat = battle.teams.flatMap(({ participants }) => participants).find(({ user }) => user.name === name);
    const won = battle.result?.shares.find(({ participantId }) => participantId === seat?.id)?.wonUsd ?? 0;
    const now = cents((had[at] ?? 0) - battle.priceUsd + won);
    await expect.poll(() => balanceOf(page), { message: `${name} was paid` }).toEqual({ free: now, held: 0 });
  }
}

async function checkModal(page: Page, battle: CasebattleDetails): Promise<void> {
  await page.getByRole('button', { name: 'Battle fairness' }).first().click();
  await opened(page, 'casebattle.fairness');
  const block = battle.fairBlock === null ? [] : [String(battle.fairBlock), battle.fairSeed ?? ''];
  for (const text of [battle.id, ...block]) await expect(modal(page).getByTitle(text)).toBeVisible();
  await expect(modal(page).getByText(/^No block: /), 'said plainly').toHaveCount(block.length === 0 ? 2 : 0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await modal(page).getByRole('button', { name: 'Copy Battle ID' }).click();
  await nextToast(page, 'Text was copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(battle.id);
  await expect(modal(page).getByRole('link', { name: 'Provably Fair page' })).toBeVisible();
  await lookAtWidths(page, 'casebattle.fairness');
  await closeModal(page);
}

test('two against two: teammates share to the cent, and reduced motion shows the same without reels', async ({
  member,
  visitor,
}) => {
  test.slow();
  const [one, two, still] = await Promise.all([
    member('pair-a', '/casebattles'),
    member('pair-b', '/coinflip'),
    visitor({ reducedMotion: 'reduce' }),
  ]);
  await chooseCases(one.page, [CHEAP]);
  await confirmCases(one.page);
  const id = await openBattle(one, 'TWO_VS_TWO');
  await Promise.all([two, still].map(({ page }) => page.goto(`/casebattles/${id}`)));
  await expectStage(still.page, 'pending');
  await connected(still.page);
  await recordBattle(still.page);
  await joinOn(two.page, 'Team 1, seat 2');
  await one.page.getByRole('button', { name: 'Fill with bots' }).click();
  await Promise.all([one, two, still].map(({ page }) => expectStage(page, 'over')));
  const { leaks, ran, stages } = await recordedBattle(still.page);
  expect(leaks).toEqual([]);
  expect(ran, 'nothing turns').toBe(false);
  expect(stages, 'but takes the same time').toContain('rolling');

  const battle = await serverBattle(one.page, id);
  const { result } = battle;
  const shares = result?.shares.map(({ wonUsd }) => wonUsd) ?? [];
  expect(shares).toHaveLength(2);
  expect(cents(shares.reduce((sum, each) => sum + each, 0))).toBe(result?.potUsd);
  expect(Math.abs((shares[0] ?? 0) - (shares[1] ?? 0))).toBeLessThan(0.011);
  await expect(still.page.getByRole('list', { name: 'Winnings' }).getByRole('listitem')).toHaveCount(2);
  await expect(still.page.getByText('Verified', { exact: true })).toBeVisible();
  await look(still.page, 'battle-pairs-over');

  await two.page.goto(`/casebattles?view=history`);
  await rowOf(two.page, id).getByRole('link', { name: /^VIEW/ }).click();
  await expectStage(two.page, 'over');
});

test('a tie is drawn on the screen, with equal chances', async ({ member, visitor }) => {
  test.slow();
  const [player, admin] = await Promise.all([member('tie', '/casebattles'), visitor()]);
  const name = `Even ${player.name.slice(-6)}`;
  await signInAs(admin.page, ADMIN, '/casebattles');
  // Both drops are worth 4.35, so the totals are equal whatever is drawn.
  const published = await post(admin.page, '/admin/cases/publish', {
    caseId: `even-${player.name.slice(-6)}`,
    name,
    colorHex: '#b0c3d9',
    priceUsd: 4.7,
    why: 'A tie is wanted',
    items: ['ak-47-slate-field-tested', 'cyber-code-thompson'].map((itemId) => ({ itemId, weight: 1 })),
  });
  expect(published.status, published.message).toBe(200);
  await player.page.reload();
  await chooseCases(player.page, [name]);
  await confirmCases(player.page);
  const id = await openBattle(player, 'STANDARD_3');
  await connected(player.page);
  await recordBattle(player.page);
  await player.page.getByRole('button', { name: 'Fill with bots' }).click();
  await expectStage(player.page, /tie|standing|over/);
  await look(player.page, 'battle-tie');
  await expectStage(player.page, 'over');
  const { leaks, stages, tie } = await recordedBattle(player.page);
  expect(leaks).toEqual([]);
  expect(stages).toContain('tie');
  expect(tie).toContain('A tie at $4.35');
  expect(tie).toContain('1 in 3 each');
  const { result, secret, hash } = await serverBattle(player.page, id);
  expect(result?.tied).toEqual([0, 1, 2]);
  await expect(player.page.getByText(/drawn from a tie of 3 with equal chances/)).toBeVisible();
  await expect(player.page.locator('.team[data-won]')).toHaveAccessibleName(`Seat ${(result?.winnerTeam ?? -1) + 1}`);
  await expect(player.page.getByText('Verified', { exact: true })).toBeVisible();
  await player.page.goto(`/fairplay?game=casebattle&hash=${hash}&secret=${secret}`);
  await expectAddsUp(player.page);
  await player.page.getByRole('button', { name: 'Show that draw' }).first().click();
  await expect(player.page.getByText('Digest of "casebattle|tie"').first()).toBeVisible();
});

test('leaving and cancelling refund the price, and refused seats say why', async ({ member, visitor }) => {
  test.slow();
  const [host, guest, third, stranger] = await Promise.all([
    member('host', '/casebattles'),
    member('guest', '/coinflip'),
    member('third', '/coinflip'),
    visitor(),
  ]);
  const had = await balanceOf(host.page);
  await chooseCases(host.page, [CHEAP]);
  await confirmCases(host.page);
  const id = await openBattle(host, 'STANDARD_6');
  await Promise.all([guest, third, stranger].map(({ page }) => page.goto(`/casebattles/${id}`)));
  await expect(stranger.page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible();
  await look(stranger.page, 'battle-signed-out');
  await joinOn(guest.page, 'Seat 4');
  await expect(host.page.getByText('4 seats are free')).toBeVisible();

  // A spot taken in the meantime, a second spot, a spot that does not exist, and actions only the host may take.
  guest.expectTrouble(...refusedWith(403, 404, 409));
  third.expectTrouble(...refusedWith(403, 404, 409));
  const join = (page: Page, teamId: string) => post(page, '/casebattle/join', { teamId });
  expect(await join(third.page, `${id}.3`)).toMatchObject({ status: 409, message: 'ERR_SEAT_TAKEN' });
  expect(await join(third.page, `${id}.9`)).toMatchObject({ status: 404, message: 'ERR_NO_TEAM' });
  expect(await join(guest.page, `${id}.5`)).toMatchObject({ status: 409, message: 'ERR_ALREADY_IN_BATTLE' });
  expect(await post(third.page, '/casebattle/cancel', { gameId: id })).toMatchObject({ status: 403 });
  expect(await post(third.page, '/casebattle/leave', { gameId: id })).toMatchObject({ message: 'ERR_NOT_IN_BATTLE' });

  const before = await balanceOf(guest.page);
  await guest.page.getByRole('button', { name: 'Leave battle' }).click();
  await expect(host.page.getByText('5 seats are free')).toBeVisible();
  const price = (await serverBattle(host.page, id)).priceUsd;
  expect(await balanceOf(guest.page)).toEqual({ free: cents(before.free + price), held: 0 });
  expect(namesOf(await serverBattle(host.page, id))).not.toContain(guest.name);

  await host.page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await host.page.getByRole('button', { name: 'Cancel battle' }).click();
  await Promise.all([host, guest, stranger].map(({ page }) => expectStage(page, 'cancelled')));
  expect(await balanceOf(host.page)).toEqual(had);
  await look(host.page, 'battle-cancelled');
});

/** Dollars rounded to the cent, without floating-point noise. */
function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}
