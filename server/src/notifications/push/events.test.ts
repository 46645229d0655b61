/** What players are pushed about: the events of the whole site, each at its end. */
import type { PushKind } from '@fairpot/contract/notifications/push/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../../app.ts';
import { finishRound, makeLockedRound, makePlayers, SAMPLES } from '../../../testing/games/samples.fixture.ts';
import { sql } from '../../platform/database/sql.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { itemTypeAt } from '../../../testing/item-types.ts';
import { openWithdrawal, paidWithdrawal, planCrypto } from '../../../testing/plans/crypted.ts';
import { sweepOnce } from '../../../testing/plans/sweep-case.ts';
import { bookedDeposit } from '../../../testing/plans/traded.ts';
import { paidPlayer } from '../../../testing/stages/players.ts';
import type { World } from '../../../testing/world.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { PushWorld } from '../../../testing/notifications/push/push.fixture.ts';

let site: PushWorld;
beforeAll(async () => {
  site = await PushWorld.start({ features: FEATURES, crypto: planCrypto(() => site.world.clock.now()) });
});
afterAll(() => site?.close());

/** A player with money, and a browser that wants these kinds. */
const playerWith = async (kinds: readonly PushKind[]) => site.subscriber(kinds, await paidPlayer(site.world, 100_000));

test('a finished battle: each of its players', async () => {
  const sample = SAMPLES.find(({ game }) => game === 'casebattle');
  invariant(sample, 'there are battles');
  await sample.prepare?.(site.world);
  const [one, two] = [await playerWith(['battle']), await playerWith(['battle'])];
  const { browser: spectator } = await playerWith(['battle']);
  const id = await makeLockedRound(sample, site.world, await makePlayers(sample, site.world, [one.player, two.player]));
  await site.send();
  expect(site.received(one.browser), 'not before the replay is over').toEqual([]);
  await finishRound(sample, site.world);
  await site.send();
  const over = [{ message: 'battleOver', path: `/casebattles/${id}`, tag: `battleOver ${id}` }];
  expect([one.browser, two.browser, spectator].map((browser) => site.received(browser))).toEqual([over, over, []]);
});

test('a trade: the offer that waits at Steam, and the deposit that arrived', async () => {
  const { player, browser } = await playerWith(['trade']);
  await upsertItemTypes(site.world.db, [itemTypeAt(1_100)], site.world.clock.now());
  const id = await bookedDeposit(site.world, player, 1_100);
  await site.send();
  expect(site.received(browser)).toEqual([
    { message: 'deposited', path: '/deposit', tag: `deposited ${id}` },
    { message: 'offer', path: '/deposit', tag: `offer ${id}` },
  ]);
});

test('a withdrawal by crypto that is complete, or not', async () => {
  const { player, browser } = await playerWith(['withdrawal']);
  for (const name of ['crypto.rates.coingecko', 'crypto.rates.kraken']) await sweepOnce(site.world.features, name);
  const given: World = { ...site.world, run: (...args) => site.world.runner.execute(...args) };
  const id = await paidWithdrawal(given, player);
  await sweepOnce(site.world.features, 'crypto.withdrawals');
  await site.send();
  expect(site.received(browser)).toEqual([{ message: 'withdrawn', path: '/withdraw', tag: `withdrawn ${id}` }]);
  const failed = await openWithdrawal(given, player);
  await site.world.db.run(sql`select payout_refuse(${failed}, 'TOO_LARGE', ${site.world.clock.now()})`);
  await sweepOnce(site.world.features, 'crypto.withdrawals');
  await site.send();
  expect(site.received(browser)[0]).toMatchObject({ message: 'returned', tag: `returned ${failed}` });
});
