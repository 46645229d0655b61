/** The demo person with a pending trade: one at each sign-in, none while the account is idle. */
import { createHash } from 'node:crypto';
import { addPlayer, signIn } from '@fairpot/contract/system/schemas';
import { listTradeOrders } from '@fairpot/contract/trades/schemas';
import { confirmAge, getUser } from '@fairpot/contract/user/schemas';
import { afterEach, expect, test } from 'vitest';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import { protectionFeature } from '../protection/protection.feature.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { pendingTradeSweep } from './pending-trade.ts';
import { DEMO_PEOPLE } from './people.ts';

let desk: TradeDesk | undefined;
afterEach(() => desk?.close());

const steamid = DEMO_PEOPLE.find(({ trades }) => trades === true)?.steamid ?? '';

async function signedIn({ world }: TradeDesk, visit: number): Promise<void> {
  const sessionId = createHash('sha256').update(`visit ${visit}`).digest('hex');
  const nonce = `${new Date(world.clock.now()).toISOString()}visit${visit}`;
  await world.run(signIn, SYSTEM, { steamid, nonce, sessionId, userAgent: '', address: '' });
}

test('waits for the person at each sign-in, once, with the trade link set', async () => {
  desk = await makeTradeDesk({ features: [protectionFeature], appId: 570 });
  const { world } = desk;
  const player = { steamid, name: 'tuulikki', avatarHash: null, status: 'USER', isFake: false } as const;
  const { playerId } = await world.run(addPlayer, SYSTEM, { ...player, ageConfirmed: false });
  const actor = world.actor({ id: playerId });
  desk.assets([5_000, 600, 100, 1_000]);
  const execute: Runner['execute'] = (call, who, input, options) => world.runner.execute(call, who, input, options);
  let sweep = pendingTradeSweep(world.deps, execute);
  const run = () => sweep.run(new AbortController().signal);
  const orders = async () => (await world.run(listTradeOrders, actor, {})).orders;

  expect(await run()).toBe(0);
  const { user } = await world.run(getUser, { ...actor, ageConfirmed: false }, {});
  expect(user.tradeToken, 'before anyone signs in').toMatch(/^[\w-]{8}$/);
  await signedIn(desk, 1);
  expect(await run(), 'the person has not confirmed their age yet').toBe(0);
  await world.run(confirmAge, { ...actor, ageConfirmed: false }, { adult: true });
  expect(await run()).toBe(1);
  const [first, ...none] = await orders();
  expect(none).toEqual([]);
  // The least valuable items that reach the minimum of 5.00.
  expect(first).toMatchObject({ kind: 'DEPOSIT', state: 'CREATED', toBalance: false, totalUsd: 7 });

  await world.clock.advance(60 * 60_000);
  expect(await run()).toBe(0);
  sweep = pendingTradeSweep(world.deps, execute);
  expect(await run(), 'after a restart').toBe(0);
  expect(await orders()).toHaveLength(1);

  await desk.move(first?.id ?? '', ['CREATED'], { state: 'SENDING' });
  await desk.move(first?.id ?? '', ['SENDING'], { state: 'SENT', offerId: '1' });
  await desk.move(first?.id ?? '', ['SENT'], { state: 'EXPIRED' });
  await signedIn(desk, 2);
  expect(await run()).toBe(1);
  expect((await orders()).map(({ state }) => state)).toEqual(['CREATED', 'EXPIRED']);
});
