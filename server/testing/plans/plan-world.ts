/** The world in which one of everything is played: every feature, and every outside service that leaves rows. */
import { pinoLog } from '../../src/platform/process/system-ports.ts';
import { makeWorld, type World } from '../world.ts';
import { planCrypto } from './crypted.ts';
import { ALL_FEATURES } from './stage.ts';
import { PLAN_PRICES, PLAN_PUSH } from './sweep-cases.ts';

export async function makePlanWorld(): Promise<World> {
  const crypto = planCrypto(() => world.clock.now());
  const world: World = await makeWorld({
    features: ALL_FEATURES,
    log: pinoLog('silent'),
    prices: PLAN_PRICES,
    push: PLAN_PUSH,
    crypto,
    fresh: true,
  });
  return world;
}
