/** A ticket in a list of the desk: how it begins, what it is about, what is new in it, and the way to it. */
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { Link } from '../../../ui/controls/link.tsx';

export function TicketTitle({ ticket: { id, title, unread, about } }: { readonly ticket: StaffTicket }) {
  return (
    <Link to={`/staff/tickets/${id}`} className="block min-w-0 max-w-[36ch] hover:underline">
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="text-xs text-fg-2">
        {about !== null && `about a ${about.kind} `}
        {unread > 0 && <strong className="text-volt">{unread} new</strong>}
      </span>
    </Link>
  );
}
