/** The list of our own offers: what it leaves out is not seen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OwnOffers } from './poll-offers.ts';
import { BACKDATED_MS } from './rules.ts';
import { makeScene, type TradeScene } from './scene.fixture.ts';

let scene: TradeScene;
beforeAll(async () => (scene = await makeScene()));
afterAll(() => scene.close());

test('an offer that ended long ago is found while its order is open, by a worker that was away', async () => {
  const person = await scene.person();
  const id = await scene.deposit(person);
  await scene.hand.turn();
  await scene.act(person, id, 'accept');
  await scene.world.clock.advance(2 * BACKDATED_MS);
  expect((await scene.order(person, id)).state).toBe('SENT');
  expect(await new OwnOffers(scene.hand.parts).poll()).toBe(1);
  expect((await scene.order(person, id)).state).toBe('ACCEPTED');
});
