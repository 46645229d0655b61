/** A worker so slow that others take its order for lost: what it does afterwards does not change what they found. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeScene, type TradeScene } from './scene.fixture.ts';
import { LEASE_MS, work } from './worker.ts';

const SECOND = 1_000;

let scene: TradeScene;
beforeAll(async () => (scene = await makeScene()));
afterAll(() => scene.close());
beforeEach(() => scene.simulators.faults.clear());

async function ordered() {
  const person = await scene.person();
  return { person, id: await scene.deposit(person) };
}

test('with too little of its claim left it sends nothing; the next one does', async () => {
  const { person, id } = await ordered();
  const { gateway } = scene.anotherHand();
  const holdDays: typeof gateway.holdDays = async (partner, token) => {
    const said = await gateway.holdDays(partner, token);
    await scene.world.clock.advance(LEASE_MS - 30 * SECOND);
    return said;
  };
  let sent = 0;
  const send: typeof gateway.send = (offer) => {
    sent += 1;
    return gateway.send(offer);
  };
  const slow = scene.anotherHand({ gateway: { ...gateway, holdDays, send } });
  expect(await work(slow.parts)).toBe(1);
  expect([sent, (await scene.order(person, id)).state]).toEqual([0, 'CREATED']);
  await scene.hand.turn();
  expect((await scene.order(person, id)).state).toBe('SENT');
  expect(await scene.offersOf(person, id)).toHaveLength(1);
});

test('after its order was taken for lost, an answer that nothing was sent changes nothing: the order is searched for and never resent', async () => {
  const { person, id } = await ordered();
  const { gateway } = scene.anotherHand();
  let sent = 0;
  const send: typeof gateway.send = async () => {
    sent += 1;
    // Meanwhile its claim expires, and another worker finds the order.
    await scene.world.clock.advance(LEASE_MS);
    await scene.hand.turn();
    return { kind: 'NOT_SENT', why: 'no way to Steam' };
  };
  const slow = scene.anotherHand({ gateway: { ...gateway, send } });
  expect(await work(slow.parts)).toBe(1);
  expect([sent, (await scene.order(person, id)).state]).toEqual([1, 'UNKNOWN']);
  await scene.world.clock.advance(30 * SECOND);
  await scene.hand.turn();
  expect((await scene.order(person, id)).state).toBe('UNKNOWN');
  expect(await scene.offersOf(person, id)).toEqual([]);
});
