/** Links to rounds: the tags in the first HTML, the picture, when the result is in them, hostile names, and the bounds of the drawing. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CoinflipTable, TABLE_FEATURES } from '../../testing/games/coinflip/table.fixture.ts';
import { coinflipCards } from '../games/coinflip/card.ts';
import type { CardSource, RoundCard } from '../games/kit/round-card.ts';
import type { RunningServer } from '../platform/process/server.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { writeManifest } from '../platform/http/client-build.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { cardSvg, drawCard } from './picture.ts';
import { Pictures } from './pictures.ts';
import { shareFeature } from './share.feature.ts';

const HOSTILE: RoundCard = {
  title: `Game: "><script>alert(1)</script> & 'co'\u0007`,
  text: `<b>"won"</b>`,
  sum: '$1.00',
  players: [{ name: '</text><script>&\u0000', badge: null, sum: '$1.00', won: null }],
  scripted: false,
  version: '1',
  final: false,
};
const hostile: CardSource = { path: '/hostile', read: () => Promise.resolve(HOSTILE) };
const share: MakeFeature = (deps, execute) => shareFeature(deps, execute, [coinflipCards, hostile]);
const ANY_ROUND = `rnd_${'0'.repeat(26)}`;

let world: World;
let server: RunningServer;
let table: CoinflipTable;
beforeAll(async () => {
  world = await makeWorld({ features: [...TABLE_FEATURES, share] });
  table = new CoinflipTable(world);
  const webFolder = mkdtempSync(join(tmpdir(), 'fairpot-share-'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><head><title>Fairpot</title></head>');
  await writeManifest(webFolder, { commit: null, lockFile: '00'.repeat(32) });
  server = await world.http({ webFolder, config: { rateLimits: true } });
});
afterAll(() => world.close());

const htmlAt = async (path: string) => (await fetch(`${server.url}${path}`)).text();
const tagOf = (html: string, name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1];
const pictureAt = (path: string) => fetch(`${server.url}/api/share${path}.png`);
/** Width and height of a PNG. */
async function sizeOf(answer: Response): Promise<[number, number]> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('a coinflip', () => {
  test('is shown with its players; the result only when the coin has landed', async () => {
    const { id } = await table.lockedGame();
    const running = await htmlAt(`/coinflip/${id}`);
    expect(tagOf(running, 'og:title')).toMatch(/^Coinflip: player \d+ vs player \d+$/);
    expect(tagOf(running, 'og:description')).toBe('Demo: play money. A pot of $41.00 is being played.');
    expect(tagOf(running, 'og:url')).toBe(`${server.url}/coinflip/${id}`);
    expect(tagOf(running, 'og:image')).toMatch(new RegExp(`^${server.url}/api/share/coinflip/${id}\\.png\\?v=\\d+$`));

    await table.settle();
    expect(tagOf(await htmlAt(`/coinflip/${id}`), 'og:description'), 'the coin is in the air').toBe(
      'Demo: play money. A pot of $41.00 is being played.',
    );
    await world.clock.advance(7_000);
    const game = await table.game(id);
    const winner = game.winnerSide === game.firstSide ? game.firstUser : game.secondUser;
    const landed = await htmlAt(`/coinflip/${id}`);
    expect(tagOf(landed, 'og:description')).toBe(`Demo: play money. ${winner?.name} won a pot of $41.00.`);
    expect(tagOf(landed, 'og:image')).not.toBe(tagOf(running, 'og:image'));
    const picture = await pictureAt(`/coinflip/${id}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await sizeOf(picture)).toEqual([1_200, 630]);
  });

  test('that waits or was cancelled says so', async () => {
    const { actor, items } = await table.playerWith([2_000]);
    const id = await table.create(actor, items);
    expect(tagOf(await htmlAt(`/coinflip/${id}`), 'og:description')).toMatch(/^Demo: play money\. \$20\.00 is staked/);
    await table.cancel(actor, id);
    expect(tagOf(await htmlAt(`/coinflip/${id}`), 'og:description')).toMatch(/^Demo: play money\. Cancelled/);
  });

  test('that does not exist has a page without tags, and no picture', async () => {
    for (const path of [`/coinflip/${ANY_ROUND}`, '/coinflip/nonsense', `/other/${ANY_ROUND}`, '/faq']) {
      const answer = await fetch(`${server.url}${path}`);
      expect([answer.status, (await answer.text()).includes('og:')]).toEqual([200, false]);
    }
    expect((await pictureAt(`/coinflip/${ANY_ROUND}`)).status).toBe(404);
    expect((await pictureAt(`/coinflip/nonsense`)).status).toBe(404);
  });
});

test('names cannot leave their place in the HTML or in the picture', async () => {
  const html = await htmlAt(`/hostile/${ANY_ROUND}`);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>');
  expect(tagOf(html, 'og:title')).toBe('Game: &#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#39;co&#39;');
  const svg = cardSvg(HOSTILE, false);
  expect(svg).not.toContain('<script');
  expect(svg.match(/<\/text>/g)).toHaveLength(7);
  expect(await sizeOf(new Response(new Uint8Array(await drawCard(HOSTILE, false))))).toEqual([1_200, 630]);
});

describe('the drawing', () => {
  const card = (version: string): RoundCard => ({ ...HOSTILE, version });

  test('shows letters: two names are two pictures', async () => {
    const named = (name: string) =>
      drawCard({ ...HOSTILE, players: [{ name, badge: null, sum: '$1.00', won: true }] }, false);
    expect((await named('anna')).equals(await named('bela'))).toBe(false);
  });

  test('draws each version once, one at a time, and refuses when many wait', async () => {
    const drawn: string[] = [];
    let underWay = 0;
    let most = 0;
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const pictures = new Pictures(async ({ version }) => {
      most = Math.max(most, (underWay += 1));
      await gate;
      underWay -= 1;
      drawn.push(version);
      return Buffer.from(version);
    });
    const asked = Array.from({ length: 20 }, (_, n) => pictures.of('a', card(String(n))));
    const again = pictures.of('a', card('0'));
    expect(await pictures.of('a', card('99'))).toBeNull();
    finish();
    const given = await Promise.all(asked);
    expect(given.filter((each) => each !== null)).toHaveLength(16);
    expect((await again)?.toString()).toBe('0');
    expect([drawn.length, most]).toEqual([16, 1]);
    expect((await pictures.of('a', card('99')))?.toString()).toBe('99');
  });

  test('a failure is not kept', async () => {
    const draw = vi.fn().mockRejectedValueOnce(new Error('no memory')).mockResolvedValue(Buffer.from('drawn'));
    const pictures = new Pictures(draw);
    await expect(pictures.of('a', card('1'))).rejects.toThrow('no memory');
    expect((await pictures.of('a', card('1')))?.toString()).toBe('drawn');
  });

  test('thirty pictures a minute for an address', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => pictureAt(`/hostile/${ANY_ROUND}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});
