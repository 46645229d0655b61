/** Scripted jackpots (rulings 1.3): every refusal of the call, how the round behaves afterwards, its facts, and the races. */
import { jackpotHistory, joinJackpot, setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { attemptResult } from '../../../testing/races.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';

let table: PotTable;
let admin: Actor;
beforeEach(async () => {
  table = await makePotTable({ log: pinoLog('silent') });
  admin = await table.player({ status: 'ADMIN' });
});
afterEach(() => table.world.close());

const choose = (gameId: string, userId: string) => table.world.run(setJackpotWinner, admin, { gameId, userId });
const refusal = (gameId: string, userId: string, by = admin) =>
  table.world.refused(setJackpotWinner, by, { gameId, userId });

/** A bot (or this actor) that enters the open round with items of these prices. */
async function house(prices: readonly number[], actor?: Actor) {
  const bot = actor ?? (await table.player({ isBot: true }));
  const items = await table.give(bot, prices);
  return { actor: bot, items, no: await table.enter(bot, items) };
}

describe('who may choose, and when', () => {
  test('only an admin; only an open round of staff and personas alone, and a winner who is in it', async () => {
    const { id } = await table.round();
    const stranger = await table.player();
    expect(await refusal(id, stranger.id)).toBe('FORBIDDEN');
    const bot = await house([500]);
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
      expect(await refusal(id, bot.actor.id, await table.player({ status }))).toBe('FORBIDDEN');
    }
    expect(await refusal(id, stranger.id)).toBe('FORBIDDEN');
    await table.entered([700]);
    expect(await refusal(id, bot.actor.id)).toBe('FORBIDDEN');
    await table.pass(60_000);
    expect(await refusal(id, bot.actor.id)).toBe('FORBIDDEN');
    await table.pass(10_000);
    expect(await refusal(id, bot.actor.id)).toBe('FORBIDDEN');
    await table.verify(id);
    const tried = await table.world.db.one<{ n: number }>(
      sql`select count(*) as n from script_tries where refused is not null`,
    );
    expect(tried.n).toBe(5);
  });

  test('not once it is locked, even with only personas in it', async () => {
    const { id } = await table.round();
    const one = await house([500]);
    await house([600]);
    await table.pass(60_000);
    expect(await refusal(id, one.actor.id)).toBe('FORBIDDEN');
  });
});

describe('a scripted round', () => {
  test('ends with the chosen winner, however small the share; the next round is an ordinary one', async () => {
    const { id } = await table.round();
    const watcher = await Watcher.from(table);
    const small = await house([300]);
    await choose(id, small.actor.id);
    expect(await table.round()).toMatchObject({ scripted: true, phase: 'WAITING', version: 3, result: null });
    const player = await table.playerWith([900]);
    expect(await table.world.refused(joinJackpot, player.actor, { inventoryIds: player.items })).toBe('ROUND_SCRIPTED');
    await watcher.follow();
    const big = await house([40_000, 30_000]);
    await house([500], await table.player({ status: 'MODERATOR' }));
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    await table.pass(60_000);
    const closing = await table.roundOf(id);
    expect(closing).toMatchObject({ phase: 'FINISHING', fair: { lock: null, drandRound: null }, result: null });
    await table.pass(6_000);
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    expect(await table.roundOf(id)).toMatchObject({
      phase: 'SETTLED',
      scripted: true,
      secret: null,
      result: { ticket: null, entryNo: 1, user: { id: small.actor.id }, wonUsd: 708, feeUsd: 0, feeItemIds: [] },
      fair: { lock: null, drandRound: null, drandSignature: null, ticket: null },
    });
    expect(await table.inventory(small.actor)).toHaveLength(4);
    expect(await table.inventory(big.actor)).toEqual([]);
    expect((await table.round()).id).not.toBe(id);
    await table.entered([900]);
    expect((await table.round()).scripted).toBe(false);
  });

  test('makes no claim and counts as no game: no proof, history, statistics, or lock and result in the log', async () => {
    const { id } = await table.round();
    const one = await house([300]);
    const two = await house([400]);
    await choose(id, two.actor.id);
    await choose(id, one.actor.id);
    await table.pass(60_000);
    await table.pass(6_000);
    expect(await table.world.run(getRoundProof, null, { id })).toMatchObject({ roundId: id, scripted: true });
    expect((await table.world.run(jackpotHistory, null, {})).history).toEqual([]);
    const kinds = await table.world.db.many<{ kind: string }>(sql`
      select kind from log_leaves where round_id = ${id} order by id`);
    expect(kinds.map((leaf) => leaf.kind)).toEqual(['open', 'scripted', 'scripted']);
    expect(await table.world.db.many(sql`select 1 from player_results where round_id = ${id}`)).toEqual([]);
    expect(await table.roundOf(id)).toMatchObject({ result: { user: { id: one.actor.id } } });
  });

  test('waits a day for a second player, then returns everything', async () => {
    const { id } = await table.round();
    const one = await house([300]);
    await choose(id, one.actor.id);
    await table.pass(24 * 60 * 60 * 1000);
    expect(await table.roundOf(id)).toMatchObject({ phase: 'VOIDED', scripted: true, result: null });
    expect(await table.inventory(one.actor)).toEqual(one.items);
  });
});

describe('at the same moment', () => {
  test('a player enters and staff choose: exactly one of the two, whichever comes first', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 8; n += 1) {
      const { id } = await table.round();
      const bot = await house([500]);
      const player = await table.playerWith([600]);
      const { runner } = table.world;
      const join = () =>
        attemptResult(runner.execute(joinJackpot, player.actor, { inventoryIds: player.items }, { key: `j${n}` }));
      const script = () =>
        attemptResult(runner.execute(setJackpotWinner, admin, { gameId: id, userId: bot.actor.id }, { key: `s${n}` }));
      const [first, second] = n % 2 === 0 ? [join(), script()] : [script(), join()];
      const [joined, scripted] = n % 2 === 0 ? [await first, await second] : [await second, await first];
      seen.add(`${joined} ${scripted}`);
      const round = await table.roundOf(id);
      expect(round.scripted).toBe(scripted === 'ok');
      expect(round.entries.some((entry) => entry.user.id === player.actor.id)).toBe(joined === 'ok');
      await table.world.checkInvariants();
      if (round.scripted) await house([700]);
      await table.pass(60_000);
      await table.pass(10_000);
    }
    for (const pair of seen) expect(['ok FORBIDDEN', 'ROUND_SCRIPTED ok']).toContain(pair);
  });
});
