/** The world in which one of everything is played: every feature, and every outside service that leaves rows. */
import { FEATURES } from '../../src/app.ts';
import { LIST_EVERY_MS, type PriceSource } from '../../src/platform/process/price-port.ts';
import type { PushGateway } from '../../src/platform/process/push-port.ts';
import { pinoLog } from '../../src/platform/process/system-ports.ts';
import type { MakeFeature } from '../../src/platform/runner/feature.ts';
import { retention } from '../../src/platform/runner/retention.ts';
import { itemTypeAt } from '../item-types.ts';
import { makeWorld, type World } from '../world.ts';
import { planCrypto } from './crypted.ts';

/** Everything with sweeps, calls or facts: the platform and the product. */
export const ALL_FEATURES: readonly MakeFeature[] = [retention, ...FEATURES];

/** Sources that know one item type, so that there is something to price. */
export const PLAN_PRICES: readonly PriceSource[] = [
  {
    kind: 'list',
    name: 'skinport',
    everyMs: LIST_EVERY_MS,
    read: () => Promise.resolve({ kind: 'ok', value: [quoteOf(itemTypeAt(1_100).marketHashName)] }),
  },
  { kind: 'spot', name: 'steam', read: (_, name) => Promise.resolve({ kind: 'ok', value: quoteOf(name) }) },
];

/** A push service that accepts everything. */
export const PLAN_PUSH = {
  publicKey: '',
  services: ['plans'],
  placeOf: (endpoint) => ({ service: 'plans', endpoint }),
  isUsableKey: () => true,
  send: () => Promise.resolve({ kind: 'accepted' }),
} as const satisfies PushGateway;

function quoteOf(marketHashName: string) {
  return { marketHashName, cents: 1_100, quantity: 30, quotedAt: Date.UTC(2026, 0, 1) };
}

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
