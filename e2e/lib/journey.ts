/**
 * The fixture of every journey: players, each with their own browser, on one site. A journey fails when any of their browsers saw trouble that the
 * journey did not expect.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { KeptBrowsers, type BrowserPage } from './browsers.ts';
import { slowDown } from './slow.ts';
import { recordToasts } from './toasts.ts';
import { watchForTrouble, type Trouble } from './trouble.ts';

/** A person with a browser: a page, and what went wrong in it. */
export interface Visitor extends Pick<Trouble, 'expectTrouble'> {
  readonly page: Page;
}

/** A visitor who is signed in with a fresh account. */
export interface Member extends Visitor {
  /** The account's name; no other journey has one of this name. */
  readonly name: string;
}

interface PeopleFixtures {
  /** Opens a browser without a session, on an empty page. */
  readonly visitor: (options?: BrowserContextOptions) => Promise<Visitor>;
  /**
   * Opens a browser, creates an account at the simulated provider, and opens `path`. `unasked`: the limit question before a first deposit is still
   * open.
   */
  readonly member: (
    name: string,
    path: string,
    options?: BrowserContextOptions & { readonly unasked?: boolean },
  ) => Promise<Member>;
}

interface WorkerFixtures {
  readonly browsers: KeptBrowsers;
}

export { expect };

export const test = base.extend<PeopleFixtures & { readonly keptBrowsers: boolean }, WorkerFixtures>({
  // Off for journeys that change a browser irreversibly.
  keptBrowsers: [true, { option: true }],
  browsers: [
    async ({ browser }, use) => {
      const prepare = async (context: BrowserContext) => {
        await recordToasts(context);
        await slowDown(context);
      };
      await use(new KeptBrowsers(browser, prepare));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ browserName: _ }, use) => {
    const origin = process.env['FAIRPOT_ORIGIN'];
    if (origin === undefined) throw new Error('The site was not started');
    await use(origin);
  },
  visitor: async (
    { browsers, keptBrowsers, contextOptions, baseURL, viewport, hasTouch, isMobile, deviceScaleFactor },
    use,
    info,
  ) => {
    const own: BrowserContextOptions = {
      ...contextOptions,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(hasTouch === undefined ? {} : { hasTouch }),
      ...(isMobile === undefined ? {} : { isMobile }),
      ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
      viewport,
      locale: 'en-GB',
    };
    const all: { readonly opened: BrowserPage; readonly asked: BrowserContextOptions; readonly trouble: Trouble }[] =
      [];
    await use(async (options = {}) => {
      const asked = { ...own, ...options };
      const opened = await browsers.open(asked);
      const trouble = watchForTrouble(opened.context);
      all.push({ opened, asked, trouble });
      return { page: opened.page, expectTrouble: trouble.expectTrouble };
    });
    const passed = info.errors.length === 0;
    for (const { opened, asked, trouble } of all) {
      // messages that its page has sent so far arrive before the answer
      await opened.page.evaluate(() => undefined).catch(() => undefined);
      trouble.watchNoMore();
      if (passed && keptBrowsers) await browsers.keep(opened, asked);
      else await opened.context.close();
    }
    expect(
      all.flatMap(({ trouble }) => trouble.seen),
      'trouble in the browsers',
    ).toEqual([]);
  },
  member: async ({ visitor }, use) => {
    await use(async (wanted, path, { unasked = false, ...options } = {}) => {
      const somebody = await visitor(options);
      const name = freshName(wanted);
      await createAccount(somebody.page, name, path, !unasked);
      return { ...somebody, name };
    });
  },
});

/** A name that no other account has. */
export function freshName(wanted: string): string {
  return `${wanted}-${randomBytes(3).toString('hex')}`;
}

/**
 * A new account, of age and without a limit (unless `isAsked`), in this browser; then `path`. Signs in through the simulated provider without drawing
 * its pages; newcomer.test.ts does it by hand.
 */
async function createAccount(page: Page, name: string, path: string, isAsked: boolean): Promise<void> {
  const site = page.request;
  const follow = async (url: string): Promise<string> => {
    const answer = await site.get(url, { maxRedirects: 0 });
    const to = answer.headers()['location'];
    if (to === undefined) throw new Error(`${url} led nowhere (${answer.status()})`);
    return new URL(to, answer.url()).href;
  };
  const provider = new URL(await follow('/api/auth'));
  provider.searchParams.set('sim.name', name);
  provider.searchParams.set('sim.page', randomUUID());
  const home = await follow(await follow(provider.href));
  const say = async (path: string, data: object): Promise<void> => {
    const headers = { 'idempotency-key': randomUUID(), origin: new URL(home).origin };
    const answer = await site.post(path, { data, headers });
    expect(answer.status(), `${name}: ${path}`).toBe(200);
  };
  await say('/api/user/confirm-age', { adult: true });
  if (isAsked) await say('/api/user/limits/answer', { answer: 'NONE' });
  await page.goto(path);
}

/** Signs in as one of the demo's people, by steamid. Confirms their age at the first sign-in. */
export async function signInAs(page: Page, steamid: string, path: string): Promise<void> {
  await page.goto(`/api/auth?hint=${steamid}&next=${encodeURIComponent(path)}`);
  await page.locator('.hint').getByRole('button').click();
  await page.waitForURL(path);
  const answer = await page.request.get('/api/user');
  const { response } = (await answer.json()) as { response: { user: { ageConfirmed: boolean } } };
  if (!response.user.ageConfirmed) await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you 18 or older?' })).toBeHidden();
}

/**
 * Waits until the page is live: the live channel is open, its clock is synchronised, and the settings are loaded, without which a browser cannot
 * judge a round.
 */
export async function connected(page: Page): Promise<void> {
  await expect(page.getByText(/^Connected, \d+ ms$/)).toBeVisible();
  await expect(page.getByText('Demo: play money', { exact: true })).toBeVisible();
}
