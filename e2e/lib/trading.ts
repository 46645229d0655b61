/**
 * The fixture of journeys that trade with Steam: one site with a trade worker for all of them in one worker. Each file sets the settings that it
 * needs before its first journey; the house's bots play only when they are called.
 */
import { test as base } from './journey.ts';
import { Site } from './site.ts';

export const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await Site.startMovable();
      await site.startTradeWorker();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
});
