/**
 * A demo opened from another machine, as far as one browser can simulate it: under an address other than the simulators'. That browser can reach
 * nothing but the site, so every request must go to the site.
 */
import { connect, createServer } from 'node:net';
import { createGame, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { modal } from '../lib/screen.ts';

/** Every address in 127.0.0.0/8 is this machine; a page knows that only for the addresses that the product names. */
const ELSEWHERE = '127.0.0.2';
test.skip(process.platform !== 'linux', 'other systems have no second loopback address');

test('a demo under another name makes no request to other origins, not even for the beacon', async ({
  baseURL,
  visitor,
  member,
}) => {
  test.slow();
  const { hostname, port } = new URL(baseURL ?? '');
  const door = createServer((from) => {
    const to = connect(Number(port), hostname);
    from.pipe(to).pipe(from);
    for (const end of [from, to]) end.on('error', () => [from, to].forEach((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => door.listen(Number(port), ELSEWHERE, resolve));
  const elsewhere = `http://${ELSEWHERE}:${port}`;
  const far = await member('far', '/coinflip', { baseURL: elsewhere });
  const { page, name } = far;
  const asked = new Set<string>();
  const note = (url: string) => void asked.add(new URL(url).origin.replace(/^ws/, 'http'));
  page.context().on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  const beacon = page.waitForResponse((answer) => answer.url().includes('/v2/beacons/quicknet/rounds/latest'), {
    timeout: 90_000,
  });
  for (const path of ['/', '/jackpot', '/market', '/fairplay/solvency', '/coinflip']) await page.goto(path);
  await connected(page);
  await createGame(far, 'Red', 40);
  const stranger = await visitor({ baseURL: elsewhere });
  await stranger.page.goto('/coinflip');
  await expect(rowOf(stranger.page, name)).toBeVisible();
  await modal(page).getByRole('button', { name: 'Call a bot' }).click();
  expect((await beacon).status()).toBe(200);
  await expect(modal(page).getByText(/^Your browser recomputed this result/)).toBeVisible({ timeout: 60_000 });
  await look(page, 'elsewhere');
  expect([...asked].filter((origin) => origin !== 'null')).toEqual([elsewhere]);
  door.close();
});
