/** A world with case battles in it, players with money, two small cases, and the steps that most tests repeat. */
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import type { BattleMode, BattleType, Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { createCasebattle, getCasebattle, joinCasebattle, listCasebattles } from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { ledgerFeature } from '../../../src/ledger/ledger.feature.ts';
import { balancesOf, type Balances } from '../../../src/ledger/ledger.ts';
import { SYSTEM } from '../../../src/platform/runner/command.ts';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { invariant } from '../../../src/platform/runner/refused.ts';
import { itemTypeAt, slugOf } from '../../item-types.ts';
import { paidPlayer } from '../../stages/players.ts';
import { verifiedProof } from '../../proof.ts';
import { makeWorld, type World, type WorldOptions } from '../../world.ts';
import { upsertItemTypes } from '../../../src/vault/types.ts';
import { vaultFeature } from '../../../src/vault/vault.feature.ts';
import { fairFeature } from '../../../src/games/kit/fair.feature.ts';
import { placesOf } from '../../../src/games/casebattle/rules.ts';
import { casebattleFeature } from '../../../src/games/casebattle/casebattle.feature.ts';

export const ARENA_FEATURES = [ledgerFeature, vaultFeature, fairFeature, casebattleFeature] as const;

/** Worth of the item types that the cases of the arena drop. */
export const WORTH = [10, 100, 250, 1_000, 9_000, 190_000] as const;

/** 1.70 and 5.50; returns of about 94% and 92%. The coin case has two items, so ties are common. */
export const CASES = {
  mixed: {
    caseId: 'mixed',
    name: 'Mixed',
    colorHex: '#6b8cff',
    priceUsd: 1.7,
    items: [
      { itemId: slugOf(9_000), weight: 4 },
      { itemId: slugOf(1_000), weight: 66 },
      { itemId: slugOf(250), weight: 200 },
      { itemId: slugOf(10), weight: 730 },
    ],
  },
  coin: {
    caseId: 'coin',
    name: 'Coin',
    colorHex: '#ffcf4d',
    priceUsd: 5.5,
    items: [
      { itemId: slugOf(1_000), weight: 1 },
      { itemId: slugOf(10), weight: 1 },
    ],
  },
} as const;

export class Arena {
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** A player with a row, two accounts and this much to spend. */
  player(balance = 100_000, overrides: Partial<Actor> = {}): Promise<Actor> {
    return paidPlayer(this.world, balance, overrides);
  }

  players(count: number, balance?: number): Promise<Actor[]> {
    return Promise.all(Array.from({ length: count }, () => this.player(balance)));
  }

  balances(actor: Actor): Promise<Balances> {
    return balancesOf(this.world.db, actor.id);
  }

  async create(
    actor: Actor,
    {
      type = 'STANDARD_2',
      caseIds = ['mixed'],
      mode,
    }: Partial<{ type: BattleType; caseIds: string[]; mode: BattleMode }> = {},
  ): Promise<string> {
    return (await this.world.run(createCasebattle, actor, { caseIds, type, ...(mode && { mode }) })).gameId;
  }

  async join(actor: Actor, gameId: string, team: number, seat?: number): Promise<boolean> {
    const input = { teamId: teamIdOf(gameId, team), ...(seat !== undefined && { seat }) };
    return (await this.world.run(joinCasebattle, actor, input)).started;
  }

  battle(id: string): Promise<CasebattleDetails> {
    return this.world.runner.execute(getCasebattle, null, { id });
  }

  list(): Promise<Casebattle[]> {
    return this.world.runner.execute(listCasebattles, null, {});
  }

  /** A started battle between new players, by place. */
  async started(
    options: Partial<{ type: BattleType; caseIds: string[]; mode: BattleMode }> = {},
  ): Promise<{ id: string; players: Actor[] }> {
    const places = placesOf(options.type ?? 'STANDARD_2');
    const players = await this.players(places.length);
    const [creator] = players;
    invariant(creator, 'a battle has a creator');
    const id = await this.create(creator, options);
    for (const [at, place] of places.entries()) {
      const player = players[at];
      if (at > 0 && player) await this.join(player, id, place.team, place.seat);
    }
    return { id, players };
  }

  /** Lets block and beacon pass: the result is published. */
  async reveal(): Promise<void> {
    await this.world.clock.advance(9_000);
    await this.world.sweepAll();
  }

  /** Lets the replay pass too: the winners are paid. */
  async finish(id: string): Promise<CasebattleDetails> {
    await this.reveal();
    const { replay } = await this.battle(id);
    invariant(replay, `${id} has no replay`);
    await this.world.clock.advance(replay.endsAt - this.world.clock.now());
    await this.world.sweepAll();
    return this.battle(id);
  }

  /** Fails unless the proof of the battle verifies from published inputs. Returns it. */
  verify(id: string): Promise<RoundProof> {
    return verifiedProof(this.world, id);
  }
}

/** An arena in a fresh world, with its cases published; close `arena.world` at the end. */
export async function makeArena(options: WorldOptions = {}): Promise<Arena> {
  const world = await makeWorld({ features: ARENA_FEATURES, ...options });
  for (const feature of world.features) await feature.start?.();
  await publishCases(world);
  return new Arena(world);
}

export async function publishCases(world: World): Promise<void> {
  await upsertItemTypes(world.db, WORTH.map(itemTypeAt), world.clock.now());
  for (const each of Object.values(CASES)) await world.run(publishCase, SYSTEM, { ...each, items: [...each.items] });
}
