/** A coinflip from end to end: what each phase shows, what it moves, and that the result verifies. */
import { applyCoinflipFact } from '@fairpot/contract/coinflip/views';
import { coinflipHistory, CoinflipFact, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
beforeAll(async () => {
  table = await makeTable();
});
afterAll(() => table.world.close());

describe('one game', () => {
  test('is opened, joined, revealed, paid and proven', async () => {
    const first = await table.playerWith([1_000, 500, 400, 100]);
    const second = await table.playerWith([1_900, 100, 100]);
    const id = await table.create(first.actor, first.items, 2);

    const waiting = await table.game(id);
    expect(waiting).toMatchObject({ phase: 'WAITING', version: 1, firstSide: 2, firstTotalUsd: 20, secret: null });
    expect(waiting.firstItems.map((item) => item.item.priceUsd)).toEqual([10, 5, 4, 1]);
    expect(waiting.fair).toMatchObject({ number: 1, lock: null, drandRound: null, ticket: null });
    expect(await table.inventory(first.actor)).toEqual([]);

    await table.join(second.actor, id, second.items, 1);
    const locked = await table.game(id);
    expect(locked).toMatchObject({ phase: 'COUNTDOWN', version: 2, secondSide: 1, timerSecondsLeft: 20, secret: null });
    expect(locked.fair.lock).toContain(locked.hash);
    await table.world.clock.advance(19_999);
    await table.world.sweepAll();
    expect(await table.game(id)).toMatchObject({ phase: 'COUNTDOWN', timerSecondsLeft: 1, winnerSide: null });

    await table.world.clock.advance(1);
    await table.world.sweepAll();
    const settled = await table.game(id);
    expect(settled).toMatchObject({ phase: 'SETTLED', version: 3, timerSecondsLeft: null });
    expect(settled.secret).toMatch(/^fp2\.coinflip\.rnd_/);
    expect(settled.winnerSide === 1 || settled.winnerSide === 2).toBe(true);
    await table.verify(id);

    // 10 experience per USD staked, won or lost: 20.00 and 21.00.
    expect([settled.firstUser.experience, settled.secondUser?.experience]).toEqual([200, 210]);

    const winner = settled.winnerSide === 2 ? first : second;
    const loser = settled.winnerSide === 2 ? second : first;
    expect(await table.inventory(loser.actor)).toEqual([]);
    const left = [...first.items, ...second.items].filter((item) => !settled.feeItemIds.includes(item));
    expect((await table.inventory(winner.actor)).sort()).toEqual(left.sort());
    expect(settled.feeItemIds.every((item) => loser.items.includes(item))).toBe(true);
    const { items } = await table.world.run(siteInventory, winner.actor, {});
    for (const item of items) expect(item.type).toBe(winner.items.includes(item.id) ? 'DEPOSIT' : 'WIN');

    const { history } = await table.world.run(coinflipHistory, null, {});
    expect(history[0]).toMatchObject({ id, potUsd: 41, winnerUser: { id: winner.actor.id } });
    expect(Object.keys(history[0]?.skins ?? {}).sort()).toEqual([first.actor.id, second.actor.id].sort());
    expect(await table.world.run(findRound, null, { hash: settled.hash })).toEqual({
      game: 'coinflip',
      roundId: id,
      settled: true,
      scripted: false,
    });
  });

  test('old list + facts = fresh list, in every phase', async () => {
    let view = await table.world.run(listCoinflips, null, {});
    let seen = 0;
    const catchUp = async () => {
      const presenter = table.world.features.flatMap((f) => f.presenters ?? [])[0];
      const rows = await table.world.db.many<{
        id: number;
        subject: string;
        version: number;
        type: string;
        at: number;
      }>(sql`select id, subject, version, type, at from facts where id > ${seen} order by id`);
      seen = rows.at(-1)?.id ?? seen;
      const bodies = (await presenter?.present(table.world.db, rows)) ?? [];
      for (const body of bodies) view = applyCoinflipFact(view, CoinflipFact.parse(body));
      expect(view).toEqual(await table.world.run(listCoinflips, null, {}));
    };
    await catchUp();
    const { id, first } = await table.lockedGame();
    await catchUp();
    const other = await table.playerWith([2_000]);
    const waiting = await table.create(other.actor, other.items);
    await catchUp();
    await table.cancel(other.actor, waiting);
    await catchUp();
    await table.settle();
    await catchUp();
    expect(view.games.find((game) => game.id === id)?.phase).toBe('SETTLED');
    expect(await table.inventory(first)).toBeDefined();
  });

  test('a proof is refused before the result and for what has none', async () => {
    const { id } = await table.lockedGame();
    expect(await table.world.refused(getRoundProof, null, { id })).toBe('GAME_FINISHED');
    const other = await table.playerWith([2_000]);
    const waiting = await table.create(other.actor, other.items);
    await table.cancel(other.actor, waiting);
    expect(await table.world.refused(getRoundProof, null, { id: waiting })).toBe('NO_GAME');
    expect(await table.inventory(other.actor)).toEqual(other.items);
    await table.settle();
    await table.verify(id);
  });

  test('history pages by keyset without a gap or a repeat', async () => {
    for (let n = 0; n < 3; n += 1) await table.lockedGame();
    await table.settle();
    const all = (await table.world.run(coinflipHistory, null, { limit: 100 })).history.map((row) => row.id);
    const paged: string[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page = await table.world.run(coinflipHistory, null, before ? { before, limit: 2 } : { limit: 2 });
      paged.push(...page.history.map((row) => row.id));
      before = page.next;
    }
    expect(paged).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });
});
