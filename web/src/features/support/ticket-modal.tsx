/** A ticket in a window. Closing the ticket also closes the window (spec 4). */
import { closeModal, type ModalViews } from '../../platform/page/modal.ts';
import { TicketChat } from './ticket-chat.tsx';

export function TicketModal({ ticketId }: ModalViews['ticket.view']) {
  return (
    <div className="-m-6 max-sm:-m-4">
      <TicketChat key={ticketId} ticketId={ticketId} onClosed={closeModal} />
    </div>
  );
}
