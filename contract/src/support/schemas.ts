/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import { COIN_NAMES } from '../crypto/calls.ts';
import * as support from './calls.ts';
import { command, query, StaffReason } from '../wire/call.schemas.ts';
import { idSchema, PlayerId } from '../wire/ids.schemas.ts';
import { PublicUser } from '../user/schemas.ts';

export const TicketId = idSchema('ticket');
const MessageId = idSchema('ticketMessage');
const At = z.number().int();

/** An object of the player: its kind and id. */
const TicketAbout = z.object({ kind: z.enum(support.TICKET_ABOUT), id: z.string() });
export type TicketAbout = z.infer<typeof TicketAbout>;

/**
 * A part of a message: text, or in place of an address the player's own deposit address of that coin. `coin` null: a
 * coin that is not accepted.
 */
export const TicketPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('address'), coin: z.enum(COIN_NAMES).nullable() }),
]);
export type TicketPart = z.infer<typeof TicketPart>;

const TicketSide = z.enum(['player', 'staff']);

/** The player's view. */
export const TicketMessage = z.object({
  id: MessageId,
  /** The player; null: a moderator. */
  userId: PlayerId.nullable(),
  side: TicketSide,
  /** All parts as one text. */
  message: z.string(),
  parts: z.array(TicketPart),
  createdAt: At,
});
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Ticket = z.object({
  id: TicketId,
  version: z.number().int(),
  state: z.enum(['open', 'closed']),
  /** The beginning of its first message. */
  title: z.string(),
  about: TicketAbout.nullable(),
  openedAt: At,
  /** Time of the newest message. */
  lastAt: At,
  /** Null until someone answers. */
  firstAnswerAt: At.nullable(),
  closedAt: At.nullable(),
  /** Messages of the other side since this side last looked. */
  unread: z.number().int(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketView = Ticket.extend({
  /** One page, oldest first. */
  messages: z.array(TicketMessage),
  /** `before` of the page of older messages; null when there are none. */
  older: MessageId.nullable(),
});
export type TicketView = z.infer<typeof TicketView>;

/** The staff's view. */
export const StaffTicket = Ticket.extend({
  player: PublicUser,
  assignee: PublicUser.nullable(),
  /** Since when the player waits for an answer; null when they do not. */
  waitingSince: At.nullable(),
});
export type StaffTicket = z.infer<typeof StaffTicket>;

const StaffMessage = TicketMessage.extend({ userId: PlayerId, author: PublicUser });
export const StaffTicketView = StaffTicket.extend({ messages: z.array(StaffMessage), older: MessageId.nullable() });
export type StaffTicketView = z.infer<typeof StaffTicketView>;

/** Fact on the topic 'player' of the ticket's player, and on 'support' for staff: fetch the ticket for the change. */
export const TicketFact = z.object({
  type: z.literal('support.ticket'),
  ticketId: TicketId,
  version: z.number().int(),
});
export type TicketFact = z.infer<typeof TicketFact>;

/** Longer than any text that could be sent: the command returns the refusal with the right text. */
const message = z.string().max(12_000);
/** A burst of six, then one every five seconds. */
const SEND_LIMIT = { max: 6, perMs: 30_000 } as const;

export const listTickets = query({
  ...support.listTickets,
  summary: `Your tickets, newest first, ${support.TICKETS_PAGE} at a time`,
  permission: 'session',
  input: z.strictObject({ before: TicketId.optional() }),
  output: z.object({ tickets: z.array(Ticket), next: TicketId.nullable() }),
});

export const getTicket = query({
  ...support.getTicket,
  summary: `Your ticket with its newest ${support.TICKET_MESSAGES_PAGE} messages; \`before\` pages to older ones`,
  permission: 'session',
  input: z.strictObject({ id: TicketId, before: MessageId.optional() }),
  output: TicketView,
  refusals: ['NOT_FOUND'],
});

export const createTicket = command({
  ...support.createTicket,
  summary: 'Open a ticket, about one of your rounds, trades or payments, or anything else',
  permission: 'session',
  input: z.strictObject({
    message,
    about: z.strictObject({ kind: z.enum(support.TICKET_ABOUT), id: z.string().max(40) }).optional(),
  }),
  output: z.object({ id: TicketId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'TOO_MANY_TICKETS', 'NOT_FOUND', 'FORBIDDEN'],
  limit: { max: 5, perMs: 60_000 },
});

export const sendToTicket = command({
  ...support.sendToTicket,
  summary: 'Write in your ticket',
  permission: 'session',
  input: z.strictObject({ ticketId: TicketId, message }),
  output: z.object({ id: MessageId }),
  refusals: ['MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG', 'NOT_FOUND', 'TICKET_CLOSED'],
  limit: SEND_LIMIT,
});

export const closeTicket = command({
  ...support.closeTicket,
  summary: 'Close your ticket permanently. Closing a closed one changes nothing',
  permission: 'session',
  input: z.strictObject({ ticketId: TicketId }),
  output: z.object({ ticketId: TicketId }),
  refusals: ['NOT_FOUND'],
});

export const readTicket = command({
  ...support.readTicket,
  summary: 'Mark everything in your ticket as read',
  permission: 'session',
  input: z.strictObject({ ticketId: TicketId }),
  output: z.object({ ticketId: TicketId }),
  refusals: ['NOT_FOUND'],
});

/** Cursor of a list: its instant and the ticket there. */
const Place = z.string().regex(/^\d{1,15}~tkt_[0-9a-hjkmnp-tv-z]{26}$/);

export const listStaffTickets = query({
  ...support.listStaffTickets,
  summary: 'The queue: waiting (longest first), your own, answered, closed; and the time of first answers',
  permission: 'tickets',
  input: z.strictObject({ list: z.enum(support.TICKET_LISTS), after: Place.optional() }),
  output: z.object({
    tickets: z.array(StaffTicket),
    /** `after` of the next page; null on the last page. */
    next: z.string().nullable(),
    waiting: z
      .number()
      .int()
      .meta({ description: `Waiting tickets, at most ${support.WAITING_MAX}` }),
    /** Over the last 200 first answers; null when there are none. */
    answers: z.object({ count: z.number().int(), p50Ms: z.number().int(), p90Ms: z.number().int() }).nullable(),
  }),
});

export const getStaffTicket = query({
  ...support.getStaffTicket,
  summary: 'A ticket with its newest messages, for staff',
  permission: 'tickets',
  input: z.strictObject({ id: TicketId, before: MessageId.optional() }),
  output: StaffTicketView,
  refusals: ['NOT_FOUND'],
});

export const assignTicket = command({
  ...support.assignTicket,
  summary: 'Assign or unassign a ticket; `from` is the assignee at the time of the decision',
  permission: 'tickets',
  act: true,
  input: z.strictObject({ ticketId: TicketId, from: PlayerId.nullable(), take: z.boolean() }),
  output: z.object({ ticketId: TicketId, assignedTo: PlayerId.nullable() }),
  refusals: ['NOT_FOUND', 'TICKET_TAKEN', 'TICKET_CLOSED', 'TICKET_OWN'],
});

export const previewAnswer = query({
  ...support.previewAnswer,
  summary: 'Preview of an answer: each crypto address replaced by the player’s own',
  permission: 'tickets',
  input: z.strictObject({ ticketId: TicketId, message }),
  output: z.object({ parts: z.array(TicketPart), replaced: z.number().int() }),
  limit: { max: 10, perMs: 10_000 },
  refusals: ['NOT_FOUND', 'MESSAGE_TOO_SHORT', 'MESSAGE_TOO_LONG'],
});

export const answerTicket = command({
  ...support.answerTicket,
  summary: 'Answer; `replaced` is the number of replaced addresses in the preview. Assigns an unassigned ticket',
  permission: 'tickets',
  act: true,
  input: z.strictObject({ ticketId: TicketId, message, replaced: z.number().int().min(0) }),
  output: z.object({ id: MessageId }),
  refusals: [
    'NOT_FOUND',
    'MESSAGE_TOO_SHORT',
    'MESSAGE_TOO_LONG',
    'TICKET_CLOSED',
    'TICKET_TAKEN',
    'TICKET_OWN',
    'ANSWER_UNSEEN',
  ],
  limit: SEND_LIMIT,
});

export const closeTicketAsStaff = command({
  ...support.closeTicketAsStaff,
  summary: 'Close a player’s ticket permanently',
  permission: 'tickets',
  act: true,
  input: z.strictObject({ ticketId: TicketId, why: StaffReason }),
  output: z.object({ ticketId: TicketId }),
  refusals: ['NOT_FOUND', 'TICKET_OWN', 'TICKET_CLOSED'],
});

export const seeTicket = command({
  ...support.seeTicket,
  summary: 'Mark everything in a ticket as read by staff',
  permission: 'tickets',
  input: z.strictObject({ ticketId: TicketId }),
  output: z.object({ ticketId: TicketId }),
  refusals: ['NOT_FOUND'],
});
