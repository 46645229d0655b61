/** The View ticket window (spec 2). Importing this module registers it. */
import { registerModal } from '../../platform/page/modal.ts';
import { texts } from './texts.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'ticket.view': { readonly ticketId: string };
  }
}

registerModal('ticket.view', {
  title: texts.viewTicket,
  size: 'lg',
  load: () => import('./ticket-modal.tsx').then((m) => m.TicketModal),
});
