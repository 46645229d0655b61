/** The trace of an item: from the asset at Steam through every movement to its place now, and who may see how much of it. */
import { createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { getItemTrace, type ItemTrace } from '@fairpot/contract/operations/trace/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { fairFeature } from '../games/kit/fair.feature.ts';
import { operationsFeature } from './operations.feature.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

const MINUTE = 60_000;

let desk: TradeDesk;
beforeAll(
  async () =>
    (desk = await makeTradeDesk({ features: [fairFeature, coinflipFeature, (deps) => operationsFeature(deps, {})] })),
);
afterAll(() => desk.close());

const trace = (actor: Actor, id: string, after?: number): Promise<ItemTrace> =>
  desk.world.run(getItemTrace, actor, { id, ...(after !== undefined && { after }) });
const codes = ({ steps }: ItemTrace) => steps.map((step) => step.code);

/** A player who deposited an item of this price by a settled trade; the ids of player, order and item. */
async function brought(price: number): Promise<{ player: Actor; orderId: string; item: string }> {
  const player = await desk.player();
  const orderId = await desk.deposit(player, [price]);
  await desk.sent(orderId);
  await desk.complete(orderId);
  await desk.settle(orderId);
  await desk.world.sweepAll();
  return { player, orderId, item: (await desk.order(player, orderId)).items[0]?.itemId ?? '' };
}

/** A finished coinflip between two players, each with an item that they deposited. */
async function played() {
  const { world } = desk;
  const sides = [await brought(5_000), await brought(5_000)] as const;
  const [first, second] = sides;
  const { gameId } = await world.run(createCoinflip, first.player, { inventoryIds: [first.item], side: 1 });
  await world.run(joinCoinflip, second.player, { gameId, inventoryIds: [second.item], side: 2 });
  await world.clock.advance(MINUTE);
  await world.sweepAll();
  const { items } = await world.run(siteInventory, first.player, {});
  const [winner, loser] = items.length > 0 ? sides : [second, first];
  return { gameId, winner, loser };
}

/** What this player staked and lost in another round: with 50 dollars of a played coinflip it makes Level 10. */
async function stakedElsewhere(player: Actor, cents: number): Promise<void> {
  const { ids, clock } = desk.world.deps;
  const result = { game: 'coinflip' as const, at: clock.now(), won: false, wonCents: 0, feeCents: 0 };
  await desk.world.db.transaction((tx) =>
    insertResults(tx, [{ ...result, playerId: player.id, roundId: ids.next('round'), stakedCents: cents }], 10),
  );
}

describe('the trace of an item', () => {
  test('leads from the asset at Steam through the round in which it was won, and out again', async () => {
    const { world } = desk;
    const { gameId, winner, loser } = await played();
    const before = (await desk.order(loser.player, loser.orderId)).items[0];
    const own = await trace(winner.player, loser.item);
    expect(own).toMatchObject({
      type: 'WIN',
      more: false,
      now: { place: 'AVAILABLE', user: { id: winner.player.id } },
    });
    expect(codes(own)).toEqual(['MINT', 'TRADE_HOLD', 'TRADE_RELEASE', 'STAKE', 'WIN']);
    const [minted, , , staked, won] = own.steps;
    expect(own.asset).toEqual({ appId: 730, contextId: '2', assetId: before?.assetId });
    expect(minted?.trade).toMatchObject({ direction: 'IN', after: { assetId: before?.assetId } });
    expect(minted?.trade?.before.assetId).not.toBe(before?.assetId);
    expect(staked?.round).toMatchObject({ id: gameId, game: 'coinflip', valueUsd: 50 });
    expect(won).toMatchObject({
      from: { kind: 'round' },
      to: { user: { id: winner.player.id } },
      round: { id: gameId },
    });

    await stakedElsewhere(winner.player, 5_000);
    const { orderId, code } = await world.run(withdrawBySteam, winner.player, { inventoryIds: [loser.item] });
    expect((await trace(winner.player, loser.item)).now).toEqual({
      place: 'WAITS',
      user: expect.objectContaining({ id: winner.player.id }) as unknown,
      protectedUntil: null,
    });
    await desk.sent(orderId);
    await desk.complete(orderId);
    // Steam can still reverse the trade, and the asset has already left.
    const out = await trace(winner.player, loser.item);
    expect(out).toMatchObject({ asset: null, now: { place: 'WITHDRAWN', user: { id: winner.player.id } } });
    expect(out.now.protectedUntil).toBeGreaterThan(world.clock.now());
    expect(out.steps.at(-1)).toMatchObject({ code: 'TRADE_HOLD', trade: { direction: 'OUT' } });
    await desk.settle(orderId);
    await world.sweepAll();
    const gone = await trace(winner.player, loser.item);
    expect(gone).toMatchObject({ asset: null, now: { place: 'WITHDRAWN', user: null } });
    const left = gone.steps.at(-1);
    expect(left).toMatchObject({ code: 'TRADE_LEAVE', order: { kind: 'WITHDRAWAL', id: orderId, code } });
    expect(left?.trade).toMatchObject({ direction: 'OUT', before: { assetId: before?.assetId } });
  }, 60_000);

  test('does not exist for a stranger, nor for an unknown id', async () => {
    const { world } = desk;
    const { item } = await brought(1_000);
    const stranger = await desk.player();
    expect(await world.refused(getItemTrace, stranger, { id: item })).toBe('NOT_FOUND');
    const none = world.deps.ids.next('item');
    expect(await world.refused(getItemTrace, stranger, { id: none })).toBe('NOT_FOUND');
    expect(await world.refused(getItemTrace, world.actor({ status: 'ADMIN' }), { id: none })).toBe('NOT_FOUND');
  });

  test('ends with the round for the player who lost the item, and does not show where it went', async () => {
    const { world } = desk;
    const { gameId, winner, loser } = await played();
    const again = await world.run(createCoinflip, winner.player, { inventoryIds: [loser.item], side: 1 });
    const lost = await trace(loser.player, loser.item);
    expect(codes(lost)).toEqual(['MINT', 'TRADE_HOLD', 'TRADE_RELEASE', 'STAKE', 'WIN']);
    expect(lost).toMatchObject({ now: { place: 'GONE', user: null, protectedUntil: null }, asset: null, more: false });
    expect(JSON.stringify(lost)).not.toContain(again.gameId);
    expect(lost.steps.at(-1)?.round?.id).toBe(gameId);
  }, 60_000);

  test('shows the code and order of a deposit only to its player and to staff', async () => {
    const { winner, loser } = await played();
    const { code } = await desk.order(loser.player, loser.orderId);
    const theirs = (await trace(loser.player, loser.item)).steps[0]?.order;
    expect(theirs).toMatchObject({ kind: 'DEPOSIT', id: loser.orderId, code, isOwn: true });
    const others = await trace(winner.player, loser.item);
    expect(others.steps[0]?.order).toEqual({
      kind: 'DEPOSIT',
      id: null,
      code: null,
      offerId: null,
      isOwn: false,
      bot: null,
    });
    expect(JSON.stringify(others)).not.toContain(code);
    for (const status of ['SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
      const seen = await trace(desk.world.actor({ status }), loser.item);
      expect(seen.steps[0]?.order).toMatchObject({ id: loser.orderId, code, isOwn: false });
      expect(seen.now).toMatchObject({ place: 'AVAILABLE', user: { id: winner.player.id } });
    }
  }, 60_000);

  test('shows until when Steam can reverse a deposit', async () => {
    const { world } = desk;
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await world.sweepAll();
    const { items, protectedUntil } = await desk.order(player, id);
    expect(protectedUntil).toBeGreaterThan(world.clock.now());
    expect((await trace(player, items[0]?.itemId ?? '')).now).toMatchObject({ place: 'WAITS', protectedUntil });
  });

  test('has pages of 50 movements, oldest first', async () => {
    const { world } = desk;
    const { player, item } = await brought(600);
    // 60 returned stakes, as the vault would have written them.
    await world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
        select ${item}, 3 + n, case n % 2 when 1 then 'STAKE' else 'RETURN' end,
          case n % 2 when 1 then 'player' else 'round' end, case n % 2 when 1 then ${player.id} else 'rnd_x' end,
          case n % 2 when 1 then 'round' else 'player' end, case n % 2 when 1 then 'rnd_x' else ${player.id} end,
          'rnd_x', n
        from generate_series(1, 120) n`);
      await tx.run(sql`update item_positions set version = 123 where item_id = ${item}`);
    });
    const seen: number[] = [];
    for (let page = await trace(player, item); ; page = await trace(player, item, seen.at(-1))) {
      expect(page.steps.length).toBeLessThanOrEqual(50);
      expect(page.now.place).toBe('AVAILABLE');
      seen.push(...page.steps.map((step) => step.no));
      if (!page.more) break;
    }
    expect(seen).toEqual(Array.from({ length: 123 }, (_, n) => n + 1));
  });
});
