/** A server that stops and starts again, with a second server on the same database: viewers miss nothing and need no reload. */
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import { rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, freshName, test } from '../lib/journey.ts';
import { Player } from '../lib/player.ts';
import { Site } from '../lib/site.ts';
import { CUT_OFF, SILENT } from '../lib/trouble.ts';

/** Large enough that only a moved clock explains it. */
const DAY_MS = 86_400_000;

interface Inventory {
  readonly items: readonly { readonly id: string; readonly item: { readonly priceUsd: number } }[];
}

test('events during an outage appear when the server is back, and events on the second server at once', async ({
  visitor,
}) => {
  test.slow(); // a site of its own, with two servers
  const site = await Site.startBesideDatabase({ FAIRPOT_CLOCK_OFFSET_MS: String(DAY_MS) });
  try {
    const { page, expectTrouble } = await visitor({ baseURL: site.origin });
    expectTrouble(...CUT_OFF, ...SILENT);
    await page.goto('/coinflip');
    await connected(page);
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    const said = (text: string) => page.getByText(text, { exact: true });
    const speaker = new Player(await site.secondServer(), freshName('beside'));
    await speaker.signUp();
    const say = async (message: string) => {
      expect((await speaker.post('/chat/create', { message })).status, message).toBe(200);
    };
    await say('said at the other server');
    await expect(said('said at the other server')).toBeVisible();

    await site.stopServer();
    const bar = page.getByRole('status').filter({ hasText: 'Reconnecting, your stake is safe' });
    await expect(bar).toBeVisible();
    await say('said while one was away');
    const { response } = await speaker.get<Inventory>('/user/inventory/site');
    const mostExpensive = [...(response?.items ?? [])].sort((a, b) => b.item.priceUsd - a.item.priceUsd).slice(0, 3);
    const staked = { inventoryIds: mostExpensive.map(({ id }) => id), side: 1 };
    expect((await speaker.post('/coinflip/create/inventory', staked)).status).toBe(200);

    await site.startServer();
    await expect(bar).toHaveCount(0, { timeout: 60_000 });
    await expect(said('said while one was away')).toBeVisible();
    await expect(rowOf(page, speaker.name)).toBeVisible();
    const here = new Player(site.origin, freshName('here'));
    await here.signUp();
    site.tryToMove(DAY_MS);
    await say('said after all');
    await expect(said('said after all')).toBeVisible();
    await expectMachineTime([here, speaker]);
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
  } finally {
    await site.stop();
  }
});

/** The clock controls of a movable site have no effect on these servers: neither the environment variable nor the message. */
async function expectMachineTime(speakers: readonly Player[]): Promise<void> {
  for (const [at, speaker] of speakers.entries()) {
    const message = `by the clock of ${at}`;
    expect((await speaker.post('/chat/create', { message })).status, message).toBe(200);
    const { response = [] } = await speaker.get<readonly ChatMessage[]>('/chat/history');
    const said = response.find((each) => each.message === message);
    expect(Math.abs((said?.createdAt ?? 0) - Date.now()), message).toBeLessThan(DAY_MS / 2);
  }
}
