/** The staff's side of tickets: the queue, assignment, previewed answers, and what moderators cannot do. */
import {
  answerTicket,
  assignTicket,
  closeTicketAsStaff,
  createTicket,
  getStaffTicket,
  listStaffTickets,
  previewAnswer,
  seeTicket,
} from '@fairpot/contract/support/schemas';
import { listUserTickets } from '@fairpot/contract/staff/users/schemas';
import { TICKETS_PAGE, type TicketListName } from '@fairpot/contract/support/calls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { raceIn, times } from '../../testing/races.ts';
import { notificationsOf } from '../../testing/notifications.ts';
import { makeHelpDesk, type HelpDesk } from '../../testing/support/desk.fixture.ts';

let desk: HelpDesk;
beforeEach(async () => {
  desk = await makeHelpDesk();
});
afterEach(() => desk.world.close());

const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const MINUTE = 60_000;

async function list(name: TicketListName, by = desk.staff): Promise<string[]> {
  return (await desk.world.run(listStaffTickets, by, { list: name })).tickets.map(({ title }) => title);
}

test('the tickets of one player: newest first, page by page, no one else’s, in any state', async () => {
  const { world, staff, player, other } = desk;
  const all = TICKETS_PAGE + 2;
  for (let n = 0; n < all; n++) {
    const ticketId = await desk.open(`ticket ${n}`);
    await world.run(closeTicketAsStaff, other, { ticketId, why: 'resolved by telephone' });
    await world.clock.advance(MINUTE);
  }
  await desk.open('of somebody else', undefined, await newPlayer(world));
  const first = await world.run(listUserTickets, staff, { userId: player.id });
  expect(first.tickets).toHaveLength(TICKETS_PAGE);
  expect(first.tickets[0]).toMatchObject({ title: `ticket ${all - 1}`, state: 'closed', player: { id: player.id } });
  const second = await world.run(listUserTickets, staff, { userId: player.id, before: first.next ?? undefined });
  expect(second.tickets.map(({ title }) => title)).toEqual(['ticket 1', 'ticket 0']);
  expect(second.next).toBeNull();
  expect(await world.refused(listUserTickets, player, { userId: player.id })).toBe('FORBIDDEN');
});

describe('the queue', () => {
  test('longest wait first; a ticket moves with every action on it', async () => {
    const { world, staff, other } = desk;
    const ids: Record<string, string> = {};
    for (const title of ['first', 'second', 'third']) {
      ids[title] = await desk.open(title);
      await world.clock.advance(MINUTE);
    }
    const [first = '', second = ''] = [ids['first'], ids['second']];
    expect(await list('waiting')).toEqual(['first', 'second', 'third']);
    await world.run(assignTicket, staff, { ticketId: second, from: null, take: true });
    await desk.answer(first, 'Here you are');
    expect(await list('waiting')).toEqual(['second', 'third']);
    expect(await list('mine')).toEqual(
      ['second', 'first'].sort((a, b) => (a === 'first' ? -1 : b === 'first' ? 1 : 0)),
    );
    expect(await list('mine', other)).toEqual([]);
    expect(await list('answered')).toEqual(['first']);
    // A new question waits from now on, behind earlier ones.
    await desk.write(first, 'And another thing');
    await desk.write(first, 'And a third');
    expect(await list('waiting')).toEqual(['second', 'third', 'first']);
    await world.run(closeTicketAsStaff, other, { ticketId: second, why: 'settled by chat' });
    expect([await list('waiting'), await list('closed')]).toEqual([['third', 'first'], ['second']]);
    const { waiting, answers } = await world.run(listStaffTickets, staff, { list: 'waiting' });
    expect([waiting, answers]).toEqual([2, { count: 1, p50Ms: 3 * MINUTE, p90Ms: 3 * MINUTE }]);
  });

  test('is paged by keyset, and a page does not move when a ticket is answered', async () => {
    const { world, staff } = desk;
    const titles = times(45, (n) => `ticket ${n}`);
    for (const title of titles) {
      await world.runner.execute(createTicket, await newPlayer(world), { message: title });
      await world.clock.advance(1_000);
    }
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const page: { tickets: { title: string }[]; next: string | null } = await world.run(listStaffTickets, staff, {
        list: 'waiting',
        ...(after !== null && { after }),
      });
      pages.push(page.tickets.map(({ title }) => title));
      after = page.next;
    } while (after !== null);
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(titles);
  });

  test('shows what is unread by all staff', async () => {
    const { world, staff } = desk;
    const id = await desk.open();
    await desk.write(id, 'Are you there?');
    const unread = async () => (await world.run(getStaffTicket, staff, { id })).unread;
    expect(await unread()).toBe(2);
    await world.run(seeTicket, staff, { ticketId: id });
    expect(await unread()).toBe(0);
    const view = await world.run(getStaffTicket, staff, { id });
    expect(view.player.id).toBe(desk.player.id);
    expect(view.messages.map(({ author }) => author.id)).toEqual([desk.player.id, desk.player.id]);
  });
});

describe('assignment', () => {
  test('of many who take it at once one gets it, and only that one can answer', async () => {
    const { world, staff, other } = desk;
    const ticketId = await desk.open();
    const taking = [staff, other, staff, other].map(
      (by) => () => world.runner.execute(assignTicket, by, { ticketId, from: null, take: true }),
    );
    expect(await raceIn(world, taking)).toEqual({ ok: 1, TICKET_TAKEN: 3 });
    const { assignee } = await world.run(getStaffTicket, staff, { id: ticketId });
    const [has, hasNot] = assignee?.id === staff.id ? [staff, other] : [other, staff];
    const answer = { ticketId, message: 'I have it', replaced: 0 };
    expect(await world.refused(answerTicket, hasNot, answer)).toBe('TICKET_TAKEN');
    expect(await world.refused(assignTicket, hasNot, { ticketId, from: has.id, take: false })).toBe('TICKET_TAKEN');
    await world.run(answerTicket, has, answer);
    // Taken over, knowingly; the first assignee's view is then outdated.
    await world.run(assignTicket, hasNot, { ticketId, from: has.id, take: true });
    expect(await world.refused(assignTicket, has, { ticketId, from: has.id, take: false })).toBe('TICKET_TAKEN');
    await world.run(assignTicket, hasNot, { ticketId, from: hasNot.id, take: false });
    expect((await world.run(getStaffTicket, staff, { id: ticketId })).assignee).toBe(null);
  });

  test('staff cannot take or answer their own tickets', async () => {
    const { world, staff } = desk;
    const ticketId = await desk.open('I am staff and need help', undefined, staff);
    expect(await world.refused(assignTicket, staff, { ticketId, from: null, take: true })).toBe('TICKET_OWN');
    expect(await world.refused(answerTicket, staff, { ticketId, message: 'Yes', replaced: 0 })).toBe('TICKET_OWN');
    await desk.answer(ticketId, 'What is it?', desk.other);
  });
});

test('acts of staff on a ticket are in the audit log, by their own name', async () => {
  const { world, staff, player } = desk;
  const ticketId = await desk.open();
  await world.run(assignTicket, staff, { ticketId, from: null, take: true });
  await desk.answer(ticketId, `Send it to ${TRON}`);
  expect(await world.refused(closeTicketAsStaff, player, { ticketId, why: 'because' })).toBe('FORBIDDEN');
  await world.run(closeTicketAsStaff, staff, { ticketId, why: 'it is settled' });
  const acts = await world.db.many<{ act: string; why: string | null; text: string }>(sql`
    select act, why, details::text as text from staff_acts
    where actor_id = ${staff.id} and player_id = ${player.id} and subject = ${ticketId} order by id`);
  expect(acts.map(({ act, why }) => [act, why])).toEqual([
    ['admin.tickets.assign', null],
    ['admin.tickets.answer', null],
    ['admin.tickets.close', 'it is settled'],
  ]);
  expect(acts[1]?.text).toContain('"replaced": 1');
  expect(await notificationsOf(world.db, player, 'support')).toHaveLength(1);
});

describe('addresses in an answer', () => {
  const message = `Send 10 USDT to ${TRON} and we are done.`;

  test('are replaced before anyone reads them: the preview shows it, the player gets the chip', async () => {
    const { world, staff } = desk;
    const ticketId = await desk.open();
    const preview = await world.run(previewAnswer, staff, { ticketId, message });
    expect(preview).toEqual({
      replaced: 1,
      parts: [
        { kind: 'text', text: 'Send 10 USDT to ' },
        { kind: 'address', coin: 'USDT' },
        { kind: 'text', text: ' and we are done.' },
      ],
    });
    await world.run(answerTicket, staff, { ticketId, message, replaced: 1 });
    const { messages } = await desk.view(ticketId);
    expect(messages.at(-1)).toMatchObject({
      parts: preview.parts,
      message: 'Send 10 USDT to [Your Fairpot USDT deposit address] and we are done.',
    });
    const published = JSON.stringify([
      await desk.view(ticketId),
      await world.run(getStaffTicket, staff, { id: ticketId }),
    ]);
    expect(published).not.toContain(TRON);
  });

  test('are not sent without reading the preview', async () => {
    const { world, staff } = desk;
    const ticketId = await desk.open();
    for (const replaced of [0, 2]) {
      expect(await world.refused(answerTicket, staff, { ticketId, message, replaced })).toBe('ANSWER_UNSEEN');
    }
    expect((await desk.view(ticketId)).messages).toHaveLength(1);
  });

  test('stay as written in a player’s own message', async () => {
    const ticketId = await desk.open(`I sent it to ${TRON}, was that wrong?`);
    expect((await desk.view(ticketId)).messages[0]?.message).toContain(TRON);
    expect((await desk.world.run(getStaffTicket, desk.staff, { id: ticketId })).messages[0]?.message).toContain(TRON);
  });
});
