/** Support as a feature: contract bound to handlers, the sweeps that close and delete, the invariants. */
import * as calls from '@fairpot/contract/support/schemas';
import { listUserTickets } from '@fairpot/contract/staff/users/schemas';
import { TICKET_MESSAGES_PAGE, TICKETS_PAGE, WAITING_MAX } from '@fairpot/contract/support/calls';
import type { Db } from '../platform/database/sql.ts';
import { writeFacts } from '../platform/live/facts.ts';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { replaceAddresses } from './addresses.ts';
import {
  answer,
  close,
  closeAsStaff,
  create,
  factsOf,
  markReadByPlayer,
  markReadByStaff,
  send,
  assignTicket,
  textOf,
} from './commands.ts';
import { supportInvariants } from './invariants.ts';
import { answerTimes, forgetTickets, idleTickets, cursorOf, queue, ticketsOf, waitingCount } from './lists-store.ts';
import { presentForStaff, presentMessage, presentMessagesForStaff, presentTicket } from './present.ts';
import { ANSWERS_LOOKED_AT, IDLE_MS, KEEP_MS, percentile } from './rules.ts';
import { closeOpen, lockTicket, messagesOf, ticketById, type MessageRow } from './store.ts';

const SWEEP_EVERY_MS = 10 * 60 * 1000;
const SWEEP_TICKETS = 50;

export function supportFeature(deps: Deps): Feature {
  return {
    name: 'support',
    bindings: [
      onQuery(calls.listTickets, async ({ db, actor }, { before }) => {
        const { page, next } = await ticketPage(db, requirePlayer(actor).id, before ?? null);
        return { tickets: page.map(presentTicket), next };
      }),
      onQuery(calls.getTicket, async ({ db, actor }, { id, before }) => {
        const ticket = await ticketById(db, id);
        if (ticket?.playerId !== requirePlayer(actor).id) return refuse('NOT_FOUND');
        const { rows, older } = await pageOf(db, id, before ?? null);
        return { ...presentTicket(ticket), messages: rows.map(presentMessage), older };
      }),
      onCommand(calls.createTicket, create(deps)),
      onCommand(calls.sendToTicket, send(deps)),
      onCommand(calls.closeTicket, close),
      onCommand(calls.readTicket, markReadByPlayer),
      onQuery(calls.listStaffTickets, async ({ db, actor }, { list, after }) => {
        const [at, id] = after?.split('~') ?? [];
        const place = at === undefined || id === undefined ? null : { at: Number(at), id };
        const rows = await queue(db, list, requirePlayer(actor).id, place, TICKETS_PAGE + 1);
        const page = rows.slice(0, TICKETS_PAGE);
        const last = rows.length > TICKETS_PAGE ? page.at(-1) : undefined;
        const next = last === undefined ? null : cursorOf(list, last);
        const times = await answerTimes(db, ANSWERS_LOOKED_AT);
        const [p50Ms, p90Ms] = [percentile(times, 50), percentile(times, 90)];
        return {
          tickets: await presentForStaff(db, page),
          next: next === null ? null : `${next.at}~${next.id}`,
          waiting: await waitingCount(db, WAITING_MAX),
          answers: p50Ms === null || p90Ms === null ? null : { count: times.length, p50Ms, p90Ms },
        };
      }),
      onQuery(listUserTickets, async ({ db }, { userId, before }) => {
        const { page, next } = await ticketPage(db, userId, before ?? null);
        return { tickets: await presentForStaff(db, page), next };
      }),
      onQuery(calls.getStaffTicket, async ({ db }, { id, before }) => {
        const ticket = (await ticketById(db, id)) ?? refuse('NOT_FOUND');
        const [view] = await presentForStaff(db, [ticket]);
        invariant(view, `${id} is there`);
        const { rows, older } = await pageOf(db, id, before ?? null);
        return { ...view, messages: await presentMessagesForStaff(db, rows), older };
      }),
      onCommand(calls.assignTicket, assignTicket),
      onQuery(calls.previewAnswer, async ({ db }, { ticketId, message }) => {
        if ((await ticketById(db, ticketId)) === undefined) refuse('NOT_FOUND');
        return replaceAddresses(textOf(message));
      }),
      onCommand(calls.answerTicket, answer(deps)),
      onCommand(calls.closeTicketAsStaff, closeAsStaff),
      onCommand(calls.seeTicket, markReadByStaff),
    ],
    sweeps: [
      { name: 'support.idle', everyMs: SWEEP_EVERY_MS, run: (signal) => closeIdle(deps, signal) },
      {
        name: 'support.forget',
        everyMs: SWEEP_EVERY_MS,
        run: () => deps.db.transaction((tx) => forgetTickets(tx, deps.clock.now() - KEEP_MS, SWEEP_TICKETS)),
      },
    ],
    invariants: supportInvariants,
  };
}

/** One page of a player's tickets, newest first, and the cursor of the next one. */
async function ticketPage(db: Db, playerId: string, before: string | null) {
  const rows = await ticketsOf(db, playerId, before, TICKETS_PAGE + 1);
  const page = rows.slice(0, TICKETS_PAGE);
  return { page, next: rows.length > TICKETS_PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** One page of messages, oldest first, and the cursor of the page with older ones. */
async function pageOf(db: Db, ticketId: string, before: string | null) {
  const rows: MessageRow[] = await messagesOf(db, ticketId, before, TICKET_MESSAGES_PAGE + 1);
  const page = rows.slice(0, TICKET_MESSAGES_PAGE).reverse();
  return { rows: page, older: rows.length > TICKET_MESSAGES_PAGE ? (page[0]?.id ?? null) : null };
}

/** Closes answered tickets that have had no message for long, each in a transaction of its own. */
async function closeIdle({ db, clock }: Deps, signal: AbortSignal): Promise<number> {
  const before = clock.now() - IDLE_MS;
  let closed = 0;
  for (const { id, playerId } of await idleTickets(db, before, SWEEP_TICKETS)) {
    if (signal.aborted) break;
    const done = await db.transaction(async (tx) => {
      const ticket = await lockTicket(tx, id);
      if (ticket?.state !== 'open' || ticket.waitingSince !== null || ticket.lastAt >= before) return false;
      const version = await closeOpen(tx, id, null, clock.now());
      await writeFacts(tx, factsOf(id, playerId, version), clock.now());
      return true;
    });
    if (done) closed += 1;
  }
  return closed;
}
