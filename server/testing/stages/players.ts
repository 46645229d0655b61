/** Players as rows, with money and items, for tests of features that stake: made by the fixtures of the games. */
import type { ItemKind } from '@fairpot/contract/inventory/item.schemas';
import { cents } from '@fairpot/contract/wire/money';
import { insertPlayer } from '../../src/accounts/store.ts';
import { account, openPlayerAccounts, transfer } from '../../src/ledger/ledger.ts';
import { sql, type Db } from '../../src/platform/database/sql.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import type { Ids } from '../../src/platform/process/ports.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { mintItems } from '../../src/vault/items.ts';
import { upsertItemTypes } from '../../src/vault/types.ts';
import { itemTypeAt, slugOf } from '../item-types.ts';
import type { World } from '../world.ts';

/** Number of players made in each world: their names and Steam ids count up. A world has one source of ids. */
const made = new WeakMap<Ids, number>();

/** They want no deposit limit: answers the question that precedes a first deposit. */
export async function answered(db: Db, playerId: string): Promise<void> {
  await db.run(sql`
    insert into protection_answers (player_id, at, answer) values (${playerId}, 0, 'NONE') on conflict do nothing`);
}

/** A player with a row and two empty accounts. */
export async function newPlayer(world: World, overrides: Partial<Actor> = {}): Promise<Actor> {
  const actor = world.actor(overrides);
  const n = (made.get(world.deps.ids) ?? 0) + 1;
  made.set(world.deps.ids, n);
  const { clock, random } = world.deps;
  await world.db.transaction(async (tx) => {
    const added = await insertPlayer(tx, {
      id: actor.id,
      steamid: `7656119${String(n).padStart(10, '0')}`,
      name: `player ${n}`,
      avatar: '/art/blank.svg',
      status: actor.status,
      isFake: actor.isBot,
      pseudonymKey: random.bytes(32),
      pseudonym: Buffer.from(random.bytes(16)).toString('hex'),
      ageConfirmedAt: clock.now(),
      createdAt: clock.now(),
    });
    invariant(added, `player ${n} already exists`);
    await openPlayerAccounts(tx, actor.id, clock.now());
    await answered(tx, actor.id);
  });
  return actor;
}

/** The same with this much to spend, in cents. */
export async function paidPlayer(world: World, balance: number, overrides: Partial<Actor> = {}): Promise<Actor> {
  const actor = await newPlayer(world, overrides);
  if (balance === 0) return actor;
  const { clock, ids } = world.deps;
  await world.db.transaction(async (tx) => {
    await transfer(tx, {
      id: ids.next('transfer'),
      key: `gift:${actor.id}`,
      code: 'DEPOSIT',
      ref: actor.id,
      at: clock.now(),
      postings: [
        { account: account.world, cents: cents(-balance) },
        { account: account.cash(actor.id), cents: cents(balance) },
      ],
    });
  });
  return actor;
}

/** Items of these prices (cents) for the player, ids in the same order. One item type per price. */
export async function giveItems(
  { db, deps }: World,
  player: Actor,
  prices: readonly number[],
  kind: ItemKind = 'DEPOSIT',
): Promise<string[]> {
  const at = deps.clock.now();
  await upsertItemTypes(db, [...new Set(prices)].map(itemTypeAt), at);
  const items = prices.map((price) => ({
    id: deps.ids.next('item'),
    itemType: slugOf(price),
    playerId: player.id,
    kind,
    origin: 'test',
  }));
  await mintItems(db, items, at);
  return items.map((item) => item.id);
}
