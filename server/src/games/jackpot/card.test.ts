/** What a link to a jackpot round shows: the largest shares, and the winner once the pointer has landed on every screen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usd, cents } from '@fairpot/contract/wire/money';
import { cardOf, jackpotCards } from './card.ts';
import { makePotTable, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';

let table: PotTable;
beforeAll(async () => {
  table = await makePotTable();
});
afterAll(() => table.world.close());

const cardAt = (id: string) =>
  jackpotCards.read((...call) => table.world.runner.execute(...call), id, table.world.clock.now());

test('names the pot and its players; the winner when the pointer has landed, not when the result is published', async () => {
  const { id: open } = await table.round();
  expect((await cardAt(open)).text).toBe('The pot is empty. Anyone can join.');
  const { id } = await table.lockedRound();
  const locked = await cardAt(id);
  expect([locked.title, locked.text, locked.sum]).toEqual([
    'Jackpot: round 1',
    'A pot of $30.00 is being drawn.',
    '$30.00',
  ]);
  expect(locked.players.map(({ sum, won }) => [sum, won])).toEqual([
    ['$20.00', null],
    ['$10.00', null],
  ]);

  await table.pass(9_000);
  const settled = await table.roundOf(id);
  expect(settled.phase).toBe('SETTLED');
  const turning = await cardAt(id);
  expect([turning.text, turning.final]).toEqual(['A pot of $30.00 is being drawn.', false]);
  await table.world.clock.advance(8_000);
  const landed = await cardAt(id);
  const winner = settled.result?.user.name;
  expect(landed.text).toBe(`${winner} won a pot of $30.00.`);
  expect(landed.players.filter(({ won }) => won).map(({ name }) => name)).toEqual([winner]);
  expect([landed.final, landed.version === turning.version]).toEqual([true, false]);
});

test('has room for six: the entries of a player are one share, and a winner with a small share is among them', async () => {
  const { actor } = await table.entered([300]);
  for (let n = 0; n < 7; n += 1) await table.entered([1_000 + n]);
  const { id } = await table.round();
  const more = await table.playerWith([200]);
  await table.enter(more.actor, more.items);
  const open = await table.roundOf(id);
  const small = open.entries.find(({ user }) => user.id === actor.id);
  if (small === undefined) throw new Error('no entry');
  const result = { ticket: 0, entryNo: small.no, user: small.user, wonUsd: usd(cents(1)), feeUsd: usd(cents(0)) };
  const settled = {
    ...open,
    phase: 'SETTLED' as const,
    settledAt: 0,
    entries: [...open.entries, { ...small, no: 99 }],
    result: { ...result, feeItemIds: [], chanceBps: 1 },
  };
  const { players } = cardOf(settled, table.world.clock.now());
  expect(players).toHaveLength(6);
  expect(players.at(-1)).toEqual({ name: small.user.name, badge: null, sum: '$6.00', won: true });
  expect(players[0]?.sum).toBe('$10.06');
});
