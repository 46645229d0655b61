/** kill -9 during purchases: an answered order is complete; an unanswered one is complete or absent; none runs twice. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buyFromMarket, listMarket } from '@fairpot/contract/market/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleUrls } from '../platform/database/roles.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { openShop, slugAt, type Shop } from '../../testing/market/shop.fixture.ts';

const ITEMS = 200;
const KILLED_AFTER = 20;
const PRICE = 1_050;

let shop: Shop;
let player: Actor;
beforeAll(async () => {
  shop = await openShop();
  player = await shop.player(ITEMS * PRICE);
  await shop.stock(slugAt(0), ITEMS);
});
afterAll(() => shop.world.close());

/** Ids of orders answered before the process died, and their outcomes. */
function buyUntilKilled(items: readonly string[]): Promise<{ answered: string[]; signal: string | null }> {
  const url = roleUrls(shop.world.databaseUrl).app;
  const file = join(import.meta.dirname, '../../testing/market/crash.fixture.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, url, player.id, ...items], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const answered: string[] = [];
  createInterface({ input: child.stdout }).on('line', (id) => {
    answered.push(id);
    if (answered.length === KILLED_AFTER) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_code, signal) => resolve({ answered, signal }));
  });
}

test('killed while buying, then retried under the same keys by another process', async () => {
  const pages = [];
  for (let after: string | undefined; ;) {
    const { items, next } = await shop.world.run(listMarket, player, after === undefined ? {} : { after });
    pages.push(...items.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(pages).toHaveLength(ITEMS);
  const { answered, signal } = await buyUntilKilled(pages);
  expect(signal).toBe('SIGKILL');
  await shop.world.checkInvariants();
  const owned = async () => (await shop.world.run(siteInventory, player, {})).items.map(({ id }) => id);
  const after = await owned();
  expect(after.length).toBeLessThan(ITEMS);
  expect(answered.filter((id) => !after.includes(id))).toEqual([]);
  expect(await shop.balance(player)).toBe((ITEMS - after.length) * PRICE);

  for (const id of pages) {
    const answer = await shop.world.runner.execute(buyFromMarket, player, { itemIds: [id] }, { key: `buy-${id}` });
    expect(answer.itemIds).toEqual([id]);
  }
  expect((await owned()).sort()).toEqual([...pages].sort());
  expect(await shop.balance(player)).toBe(0);
  await shop.world.checkInvariants();
}, 60_000);
