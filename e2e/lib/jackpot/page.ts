/** What people do at the pot, and a witness in the page that keeps what each stage of a round showed. */
import type { JackpotEntryView, JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { percentOf } from '@fairpot/fairness/games/chance';
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { ask, modal, reach } from '../screen.ts';

export function potOf(page: Page): Promise<JackpotState> {
  return ask<JackpotState>(page, '/jackpot');
}

export function roundOf(page: Page, id: string): Promise<JackpotRound> {
  return ask<JackpotRound>(page, `/jackpot/round/${id}`);
}

/**
 * Opens the window to join. While a round is finishing the button says so instead; so it is pressed when the pot is open, and
 * once more when the lock was quicker than the press.
 */
export async function openPicker(page: Page): Promise<void> {
  const isOpen = async () => ['WAITING', 'COUNTDOWN'].includes((await potOf(page)).game?.phase ?? '');
  await expect(async () => {
    if (!(await modal(page).isVisible())) {
      await expect.poll(isOpen, { message: 'a pot that takes entries', timeout: 90_000, intervals: [250] }).toBe(true);
      // A window that is slow to come lies over the button before it is there: then the press gives up, and the window is looked for.
      await page.getByRole('button', { name: 'Join with items' }).click({ timeout: 3_000 });
    }
    await expect(modal(page)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 100_000 });
  await expect(modal(page).getByRole('listbox', { name: 'Your items' })).toBeVisible();
}

/** Opens the window and chooses items of about `dollars`. A lock that comes meanwhile keeps them chosen. */
export async function prepareEntry(page: Page, dollars: number): Promise<void> {
  await openPicker(page);
  await reach(page, dollars);
}

export function joinButton(page: Page) {
  return modal(page).getByRole('button', { name: 'Join the pot' });
}

/** A player's or an entry's line on the screen. */
export interface Line {
  readonly seat: number;
  /** Percent, as text. */
  readonly chance: string;
  /** First and last ticket, as text; empty for players. */
  readonly tickets: string;
}

/** What one stage of a round looked like at last. */
export interface Sight {
  readonly players: readonly Line[];
  readonly entries: readonly Line[];
  /** The ring in words. */
  readonly ring: string;
  readonly result: string;
  /** What the player of the page won or lost; empty for a spectator. */
  readonly own: string;
  /** Seats whose arc is under the pointer. */
  readonly pointed: readonly number[];
  /** Where the pointer stands, in turns from the top. */
  readonly turn: number;
}

interface Witness {
  readonly sights: Record<string, Record<string, Sight>>;
  readonly leaks: string[];
}

/**
 * From now on notes what every stage of every round shows, by the round's title: a stage lasts as long as it lasts, however
 * long a test takes to look. And every moment at which a page that has not landed holds the result.
 */
export async function witness(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Witness = { sights: {}, leaks: [] };
    Object.assign(window, { witness: seen });
    const text = (element: Element | null) => element?.textContent ?? '';
    const lines = (root: Element, selector: string): Line[] =>
      [...root.querySelectorAll(selector)].map((row) => ({
        seat: Number(/Seat (\d+)/.exec(text(row.querySelector('.visually-hidden')?.parentElement ?? null))?.[1]),
        chance:
          /(\d+\.\d\d)%$/.exec(
            [...row.querySelectorAll('*')].map(text).findLast((own) => own.endsWith('%')) ?? '',
          )?.[1] ?? '',
        tickets: /Tickets ([\d,]+ – [\d,]+)/.exec(text(row))?.[1] ?? '',
      }));
    const under = (section: Element): Pick<Sight, 'pointed' | 'turn'> => {
      const pointer = section.querySelector<SVGGElement>('.ring-pointer');
      const matrix = pointer?.getScreenCTM();
      if (!pointer || !matrix) return { pointed: [], turn: Number.NaN };
      const tip = new DOMPoint(0, -131).matrixTransform(matrix);
      const hit = [...section.querySelectorAll<SVGGElement>('.ring-segment')].filter((segment) => {
        const band = segment.querySelector<SVGGeometryElement>('.ring-band');
        const own = band?.getScreenCTM()?.inverse();
        return own !== undefined && band?.isPointInStroke(tip.matrixTransform(own));
      });
      const turn = Math.atan2(matrix.b, matrix.a) / (2 * Math.PI);
      return { pointed: hit.map((segment) => Number(text(segment))), turn: (turn + 1) % 1 };
    };
    const look = () => {
      const section = document.querySelector<HTMLElement>('main section[data-stage]');
      const title = section?.getAttribute('aria-label') ?? '';
      const stage = section?.dataset['stage'] ?? '';
      if (!section) return;
      if (stage !== 'landed' && stage !== 'voided') {
        const told = /fp2\.jackpot\.|WON|wins|Winning entry|You (won|lost)/.exec(
          `${section.innerHTML}${text(document.querySelector('[role=tabpanel]'))}`,
        );
        if (told) seen.leaks.push(`${title}, ${stage}: ${told[0]}`);
      }
      const list = document.querySelector('[role=tabpanel]');
      (seen.sights[title] ??= {})[stage] = {
        players: lines(section, '[data-own], [aria-label="Players by share"] > li'),
        entries: list ? lines(list, '[aria-label="Entries, newest first"] > li') : [],
        ring: section.querySelector('.pot-ring')?.getAttribute('aria-label') ?? '',
        result: text(section.querySelector('[aria-label="Result"]')),
        own: text(section.querySelector('[data-own-result]')),
        ...under(section),
      };
    };
    setInterval(look, 100);
  });
}

export async function witnessed(page: Page): Promise<Witness> {
  return page.evaluate(() => (window as unknown as { witness: Witness }).witness);
}

/** Waits until the pointer of this round has landed on this page. */
export async function landed(page: Page, number: number): Promise<void> {
  await expect
    .poll(async () => (await sightsOf(page, number))['landed']?.result, {
      message: `round ${number} has landed`,
      timeout: 150_000,
      intervals: [500],
    })
    .toBeTruthy();
}

/** What each stage of this round showed at its last. */
export async function sightsOf(page: Page, number: number): Promise<Record<string, Sight>> {
  return (await witnessed(page)).sights[`Round ${number}`] ?? {};
}

interface Seat {
  readonly seat: number;
  readonly userId: string;
  readonly entries: readonly JackpotEntryView[];
  readonly cents: number;
}

/** Seats in order of first entry, from the entries alone. */
export function seatsOf(entries: readonly JackpotEntryView[]): readonly Seat[] {
  const ids = [...new Set(entries.map(({ user }) => user.id))];
  return ids.map((userId, at) => {
    const own = entries.filter(({ user }) => user.id === userId);
    return { seat: at + 1, userId, entries: own, cents: own.reduce((sum, { from, to }) => sum + to - from, 0) };
  });
}

/** What every page must show of these entries, worked out from nothing but them. */
export function linesOf(entries: readonly JackpotEntryView[]): Pick<Sight, 'players' | 'entries'> {
  const pot = entries.at(-1)?.to ?? 0;
  const seats = seatsOf(entries);
  const seatOf = (userId: string) => seats.find((seat) => seat.userId === userId)?.seat ?? 0;
  const ticket = (n: number) => n.toLocaleString('en-US');
  return {
    players: seats.map(({ seat, cents }) => ({ seat, chance: percentOf(cents, pot), tickets: '' })),
    entries: entries.map(({ user, from, to }) => ({
      seat: seatOf(user.id),
      chance: percentOf(to - from, pot),
      tickets: `${ticket(from)} – ${ticket(to - 1)}`,
    })),
  };
}

/** Players with less than this part of the pot stand together at the end of the ring, when there are several. */
const CROWD_BELOW = 0.022;

/** Where on the ring, in turns, the drawn ticket lies: whole shares before it, then its place within its owner's tickets. */
export function turnOf(entries: readonly JackpotEntryView[], ticket: number): number {
  const pot = entries.at(-1)?.to ?? 1;
  const seats = seatsOf(entries);
  const small = seats.filter(({ cents }) => cents < pot * CROWD_BELOW);
  const order = small.length > 1 ? [...seats.filter((seat) => !small.includes(seat)), ...small] : seats;
  const line = order.flatMap((seat) => seat.entries);
  let before = 0;
  for (const { from, to } of line) {
    if (ticket >= from && ticket < to) return (before + ticket - from + 0.5) / pot;
    before += to - from;
  }
  throw new Error(`nobody owns ticket ${ticket}`);
}
