/** A ticket in a list of the desk: its title, subject and unread count, linked to the ticket. */
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { Link } from '../../../ui/controls/link.tsx';
import { texts } from './texts.ts';

export function TicketTitle({ ticket: { id, title, unread, about } }: { readonly ticket: StaffTicket }) {
  return (
    <Link to={`/staff/tickets/${id}`} className="block min-w-0 max-w-[36ch] hover:underline">
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="text-xs text-fg-2">
        {about !== null && texts.about(about.kind)}
        {unread > 0 && <strong className="text-volt">{texts.unread(unread)}</strong>}
      </span>
    </Link>
  );
}
