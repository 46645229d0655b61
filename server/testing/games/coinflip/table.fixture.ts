/** A world with coinflip in it, players with items at chosen prices, and the steps that most tests repeat. */
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import { cancelCoinflip, createCoinflip, getCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import type { ItemKind } from '@fairpot/contract/inventory/item.schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { ledgerFeature } from '../../../src/ledger/ledger.feature.ts';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { giveItems, newPlayer } from '../../stages/players.ts';
import { verifiedProof } from '../../proof.ts';
import { makeWorld, type World, type WorldOptions } from '../../world.ts';
import { vaultFeature } from '../../../src/vault/vault.feature.ts';
import { fairFeature } from '../../../src/games/kit/fair.feature.ts';
import { coinflipFeature } from '../../../src/games/coinflip/coinflip.feature.ts';

export const TABLE_FEATURES = [ledgerFeature, vaultFeature, fairFeature, coinflipFeature] as const;

export class CoinflipTable {
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** A player with a row, two accounts and no items. */
  player(overrides: Partial<Actor> = {}): Promise<Actor> {
    return newPlayer(this.world, overrides);
  }

  /** Items of these prices for the player, ids in the same order. One item type per price. */
  give(player: Actor, prices: readonly number[], kind?: ItemKind): Promise<string[]> {
    return giveItems(this.world, player, prices, kind);
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

  /** Ids of the player's available items, most expensive first. */
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

  /** Lets the countdown and the beacon pass, and runs the sweeps. */
  async settle(): Promise<void> {
    await this.world.clock.advance(24_000);
    await this.world.sweepAll();
  }

  /** Fails unless the proof of the round verifies from published inputs. */
  async verify(id: string): Promise<void> {
    await verifiedProof(this.world, id);
  }
}

/** A table in a fresh world; close `table.world` at the end. */
export async function makeTable(options: Omit<WorldOptions, 'features'> = {}): Promise<CoinflipTable> {
  return new CoinflipTable(await makeWorld({ ...options, features: TABLE_FEATURES }));
}
