/** The players whom the operator cheats: two with items and balance, and the rounds that they play. */
import { randomUUID } from 'node:crypto';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { demoGrant } from '@fairpot/contract/system/schemas';
import { SYSTEM } from '../../server/src/platform/runner/command.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { Player, type CallAnswer } from './player.ts';
import type { FastSite } from './soak/fast-site.ts';

const STAKES = 12;
const STAKE = ITEM_TYPES.find(({ priceCents }) => priceCents > 2_000 && priceCents < 4_000)?.slug ?? '';
const LOOKS = 400;

export interface FundedPlayer {
  readonly player: Player;
  readonly id: string;
  /** Items of one price, not staked yet. */
  readonly items: string[];
}

export async function fundedPlayer(site: FastSite, name: string, steamId?: string): Promise<FundedPlayer> {
  const player = new Player(site.origin, name);
  await player.signUp(steamId);
  const { user } = await ok(player.get<{ user: { id: string } }>('/user'));
  const items = [{ slug: STAKE, kind: 'DEPOSIT' as const, count: STAKES }];
  const input = { playerId: user.id, origin: `demo:${name}`, cents: 1_000_000, items };
  await site.inside.runner.execute(demoGrant, SYSTEM, input, { key: randomUUID() });
  const all = await ok(player.get<{ items: SiteItem[] }>('/user/inventory/site'));
  const own = all.items.filter(({ type }) => type !== 'PRIZE_PROMO');
  const price = own[0]?.item.priceUsd;
  return { player, id: user.id, items: own.filter(({ item }) => item.priceUsd === price).map(({ id }) => id) };
}

/** A locked battle of a player and a bot. */
export async function lockedBattle({ player }: FundedPlayer): Promise<string> {
  const cases = await ok(player.get<Case[]>('/cases/list'));
  const [cheapest] = cases.sort((a, b) => a.priceUsd - b.priceUsd);
  const input = { caseIds: [cheapest?.id ?? ''], type: 'STANDARD_2' };
  const { gameId } = await ok(player.post<{ gameId: string }>('/casebattle/create', input));
  await ok(player.post('/casebattle/bot', { gameId }));
  return gameId;
}

export const phaseOf = async (site: FastSite, id: string): Promise<string> =>
  (await site.db.one<{ phase: string }>(sql`select phase from rounds where id = ${id}`)).phase;

/** Waits until `look` returns true. */
export async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Moves the clock past countdown and beacon, and waits for the result. */
export async function settle(site: FastSite, ...ids: readonly string[]): Promise<void> {
  await site.advance(30_000);
  for (const id of ids) await until(`${id} is settled`, async () => (await phaseOf(site, id)) === 'settled');
}

/** The answer of a call that must succeed. */
export async function ok<T>(call: Promise<CallAnswer<T>>): Promise<T> {
  const { response, status, message } = await call;
  if (response === undefined) throw new Error(`refused: ${status} ${message}`);
  return response;
}
