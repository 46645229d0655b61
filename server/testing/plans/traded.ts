/** Trades for the plan tests, played by the functions that the trade worker calls. */
import { SAMPLES } from '../games/samples.fixture.ts';
import { countArrived } from '../../src/protection/front.ts';
import { bookOrder } from '../../src/trades/books.ts';
import { openBet } from '../../src/trades/bets/store.ts';
import { openOrder } from '../../src/trades/store.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { World } from '../world.ts';
import { slugOf } from '../item-types.ts';

/** Steamid of the trading player. */
export const PARTNER = '76561190000000001';
let assets = 5_000_000;

/** A deposit of one item (type `price`) whose trade is complete, and due for the books. Returns its id. `bet`: it is to open a round. */
export async function receivedDeposit(
  { db, deps, clock }: Pick<World, 'db' | 'deps' | 'clock'>,
  player: Actor,
  price: number,
  bet: 'in time' | 'too late' | null = null,
) {
  const now = clock.now();
  const id = deps.ids.next('trade');
  const asset = String((assets += 2));
  await db.transaction(async (tx) => {
    const order = {
      id,
      kind: 'DEPOSIT' as const,
      player_id: player.id,
      partner: PARTNER,
      token: 'abcdefgh',
      app_id: 730,
      // Copied orders begin with D-0.
      code: `D-Z${asset.slice(-5)}`,
      to_balance: false,
      cents: price,
      created_at: now,
      expires_at: now + 600_000,
    };
    const item = { context_id: '2', asset_id: asset, item_type: slugOf(price), market_hash_name: 'x', cents: price };
    await countArrived(tx, { source: id, playerId: player.id, cents: price });
    await openOrder(tx, order, [{ ...item, back_cents: 0, item_id: null }]);
    if (bet !== null) {
      const untilAt = bet === 'in time' ? now + 600_000 : now;
      const found = SAMPLES.find((sample) => sample.bet);
      invariant(found?.bet, 'a game has bets from Steam');
      await openBet(tx, { ...found.bet, game: found.game, roundId: null, orderId: id, playerId: player.id, untilAt });
    }
    const move = (change: object, from: string) =>
      tx.run(sql`select trade_move(${id}, array[${from}::text], null, ${JSON.stringify(change)}::jsonb, ${now})`);
    await move({ state: 'SENDING' }, 'CREATED');
    await move({ state: 'SENT', offerId: asset }, 'SENDING');
    const moved = {
      assetId: asset,
      contextId: '2',
      newAssetId: String(assets + 1),
      newContextId: '16',
      direction: 'IN',
    };
    await tx.run(sql`select trade_record(${id}, ${asset}, ${JSON.stringify([moved])}::jsonb, ${now})`);
    await move({ state: 'ACCEPTED', tradeId: asset, tradeStatus: 3, settlesAt: now, dueAt: null }, 'SENT');
    await move({ state: 'SETTLED' }, 'ACCEPTED');
  });
  return id;
}

/** The same, booked. It was for a bet, and too late for it. */
export async function bookedDeposit(
  world: Pick<World, 'db' | 'deps' | 'clock'>,
  player: Actor,
  price: number,
): Promise<string> {
  const id = await receivedDeposit(world, player, price, 'too late');
  await world.db.transaction((tx) => bookOrder(world.deps, tx, id, world.clock.now()));
  return id;
}
