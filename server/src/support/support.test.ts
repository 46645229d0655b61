/** Tickets from question to end, as their player sees them: own things, foreign ids, limits, crashes, two at once. */
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import {
  answerTicket,
  assignTicket,
  closeTicket,
  createTicket,
  getTicket,
  listTickets,
  readTicket,
  seeTicket,
  sendToTicket,
} from '@fairpot/contract/support/schemas';
import { MAX_OPEN_TICKETS, TICKET_MAX_LENGTH } from '@fairpot/contract/support/calls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';
import { sql } from '../platform/database/sql.ts';
import { openOrder, openWithdrawal } from '../../testing/plans/crypted.ts';
import { sweepOnce } from '../../testing/cases/sweep-case.ts';
import { receivedDeposit } from '../../testing/plans/traded.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { raceIn, times } from '../../testing/races.ts';
import { notificationsOf } from '../../testing/notifications.ts';
import { makeHelpDesk, type HelpDesk } from '../../testing/support/desk.fixture.ts';
import { IDLE_MS, KEEP_MS, SLOW_LIMIT } from './rules.ts';

let desk: HelpDesk;
beforeEach(async () => {
  desk = await makeHelpDesk();
});
afterEach(() => desk.world.close());

const MINUTE = 60_000;
const unknownTicketId = 'tkt_00000000000000000000000000';

describe('a ticket', () => {
  test('from the question to its end: answered, read, closed for good', async () => {
    const { world, player, staff } = desk;
    const id = await desk.open('  Where is my   money?\r\n\r\n\r\nIt was 10.00$  ');
    await world.clock.advance(MINUTE);
    await desk.answer(id, 'It is on its way.');
    expect(await notificationsOf(world.db, player)).toEqual([
      { kind: 'support', header: 'Support', text: 'New reply: Where is my money?' },
    ]);
    const view = await desk.view(id);
    expect(view).toMatchObject({ state: 'open', title: 'Where is my money?', unread: 1, about: null, older: null });
    expect(view.messages.map(({ userId, side, message }) => [userId, side, message])).toEqual([
      [player.id, 'player', 'Where is my money?\n\nIt was 10.00$'],
      [null, 'staff', 'It is on its way.'],
    ]);
    expect(view.firstAnswerAt).toBe(world.clock.now());
    expect(JSON.stringify(view)).not.toContain(staff.id);
    await world.run(readTicket, player, { ticketId: id });
    expect((await desk.view(id)).unread).toBe(0);
    await world.run(closeTicket, player, { ticketId: id });
    expect(await desk.view(id)).toMatchObject({ state: 'closed', closedAt: world.clock.now() });
    expect(await world.refused(sendToTicket, player, { ticketId: id, message: 'one more' })).toBe('TICKET_CLOSED');
    const late = { ticketId: id, message: 'one more', replaced: 0 };
    expect(await world.refused(answerTicket, staff, late)).toBe('TICKET_CLOSED');
    await world.run(closeTicket, player, { ticketId: id });
    expect(await desk.facts(id)).toEqual(
      [1, 2, 3, 4].flatMap((version) => [`player own ${version}`, `support ${version}`]),
    );
  });

  test('at least three visible characters, and not too many', async () => {
    const { world, player } = desk;
    const id = await desk.open();
    for (const message of ['', 'ab', '  ab  ', '\n\n\n\n', '\u3164\u3164\u3164\u3164']) {
      expect(await world.refused(sendToTicket, player, { ticketId: id, message }), JSON.stringify(message)).toBe(
        'MESSAGE_TOO_SHORT',
      );
      expect(await world.refused(createTicket, player, { message })).toBe('MESSAGE_TOO_SHORT');
    }
    await desk.write(id, 'abc');
    await desk.write(id, 'é'.repeat(TICKET_MAX_LENGTH));
    const message = 'é'.repeat(TICKET_MAX_LENGTH + 1);
    expect(await world.refused(sendToTicket, player, { ticketId: id, message })).toBe('MESSAGE_TOO_LONG');
  });

  test('of another player does not exist, for any action', async () => {
    const { world } = desk;
    const id = await desk.open();
    const stranger = await newPlayer(world);
    for (const ticketId of [id, unknownTicketId]) {
      expect(await world.refused(getTicket, stranger, { id: ticketId })).toBe('NOT_FOUND');
      expect(await world.refused(sendToTicket, stranger, { ticketId, message: 'hello' })).toBe('NOT_FOUND');
      expect(await world.refused(closeTicket, stranger, { ticketId })).toBe('NOT_FOUND');
      expect(await world.refused(readTicket, stranger, { ticketId })).toBe('NOT_FOUND');
    }
    // Staff see it at their desk, and are not its player.
    expect(await world.refused(getTicket, desk.staff, { id })).toBe('NOT_FOUND');
    expect(await world.refused(sendToTicket, desk.staff, { ticketId: id, message: 'hello' })).toBe('NOT_FOUND');
    expect(await desk.titles(stranger)).toEqual([]);
  });

  test('its staff calls are for staff who answer tickets', async () => {
    const { world, player } = desk;
    const ticketId = await desk.open();
    expect(await world.refused(seeTicket, player, { ticketId })).toBe('FORBIDDEN');
    expect(await world.refused(answerTicket, player, { ticketId, message: 'yes', replaced: 0 })).toBe('FORBIDDEN');
    expect(await world.refused(assignTicket, player, { ticketId, from: null, take: true })).toBe('FORBIDDEN');
    expect(await world.refused(createTicket, null, { message: 'hello' })).toBe('SIGNED_OUT');
    const bot = await newPlayer(world, { isBot: true });
    expect(await world.refused(createTicket, bot, { message: 'hello' })).toBe('FORBIDDEN');
  });
});

describe('a ticket’s subject', () => {
  test('a round, a trade or a payment of the player’s own, and of no one else', async () => {
    const { world, player } = desk;
    const table = new CoinflipTable(world);
    const { actor, items } = await table.playerWith([2_000]);
    const { gameId } = await world.run(createCoinflip, actor, { inventoryIds: items, side: 1 });
    const trade = await receivedDeposit(world, actor, 1_000);
    for (const name of ['crypto.rates.coingecko', 'crypto.rates.kraken']) await sweepOnce(world.features, name);
    const order = await openOrder(world, actor);
    const run: typeof world.run = (call, by, input) => world.runner.execute(call, by, input, { key: call.name });
    const withdrawal = await openWithdrawal({ ...world, run }, actor);
    await world.db.run(sql`update crypto_players set deposited_cents = 0`);
    const things = [
      { kind: 'round', id: gameId },
      { kind: 'trade', id: trade },
      { kind: 'payment', id: order.id },
      { kind: 'payment', id: withdrawal },
    ] as const;
    for (const about of things) {
      const id = await desk.open('About this', about, actor);
      expect((await desk.view(id, actor)).about).toEqual(about);
      expect(await world.refused(createTicket, player, { message: 'Not mine', about })).toBe('NOT_FOUND');
      const other = { kind: about.kind === 'round' ? 'trade' : 'round', id: about.id };
      expect(await world.refused(createTicket, actor, { message: 'No such thing', about: other })).toBe('NOT_FOUND');
    }
  });
});

describe('many', () => {
  test('a player has at most five open tickets, however many are opened at once', async () => {
    const { world, player } = desk;
    const attempts = times(12, (n) => () => world.runner.execute(createTicket, player, { message: `ticket ${n}` }));
    const ends = await raceIn(world, attempts);
    expect(ends).toEqual({ ok: MAX_OPEN_TICKETS, TOO_MANY_TICKETS: 12 - MAX_OPEN_TICKETS });
    const { tickets } = await world.run(listTickets, player, {});
    await world.run(closeTicket, player, { ticketId: tickets[0]?.id });
    await desk.open('a place is free again');
    expect(await world.refused(createTicket, player, { message: 'and no other' })).toBe('TOO_MANY_TICKETS');
  });

  test('a list is paged from the newest to the oldest, a long ticket from its end', async () => {
    const { world, player } = desk;
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      ids.unshift((await world.runner.execute(createTicket, player, { message: `ticket ${n}` })).id);
      await world.runner.execute(closeTicket, player, { ticketId: ids[0] });
    }
    const first = await world.run(listTickets, player, {});
    const second = await world.run(listTickets, player, { before: first.next ?? '' });
    expect([...first.tickets, ...second.tickets].map(({ id }) => id)).toEqual(ids);
    expect([first.tickets.length, second.next]).toEqual([20, null]);
    const id = await desk.open('message 0');
    for (let n = 1; n < 60; n += 1)
      await world.runner.execute(sendToTicket, player, { ticketId: id, message: `message ${n}` });
    const newest = await desk.view(id);
    const older = await world.run(getTicket, player, { id, before: newest.older ?? '' });
    const read = [...older.messages, ...newest.messages].map(({ message }) => message);
    expect(read).toEqual(times(60, (n) => `message ${n}`));
    expect([newest.messages.length, older.older]).toEqual([50, null]);
  });

  test('one person’s messages are throttled across all nodes', async () => {
    const slow = await makeHelpDesk({ config: { rateLimits: true } });
    try {
      const { world, player } = slow;
      const node = world.node(world.clock);
      const ticketId = await slow.open();
      const sends = (n: number) => () =>
        (n % 2 === 0 ? world.runner : node.runner).execute(sendToTicket, player, { ticketId, message: `message ${n}` });
      for (let n = 0; n < SLOW_LIMIT.max - 1; n += 1) {
        await world.clock.advance(5_000);
        await sends(n)();
      }
      await world.clock.advance(5_000);
      await expect(sends(1)()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      await expect(sends(2)()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      await world.clock.advance(SLOW_LIMIT.perMs);
      await sends(3)();
    } finally {
      await slow.world.close();
    }
  });
});

describe('over time', () => {
  test('the site closes an idle answered ticket, but not a waiting one', async () => {
    const { world } = desk;
    const [waits, left] = [await desk.open('unanswered'), await desk.open('all is well')];
    await desk.answer(left, 'Anything else?');
    await world.clock.advance(IDLE_MS);
    await world.sweepAll();
    expect((await desk.view(left)).state).toBe('open');
    await world.clock.advance(1);
    await world.sweepAll();
    expect([(await desk.view(left)).state, (await desk.view(waits)).state]).toEqual(['closed', 'open']);
    const { by } = await world.db.one<{ by: string | null }>(sql`
      select closed_by as by from support_tickets where id = ${left}`);
    expect(by).toBe(null);
  });

  test('a closed ticket is deleted after a year, with every word in it', async () => {
    const { world, player } = desk;
    const id = await desk.open();
    for (let n = 0; n < 5; n += 1) await desk.write(id, `word ${n}`);
    await world.run(closeTicket, player, { ticketId: id });
    const kept = await desk.open('still open');
    await world.clock.advance(KEEP_MS);
    await world.sweepAll();
    expect(await desk.titles()).toHaveLength(2);
    await world.clock.advance(1);
    await world.sweepAll();
    expect((await world.run(listTickets, player, {})).tickets.map((ticket) => ticket.id)).toEqual([kept]);
    const { n } = await world.db.one<{ n: number }>(sql`select count(*) as n from support_messages`);
    expect(n).toBe(1);
  });
});

test('messages are immutable: the server has no right to change them', async () => {
  await desk.open();
  const change = desk.world.deps.db.run(sql`update support_messages set parts = '[{"kind":"text","text":"other"}]'`);
  await expect(change).rejects.toThrow('permission denied');
});
