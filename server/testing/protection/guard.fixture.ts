/** A world with every game and the market under player protection, and the database's clock controlled by the test. */
import type { BattleType } from '@fairpot/contract/casebattle/schemas';
import { createCasebattle } from '@fairpot/contract/casebattle/schemas';
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import type { LimitKind, LimitSpan, Protection } from '@fairpot/contract/protection/schemas';
import { getProtection, setLimit } from '@fairpot/contract/protection/schemas';
import { coinflipFeature } from '../../src/games/coinflip/coinflip.feature.ts';
import { coinflip } from '../../src/games/coinflip/coinflip.ts';
import { PotTable } from '../games/jackpot/pot.fixture.ts';
import { makeArena, ARENA_FEATURES, CASES, type Arena } from '../games/casebattle/arena.fixture.ts';
import { jackpotFeature } from '../../src/games/jackpot/jackpot.feature.ts';
import { marketFeature } from '../../src/market/market.feature.ts';
import type { Db, Tx } from '../../src/platform/database/sql.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { writeSetting } from '../settings.ts';
import type { World } from '../world.ts';
import { countStakes } from '../../src/protection/front.ts';
import { protectionFeature } from '../../src/protection/protection.feature.ts';

const HOUR_MS = 3_600_000;

/** Freezes protection's database clock at this moment; null: it runs again. */
export async function freezeClock(db: Db, ms: number | null): Promise<void> {
  const now = ms === null ? '(extract(epoch from transaction_timestamp()) * 1000)' : String(Math.trunc(ms));
  await db.run({
    text: `create or replace function protection_ms() returns bigint language sql stable as 'select ${now}::bigint'`,
    values: [],
  });
}

export class Guard {
  readonly arena: Arena;
  readonly table: PotTable;
  readonly world: World;

  constructor(arena: Arena) {
    this.arena = arena;
    this.world = arena.world;
    this.table = new PotTable(arena.world);
  }

  /** A player with money and this many items of this price. */
  async player(items: number, price = 1_000): Promise<{ actor: Actor; items: string[] }> {
    const actor = await this.arena.player(100_000);
    return { actor, items: await this.table.give(actor, new Array<number>(items).fill(price)) };
  }

  /** Stakes 10.00 in an open transaction, without a game. Refuses what limits refuse. */
  async stakeIn(tx: Tx, { id }: Actor): Promise<void> {
    const [refusal] = await countStakes(tx, [{ playerId: id, cents: 1_000 }]);
    if (refusal) throw refusal;
  }

  /** Freezes this room's database clock at this moment. */
  async clockAt(ms: number): Promise<void> {
    await freezeClock(this.world.db, ms);
  }

  limit(actor: Actor, kind: LimitKind, span: LimitSpan, limitUsd: number | null): Promise<Protection> {
    return this.world.run(setLimit, actor, { kind, span, limitUsd });
  }

  view(actor: Actor): Promise<Protection> {
    return this.world.run(getProtection, actor, {});
  }

  /** The sum counted against a limit of the player, in dollars. */
  async used(actor: Actor, kind: LimitKind, span: LimitSpan): Promise<number | undefined> {
    return (await this.view(actor)).limits.find((each) => each.kind === kind && each.span === span)?.usedUsd;
  }

  /** Opens a coinflip with these items; without retry under the same key. */
  flip(actor: Actor, inventoryIds: readonly string[], on = this.world.runner): Promise<{ gameId: string }> {
    return on.execute(createCoinflip, actor, { inventoryIds, side: 1 });
  }

  joinFlip(actor: Actor, gameId: string, inventoryIds: readonly string[]): Promise<unknown> {
    return this.world.runner.execute(joinCoinflip, actor, { gameId, inventoryIds, side: 2 });
  }

  pot(actor: Actor, inventoryIds: readonly string[], on = this.world.runner): Promise<unknown> {
    return on.execute(joinJackpot, actor, { inventoryIds });
  }

  /** Opens a battle of 5.50. */
  battle(actor: Actor, type: BattleType = 'STANDARD_2', on = this.world.runner): Promise<{ gameId: string }> {
    return on.execute(createCasebattle, actor, { caseIds: [CASES.coin.caseId], type });
  }

  hoursOn(from: number, hours: number): Promise<void> {
    return this.clockAt(from + hours * HOUR_MS);
  }
}

export async function makeGuard(): Promise<Guard> {
  const arena = await makeArena({
    features: [...ARENA_FEATURES, coinflipFeature, jackpotFeature, marketFeature, protectionFeature],
  });
  const { db, clock } = arena.world;
  await writeSetting(db, coinflip.settings, 'coinflip.minbetCents', 100, clock.now());
  await arena.world.sweepAll();
  return new Guard(arena);
}
