/**
 * Browsers that a worker reuses from one journey to the next: a page that has loaded this site before loads it in half the time, because its process
 * exists and the scripts are compiled. Used by the journey fixture.
 *
 * Invariant: a reused browser carries nothing over from its previous journey: no cookie, no storage, no permission, exactly one page, no route, no
 * listener; the network is on, the window has the requested size, and the pointer is out of the way.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A browser context with its one page. */
export interface BrowserPage {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A path that every site serves and that shows and starts nothing: a page there keeps its process and does no work. */
const PARKED = '/api/ready';
/** A point over no element of a page; `movePointerAway` uses it too. */
const ASIDE = [2, 300] as const;
/** Everything that a site's pages leave behind, except the cache of what they loaded. */
const LEFT_BEHIND = 'cookies,local_storage,indexeddb,service_workers,cache_storage,file_systems';

export class KeptBrowsers {
  readonly #browser: Browser;
  readonly #prepare: (context: BrowserContext) => Promise<void>;
  /** By the options that they were opened with. */
  readonly #kept = new Map<string, BrowserPage[]>();

  /** `prepare` is called once for each new context, before its first page. */
  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser;
    this.#prepare = prepare;
  }

  async open(options: BrowserContextOptions): Promise<BrowserPage> {
    const kept = this.#kept.get(keyOf(options))?.pop();
    if (kept) return kept;
    const context = await this.#browser.newContext(options);
    await this.#prepare(context);
    return { context, page: await context.newPage() };
  }

  /** Takes a browser back and cleans it. Closes one that cannot be cleaned. */
  async keep(opened: BrowserPage, options: BrowserContextOptions): Promise<void> {
    if (!(await clean(opened, options).catch(() => false))) return opened.context.close();
    const key = keyOf(options);
    this.#kept.set(key, [...(this.#kept.get(key) ?? []), opened]);
  }
}

function keyOf(options: BrowserContextOptions): string {
  return JSON.stringify(options);
}

async function clean({ context, page }: BrowserPage, { viewport }: BrowserContextOptions): Promise<boolean> {
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  const answer = await page.goto(PARKED, { timeout: 10_000 });
  if (answer?.ok() !== true) return false;
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: LEFT_BEHIND });
  await session.detach();
  await context.clearCookies();
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(...ASIDE);
  const stored = await page.evaluate(async () => (await indexedDB.databases()).length + localStorage.length);
  return stored === 0 && (await context.cookies()).length === 0;
}
