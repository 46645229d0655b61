import { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../platform/process/ports.ts';
import { makeInventoryReader } from './inventories.ts';
import { makeSteamGateway, steamAddresses } from './steam.ts';

const PLAYER = '76561198000000104';
let sim: Simulators;
let now = 1_000_000;
const clock: Clock = {
  now: () => now,
  sleep: () => Promise.reject(new Error('adapters do not sleep')),
};

beforeAll(async () => {
  sim = await startSimulators();
});
afterAll(() => sim.stop());
afterEach(() => {
  sim.faults.clear();
  sim.log.clear();
  now += 120_000;
});

const reader = () => makeInventoryReader(sim.steam.baseUrl, clock, 500);
const calls = () => sim.log.list({ service: 'steam' }).length;

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sim.control.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'x-sim-token': sim.control.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

describe('inventories', () => {
  test('reads all pages, newest first, each item once', async () => {
    const first = await reader().read(PLAYER, 252490, 2);
    const app = first.kind === 'ok' ? first.value : [];
    const name = app[0]?.marketHashName ?? '';
    for (let i = 0; i < 2; i += 1) {
      await control(`/_sim/users/${PLAYER}/items`, { appId: 252490, marketHashName: name, count: 1_000 });
    }
    sim.log.clear();
    const all = await reader().read(PLAYER, 252490, 2);
    const items = all.kind === 'ok' ? all.value : [];
    expect(items).toHaveLength(app.length + 2_000);
    expect(new Set(items.map((item) => item.assetId)).size).toBe(items.length);
    expect(calls()).toBe(3);
    expect(items.at(-1)).toEqual(app.at(-1));
  });

  test('some items have details: float, seed, stickers and a link that inspects them', async () => {
    const read = await reader().read(PLAYER, 730, 2);
    const details = (read.kind === 'ok' ? read.value : []).map((item) => item.details ?? null);
    const shown = details.filter((each) => each !== null);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.length).toBeLessThan(details.length);
    for (const each of shown) {
      expect(ItemDetails.strict().parse(each)).toEqual(each);
      expect([each.float, each.seed, each.inspectUrl]).not.toContain(null);
    }
    expect(shown.some(({ stickers }) => stickers.length > 0)).toBe(true);
  });

  test('concurrent reads of an inventory share one read', async () => {
    const one = reader();
    const both = await Promise.all([one.read(PLAYER, 730, 2), one.read(PLAYER, 730, 2)]);
    expect(both[0]).toBe(both[1]);
    expect(calls()).toBe(1);
  });

  test.each([
    ['inventory-403', { kind: 'refused', why: 'private' }],
    ['inventory-400', { kind: 'unavailable', why: 'status 400' }],
    ['inventory-500', { kind: 'unavailable', why: 'status 500' }],
    ['inventory-hang', { kind: 'unavailable', why: 'no answer in 500 ms' }],
  ])('%s', async (fault, outcome) => {
    sim.faults.set('steam', fault);
    expect(await reader().read(PLAYER, 730, 2)).toEqual(outcome);
  });

  test('an unknown account is refused, an empty inventory is empty', async () => {
    expect(await reader().read('76561198999999999', 730, 2)).toMatchObject({ kind: 'refused' });
    expect(await reader().read(PLAYER, 440, 2)).toEqual({ kind: 'ok', value: [] });
  });

  test('after a 429, no calls for a minute', async () => {
    const one = reader();
    sim.faults.set('steam', 'inventory-429', {}, 1);
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'unavailable', why: 'status 429' });
    now += 59_999;
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'unavailable' });
    expect(calls()).toBe(1);
    now += 1;
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'ok' });
  });

  test('twenty calls in a minute, then one every three seconds', async () => {
    const one = reader();
    for (let i = 0; i < 20; i += 1) expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'ok' });
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'unavailable' });
    now += 3_000;
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'ok' });
    expect(await one.read(PLAYER, 730, 2)).toMatchObject({ kind: 'unavailable' });
    expect(calls()).toBe(21);
  });
});

describe('profiles', () => {
  const gateway = () =>
    makeSteamGateway(
      steamAddresses({ mode: 'demo', steam: { base: sim.steam.baseUrl, apiBase: sim.steam.baseUrl, apiKey: null } }),
      clock,
    );

  test('known accounts come with a name and a picture on this site', async () => {
    const outcome = await gateway().profiles(['76561198000000101', '76561198999999999']);
    expect(outcome).toMatchObject({ kind: 'ok', value: [{ steamid: '76561198000000101', name: 'rookbolt' }] });
    const [profile] = outcome.kind === 'ok' ? outcome.value : [];
    expect(profile?.avatar).toMatch(/^\/sim\/steam\/avatars\/[0-9a-f]{40}\.svg$/);
  });

  test('a service that is down is unavailable', async () => {
    sim.faults.set('steam', 'summaries-503');
    expect(await gateway().profiles(['76561198000000101'])).toMatchObject({ kind: 'unavailable' });
  });

  test('a picture URL is made from 40 hex digits and nothing else', () => {
    const blank = gateway().avatar(null);
    expect(gateway().avatar('http://169.254.169.254/')).toBe(blank);
    expect(gateway().avatar('A'.repeat(40))).toBe(blank);
    expect(gateway().avatar('ab'.repeat(20))).toBe(`/sim/steam/avatars/${'ab'.repeat(20)}.svg`);
  });
});
