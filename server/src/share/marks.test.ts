/**
 * The marks in the picture and the texts of every kind of round (rulings 1.2, 1.3, 1.5): the badge of each name, that a demo plays for play money, and
 * that staff chose the winner. Each game is played by its sample, so a new card is tested here or fails here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_MARK, SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { GAMES } from '@fairpot/contract/games/games';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishRound, makeLockedRound, makePlayers, SAMPLES } from '../../testing/games/samples.fixture.ts';
import { newPlayer, paidPlayer } from '../../testing/stages/players.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { FEATURES } from '../app.ts';
import { ROUND_CARDS } from '../games/games.ts';
import { markedName, type RoundCard } from '../games/kit/round-card.ts';
import type { RunningServer } from '../platform/process/server.ts';
import { invariant } from '../platform/runner/refused.ts';
import { cardSvg, drawCard } from './picture.ts';
import { shareFeature } from './share.feature.ts';

/** Longer than the longest animation after a result. */
const LANDED_MS = 20_000;

let world: World;
let server: RunningServer;
beforeAll(async () => {
  world = await makeWorld({ features: FEATURES });
  server = await world.http();
});
afterAll(() => world.close());

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
const cardAt = (source: (typeof ROUND_CARDS)[number], id: string): Promise<RoundCard> =>
  source.read((...call) => world.runner.execute(...call), id, world.clock.now());
/** Open Graph tags of a site in this mode. */
async function tagsOf(path: string, mode: 'demo' | 'live'): Promise<string> {
  const config = { ...world.deps.config, mode };
  const feature = shareFeature({ ...world.deps, config }, (...call) => world.runner.execute(...call), ROUND_CARDS);
  return (await feature.head?.(path, { origin: 'https://x.example', address: '127.0.0.1' })) ?? '';
}

describe.each(ROUND_CARDS.map((source) => [source.path, source] as const))('%s', (path, source) => {
  const game = GAMES.find(({ page }) => `/${page}` === path)?.game;
  const sample = SAMPLES.find((each) => each.game === game);

  test('each badge is beside its name, and a demo says what it plays for', async () => {
    invariant(sample, `the card at ${path} belongs to a game with a sample`);
    await sample.prepare?.(world);
    const staff = await paidPlayer(world, 100_000, { status: 'SUPPORT' });
    const players = await makePlayers(sample, world, [staff], { isBot: true });
    const id = await makeLockedRound(sample, world, players);
    for (const isOver of [false, true]) {
      if (isOver) {
        await finishRound(sample, world);
        await world.clock.advance(LANDED_MS);
      }
      const card = await cardAt(source, id);
      expect(card.players.map(({ badge }) => badge)).toEqual(['STAFF', ...players.slice(1).map(() => 'BOT')]);
      expect(card.players.some(({ won }) => won === true)).toBe(isOver);
      const demo = textsOf(cardSvg(card, true));
      expect(demo.filter((text) => text === 'BOT')).toHaveLength(players.length - 1);
      expect(demo).toContain('STAFF');
      expect(demo).toContain(DEMO_MARK);
      expect(textsOf(cardSvg(card, false))).not.toContain(DEMO_MARK);
      const drawn = await (await fetch(`${server.url}/api/share${path}/${id}.png`)).arrayBuffer();
      expect(
        Buffer.from(drawn).equals(await drawCard(card, true)),
        'the picture that is served is that of a demo',
      ).toBe(true);

      const [tags, live] = [await tagsOf(`${path}/${id}`, 'demo'), await tagsOf(`${path}/${id}`, 'live')];
      expect(tags).toContain(`content="${DEMO_MARK}. `);
      expect(live).not.toContain(DEMO_MARK);
      for (const { name, badge } of card.players) expect(tags.replaceAll(`${name} [${badge}]`, '')).not.toContain(name);
    }
  });

  test('a scripted round says so in its picture, and promises nothing', async () => {
    invariant(sample, `the card at ${path} belongs to a game with a sample`);
    const admin = await newPlayer(world, { status: 'ADMIN' });
    const id = await makeLockedRound(sample, world, await makePlayers(sample, world, [], { isBot: true }), admin);
    const card = await cardAt(source, id);
    const texts = textsOf(cardSvg(card, true));
    expect(texts).toContain(SCRIPTED_MARK);
    expect(texts.join()).not.toMatch(/check/);
    expect(await tagsOf(`${path}/${id}`, 'demo')).toContain(`content="${DEMO_MARK}. ${SCRIPTED_MARK}. `);
  });
});

test('a long name takes no badge out of the picture', () => {
  const name = 'W'.repeat(32);
  const players = (['BOT', 'STAFF', 'HOUSE', 'API', null, 'BOT'] as const).map((badge) => ({
    name,
    badge,
    sum: '$1,234.56',
    won: true,
  }));
  const card = { title: 'Case battle', text: '', sum: '$1.00', players, scripted: false, version: '1', final: true };
  const texts = textsOf(cardSvg(card, true));
  expect(markedName({ name, badge: 'BOT' })).toMatch(/ \[BOT\]$/);
  const both = `${markedName({ name, badge: 'STAFF' })} and ${markedName({ name, badge: 'STAFF' })} won $12,345.00.`;
  expect(textsOf(cardSvg({ ...card, text: both }, true)), 'a sentence about two winners is not clipped').toContain(
    both,
  );
  for (const badge of ['STAFF', 'HOUSE', 'API']) expect(texts.filter((text) => text === badge)).toHaveLength(1);
  expect(texts.filter((text) => text === 'BOT')).toHaveLength(2);
});

test('no other part of the server makes pictures', () => {
  const folder = join(import.meta.dirname, '..');
  const makers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      /image\/(png|svg|webp|jpeg)|resvg/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(makers.toSorted()).toEqual(['share/picture.ts', 'share/share.feature.ts']);
});
