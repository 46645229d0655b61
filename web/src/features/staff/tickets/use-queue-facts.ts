/** A ticket that changed, whoever changed it: what of it is on the screen is fetched again, at most once in a while. */
import { getStaffTicket, listStaffTickets } from '@fairpot/contract/support/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useTopic } from '../../../platform/live/live.ts';

export function fetchTicketsAgain(): void {
  for (const query of [listStaffTickets, getStaffTicket]) void refetchAll(query);
}

export function useQueueFacts(): void {
  useTopic('support', { apply: fetchTicketsAgain, resync: fetchTicketsAgain });
}
