/** A page asks for its first data once: its first script does, and the live channel's start repeats nothing that the answers contain. */
import { connected, expect, test } from '../lib/journey.ts';

for (const path of ['/', '/coinflip', '/casebattles', '/faq']) {
  test(`${path} asks for nothing twice`, async ({ visitor }) => {
    // Others play meanwhile: what they did between an answer and the live channel's start is rightly asked for.
    await expect(async () => {
      const { page } = await visitor();
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(pathname);
      });
      await page.goto(path);
      await connected(page);
      expect(asked).toContain('/api/settings/list');
      expect(asked.filter((url, at) => asked.indexOf(url) < at)).toEqual([]);
      await page.close();
    }).toPass();
  });
}
