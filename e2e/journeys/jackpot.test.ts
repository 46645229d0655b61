/**
 * One pot, three players, three browsers: entries, chances, the draw, and its proof without the site. It waits for a real countdown of a minute, so
 * one journey covers everything that needs a whole round. No bots play on this site: the countdown begins with the second of these three players, and
 * no lock comes between their entries.
 */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import type { Page } from '@playwright/test';
import { checkOffline, downloadProof, expectAddsUp, verify } from '../lib/fairplay.ts';
import {
  joinButton,
  landed,
  linesOf,
  openPicker,
  prepareEntry,
  potOf,
  roundOf,
  seatsOf,
  stagesOf,
  turnOf,
  recordRounds,
  recordedRounds,
  type PotLine,
  type StageRecord,
} from '../lib/jackpot/page.ts';
import { expect, type Member } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { test } from '../lib/moved/journey.ts';
import { centsOf, ownResultText } from '../lib/own-result.ts';
import { chooseSixteen, closeModal, inventoryOf, modal, opened, post, stakeableOf } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

test.use({ realTime: true });

test('three players in one round see the same chances and the same draw, and each can prove it', async ({
  member,
}, info) => {
  test.setTimeout(400_000);
  const people = await Promise.all([member('pot-a', '/'), member('pot-b', '/'), member('pot-c', '/')]);
  const [anna, bela, cleo] = people;
  for (const { page } of people) await recordRounds(page);
  await Promise.all(people.map(({ page }, at) => prepareEntry(page, 20 + at * 15)));
  await Promise.all(people.map(({ page }) => enter(page)));
  const id = (await potOf(anna.page)).game?.id ?? '';
  const { entries, fair } = await roundOf(anna.page, id);
  for (const { name } of people) {
    expect(
      entries.filter(({ user }) => user.name === name),
      `${name} is in round ${fair.number}`,
    ).toHaveLength(1);
  }
  await expect(anna.page.locator('main section[data-stage="countdown"]')).toHaveAttribute(
    'aria-label',
    `Round ${fair.number}`,
  );
  await Promise.all([look(anna.page, 'jackpot-countdown'), refusedWhileFinishing(cleo, id)]);
  await Promise.all(people.map(({ page }) => landed(page, fair.number)));
  await look(cleo.page, 'jackpot-landed');
  const stages = await Promise.all(people.map(({ page }) => stagesOf(page, fair.number)));
  const round = await roundOf(anna.page, id);
  for (const each of stages) expectShown(each, round);
  for (const [at, { name }] of people.entries()) expectOwnResult(stages[at]?.['landed'], round, name);
  for (const { page } of people)
    expect((await recordedRounds(page)).leaks, 'nothing shown before the pointer lands').toEqual([]);
  await expectPaid(people, round);

  await expectInHistory(bela.page, round);
  const file = info.outputPath('ROUND.json');
  await bela.page.goto(`/fairplay?round=${id}`);
  await expectAddsUp(bela.page);
  await expect(bela.page.getByText(/^In the public log: leaves /)).toBeVisible();
  await look(bela.page, 'fairplay-jackpot');
  await downloadProof(bela.page, 'jackpot', file);
  const verdict = await verify(file);
  expect(verdict.code, verdict.said).toBe(0);
  await checkOffline(bela, file, info.outputPath('TAMPERED.json'));
});

async function enter(page: Page): Promise<void> {
  await joinButton(page).click();
  await nextToast(page, 'You successfully joined jackpot!');
  await expect(modal(page), 'the window closes').toHaveCount(0);
}

/**
 * Sends one more entry in time but holds the request until the round is locked. Pressed again, the page itself says that the round is finishing. The
 * selection stays, and none of it is staked.
 */
async function refusedWhileFinishing({ page, expectTrouble }: Member, id: string): Promise<void> {
  expectTrouble(...refusedWith(409));
  await prepareEntry(page, 12);
  const had = (await inventoryOf(page)).length;
  const url = '**/api/jackpot/join/inventory';
  const refused = page.waitForResponse(url, { timeout: 150_000 });
  await page.route(url, async (route) => {
    await expect
      .poll(async () => (await roundOf(page, id)).phase, { timeout: 150_000, intervals: [100] })
      .toBe('FINISHING');
    await route.continue();
  });
  // Not earlier: an attempt without an answer is given up after 15 s, and none is made later than 10 s after the press.
  const deadlineAt = (await potOf(page)).game?.deadlineAt ?? 0;
  await expect.poll(() => deadlineAt - Date.now(), { timeout: 90_000, intervals: [100] }).toBeLessThan(5_000);
  await joinButton(page).click();
  await refused;
  await nextToast(page, 'Jackpot is in finish state, try later');
  await page.unroute(url);
  await expect(modal(page).getByRole('list', { name: 'Selected items' })).toBeVisible();
  expect((await inventoryOf(page)).length).toBe(had);
  await closeModal(page);
}

const bySeat = (lines: readonly PotLine[]) => [...lines].sort((a, b) => a.seat - b.seat);
const byTicket = (lines: readonly PotLine[]) =>
  [...lines].sort(
    (a, b) => Number.parseInt(a.tickets.replaceAll(',', '')) - Number.parseInt(b.tickets.replaceAll(',', '')),
  );

/** Every page showed the shares and ranges that follow from the entries, and its pointer on the exact ticket. */
function expectShown(stages: Readonly<Record<string, StageRecord>>, { entries, result }: JackpotRound): void {
  const wanted = linesOf(entries);
  for (const stage of ['turning', 'landed']) {
    const sight = stages[stage];
    expect(bySeat(sight?.players ?? []), `${stage}: players`).toEqual(wanted.players);
    expect(byTicket(sight?.entries ?? []), `${stage}: entries`).toEqual(wanted.entries);
  }
  const end = stages['landed'];
  const ticket = result?.ticket ?? -1;
  const winner = entries.find(({ from, to }) => ticket >= from && ticket < to);
  const seat = seatsOf(entries).find(({ userId }) => userId === winner?.user.id)?.seat;
  expect(winner?.no, 'the ticket is in the winning entry').toBe(result?.entryNo);
  expect(end?.ring).toBe(`The pointer shows seat ${seat}, ${winner?.user.name}`);
  expect(end?.turn).toBeCloseTo(turnOf(entries, ticket), 4);
  // A player whose share is too small for an arc is part of the crowd, which has no seat to point at.
  if ((end?.pointed.length ?? 0) > 0) expect(end?.pointed).toEqual([seat]);
  expect(end?.result).toContain(`Ticket ${ticket.toLocaleString('en-US')} is in entry `);
}

/** The players read first what they won or lost, by the entries and the result. */
function expectOwnResult(record: StageRecord | undefined, { entries, result }: JackpotRound, name: string): void {
  const staked = entries.filter(({ user }) => user.name === name).reduce((sum, { from, to }) => sum + to - from, 0);
  const won = result?.user.name === name ? centsOf(result.wonUsd) : 0;
  expect(record?.own.trim(), name).toBe(ownResultText(staked, won));
}

/** The winner has every item in the pot except the fee; the others have none. */
async function expectPaid(people: readonly Member[], { entries, result }: JackpotRound): Promise<void> {
  const pot = entries.flatMap(({ items }) => items.map((item) => item.id));
  const won = pot.filter((item) => !result?.feeItemIds.includes(item));
  for (const { page, name } of people) {
    const has = new Set((await inventoryOf(page)).map((item) => item.id));
    const wanted = result?.user.name === name ? won : [];
    expect(pot.filter((item) => has.has(item)).sort(), name).toEqual([...wanted].sort());
  }
}

async function expectInHistory(page: Page, { fair, result }: JackpotRound): Promise<void> {
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ hasText: `#${fair.number}` });
  await expect(row).toContainText(result?.user.name ?? 'no result');
  await expect(row).toContainText(`ticket ${result?.ticket?.toLocaleString('en-US')}`);
  await expect(row, 'the history knows what this browser checked').toContainText('Verified');
  await look(page, 'jackpot-history');
}

test('a bet below the minimum is refused with its text, and the button is disabled', async ({ member }) => {
  const { page } = await member('pot-small', '/');
  // The demo's minimum equals the lowest item value. A higher minimum, as a site could set it, makes a bet below it possible.
  await page.route('**/api/jackpot', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { response: object };
    await route.fulfill({ response: answer, json: { ...body, response: { ...body.response, minbet: 5_000 } } });
  });
  await page.reload();
  // The round of an earlier journey may still show its result here.
  await expect(page.locator('main section[data-stage]')).toHaveAttribute('data-stage', 'waiting', { timeout: 60_000 });
  // What the open round's draw will depend on, before any stake.
  await page.getByRole('region', { name: 'Proof' }).getByRole('button', { name: 'FAIR PLAY' }).click();
  await opened(page, 'jackpot.fairplay');
  const fairplay = page.getByRole('dialog', { name: 'Fairplay' });
  await expect(fairplay.getByText('Revealed when the pointer lands')).toBeVisible();
  await expect(fairplay.getByRole('link', { name: 'Provably Fair page' })).toHaveAttribute('href', /round=rnd_/);
  await lookAtWidths(page, 'jackpot.fairplay');
  await closeModal(page);
  await openPicker(page);
  await opened(page, 'jackpot.join');
  await expect(joinButton(page), 'nothing chosen').toBeDisabled();
  await stakeableOf(page).first().click();
  await expect(modal(page).getByRole('status').last()).toHaveText('Min bet is 5000.00$');
  await expect(joinButton(page)).toBeDisabled();
  await lookAtWidths(page, 'jackpot.join');
});

test('the sixteenth item is refused, by the page and by the server', async ({ member }) => {
  const { page, expectTrouble } = await member('pot-greedy', '/');
  await openPicker(page);
  await chooseSixteen(page);
  await expect(modal(page).getByText(/^15 of 15 selected$/)).toBeVisible();
  await expect(modal(page).getByText('You cant add more than 15 items to your bet')).toBeVisible();
  expectTrouble(...refusedWith(422, 409));
  const sixteen = (await inventoryOf(page)).filter((item) => item.type !== 'PRIZE_PROMO').slice(0, 16);
  // A finishing round refuses with its own text first.
  const inventoryIds = sixteen.map(({ id }) => id);
  await expect
    .poll(async () => (await post(page, '/jackpot/join/inventory', { inventoryIds })).message, { timeout: 60_000 })
    .toBe('ERR_ITEMS_LIMIT');
});
