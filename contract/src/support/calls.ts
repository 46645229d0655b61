/**
 * Support on the wire: tickets, their messages in parts, rules for texts. A ticket is a conversation between one player
 * and staff, who all appear as 'Moderator' to the player. In a staff answer each crypto address is replaced by a part
 * that represents the player's own deposit address of that coin (rulings 1.7): an address that someone else wrote never
 * reaches a player.
 */
import { commandAt, queryAt } from '../wire/call.ts';
import { CHAT_MIN_LENGTH, chatText } from '../chat/calls.ts';
import type { Coin } from '../crypto/calls.ts';

/** Maximum length of a message, and of the title that lists show. */
export const TICKET_MAX_LENGTH = 2_000;
export const TICKET_TITLE_LENGTH = 80;
/** Tickets and messages per page. */
export const TICKETS_PAGE = 20;
export const TICKET_MESSAGES_PAGE = 50;
export const MAX_OPEN_TICKETS = 5;
/** Waiting tickets are counted up to this number. */
export const WAITING_MAX = 1_000;

/** What a ticket can be about: a round of the player, a trade with Steam, a crypto deposit or withdrawal. */
export const TICKET_ABOUT = ['round', 'trade', 'payment'] as const;
export type TicketAboutKind = (typeof TICKET_ABOUT)[number];
/** The lists of the staff's queue. */
export const TICKET_LISTS = ['waiting', 'mine', 'answered', 'closed'] as const;
export type TicketListName = (typeof TICKET_LISTS)[number];

/** The text as a ticket stores it: lines cleaned like the chat's, at most one empty line in a row, none at the ends. */
export function ticketText(raw: string): string {
  return raw
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(chatText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const UNSEEN = /[\p{Cf}\p{M}\s\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Why a text returned by `ticketText` cannot be sent; null when it can. Counts code points. */
export function ticketTextProblem(text: string): 'MESSAGE_TOO_SHORT' | 'MESSAGE_TOO_LONG' | null {
  const length = [...text].length;
  if (length > TICKET_MAX_LENGTH) return 'MESSAGE_TOO_LONG';
  return length < CHAT_MIN_LENGTH || text.replace(UNSEEN, '') === '' ? 'MESSAGE_TOO_SHORT' : null;
}

/** Replacement of an address in an answer. `coin` null: a coin that Fairpot does not accept. */
export function addressWords(coin: Coin | null): string {
  return coin === null ? 'Address removed' : `Your Fairpot ${coin} deposit address`;
}

export const listTickets = queryAt('support.tickets', '/support/tickets');
export const getTicket = queryAt('support.ticket', '/support/tickets/:id');
export const createTicket = commandAt('support.create', '/support/tickets');
export const sendToTicket = commandAt('support.send', '/support/messages/send');
export const closeTicket = commandAt('support.close', '/support/tickets/close');
export const readTicket = commandAt('support.read', '/support/tickets/read');

export const listStaffTickets = queryAt('admin.tickets', '/admin/support/tickets');
export const getStaffTicket = queryAt('admin.ticket', '/admin/support/tickets/:id');
export const assignTicket = commandAt('admin.tickets.assign', '/admin/support/assign');
export const previewAnswer = queryAt('admin.tickets.preview', '/admin/support/preview', 'POST');
export const answerTicket = commandAt('admin.tickets.answer', '/admin/support/answer');
export const closeTicketAsStaff = commandAt('admin.tickets.close', '/admin/support/close');
export const seeTicket = commandAt('admin.tickets.see', '/admin/support/see');
