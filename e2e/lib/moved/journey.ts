/**
 * The fixture of journeys that are not about time: they move their site's clock ahead, and with it the simulated outside world and the clocks of all
 * their browsers, as if everyone had slept that long. One site for all of them in one worker.
 */
import type { BrowserContext } from '@playwright/test';
import { test as base } from '../journey.ts';
import { Site } from '../site.ts';

interface MovableFixtures {
  /**
   * Lets so many ms pass at once, everywhere. Whatever is due by then happens now. Animations after that take real time, so a journey stops a few
   * seconds before what it wants to see.
   */
  readonly pass: (ms: number) => Promise<void>;
  /**
   * Uses its browsers' real clock: a journey in real time that needs the quiet site. It runs before those that move the clock, in the order of files.
   */
  readonly realTime: boolean;
  /** The browsers of this journey whose clock can be moved. */
  readonly contexts: BrowserContext[];
}

export const test = base.extend<MovableFixtures, { readonly movableSite: Site }>({
  movableSite: [
    async ({ browserName: _ }, use) => {
      const site = await Site.startMovable();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ movableSite }, use) => use(movableSite.origin),
  // A clock installed in a browser cannot be removed.
  keptBrowsers: false,
  realTime: [false, { option: true }],
  contexts: async ({ browserName: _ }, use) => use([]),
  visitor: async ({ visitor, movableSite, contexts, realTime }, use) => {
    if (realTime && movableSite.isMoved) throw new Error('The clock of this site was moved before');
    await use(async (options) => {
      const somebody = await visitor(options);
      if (realTime) return somebody;
      const context = somebody.page.context();
      await context.clock.install({ time: movableSite.now() });
      contexts.push(context);
      return somebody;
    });
  },
  pass: async ({ movableSite, contexts, realTime }, use) => {
    await use(async (ms) => {
      if (realTime) throw new Error('This journey is in real time');
      await movableSite.advance(ms);
      await Promise.all(contexts.map((context) => context.clock.fastForward(ms)));
    });
  },
});
