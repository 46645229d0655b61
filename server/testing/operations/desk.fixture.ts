/** A world with games, market, chat and this room, staff and players, and the steps that its tests repeat. */
import type { PauseSystem } from '@fairpot/contract/operations/pauses/calls';
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { chatFeature } from '../../src/chat/chat.feature.ts';
import { GAME_SETTINGS } from '../../src/games/games.ts';
import { ARENA_FEATURES, makeArena, type Arena } from '../games/casebattle/arena.fixture.ts';
import { CoinflipTable } from '../games/coinflip/table.fixture.ts';
import { coinflipFeature } from '../../src/games/coinflip/coinflip.feature.ts';
import { jackpotFeature } from '../../src/games/jackpot/jackpot.feature.ts';
import { marketFeature } from '../../src/market/market.feature.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { SITE_SETTINGS, type SettingTable } from '../../src/platform/runner/settings.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { staffFeature } from '../../src/staff/staff.feature.ts';
import { newPlayer } from '../stages/players.ts';
import type { World } from '../world.ts';
import { operationsFeature } from '../../src/operations/operations.feature.ts';

export const SETTINGS: SettingTable = { ...GAME_SETTINGS, ...SITE_SETTINGS };

export interface OperationsDesk {
  readonly world: World;
  /** Coinflips and items. */
  readonly table: CoinflipTable;
  /** Battles and balances. */
  readonly arena: Arena;
  readonly admin: Actor;
  readonly other: Actor;
  pause(system: PauseSystem, paused: boolean): Promise<unknown>;
  /** The audit log's entries for this call, oldest first. */
  acts(call: string): Promise<{ actor: string; why: string | null; player: string | null; details: object }[]>;
}

export async function makeOperationsDesk(): Promise<OperationsDesk> {
  const arena = await makeArena({
    features: [
      ...ARENA_FEATURES,
      coinflipFeature,
      jackpotFeature,
      marketFeature,
      chatFeature,
      staffFeature,
      (deps, execute) => accountsFeature(deps, execute),
      (deps) => operationsFeature(deps, SETTINGS),
    ],
  });
  const { world } = arena;
  const admin = await newPlayer(world, { status: 'ADMIN' });
  const other = await newPlayer(world, { status: 'ADMIN' });
  return {
    world,
    arena,
    table: new CoinflipTable(world),
    admin,
    other,
    pause: (system, paused) => world.run(setPause, admin, { system, paused, why: 'the reason of it' }),
    acts: (call) =>
      world.db.many(sql`
        select actor_id as actor, why, player_id as player, details from staff_acts where act = ${call} order by id`),
  };
}
