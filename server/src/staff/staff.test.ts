import { Settings, listSettings } from '@fairpot/contract/settings/schemas';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAME_SETTINGS } from '../games/games.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { TEST_CHAIN } from '../../testing/beacon.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { staffFeature } from './staff.feature.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [staffFeature] });
});
afterAll(() => world.close());

test('settings in the shape of the contract, for anyone', async () => {
  const settings = await world.run(listSettings, null, {});
  expect(Settings.strict().parse(settings)).toEqual(settings);
  expect(settings).toMatchObject({
    global: { appid: 252490, snow: false, mode: 'demo' },
    deposit: { maxCount: 15, appIds: [252490], stakeApp: null },
    coinflip: { minbet: 10, feeBps: 500 },
    jackpot: { minbet: 1, feeBps: 500 },
    casebattle: { paused: false, modes: ['NORMAL'], mostCases: 50, mostUsd: 25_000 },
    beacon: {
      simulated: true,
      url: world.deps.config.drand.base,
      drand: { chainHash: TEST_CHAIN.chainHash, periodMs: TEST_CHAIN.periodMs },
    },
  });
});

test('a changed setting shows at the next query', async () => {
  const accepted = async () => {
    const { appIds, stakeApp } = (await world.run(listSettings, null, {})).deposit;
    return [appIds, stakeApp];
  };
  const now = world.clock.now();
  await writeSetting(world.db, SITE_SETTINGS, 'global.appid', 570, now);
  expect(await accepted()).toEqual([[570], 570]);
  await writeSetting(world.db, SITE_SETTINGS, 'global.appid', 730, now);
  expect(await accepted()).toEqual([[730], null]);
  await writeSetting(world.db, SITE_SETTINGS, 'deposit.accepts.570', true, now);
  // The game selected first cannot be staked from Steam; another accepted one can.
  expect(await accepted()).toEqual([[730, 570], 570]);
  await writeSetting(world.db, SITE_SETTINGS, 'trade.stakeProtected', true, now);
  expect(await accepted()).toEqual([[730, 570], 730]);
  await writeSetting(world.db, GAME_SETTINGS, 'coinflip.minbetCents', 1_250, world.clock.now());
  expect((await world.run(listSettings, null, {})).coinflip.minbet).toBe(12.5);
});

test('live says so and pins the real chain', async () => {
  const live = await makeWorld({ features: [staffFeature], config: { mode: 'live' }, drandChain: QUICKNET });
  const settings = await live.run(listSettings, null, {});
  expect(settings.global.mode).toBe('live');
  expect(settings.beacon).toMatchObject({ simulated: false, drand: { chainHash: QUICKNET.chainHash } });
  await live.close();
});
