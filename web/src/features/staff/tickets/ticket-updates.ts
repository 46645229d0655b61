/** Refetches the tickets on the screen when any of them changes, at a limited rate. */
import { getStaffTicket, listStaffTickets } from '@fairpot/contract/support/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useTopic } from '../../../platform/live/live.ts';

export function refetchTickets(): void {
  for (const query of [listStaffTickets, getStaffTicket]) void refetchAll(query);
}

export function useTicketUpdates(): void {
  useTopic('support', { apply: refetchTickets, resync: refetchTickets });
}
