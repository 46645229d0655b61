/** Crypto without the screen: a player's balances and orders, payments and blocks on the simulated chains. */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { CryptoOrder, CryptoWallet } from '@fairpot/contract/crypto/schemas';
import type { getUser } from '@fairpot/contract/user/schemas';
import type { Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { expect } from './journey.ts';
import { ask, post } from './screen.ts';
import type { Site } from './site.ts';

export const balanceOf = (page: Page) =>
  ask<CallOutput<typeof getUser>>(page, '/user').then(({ user: { balanceUsd } }) => balanceUsd);

/** The player's newest deposit, or the one with this id. */
export async function orderOf(page: Page, id?: string): Promise<CryptoOrder> {
  const all = await ask<CryptoOrder[]>(page, '/cryptodeposits/order/list');
  const found = id === undefined ? all[0] : all.find((order) => order.id === id);
  if (!found) throw new Error('no deposit');
  return found;
}

/** Waits until both rate sources have answered. Before that the page says that there is no rate. */
export async function rates(page: Page): Promise<void> {
  const known = async () => {
    const all = await ask<{ amountUsd: number | null }[]>(page, '/cryptodeposits/rates');
    return all.length > 0 && all.every(({ amountUsd: rate }) => rate !== null);
  };
  await expect.poll(known).toBe(true);
}

/** Base units of a share of the order's amount. */
function unitsOf({ coinName, amountCoin }: CryptoOrder, percent = 100): string {
  const [whole = '0', rest = ''] = (amountCoin ?? '0').split('.');
  return ((BigInt(whole + rest.padEnd(COINS[coinName].decimals, '0')) * BigInt(percent)) / 100n).toString();
}

/** Sends coins to an address in one of the simulators' ways. Returns the transaction. */
export async function send(site: Site, coin: Coin, address: string, units: string, kind = 'plain'): Promise<string> {
  const { txid } = await site.simulate<{ txid: string }>('POST', 'chains/pay', { coin, address, units, kind });
  return txid;
}

export function pay(site: Site, order: CryptoOrder, percent?: number): Promise<unknown> {
  return send(site, order.coinName, order.wallet, unitsOf(order, percent));
}

/** Mines so many blocks on a coin's chain. */
export async function mine(site: Site, coin: Coin, blocks: number): Promise<unknown> {
  const { network } = COINS[coin];
  if (network !== 'ethereum') return site.simulate('POST', `chains/${network}/mine`, { blocks });
  const call = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [`0x${blocks.toString(16)}`] };
  const headers = { 'content-type': 'application/json' };
  return fetch(site.ethereum ?? '', { method: 'POST', headers, body: JSON.stringify(call) });
}

/** Enough blocks for a small deposit. */
export const DEEP: Readonly<Record<Coin, number>> = { TRX: 25, USDT: 25, BTC: 3, ETH: 40 };

/** A deposit of so many dollars in USDT, over HTTP. */
export async function deposited(site: Site, page: Page, dollars: number): Promise<void> {
  const had = await balanceOf(page);
  const wallets = await ask<CryptoWallet[]>(page, '/cryptodeposits/wallets');
  const walletId = wallets.find(({ coinName }) => coinName === 'USDT')?.id;
  expect(await post(page, '/cryptodeposits/order/create', { walletId, amountUsd: dollars })).toMatchObject({
    status: 200,
  });
  await pay(site, await orderOf(page));
  await mine(site, 'USDT', DEEP.USDT);
  await expect.poll(() => balanceOf(page)).toBeCloseTo(had + dollars);
}

/** Gives Level 10, which would take 100 dollars of stakes. */
export async function liftLevel(site: Site, name: string): Promise<void> {
  const database = site.openDatabase();
  const lifted = await database.run(sql`
    insert into player_game_stats (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select id, 'coinflip', 0, 0, 0, 0, 0, 100000 from players where name = ${name}`);
  await database.close();
  expect(lifted, `accounts named ${name}`).toBe(1);
}
