/** What a link to a battle says, from the open seat to the winners. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { casebattleCards } from './card.ts';

let arena: Arena;
beforeAll(async () => {
  arena = await makeArena();
});
afterAll(() => arena.world.close());

const cardOf = (id: string) =>
  casebattleCards.read((...call) => arena.world.runner.execute(...call), id, arena.world.clock.now());

test('names the players; the winners when the replay is over, not when the result is published', async () => {
  const creator = await arena.player();
  expect((await cardOf(await arena.create(creator))).text).toBe('1 case, $1.70 a spot. Spots are free.');

  const { id } = await arena.started();
  const running = await cardOf(id);
  expect(running.title).toMatch(/^Case battle: player \d+ vs player \d+$/);
  expect(running.players.map(({ won }) => won)).toEqual([null, null]);
  await arena.reveal();
  const published = await cardOf(id);
  expect([published.text, published.final]).toEqual(['1 case, $1.70 a spot. The battle is running.', false]);

  const { result, teams } = await arena.finish(id);
  const card = await cardOf(id);
  const winner = teams[result?.winnerTeam ?? 0]?.participants[0]?.user.name;
  expect(card.text.startsWith(`${winner} won $`)).toBe(true);
  expect(card.players.filter(({ won }) => won).map(({ name }) => name)).toEqual([winner]);
  expect([card.final, card.version === running.version]).toEqual([true, false]);
});
