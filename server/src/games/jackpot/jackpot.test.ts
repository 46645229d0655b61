/** A jackpot from end to end: what each phase shows, what it moves, and that the result verifies. */
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { jackpotHistory } from '@fairpot/contract/jackpot/schemas';
import { drandRoundAt } from '@fairpot/fairness/protocol/schedule';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { TEST_CHAIN } from '../../../testing/beacon.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';

let table: PotTable;
beforeAll(async () => {
  table = await makePotTable();
});
afterAll(() => table.world.close());

describe('one round', () => {
  test('is entered, counted down, locked, revealed, paid and proven; then the next one opens', async () => {
    const empty = await table.round();
    expect(empty).toMatchObject({
      phase: 'WAITING',
      version: 1,
      value: 0,
      entries: [],
      deadlineAt: null,
      secret: null,
    });
    expect(empty.fair).toEqual({
      number: 1,
      lock: null,
      drandRound: null,
      drandSignature: null,
      ticket: null,
      pseudonyms: {},
    });
    const { id, hash } = empty;

    const first = await table.entered([500, 400, 100]);
    const more = await table.give(first.actor, [300]);
    expect(await table.enter(first.actor, more)).toBe(2);
    expect(await table.round()).toMatchObject({ phase: 'WAITING', version: 3, value: 13, deadlineAt: null });

    const startedAt = table.world.clock.now();
    const second = await table.entered([1_500, 500]);
    const counting = await table.round();
    expect(counting).toMatchObject({ id, phase: 'COUNTDOWN', version: 4, value: 33, deadlineAt: startedAt + 60_000 });
    expect(counting.entries.map(({ no, from, to, totalUsd }) => ({ no, from, to, totalUsd }))).toEqual([
      { no: 1, from: 0, to: 1_000, totalUsd: 10 },
      { no: 2, from: 1_000, to: 1_300, totalUsd: 3 },
      { no: 3, from: 1_300, to: 3_300, totalUsd: 20 },
    ]);
    expect(counting.entries.map((entry) => entry.user.id)).toEqual([first.actor.id, first.actor.id, second.actor.id]);

    await table.pass(59_999);
    expect((await table.round()).phase).toBe('COUNTDOWN');
    await table.pass(1);
    const locked = await table.state();
    const lockedAt = startedAt + 60_000;
    expect(locked.state.finishedAt).toBe(lockedAt);
    expect(locked.game).toMatchObject({ id, phase: 'FINISHING', version: 5, finishedAt: lockedAt, secret: null });
    const lock = JSON.parse(locked.game?.fair.lock ?? '') as { entries: unknown; drand: { round: number } };
    const names = locked.game?.fair.pseudonyms ?? {};
    expect(lock).toMatchObject({ game: 'jackpot', hash, lockedAt, feeBps: 500, eos: null });
    expect(lock.entries).toEqual([
      { player: names[first.actor.id], cents: 1_000 },
      { player: names[first.actor.id], cents: 300 },
      { player: names[second.actor.id], cents: 2_000 },
    ]);
    expect(lock.drand.round).toBe(drandRoundAt(lockedAt + 6_000, TEST_CHAIN));

    await table.pass(9_000);
    const settled = await table.roundOf(id);
    expect(settled).toMatchObject({ phase: 'SETTLED', version: 6, hash });
    expect(settled.secret).toMatch(/^fp2\.jackpot\.rnd_/);
    await table.verify(id);
    const next = await table.state();
    expect(next.last).toEqual(settled);
    expect(next.state.finishedAt).toBeNull();
    expect(next.game).toMatchObject({ phase: 'WAITING', entries: [], fair: { number: 2 } });

    const { result } = settled;
    const won = result?.user.id === first.actor.id ? { actor: first.actor, items: [...first.items, ...more] } : second;
    const lost = won.actor === second.actor ? { actor: first.actor, items: [...first.items, ...more] } : second;
    expect(result?.chanceBps).toBe(won.actor === second.actor ? 6_061 : 3_939);
    const winning = settled.entries[(result?.entryNo ?? 0) - 1];
    expect(winning?.user.id).toBe(won.actor.id);
    expect(result?.ticket).toBeGreaterThanOrEqual(winning?.from ?? Infinity);
    expect(result?.ticket).toBeLessThan(winning?.to ?? 0);
    expect(result?.feeItemIds.every((item) => lost.items.includes(item))).toBe(true);
    expect(Math.round(((result?.wonUsd ?? 0) + (result?.feeUsd ?? 0)) * 100)).toBe(3_300);
    expect(result?.feeUsd).toBeLessThanOrEqual(1.65);
    expect(await table.inventory(lost.actor)).toEqual([]);
    const { items } = await table.world.run(siteInventory, won.actor, {});
    const left = [...won.items, ...lost.items].filter((item) => !result?.feeItemIds.includes(item));
    expect(items.map((item) => item.id).sort()).toEqual(left.sort());
    for (const item of items) expect(item.type).toBe(won.items.includes(item.id) ? 'DEPOSIT' : 'WIN');

    // 10 experience per USD staked, once per player and round, however many entries they had.
    const experience = new Map(settled.entries.map((entry) => [entry.user.id, entry.user.experience]));
    expect([experience.get(first.actor.id), experience.get(second.actor.id)]).toEqual([130, 200]);
    const results = await table.world.db.many<{ playerId: string }>(
      sql`select player_id as "playerId" from player_results where round_id = ${id}`,
    );
    expect(results.map((row) => row.playerId).sort()).toEqual([first.actor.id, second.actor.id].sort());

    const { history } = await table.world.run(jackpotHistory, null, {});
    expect(history).toEqual([
      {
        id,
        number: 1,
        value: 33,
        players: 2,
        entries: 3,
        items: 6,
        result,
        hash,
        secret: settled.secret,
        settledAt: settled.settledAt,
      },
    ]);
    expect(await table.world.run(findRound, null, { hash })).toEqual({
      game: 'jackpot',
      roundId: id,
      settled: true,
      scripted: false,
    });
  });

  test('old state + facts = fresh state, after every step', async () => {
    const fresh = await makePotTable();
    const watcher = await Watcher.from(fresh);
    const types: string[] = [];
    const step = async (work: () => Promise<unknown>) => {
      await work();
      types.push(...(await watcher.follow()));
      expect(watcher.state).toEqual(await fresh.state());
    };
    const { actor, items } = await fresh.playerWith([500, 200]);
    await step(() => fresh.enter(actor, items.slice(0, 1)));
    await step(() => fresh.enter(actor, items.slice(1)));
    await step(() => fresh.entered([700]));
    await step(() => fresh.world.clock.advance(55_000));
    await step(() => fresh.entered([900, 100]));
    await step(() => fresh.pass(10_000));
    await step(() => fresh.pass(9_000));
    await step(() => fresh.entered([700]));
    expect(types.filter((type) => type !== 'jackpot.entered')).toEqual([
      'jackpot.locked',
      'jackpot.settled',
      'jackpot.opened',
    ]);
    await fresh.world.close();
  });

  test('a client that reads late and one fact at a time ends in the same state', async () => {
    const fresh = await makePotTable();
    const watcher = await Watcher.from(fresh);
    await fresh.lockedRound();
    await fresh.pass(9_000);
    await fresh.lockedRound();
    while ((await watcher.follow(1)).length > 0);
    expect(watcher.state).toEqual(await fresh.state());
    await fresh.world.close();
  });

  test('a proof is refused before the result', async () => {
    const { id } = await table.lockedRound();
    expect(await table.world.refused(getRoundProof, null, { id })).toBe('GAME_FINISHED');
    await table.pass(9_000);
    await table.verify(id);
  });

  test('history pages by keyset without a gap or a repeat', async () => {
    for (let n = 0; n < 3; n += 1) {
      await table.lockedRound();
      await table.pass(9_000);
    }
    const all = (await table.world.run(jackpotHistory, null, { limit: 100 })).history.map((row) => row.number);
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const paged: number[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page = await table.world.run(jackpotHistory, null, before ? { before, limit: 2 } : { limit: 2 });
      paged.push(...page.history.map((row) => row.number));
      before = page.next;
    }
    expect(paged).toEqual(all);
  });
});
