/** The form for a new ticket. Guests see LOGIN instead of the button (spec 2). */
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { createTicket, listTickets } from '@fairpot/contract/support/calls';
import type { TicketAbout } from '@fairpot/contract/support/schemas';
import { messages } from '../../messages.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { SIGN_IN_PATH } from '../../platform/page/session.ts';
import { ticketTexts } from '../../ticket-kit/texts.ts';
import { Writer } from '../../ticket-kit/writer.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { AboutPicker } from './about-picker.tsx';
import { texts } from './texts.ts';

export interface NewTicketProps {
  /** The topic from the page that linked here. */
  readonly about: TicketAbout | null;
  readonly onCreated: (ticketId: string) => void;
}

export function NewTicket({ about: given, onCreated }: NewTicketProps) {
  const [about, setAbout] = useState(given);
  const creating = useSend(createTicket, {
    onAccepted: ({ id }) => {
      void refetchAll(listTickets);
      onCreated(id);
    },
  });
  return (
    <div className="@container grid gap-3">
      <Writer
        label={texts.question}
        onSend={async (message) => (await creating.run({ message, ...(about && { about }) })) !== undefined}
      >
        <AboutPicker about={about} onChange={setAbout} />
      </Writer>
    </div>
  );
}

export function GuestWriter() {
  return (
    <Writer
      label={texts.question}
      placeholder={ticketTexts.placeholderSignedOut}
      onSend={() => Promise.resolve(false)}
      instead={
        <a href={SIGN_IN_PATH} className={buttonClass('primary')}>
          <LogIn aria-hidden size={18} />
          {messages.login}
        </a>
      }
    />
  );
}
