/** A world with coinflip in it, players with items at chosen prices, and the few steps that most tests repeat. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip';
import { cancelCoinflip, createCoinflip, getCoinflip, joinCoinflip } from '@fairpot/contract/coinflip';
import { getRoundProof } from '@fairpot/contract/fair';
import type { ItemKind } from '@fairpot/contract/item';
import { siteInventory } from '@fairpot/contract/inventory';
import { verifyRound } from '@fairpot/fairness/verify';
import { insertPlayer } from '../../accounts/store.ts';
import { ledgerFeature } from '../../ledger/ledger.feature.ts';
import { openPlayerAccounts } from '../../ledger/ledger.ts';
import type { Actor } from '../../platform/feature.ts';
import { invariant } from '../../platform/refused.ts';
import { makeWorld, type World, type WorldOptions } from '../../testing/world.ts';
import { mintItems } from '../../vault/items.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { vaultFeature } from '../../vault/vault.feature.ts';
import { fairFeature } from '../kit/fair.feature.ts';
import { coinflipFeature } from './coinflip.feature.ts';

export const TABLE_FEATURES = [ledgerFeature, vaultFeature, fairFeature, coinflipFeature] as const;

export class Table {
  readonly world: World;
  #people = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** A player with a row, two accounts and no items. */
  async player(overrides: Partial<Actor> = {}): Promise<Actor> {
    const actor = this.world.actor(overrides);
    const n = (this.#people += 1);
    const { clock, random } = this.world.deps;
    await this.world.db.transaction(async (tx) => {
      await insertPlayer(tx, {
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
      await openPlayerAccounts(tx, actor.id, clock.now());
    });
    return actor;
  }

  /** Items of these prices for the player, ids in the same order. One item type per price. */
  async give(player: Actor, prices: readonly number[], kind: ItemKind = 'DEPOSIT'): Promise<string[]> {
    const { db, deps } = this.world;
    const at = deps.clock.now();
    await upsertItemTypes(db, [...new Set(prices)].map(typeAt), at);
    const items = prices.map((price) => ({
      id: deps.ids.next('item'),
      itemType: typeAt(price).slug,
      playerId: player.id,
      kind,
      origin: 'test',
    }));
    await mintItems(db, items, at);
    return items.map((item) => item.id);
  }

  /** A new player with items of these prices. */
  async playerWith(prices: readonly number[]): Promise<{ actor: Actor; items: string[] }> {
    const actor = await this.player();
    return { actor, items: await this.give(actor, prices) };
  }

  async create(actor: Actor, inventoryIds: readonly string[], side: Side = 1): Promise<string> {
    return (await this.world.run(createCoinflip, actor, { inventoryIds, side })).gameId;
  }

  async join(actor: Actor, gameId: string, inventoryIds: readonly string[], side: Side = 2): Promise<void> {
    await this.world.run(joinCoinflip, actor, { gameId, inventoryIds, side });
  }

  async cancel(actor: Actor, gameId: string): Promise<void> {
    await this.world.run(cancelCoinflip, actor, { gameId });
  }

  game(id: string): Promise<CoinflipGame> {
    return this.world.run(getCoinflip, null, { id });
  }

  /** Ids of what is available to the player, dearest first. */
  async inventory(actor: Actor): Promise<string[]> {
    return (await this.world.run(siteInventory, actor, {})).items.map((item) => item.id);
  }

  /** A locked game between two new players: 20.00 against 21.00 in four and three items. */
  async lockedGame(): Promise<{ id: string; first: Actor; second: Actor }> {
    const first = await this.playerWith([1_000, 500, 400, 100]);
    const second = await this.playerWith([1_900, 100, 100]);
    const id = await this.create(first.actor, first.items);
    await this.join(second.actor, id, second.items);
    return { id, first: first.actor, second: second.actor };
  }

  /** Lets the countdown and the beacon pass, and the sweeps work. */
  async settle(): Promise<void> {
    await this.world.clock.advance(24_000);
    await this.world.sweepAll();
  }

  /** Fails unless the proof of the round verifies from published inputs. */
  async verify(id: string): Promise<void> {
    const proof: unknown = await this.world.run(getRoundProof, null, { id });
    const verdict = verifyRound(proof, { chains: [this.world.deps.drandChain] });
    invariant(verdict.ok, `the proof of ${id} does not verify: ${JSON.stringify(verdict.failed)}`);
  }
}

function typeAt(price: number) {
  return {
    slug: `test-${price}`,
    appId: 730,
    marketHashName: `Test Gun | Price ${price} (Factory New)`,
    rarity: 'Covert',
    rarityColor: '#ff6b6b',
    pips: 6,
    priceCents: price,
  };
}

/** A table in a world of its own; close `table.world` at the end. */
export async function makeTable(options: Omit<WorldOptions, 'features'> = {}): Promise<Table> {
  return new Table(await makeWorld({ ...options, features: TABLE_FEATURES }));
}
