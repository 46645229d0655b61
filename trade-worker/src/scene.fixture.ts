/** A scene for tests: the site over a real database, the simulated Steam, and workers over the real libraries between them. */
import { join } from 'node:path';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { addPlayer } from '@fairpot/contract/system/schemas';
import {
  depositBySteam,
  getTradeOrder,
  setTradeLink,
  withdrawBySteam,
  type TradeOrder,
} from '@fairpot/contract/trades/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { accountsFeature } from '@fairpot/server/accounts/accounts.feature';
import { makeSteamGateway, steamAddresses } from '@fairpot/server/gateways/steam/steam';
import { ledgerFeature } from '@fairpot/server/ledger/ledger.feature';
import type { ClosablePool } from '@fairpot/server/platform/database/db';
import { SYSTEM } from '@fairpot/server/platform/runner/command';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { SITE_SETTINGS } from '@fairpot/server/platform/runner/settings';
import { writeSetting } from '../../server/testing/settings.ts';
import { pinoLog } from '@fairpot/server/platform/process/system-ports';
import { answered } from '@fairpot/server/testing/stages/players';
import { makeWorld, type World } from '@fairpot/server/testing/world';
import { tradesFeature } from '@fairpot/server/trades/trades.feature';
import { upsertItemTypes } from '@fairpot/server/vault/types';
import { vaultFeature } from '@fairpot/server/vault/vault.feature';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { z } from 'zod';
import { LoopbackAgent } from './steam/loopback-agent.ts';
import { steamGateway, type ClosableGateway } from './steam/steam-gateway.ts';
import { makeOwnAccountReader } from './own-account.ts';
import { OwnOffers } from './poll-offers.ts';
import { declineReceived } from './received.ts';
import type { WorkerParts } from './parts.ts';
import { work } from './worker.ts';

const CATALOGUE = join(import.meta.dirname, '../../catalogue/data/items.json');
/** Maximum duration of one library call here. */
const TIMEOUT_MS = 700;
const START = Date.UTC(2026, 0, 1);

const Account = z.object({
  steamId: z.string(),
  items: z.array(z.object({ assetId: z.string(), appId: z.number(), contextId: z.string() })),
});
const Offers = z.object({
  offers: z.array(
    z.object({ offerId: z.string(), state: z.number(), message: z.string(), tradeId: z.string().nullable() }),
  ),
});
export type SceneOffer = z.infer<typeof Offers>['offers'][number];

export interface ScenePerson {
  readonly actor: Actor;
  readonly steamId: string;
}

/** A separate worker: it shares only the database with the others. */
export interface TestWorker {
  readonly parts: WorkerParts;
  readonly gateway: ClosableGateway;
  /** Works until nothing is due, reads the offers, and keeps the books. */
  turn(): Promise<void>;
}

export interface TradeScene {
  readonly world: World;
  readonly simulators: Simulators;
  readonly trader: ClosablePool;
  readonly hand: TestWorker;
  anotherHand(change?: Partial<WorkerParts>): TestWorker;
  /** Signed up, with a trade link and these items at Steam (app id and name); 730 is open for deposits. */
  person(items?: readonly (readonly [number, string])[]): Promise<ScenePerson>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  fault(fault: string, params?: Readonly<Record<string, number>>, times?: number): Promise<unknown>;
  /** Orders a deposit of all items that the person has of the game. Returns the order's id. */
  deposit(person: ScenePerson, toBalance?: boolean, afterMs?: number): Promise<string>;
  withdraw(person: ScenePerson, ids: readonly string[]): Promise<string>;
  order(person: ScenePerson, id: string): Promise<TradeOrder>;
  /** Steam's offers with the order's code. */
  offersOf(person: ScenePerson, id: string): Promise<SceneOffer[]>;
  /** The partner accepts (or acts otherwise on) the one offer of the order. */
  act(person: ScenePerson, id: string, action: string, body?: object): Promise<void>;
  /** Acts on the one trade of the order at Steam. */
  actOnTrade(person: ScenePerson, id: string, action: string): Promise<void>;
  /** The site's own account at Steam. */
  readonly bot: { readonly steamId: string };
  /** Asset ids of an account at Steam. */
  assets(steamId: string): Promise<string[]>;
  site(person: ScenePerson): Promise<string[]>;
  /** Available and reserved, in USD. */
  money(person: ScenePerson): Promise<[number, number]>;
  open(appId: 730 | 570 | 252490): Promise<void>;
  close(): Promise<void>;
}

export async function makeScene(): Promise<TradeScene> {
  const clock = { now: () => START };
  const simulators = await startSimulators({ clock, catalogueFile: CATALOGUE });
  const addresses = steamAddresses({
    mode: 'demo',
    steam: { base: simulators.steam.baseUrl, apiBase: simulators.steam.baseUrl, apiKey: null },
  });
  const world = await makeWorld({
    features: [ledgerFeature, vaultFeature, (deps, execute) => accountsFeature(deps, execute), tradesFeature],
    steam: makeSteamGateway(addresses, { now: () => clock.now(), sleep: () => Promise.resolve() }),
  });
  clock.now = () => world.clock.now();
  await upsertItemTypes(world.db, ITEM_TYPES, world.clock.now());
  const open = (appId: 730 | 570 | 252490) =>
    writeSetting(world.db, SITE_SETTINGS, 'global.appid', appId, world.clock.now());
  await open(730);
  const trader = world.pool('trader', 10);
  const hands: TestWorker[] = [];
  const [bot] = simulators.steam.bots;
  if (bot === undefined) throw new Error('the simulators have no bot');

  const anotherHand: TradeScene['anotherHand'] = (change = {}) => {
    const agent = new LoopbackAgent(Number(new URL(simulators.steam.baseUrl).port));
    const { refreshToken, identitySecret } = bot;
    const gateway = steamGateway({ refreshToken, identitySecret, agent, clock: world.clock, timeoutMs: TIMEOUT_MS });
    const own = { db: trader, gateway, clock: world.clock, log: pinoLog('silent', process.stderr), ...change };
    const parts = { self: makeOwnAccountReader(own), ...own };
    const offers = new OwnOffers(parts);
    const hand: TestWorker = {
      parts,
      gateway,
      turn: async () => {
        while ((await work(parts)) > 0);
        await offers.poll();
        await declineReceived(parts);
        while ((await work(parts)) > 0);
        await world.sweepAll();
      },
    };
    hands.push(hand);
    return hand;
  };

  const control: TradeScene['control'] = async (method, path, body) => {
    const response = await fetch(`${simulators.control.baseUrl}/_sim${path}`, {
      method,
      headers: { 'x-sim-token': simulators.control.token },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const account = async (steamId: string) => Account.parse(await control('GET', `/users/${steamId}`));
  const order: TradeScene['order'] = (person, id) => world.run(getTradeOrder, person.actor, { id });
  const offersOf: TradeScene['offersOf'] = async (person, id) => {
    const { code } = await order(person, id);
    return Offers.parse(await control('GET', '/offers')).offers.filter((offer) => offer.message.includes(`#${code}`));
  };
  let people = 0;
  return {
    world,
    simulators,
    trader,
    anotherHand,
    control,
    order,
    offersOf,
    open,
    hand: anotherHand(),
    person: async (items = [[730, 'AK-47 | Asiimov (Field-Tested)']]) => {
      const made = Account.parse(await control('POST', '/users', { name: `trader ${(people += 1)}`, group: 'player' }));
      for (const { assetId } of made.items) await control('DELETE', `/users/${made.steamId}/items/${assetId}`);
      for (const [appId, marketHashName] of items)
        await control('POST', `/users/${made.steamId}/items`, { appId, marketHashName, count: 1 });
      const { playerId } = await world.runner.execute(addPlayer, SYSTEM, {
        steamid: made.steamId,
        name: `trader ${people}`,
        avatarHash: null,
        status: 'USER',
        isFake: false,
        ageConfirmed: true,
      });
      const actor = world.actor({ id: playerId });
      await answered(world.db, playerId);
      const { tradeLink } = z
        .object({ tradeLink: z.string() })
        .parse(await control('GET', `/users/${made.steamId}/credentials`));
      await world.run(setTradeLink, actor, { tradeLink });
      return { actor, steamId: made.steamId };
    },
    fault: (fault, params, times) =>
      control('POST', '/faults', { service: 'steam', fault, ...(params && { params }), ...(times && { times }) }),
    deposit: async ({ actor, steamId }, toBalance = false, afterMs = 6 * 60_000) => {
      await world.clock.advance(afterMs); // an inventory is read again after five minutes
      const steamItems = (await account(steamId)).items.map((item) => ({
        assetid: item.assetId,
        contextid: item.contextId,
        appid: item.appId,
      }));
      const { orderId } = await world.run(depositBySteam, actor, { steamItems, convertToBalance: toBalance });
      return orderId;
    },
    withdraw: async ({ actor }, inventoryIds) =>
      (await world.run(withdrawBySteam, actor, { inventoryIds: [...inventoryIds] })).orderId,
    act: async (person, id, action, body = {}) => {
      const [offer, ...more] = await offersOf(person, id);
      if (offer === undefined || more.length > 0) throw new Error(`${more.length + 1} offers (or none) for ${id}`);
      await control('POST', `/offers/${offer.offerId}/${action}`, body);
    },
    actOnTrade: async (person, id, action) => {
      const [offer] = await offersOf(person, id);
      await control('POST', `/trades/${offer?.tradeId}/${action}`, {});
    },
    bot,
    assets: async (steamId) => (await account(steamId)).items.map((item) => item.assetId),
    site: async ({ actor }) => (await world.run(siteInventory, actor, {})).items.map((item) => item.id),
    money: async ({ actor }) => {
      const { user } = await world.run(getUser, actor, {});
      return [user.balanceUsd, user.balanceUsdHold];
    },
    close: async () => {
      for (const { gateway } of hands) gateway.close();
      await trader.close();
      await world.close();
      await simulators.stop();
    },
  };
}
