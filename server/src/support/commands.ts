/**
 * The commands of tickets. Each runs in the runner's transaction, with the ticket locked, the facts for its player and for staff, and (for
 * an answer) the notification. A staff answer must match its preview.
 */
import type * as calls from '@fairpot/contract/support/schemas';
import { MAX_OPEN_TICKETS, TICKET_MAX_LENGTH, ticketText, ticketTextProblem } from '@fairpot/contract/support/calls';
import { ownsPayment } from '../crypto/front.ts';
import { isInRound } from '../games/kit/rounds.ts';
import { notify } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor, CommandHandler, NewFact } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { ownsTrade } from '../trades/front.ts';
import { replaceAddresses } from './addresses.ts';
import { slowWait, titleOf } from './rules.ts';
import {
  assign,
  closeOpen,
  freeSlot,
  insertMessage,
  insertTicket,
  lockOpening,
  lockTicket,
  markSeen,
  slowBlocker,
  type TicketRow,
} from './store.ts';

type Ctx = Parameters<CommandHandler<typeof calls.createTicket>>[0];

export function create(deps: Deps): CommandHandler<typeof calls.createTicket> {
  return async (ctx, { message, about }) => {
    const { tx, actor, now } = ctx;
    // Bots belong to the house.
    if (actor.isBot) refuse('FORBIDDEN');
    const text = textOf(message);
    if (about !== undefined && !(await ownsSubject(tx, actor.id, about))) refuse('NOT_FOUND');
    await lockOpening(tx, actor.id);
    await refuseFlood(deps, ctx);
    const slot =
      (await freeSlot(tx, actor.id, MAX_OPEN_TICKETS)) ?? refuse('TOO_MANY_TICKETS', { max: MAX_OPEN_TICKETS });
    const id = deps.ids.next('ticket');
    await insertTicket(tx, {
      id,
      playerId: actor.id,
      title: titleOf(text),
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      openedAt: now,
      slot,
    });
    await write(deps, ctx, { id, playerId: actor.id }, 'player', [{ kind: 'text', text }]);
    return { id };
  };
}

/** Whether the subject of a new ticket belongs to the player. */
function ownsSubject(tx: Tx, playerId: string, { kind, id }: calls.TicketAbout): Promise<boolean> {
  const ask = { round: isInRound, trade: ownsTrade, payment: ownsPayment }[kind];
  return ask(tx, playerId, id);
}

export function send(deps: Deps): CommandHandler<typeof calls.sendToTicket> {
  return async (ctx, { ticketId, message }) => {
    const text = textOf(message);
    const ticket = await ownTicket(ctx.tx, ctx.actor, ticketId);
    if (ticket.state === 'closed') refuse('TICKET_CLOSED');
    await refuseFlood(deps, ctx);
    return { id: await write(deps, ctx, ticket, 'player', [{ kind: 'text', text }]) };
  };
}

export const close: CommandHandler<typeof calls.closeTicket> = async ({ tx, actor, now, emit }, { ticketId }) => {
  const ticket = await ownTicket(tx, actor, ticketId);
  if (ticket.state === 'closed') return { ticketId };
  emitChange(emit, ticket, await closeOpen(tx, ticketId, actor.id, now));
  return { ticketId };
};

export const closeAsStaff: CommandHandler<typeof calls.closeTicketAsStaff> = async (ctx, { ticketId }) => {
  const { tx, actor, now, emit, act } = ctx;
  const ticket = await lockForStaff(tx, actor, ticketId);
  emitChange(emit, ticket, await closeOpen(tx, ticketId, actor.id, now));
  act({ playerId: ticket.playerId, subject: ticketId });
  return { ticketId };
};

export const markReadByPlayer: CommandHandler<typeof calls.readTicket> = async ({ tx, actor, emit }, { ticketId }) => {
  const ticket = await ownTicket(tx, actor, ticketId);
  emitChange(emit, ticket, await markSeen(tx, ticketId, 'player'));
  return { ticketId };
};

export const markReadByStaff: CommandHandler<typeof calls.seeTicket> = async ({ tx, emit }, { ticketId }) => {
  const ticket = (await lockTicket(tx, ticketId)) ?? refuse('NOT_FOUND');
  emitChange(emit, ticket, await markSeen(tx, ticketId, 'staff'));
  return { ticketId };
};

export const assignTicket: CommandHandler<typeof calls.assignTicket> = async (ctx, { ticketId, from, take: mine }) => {
  const { tx, actor, emit, act } = ctx;
  const ticket = await lockForStaff(tx, actor, ticketId);
  const assignedTo = mine ? actor.id : null;
  // Only the assignee can unassign.
  if (!mine && from !== actor.id) refuse('TICKET_TAKEN');
  const version = await assign(tx, ticketId, from, assignedTo);
  if (version === null) refuse('TICKET_TAKEN');
  emitChange(emit, ticket, version);
  act({ playerId: ticket.playerId, subject: ticketId, details: { was: from, is: assignedTo } });
  return { ticketId, assignedTo };
};

export function answer(deps: Deps): CommandHandler<typeof calls.answerTicket> {
  return async (ctx, { ticketId, message, replaced: shown }) => {
    const { tx, actor, now } = ctx;
    const text = textOf(message);
    const ticket = await lockForStaff(tx, actor, ticketId);
    if (ticket.assignedTo !== null && ticket.assignedTo !== actor.id) refuse('TICKET_TAKEN');
    const { parts, replaced } = replaceAddresses(text);
    if (replaced !== shown) refuse('ANSWER_UNSEEN');
    await refuseFlood(deps, ctx);
    const id = await write(deps, ctx, ticket, 'staff', parts);
    const { playerId, title } = ticket;
    ctx.act({ playerId, subject: ticketId, details: { message: id, replaced } });
    const words = { kind: 'support', header: 'Support', text: `New reply: ${title}` } as const;
    await notify(tx, { playerId, ...words, link: `/support?ticket=${ticketId}` }, now);
    return { id };
  };
}

export function textOf(raw: string): string {
  const text = ticketText(raw);
  const problem = ticketTextProblem(text);
  if (problem === 'MESSAGE_TOO_LONG') refuse(problem, { max: TICKET_MAX_LENGTH });
  if (problem !== null) refuse(problem);
  return text;
}

/** The player's own ticket, locked; for anyone else it does not exist. */
async function ownTicket(tx: Tx, actor: Actor, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(tx, id);
  return ticket?.playerId === actor.id ? ticket : refuse('NOT_FOUND');
}

/** Another person's open ticket, locked. Refuses NOT_FOUND, TICKET_OWN, TICKET_CLOSED. */
async function lockForStaff(tx: Tx, actor: Actor, id: string): Promise<TicketRow> {
  const ticket = (await lockTicket(tx, id)) ?? refuse('NOT_FOUND');
  if (ticket.playerId === actor.id) refuse('TICKET_OWN');
  if (ticket.state === 'closed') refuse('TICKET_CLOSED');
  return ticket;
}

async function refuseFlood({ config }: Deps, { tx, actor, now }: Ctx): Promise<void> {
  const seconds = config.rateLimits ? slowWait(await slowBlocker(tx, actor.id, now), now) : 0;
  if (seconds > 0) refuse('RATE_LIMITED', { seconds });
}

async function write(
  deps: Deps,
  { tx, actor, now, emit }: Ctx,
  ticket: Pick<TicketRow, 'id' | 'playerId'>,
  side: 'player' | 'staff',
  parts: calls.TicketPart[],
): Promise<string> {
  const id = deps.ids.next('ticketMessage');
  const version = await insertMessage(tx, { id, ticketId: ticket.id, authorId: actor.id, side, parts, createdAt: now });
  emitChange(emit, ticket, version);
  return id;
}

/** Publishes the ticket's change to its player and to staff; does nothing when it did not change. */
function emitChange(
  emit: (fact: NewFact) => void,
  { id, playerId }: Pick<TicketRow, 'id' | 'playerId'>,
  version: number | null,
): void {
  if (version !== null) factsOf(id, playerId, version).forEach(emit);
}

/** The facts of a changed ticket, for both sides. */
export function factsOf(id: string, playerId: string, version: number): NewFact[] {
  const fact = { subject: id, version, type: 'support.ticket', body: { ticketId: id, version } };
  return [
    { topic: 'player', playerId, ...fact },
    { topic: 'support', ...fact },
  ];
}
